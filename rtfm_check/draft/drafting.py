"""From samples to a mapping, or to the reason why there can be none and what to do instead."""

from __future__ import annotations

import re
from typing import NamedTuple

from rtfm_check.draft import producers
from rtfm_check.draft.edges import Edge, edges
from rtfm_check.draft.match import Other, choose
from rtfm_check.draft.plan import Plan, plan
from rtfm_check.draft.prove import Proof, prove
from rtfm_check.draft.shape import Loss, losses, shape_of
from rtfm_check.draft.text import written
from rtfm_check.model import JsonValue, Severity
from rtfm_check.text.show import a_kind_of, quote

ENOUGH = 0.8  # of the text of the samples
_ROUNDS = 4  # of taking out what finds nothing
_GENERIC = "without a mapping, RTFM indexes such a document by its keys"


class Sample(NamedTuple):
    """A document to draft from."""

    path: str
    raw: bytes
    data: JsonValue
    is_made_up: bool = False  # from a JSON Schema


class Draft(NamedTuple):
    """A mapping that passes `check`."""

    name: str
    text: str
    proof: Proof
    what: str  # the kind of document that was recognised, or nothing
    others: tuple[str, ...]  # documents of the project that it takes too


class Refusal(Exception):
    """No mapping can be written; the text says why and what to do instead."""


def draft(samples: list[Sample], others: list[Other], name: str = "") -> Draft:
    """The draft for samples; raises Refusal."""
    documents = [_object(sample) for sample in samples]
    producer = producers.known(documents)
    if producer is not None and producer.instead:
        raise Refusal(f"{samples[0].path} is {producer.what}: {producer.instead}; {_GENERIC}")
    root = shape_of(documents)
    if not root.all_characters:
        raise Refusal(f"{samples[0].path} holds no text to index")
    rule = choose(documents, producer, others)
    if rule is None:
        raise Refusal(_without_rule(samples))
    made = plan(root, rule.compared)
    lost = losses(root)
    if not made.chunks:
        raise Refusal(f"{samples[0].path}: {_lost(lost)}" if lost else _without_text(samples))
    name = name or _name(producer, rule.discriminator, samples[0].path)
    links = edges(made)
    for _ in range(_ROUNDS):
        text = written(name, len(samples), producer, rule, made, links)
        proof = prove(text, [(sample.path, sample.raw) for sample in samples])
        links, has_changed = _without_dead(made, links, proof)
        if not has_changed:
            break
    if not made.chunks:
        raise Refusal(_without_text(samples))
    errors = [each for each in proof.findings if each.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        at = first.place
        raise Refusal(
            f"a draft from {samples[0].path} does not pass: {first.message} ({first.rule}, "
            f"{at.path.rpartition('/')[2]} line {at.span.line})"
        )
    if (proof.coverage.share or 0) < ENOUGH and lost:
        raise Refusal(f"{samples[0].path}: {_lost(lost)}")
    what = producer.what if producer is not None else ""
    return Draft(name, text, proof, what, rule.others)


def _object(sample: Sample) -> dict[str, JsonValue]:
    """The sample, if RTFM asks mappings about such a document."""
    data = sample.data
    if isinstance(data, list):
        listed = producers.known_list(data)
        at_the_top = "" if listed.what == "a list" else ", a list at the top"
        raise Refusal(
            f"{sample.path} is {listed.what}{at_the_top}, and RTFM asks mappings about objects "
            "only; let its producer write an object around it, for example with "
            f"jq '{{type: \"{listed.name}\", items: .}}', or describe its records in a field "
            "profile, .rtfm/fields/NAME.yaml"
        )
    if not isinstance(data, dict):
        raise Refusal(
            f"{sample.path} is {a_kind_of(data)}, and RTFM asks mappings about objects only"
        )
    return data


def _without_dead(made: Plan, links: list[Edge], proof: Proof) -> tuple[list[Edge], bool]:
    """Take out what finds nothing: fields that only items without text have, chunks of blanks.

    RTFM renders the title and metadata of a chunk only where its content is not blank.
    """
    dead = {
        (*use.placed.use.pointer[:2], each.placeholder.path)
        for use in proof.coverage.trial.uses.values()
        for each in use.placeholders
        if not each.resolved
    }
    blank = {
        use.placed.use.pointer[1]
        for use in proof.coverage.trial.uses.values()
        if use.placed.part == "content" and use.blank == use.total
    }
    for number, chunk in enumerate(made.chunks):
        for part in (chunk.title, chunk.content, chunk.added, chunk.metadata):
            part[:] = [each for each in part if ("chunks", number, each.dotted) not in dead]
    made.chunks[:] = [
        chunk
        for number, chunk in enumerate(made.chunks)
        if number not in blank and (chunk.content or chunk.added)
    ]
    kept = [edge for number, edge in enumerate(links) if ("edges", number, edge.target) not in dead]
    return kept, bool(dead or blank)


def _without_rule(samples: list[Sample]) -> str:
    more = "" if len(samples) > 1 else ", or name more samples, which show what stays the same"
    return (
        f"nothing in {samples[0].path} says what kind of document it is; let its producer write "
        f'a field that does, such as `"type": "my-report"`, for example with '
        f"jq '{{type: \"my-report\"}} + .'{more}"
    )


def _without_text(samples: list[Sample]) -> str:
    return f"{samples[0].path} holds no text but that which tells it from other documents"


def _lost(lost: list[Loss]) -> str:
    """Why most of the text cannot be reached."""
    first = lost[0]
    place = quote(".".join(first.path))
    size = f"{first.shape.all_characters:,} characters"
    if first.reason == "routes":
        return (
            f"{place} is an object whose keys are data ({size}), and RTFM's foreach runs over "
            f'lists only; let its producer write a list, `[{{"key": ..., ...}}]`; {_GENERIC}'
        )
    return (
        f"{place} cannot be named in a template ({size}): letters, digits, `_` and `$` can; let "
        f"its producer write another key; {_GENERIC}"
    )


def _name(
    producer: producers.Producer | None, entries: tuple[tuple[str, JsonValue], ...], path: str
) -> str:
    """A name for the mapping and its file: of the producer, the type, or the first sample."""
    if producer is not None:
        return producer.name
    values = [value for _, value in entries if isinstance(value, str)]
    stem = re.split(r"[\\/]", path)[-1].partition(".")[0]
    for text in (*(value for value in values[:1] if len(value) <= 40), stem):
        slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40]
        if len(slug) > 2 and not slug[0].isdecimal() and text.isascii():
            return slug
    return "draft"
