"""The text of a drafted mapping: YAML, with comments that say why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rtfm_check.draft.edges import Edge
from rtfm_check.draft.match import Rule
from rtfm_check.draft.plan import Chunk, Plan
from rtfm_check.draft.producers import Producer
from rtfm_check.draft.shape import Field
from rtfm_check.model import JsonValue
from rtfm_check.rules.chunks import CHUNK_FIELDS
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural

_MODELINE = "# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json"
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SHOWN = 3  # fields that a comment names
_VAGUE = ("name", "value", "text", "url", "type", "title", "uri", "key", "self", "login", "version")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_NOT_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def written(
    name: str, samples: int, producer: Producer | None, rule: Rule, plan: Plan, edges: list[Edge]
) -> str:
    """The mapping as YAML."""
    return "\n".join(_lines(name, samples, producer, rule, plan, edges)) + "\n"


def _lines(
    name: str, samples: int, producer: Producer | None, rule: Rule, plan: Plan, edges: list[Edge]
) -> Iterator[str]:
    what = f" of {producer.what}" if producer is not None else ""
    yield _MODELINE
    yield f"# Drafted by rtfm-check init from {plural(samples, 'sample')}{what}."
    yield "# A start, to be read and changed. `rtfm-check coverage` says what it leaves out."
    yield f"name: {quoted(name)}"
    yield ""
    yield "match:"
    yield from _match(rule)
    yield ""
    yield "chunks:"
    for number, chunk in enumerate(plan.chunks):
        if number:
            yield ""
        yield from _chunk(chunk)
    for path in plan.left_out:
        yield f"  # not here: the list `{'.'.join(path)}`, which holds text too"
    if edges:
        yield ""
        yield "edges:"
    for edge in edges:
        yield f"  # {edge.note}"
        yield "  - relation: link"
        if edge.foreach:
            yield f"    foreach: {quoted('.'.join(edge.foreach))}"
        yield f"    target: {quoted('{{ ' + edge.target + ' }}')}"


def _match(rule: Rule) -> Iterator[str]:
    if rule.note:
        yield f"  # {rule.note}"
    if rule.schema_url:
        yield "  # what the documents name as their schema"
        yield f"  schema_url: {quoted(rule.schema_url)}"
        return
    if not rule.note:
        yield "  # says what the document is, in every sample"
    yield "  discriminator:"
    for path, value in rule.discriminator:
        yield f"    {key(path)}: {quoted(value)}"


def _chunk(chunk: Chunk) -> Iterator[str]:
    lines = [*_chunk_lines(chunk)]
    place = ".".join(chunk.foreach)
    yield f"  # one for each item of `{place}`" if place else "  # one for the document itself"
    for outer in _firsts(chunk):
        yield f"  # of `{outer}` the first item only, as in the samples: RTFM has no loop in a loop"
    is_first = True
    for line in lines:
        if is_first and not line.startswith("#"):
            yield f"  - {line}"
            is_first = False
        else:
            yield f"    {line}" if not is_first else f"  {line}"


def _firsts(chunk: Chunk) -> list[str]:
    """The lists of which a chunk takes the first item."""
    used = [each.path for each in chunk.indexed] if not chunk.foreach else [chunk.foreach]
    return sorted(
        {".".join(path[:at]) for path in used for at, part in enumerate(path) if part == "0" and at}
    )


def _chunk_lines(chunk: Chunk) -> Iterator[str]:
    if chunk.foreach:
        yield f"foreach: {quoted('.'.join(chunk.foreach))}"
    if chunk.title:
        yield f"title: {quoted(' '.join(_placeholder(each) for each in chunk.title))}"
    content = [*chunk.content, *chunk.added]
    if chunk.added:
        names = ", ".join(f"`{each.dotted}`" for each in chunk.added[:_SHOWN])
        more = f" and {len(chunk.added) - _SHOWN} more" if len(chunk.added) > _SHOWN else ""
        yield "# much of the text of the samples; take out what nobody searches for:"
        yield f"# {names}{more}"
    ignored = _ignored(content)
    if ignored:
        why = "RTFM has no loop in a loop; a list is printed whole"
        yield f"# rtfm-check: ignore[{', '.join(ignored)}] {why}"
    joined = "\n".join(_placeholder(each) for each in content)
    yield f"content: {quoted(joined)}"
    if chunk.metadata:
        yield "# stored with the chunk, and not searched"
        yield "metadata:"
    for name, each in _named(chunk.metadata, chunk.foreach):
        yield f"  {key(name)}: {quoted(_placeholder(each))}"


def _ignored(content: list[Field]) -> list[str]:
    """The rules that tell of what is meant here."""
    made = []
    if any(each.prints_python for each in content):
        made.append("renders-python-repr")
    if any(each.is_rare and each.contexts >= 10 for each in content):
        made.append("path-rarely-resolves")
    return made


def _named(found: list[Field], foreach: tuple[str, ...]) -> Iterator[tuple[str, Field]]:
    """The keys of metadata: short names, longer ones where two are the same or RTFM has one."""
    names: dict[str, Field] = {}
    for each in found:
        parts = [part for part in each.path if not part.isdecimal()]
        length = 2 if parts[-1].lower() in _VAGUE and len(parts) > 1 else 1
        name = "_".join(parts[-length:])
        while (name in names or name in CHUNK_FIELDS) and length < len(parts):
            length += 1
            name = "_".join(parts[-length:])
        if name in CHUNK_FIELDS or name in names:
            name = f"{_singular(foreach)}_{name}"
        while name in names:
            name += "_"
        names[name] = each
    yield from names.items()


def _singular(foreach: tuple[str, ...]) -> str:
    """`issue` of `data.issues`."""
    named = [part for part in foreach if not part.isdecimal() and part.isidentifier()]
    return named[-1].removesuffix("s") if named and len(named[-1]) < 30 else "doc"


def _placeholder(each: Field) -> str:
    return "{{ " + each.dotted + " }}"


def quoted(value: JsonValue) -> str:
    """A value as YAML, text between double quotes."""
    text = json.dumps(value, ensure_ascii=False)
    return _NOT_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def key(name: str) -> str:
    """A key as YAML: without quotes where none are needed."""
    is_plain = _PLAIN_KEY.fullmatch(name) is not None or all(
        _PLAIN_KEY.fullmatch(part) or part.isdecimal() for part in name.split(".")
    )
    if is_plain and name.lower() not in _WORDS and not name[0].isdecimal():
        return safe(name)
    return quoted(name)
