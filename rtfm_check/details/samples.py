"""Fixtures beside what their mapping makes of them: which line of a document is in which chunk.

A document is written out anew with one value a line, so that a line is read or it is not. What is
kept is bounded; what was cut is counted.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.dryrun.coverage import UNREAD, Marks, Reads, marks_of
from rtfm_check.dryrun.run import Tried
from rtfm_check.dryrun.snapshot import as_json
from rtfm_check.mapping.apply import MappedChunk, MappedEdge
from rtfm_check.model import JsonValue, Pointer

NO_TEXT = 3  # as the level of a line, beside those of `coverage`
MOST_SAMPLES = 400  # of all mappings
MOST_OF_ONE = 40  # of one mapping; and fixtures that no mapping takes
MOST_LINES = 1_500  # of one document
MOST_MADE = 200  # chunks of one document, and edges
_MOST_CHARS = 2_000_000  # of all samples
_DOCUMENT_CHARS = 200_000  # of one document
_VALUE_CHARS = 2_000  # of one value, of a title, of the metadata
_CONTENT_CHARS = 6_000  # of a chunk

Range = tuple[int, int]  # of lines: the first, and the one behind the last; 0-based


class SampleChunk(NamedTuple):
    """A chunk that a mapping makes."""

    where: str  # in the mapping: `chunks[0]`
    title: str
    content: str
    metadata: str  # as JSON, or nothing
    lines: tuple[Range, ...]  # of the document, that it reads
    left_out: int = 0  # characters of its content


class SampleEdge(NamedTuple):
    """An edge candidate that a mapping makes."""

    relation: str
    target: str
    lines: tuple[Range, ...]


class Sample(NamedTuple):
    """A fixture, line by line, and what is made of it."""

    fixture: str
    mapping: str  # or nothing, where no mapping takes it
    lines: tuple[str, ...]
    levels: tuple[int, ...]  # of each line: UNREAD, READ, INDEXED or NO_TEXT
    chunks: tuple[SampleChunk, ...]
    edges: tuple[SampleEdge, ...]
    is_cut: bool  # whether the document goes on
    chunks_left_out: int = 0
    edges_left_out: int = 0


class Samples:
    """Takes fixtures while they are tried, and keeps as many as there is room for."""

    def __init__(self) -> None:
        self.kept: list[Sample] = []
        self.left_out = 0
        self._of: dict[str, int] = {}
        self._chars = 0

    def take(self, tried: Tried, mapping: str) -> None:
        """Keep a fixture beside what a mapping made of it."""
        document = tried.fixture.document
        if not document.loads or tried.fixture.is_lines or not isinstance(document.data, dict):
            return
        if tried.match is not None and tried.spec is None:
            return  # RTFM fails while it compares
        count = self._of.get(mapping, 0)
        if count >= MOST_OF_ONE or len(self.kept) >= MOST_SAMPLES or self._chars >= _MOST_CHARS:
            self.left_out += 1
            return
        self._of[mapping] = count + 1
        made = _sample(tried, mapping)
        self._chars += _size(made)
        self.kept.append(made)


def _size(sample: Sample) -> int:
    chunks = (len(each.title) + len(each.content) + len(each.metadata) for each in sample.chunks)
    edges = (len(each.target) for each in sample.edges)
    return sum(map(len, sample.lines)) + sum(chunks) + sum(edges)


def _sample(tried: Tried, mapping: str) -> Sample:
    data, outcome, spec = tried.fixture.document.data, tried.outcome, tried.spec
    if spec is None or outcome is None or tried.match is None:
        lines = _Lines({})
        lines.write(data)
        return Sample(
            tried.fixture.name, "", tuple(lines.texts), tuple(lines.levels), (), (), lines.is_full
        )
    lines = _Lines(marks_of(data, spec, outcome, tried.match.rule))
    lines.write(data)
    reads = Reads(data, spec)
    return Sample(
        fixture=tried.fixture.name,
        mapping=mapping,
        lines=tuple(lines.texts),
        levels=tuple(lines.levels),
        chunks=tuple(_chunk(each, reads, lines) for each in outcome.chunks[:MOST_MADE]),
        edges=tuple(_edge(each, reads, lines) for each in outcome.edges[:MOST_MADE]),
        is_cut=lines.is_full,
        chunks_left_out=len(outcome.chunks[MOST_MADE:]),
        edges_left_out=len(outcome.edges[MOST_MADE:]),
    )


def _chunk(made: MappedChunk, reads: Reads, lines: _Lines) -> SampleChunk:
    metadata = json.dumps(as_json(made.metadata), ensure_ascii=False) if made.metadata else ""
    return SampleChunk(
        where=_where(made.spec.pointer),
        title=_cut(made.title),
        content=made.content[:_CONTENT_CHARS],
        metadata=_cut(metadata),
        lines=lines.of(made, reads),
        left_out=len(made.content[_CONTENT_CHARS:]),
    )


def _edge(made: MappedEdge, reads: Reads, lines: _Lines) -> SampleEdge:
    return SampleEdge(_cut(str(made.relation)), _cut(made.target), lines.of(made, reads))


def _where(pointer: Pointer) -> str:
    return f"{pointer[0]}[{pointer[1]}]"


def _cut(text: str) -> str:
    return text if len(text) <= _VALUE_CHARS else f"{text[:_VALUE_CHARS]}…"


class _Lines:
    """A document with one value a line, and where each of its values stands."""

    def __init__(self, marks: Marks) -> None:
        self.texts: list[str] = []
        self.levels: list[int] = []
        self.is_full = False
        self._chars = 0
        self._marks = marks
        self._places: dict[tuple[int, str | int], Range] = {}

    def write(self, document: JsonValue) -> None:
        """Write the whole document, or its beginning."""
        self._value(document, "", "", 0, UNREAD)

    def of(self, made: MappedChunk | MappedEdge, reads: Reads) -> tuple[Range, ...]:
        """The lines that a chunk or an edge reads."""
        marks: Marks = {}
        reads.mark(made, marks)
        return tuple(sorted({self._places[place] for place in marks if place in self._places}))

    def _value(self, value: JsonValue, before: str, behind: str, depth: int, level: int) -> None:
        """Write a value with what stands before and behind it."""
        if depth > limits.FIXTURE_DEPTH:
            self.is_full = True
            return
        if not isinstance(value, dict | list) or not value:
            shown = json.dumps(value, ensure_ascii=False)
            is_text = isinstance(value, str)
            self._line(f"{before}{_cut(shown)}{behind}", level if is_text else NO_TEXT)
            return
        is_list = isinstance(value, list)
        self._line(f"{before}{'[' if is_list else '{'}", NO_TEXT)
        pairs = list(enumerate(value) if isinstance(value, list) else value.items())
        for number, (key, inner) in enumerate(pairs):
            if self.is_full:
                return
            first = len(self.texts)
            now = max(level, self._marks.get((id(value), key), UNREAD))
            name = "" if is_list else f"{_cut(json.dumps(key, ensure_ascii=False))}: "
            comma = "," if number + 1 < len(pairs) else ""
            self._value(inner, f"{'  ' * (depth + 1)}{name}", comma, depth + 1, now)
            self._places[id(value), key] = (first, len(self.texts))
        self._line(f"{'  ' * depth}{']' if is_list else '}'}{behind}", NO_TEXT)

    def _line(self, text: str, level: int) -> None:
        self._chars += len(text)
        if len(self.texts) >= MOST_LINES or self._chars > _DOCUMENT_CHARS:
            self.is_full = True
            return
        self.texts.append(text)
        self.levels.append(level)
