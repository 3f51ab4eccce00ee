"""A tree read into an artifact: every file in the order of the walk, each by its parser."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from rtfm_check import show
from rtfm_check.discover import Entry, Reason, Scope, discover, local_parsers
from rtfm_check.file import File, Settings
from rtfm_check.findings import Findings
from rtfm_check.ignores import Remark
from rtfm_check.indexing import remarks
from rtfm_check.indexing.routing import Route, route
from rtfm_check.indexing.work import Reading
from rtfm_check.layout import Target
from rtfm_check.model import Counts, Finding, Hit, Indexed, Place, Related, Report, Span
from rtfm_check.parsers._contract import Anchor, How, Link, Problem
from rtfm_check.project import open_folder
from rtfm_check.records import Slugs
from rtfm_check.resolve import Tree
from rtfm_check.rules import find

_NO_EDGE = (How.URL, How.ANCHOR, How.REFERENCE)
_NOT_FOLLOWED = ("link", "special-file")


class Writer(Protocol):
    """What an artifact takes, in this order for each document."""

    def chunk(self, record: dict[str, Any]) -> None:
        """A chunk of the document that is being read."""

    def edge(self, record: dict[str, Any]) -> None:
        """An edge of it."""

    def document(self, record: dict[str, Any]) -> None:
        """The document itself, after its chunks and edges."""

    def finding(self, finding: Finding) -> None:
        """A finding; all of them come at the end."""


class Plan(NamedTuple):
    """What a walk found."""

    entries: list[Entry]  # the files that are read, in their order
    others: list[Entry]  # files and folders that are left out
    remarks: list[Remark]


def plan(root: str, scope: Scope, is_own: Callable[[str], bool] = lambda path: False) -> Plan:
    """Walk a tree; a folder that is the run's own, such as its artifact, is no part of it."""
    made = Plan([], [], [])
    for each in discover(root, scope, is_own):
        if isinstance(each, Remark):
            made.remarks.append(each)
        else:
            (made.others if each.reason else made.entries).append(each)
    return made


def run(
    root: str,
    found: Plan,
    writer: Writer,
    pdf_backend: str = "pypdf",
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Read all files of a plan and give what they hold to the writer."""
    return _Run(root, found, writer, pdf_backend).report(progress or (lambda done, of: None))


class _Run:
    """One run, and what it has counted."""

    def __init__(self, root: str, found: Plan, writer: Writer, pdf_backend: str) -> None:
        self._root = root
        self._found = found
        self._writer = writer
        self._findings = Findings()
        self._slugs = Slugs()
        self._settings = Settings(_dispatcher(root), pdf_backend)
        self._tree = Tree(
            (show.path(each.path) for each in found.entries),
            (show.path(each.path) for each in found.others),
        )
        self._files: Counter[str] = Counter()
        self._chunks: Counter[str] = Counter()
        self._edges = self._resolved = self._empty = 0
        self._missing: dict[str, tuple[Problem, list[Place]]] = {}  # by parser

    def report(self, progress: Callable[[int, int], None]) -> Report:
        self._tell_of_the_walk()
        total = len(self._found.entries)
        for done, entry in enumerate(self._found.entries):
            progress(done, total)
            self._read(entry)
        progress(total, total)
        self._tell_of_the_missing()
        findings = self._findings.all()
        for finding in findings:
            self._writer.finding(finding)
        rows = tuple((name, self._files[name], self._chunks[name]) for name in sorted(self._files))
        indexed = Indexed(
            total, sum(self._chunks.values()), self._edges, self._resolved, self._empty, rows
        )
        return Report(findings, Counts(files=total), [], indexed=indexed)

    def _read(self, entry: Entry) -> None:
        name = show.path(entry.path)
        file = File(self._root, entry.path, name, entry.size, self._settings)
        try:
            way = route(file)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            problem = Problem("unreadable-file", f"the file cannot be read: {reason}")
            way = Route(None, [problem])
        reading = Reading(file, way, self._slugs.of(name))
        edges = 0
        problems = []
        for item in reading.items():
            if isinstance(item, dict):
                self._writer.chunk(item)
            elif isinstance(item, Link):
                edges += self._link(name, item)
            elif isinstance(item, Problem):
                problems.append(item)
            elif isinstance(item, Anchor):
                continue  # for who looks for broken links
        self._tell(file, problems, way)
        parser = way.parser.name if way.parser else "none"
        self._files[parser] += 1
        self._chunks[parser] += reading.chunks
        self._empty += not reading.chunks
        self._writer.document({**reading.document(), "edge_count": edges})

    def _link(self, source: str, link: Link) -> int:
        """Write the edge of a link; how many that are."""
        if link.how in _NO_EDGE:
            return 0
        target = self._tree.resolve(source, link)
        self._edges += 1
        self._resolved += target.file is not None
        self._writer.edge(
            {
                "source_file": source,
                "target_ref": link.target,
                "relation_type": link.relation,
                "source_detail": link.detail,
                "target_file": target.file,
                "reason": target.reason,
            }
        )
        return 1

    def _tell(self, file: File, problems: list[Problem], way: Route) -> None:
        """Make findings of what was said about a file."""
        if file.has_text:
            self._findings.sources[file.name] = file.lines
        for problem in problems:
            place = _place(file, problem)
            if problem.rule == "optional-dependency-missing" and way.parser is not None:
                self._missing.setdefault(way.parser.name, (problem, []))[1].append(place)
            else:
                self._add(problem, place)
        self._findings.sources.pop(file.name, None)

    def _add(self, problem: Problem, place: Place, related: tuple[Related, ...] = ()) -> None:
        rule = find(problem.rule)
        assert rule is not None, problem.rule
        hit = Hit(place, problem.message, problem.help, problem.note, related)
        self._findings.add(rule, [hit])

    def _tell_of_the_walk(self) -> None:
        for remark in self._found.remarks:
            self._add(remarks.of_walk(remark), _at(remark.path, remark.line))
        for path in local_parsers(self._root):
            self._add(remarks.LOCAL_PARSER, _at(path))
        for entry in self._found.others:
            problem = _left_out(entry.reason) if entry.reason else None
            if problem is not None:
                self._add(problem, _at(entry.path))

    def _tell_of_the_missing(self) -> None:
        """Tell of each library that is missing once, with all files that need it."""
        for problem, (first, *others) in self._missing.values():
            related = tuple(Related(each, "needs it too") for each in others)
            self._add(problem, first, related)


def _left_out(reason: Reason) -> Problem | None:
    if reason.rule in _NOT_FOLLOWED:
        return Problem("not-followed", str(reason), note="RTFM follows a link to a file")
    if reason.rule == "unreadable":
        return Problem("unreadable-file", f"cannot be read: {reason.pattern}")
    return None


def _place(file: File, problem: Problem) -> Place:
    if problem.start >= 0:
        return Place(file.name, file.lines.span(problem.start, problem.end))
    return _at(file.name, problem.line, problem.column)


def _at(path: str, line: int = 0, column: int = 1) -> Place:
    return Place(show.path(path), Span(line or 1, column, line or 1, column))


def _dispatcher(root: str) -> Any:
    """The mappings of a project as RTFM loads them, if there are any."""
    folder = os.path.join(root, ".rtfm", "mappings")
    if not os.path.isdir(folder):
        return None
    opened = open_folder(Target(folder, None), {})
    return opened.dispatcher if opened.dispatcher.order else None
