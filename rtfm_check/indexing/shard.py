"""A run of files read into a segment: the records of the artifact but for where links lead.

Nothing here knows of other files, workers or the order of things: the same files give the same
bytes wherever they are read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from rtfm_check.artifact.jsonl import encoded
from rtfm_check.file import File, Settings
from rtfm_check.finding_records import as_record
from rtfm_check.findings import Findings
from rtfm_check.indexing.routing import Route, route
from rtfm_check.indexing.work import Chunk, Reading
from rtfm_check.model import Finding, Hit, Place, Span
from rtfm_check.parsers._contract import NO_EDGES, Anchor, Link, Problem
from rtfm_check.rules import find

_LINKS = 1000  # of a file that stand in one record

ENDS = "ends"  # the kind of record that says where those of each file end


class Item(NamedTuple):
    """A file to read."""

    path: str  # from the root, with `/`; bytes that are not UTF-8 as surrogates
    name: str  # the path as reports show it
    size: int
    slug: str


class Segment:
    """The files that the records of a run of files are written to."""

    def __init__(self, folder: str, first: int, kinds: Sequence[str]) -> None:
        """`first` is the place of the first file among all files of the run."""
        names = (*kinds, ENDS)
        self._files = {name: open(path_of(folder, first, name), "xb") for name in names}  # noqa: SIM115
        self._ends = dict.fromkeys(kinds, 0)

    def write(self, kind: str, record: dict[str, Any] | list[Any]) -> None:
        """Add a record."""
        data = encoded(record)
        self._files[kind].write(data)
        self._ends[kind] += len(data)

    def mark(self) -> None:
        """Note that all records of a file are written."""
        self._files[ENDS].write(f"{json.dumps(self._ends)}\n".encode())

    def flush(self) -> None:
        """Make what was written so far outlive this process."""
        for each in self._files.values():
            each.flush()

    def close(self) -> None:
        """End the segment."""
        for each in self._files.values():
            each.close()


def path_of(folder: str, first: int, kind: str) -> str:
    """Where a segment keeps its records of a kind."""
    return os.path.join(folder, f"{first:09}.{kind}")


class Maker(Protocol):
    """Makes records of one file while it is read."""

    kinds: ClassVar[tuple[str, ...]]  # of the records that it writes

    def __init__(self, file: File, item: Item, segment: Segment) -> None: ...

    def take(self, each: Chunk | Link | Anchor) -> None:
        """See what the parser gives."""

    def end(self, reading: Reading) -> None:
        """See the whole, when all was taken."""


class IndexMaker:
    """Makes the records of the artifact, but for where links lead: of those, lists of many."""

    kinds: ClassVar[tuple[str, ...]] = ("chunks", "documents", "links")

    def __init__(self, file: File, item: Item, segment: Segment) -> None:
        self._segment = segment
        self._edges = 0
        self._links: list[tuple[str, str, str, str]] = []  # relation, target, detail, how

    def take(self, each: Chunk | Link | Anchor) -> None:
        """Write a chunk, or a link that is an edge."""
        if isinstance(each, dict):
            self._segment.write("chunks", each)
        elif isinstance(each, Link) and each.how not in NO_EDGES:
            self._edges += 1
            self._links.append((each.relation, each.target, each.detail, each.how))
            if len(self._links) == _LINKS:
                self._write_links()

    def _write_links(self) -> None:
        if self._links:
            self._segment.write("links", self._links)
            self._links = []

    def end(self, reading: Reading) -> None:
        """Write the document."""
        self._write_links()
        self._segment.write("documents", {**reading.document(), "edge_count": self._edges})


class Work(NamedTuple):
    """What is made of each file."""

    makers: tuple[type[Maker], ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of records that are written."""
        return (*(kind for maker in self.makers for kind in maker.kinds), "findings")

    def do(
        self,
        root: str,
        items: Sequence[Item],
        settings: Settings,
        segment: Segment,
        begin: Callable[[int], None] = lambda number: None,
    ) -> None:
        """Read files and write what is made of them to a segment.

        `begin` is told of each file before it is opened, by its place among the items.
        """
        for number, item in enumerate(items):
            begin(number)
            file = File(root, item.path, item.name, item.size, settings)
            self._read(file, item, segment)
            segment.mark()

    def _read(self, file: File, item: Item, segment: Segment) -> None:
        reading = Reading(file, _route(file), item.slug)
        makers = [maker(file, item, segment) for maker in self.makers]
        problems = []
        for each in reading.items():
            if isinstance(each, Problem):
                problems.append(each)
                continue
            for maker in makers:
                maker.take(each)
        for finding in _findings(file, problems) if problems else ():
            segment.write("findings", {**as_record(finding), "excerpt": finding.excerpt})
        for maker in makers:
            maker.end(reading)


INDEX = Work((IndexMaker,))


def _findings(file: File, problems: list[Problem]) -> list[Finding]:
    findings = Findings()
    if file.has_text:
        findings.sources[file.name] = file.lines
    for problem in problems:
        add(findings, problem, _place(file, problem))
    return findings.all()


def _route(file: File) -> Route:
    try:
        return route(file)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return Route(None, [Problem("unreadable-file", f"the file cannot be read: {reason}")])


def add(findings: Findings, problem: Problem, place: Place) -> None:
    """Make a finding of a problem."""
    rule = find(problem.rule)
    assert rule is not None, problem.rule
    findings.add(rule, [Hit(place, problem.message, problem.help, problem.note)])


def _place(file: File, problem: Problem) -> Place:
    if problem.start >= 0:
        return Place(file.name, file.lines.span(problem.start, problem.end))
    line, column = problem.line or 1, problem.column
    return Place(file.name, Span(line, column, line, column))


def ends(folder: str, first: int) -> Iterator[dict[str, int]]:
    """Where the records of each file of a segment end, by their kinds."""
    with open(path_of(folder, first, ENDS), "rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):  # else it was cut off when its process died
                yield json.loads(line)


def settled(folder: str, first: int, kinds: Sequence[str]) -> int:
    """See that a segment has all its files, whose process may be dead; how many it read whole."""
    for kind in (*kinds, ENDS):
        with open(path_of(folder, first, kind), "ab"):
            pass
    return sum(1 for _ in ends(folder, first))


def records(folder: str, first: int, kind: str) -> Iterator[dict[str, Any]]:
    """The records of a segment that was written; what a crash has cut off is left out."""
    with open(path_of(folder, first, kind), "rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):
                yield json.loads(line)


def remove(folder: str, first: int, kinds: Sequence[str]) -> None:
    """Remove the files of a segment."""
    for kind in (*kinds, ENDS):
        os.unlink(path_of(folder, first, kind))
