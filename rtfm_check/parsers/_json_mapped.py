"""A JSON document that a mapping of the project takes: RTFM's chunks and edges, and no others."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.mapping import apply
from rtfm_check.mapping.apply import Failure, MappedEdge, Outcome
from rtfm_check.mapping.dispatch import Dispatcher, Match
from rtfm_check.mapping.spec import Spec
from rtfm_check.model import JsonValue, json_pointer
from rtfm_check.parsers._contract import About, Draft, How, Item, Link, Problem
from rtfm_check.parsers._json_reader import Reader
from rtfm_check.streaming import blocks
from rtfm_check.text.show import quote

_AT_ONCE = 16 * 1024 * 1024  # bytes of a document that is loaded whole to be compared
_OBJECT = re.compile(r"[ \t\n]*\{")
_OF_FILES = ("import", "link", "include")  # relations whose targets are files
_NOTHING = "RTFM indexes nothing of the file, and does not take it for one without a mapping"


class Mapped:
    """What the mappings of a project make of a file."""

    def __init__(self, file: File, mappings: Dispatcher) -> None:
        self.file = file
        self.mappings = mappings
        self.is_taken = False  # a mapping has taken the document, for good or ill

    def items(self) -> Iterator[Item]:
        """What the mapping that takes the document makes of it; nothing if none does."""
        if self.file.size > min(_AT_ONCE, limits.FIXTURE_BYTES):
            match = self._at_a_glance()
            if match is None:
                return
            if self.file.size > limits.FIXTURE_BYTES:
                yield self._too_large(match)
                return
        text = self.file.text
        if _OBJECT.match(text) is None:
            return  # mappings take nothing else
        watch = _Watch()
        try:
            document = json.loads(
                text, object_pairs_hook=watch.object, parse_constant=watch.constant
            )
        except (ValueError, RecursionError):
            return  # neither does RTFM read it
        match = self.mappings.find(document)
        if match is None:
            return
        name = quote(_spelt(self._spec(match).name))
        if match.breaks:
            yield Problem(
                "rtfm-loses-document",
                f"the mapping {name} makes RTFM fail on every JSON object",
                "mend its discriminator: it is a map of paths to values",
                "RTFM fails while it compares; here the file is read without a mapping",
            )
            return
        self.is_taken = True
        yield About(mapping=_spelt(self._spec(match).name))
        yield from _made(self._spec(match), document, name)
        if watch.has_odd:
            reader = Reader(blocks(self.file))  # once more, for the places
            deque(reader.blocks(reader.kind()), maxlen=0)
            yield from reader.odd.problems(is_mapped=True)

    def _spec(self, match: Match) -> Spec:
        spec = self.mappings.specs[match.position]
        assert spec is not None
        return spec

    def _at_a_glance(self) -> Match | None:
        """The mapping that takes a large document, or may: what is too long in it is not seen."""
        wanted = {"$schema", "$id"}
        for spec in self.mappings.specs:
            wanted.update(path[0] for path, _ in (spec.tests if spec else ()) if path)
        reader = Reader(blocks(self.file))
        if reader.kind() != "object":
            return None
        document: dict[str, JsonValue] = {}
        for name, text in reader.blocks("object"):
            if not isinstance(text, str):
                deque(text, maxlen=0)
                text = f"{{{json.dumps(name)}: {{}}}}"
            if name in wanted:
                with suppress(ValueError):  # a number that RTFM fails at
                    document |= json.loads(text, strict=False)
        return self.mappings.find(document)

    def _too_large(self, match: Match) -> Problem:
        name = quote(_spelt(self._spec(match).name))
        return Problem(
            "limit-reached",
            f"a document of {self.file.size:,} bytes for the mapping {name}; "
            f"the limit is {limits.FIXTURE_BYTES:,}",
            "split it",
            "it is indexed without the mapping",
        )


class _Watch:
    """Hooks for json.loads that notice what RTFM takes and JSON does not say."""

    def __init__(self) -> None:
        self.has_odd = False

    def object(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        made = dict(pairs)
        if len(made) != len(pairs):
            self.has_odd = True
        return made

    def constant(self, word: str) -> float:
        self.has_odd = True
        return float(word)


def _made(spec: Spec, document: JsonValue, name: str) -> Iterator[Item]:
    """The chunks and edges, and why there are none."""
    outcome = apply.apply(spec, document)
    long = [len(each.content) for each in outcome.chunks]
    long = [size for size in long if size > limits.LONG_CHUNK_CHARS]
    for chunk in outcome.chunks:
        yield Draft(
            chunk.title,
            chunk.content,
            number=chunk.number,
            ordinal=chunk.number,
            metadata=chunk.metadata,
            is_mapped=True,
        )
    yield from (_link(edge) for edge in outcome.edges)
    if long:
        more = f"; {len(long) - 1:,} more are too long" if len(long) > 1 else ""
        yield Problem(
            "chunk-too-large",
            f"the mapping {name} makes a chunk of {max(long):,} characters{more}",
            "use `foreach` over its parts, if the JSON has them",
            "RTFM stores the text as one chunk and never splits it; so it is here",
        )
    yield from _failures(outcome, spec, name)


def _failures(outcome: Outcome, spec: Spec, name: str) -> Iterator[Problem]:
    if outcome.failure is not None:
        yield _failed(outcome.failure, name, "chunks")
    elif not outcome.chunks:
        why = "every text that it makes is blank" if spec.chunks else "it declares none"
        yield Problem(
            "indexes-to-nothing",
            f"the mapping {name} takes the document and makes no chunk: {why}",
            "let it match other documents, or take its texts from fields that are there",
            _NOTHING,
        )
    elif outcome.edge_failure is not None:
        yield _failed(outcome.edge_failure, name, "edges")


def _failed(failure: Failure, name: str, what: str) -> Problem:
    at = quote(json_pointer(failure.pointer))
    if failure.error == "limit":
        return Problem(
            "limit-reached",
            f"the mapping {name} makes more text of the document than the limit, at {at}",
            "split the document, or take less of it",
            f"there are no {what} of it in the index",
        )
    note = _NOTHING if what == "chunks" else "RTFM has no edges of the file"
    return Problem(
        "indexes-to-nothing" if what == "chunks" else "rtfm-loses-document",
        f"the mapping {name} fails on the document at {at}: {failure.error}",
        "`rtfm-check check` says what is wrong with the mapping",
        note,
    )


def _link(edge: MappedEdge) -> Link:
    """The candidate for an edge as RTFM has it: neither trimmed nor decoded."""
    relation, kind = _spelt(edge.relation), _spelt(edge.target_kind)
    names_file = relation in _OF_FILES and kind not in ("url", "slug") and "://" not in edge.target
    return Link(relation, edge.target, kind, How.PATH if names_file else How.NAME)


def _spelt(value: JsonValue) -> str:
    """A value of a mapping that should be a string, as text."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError):  # a date, say: YAML has more types
        return repr(value)[: limits.HELP_CHARS]
