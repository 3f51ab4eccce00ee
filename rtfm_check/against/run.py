"""A tree through our parsers and through RTFM's, file by file, and how they compare."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from rtfm_check import held
from rtfm_check.against.compare import Compared, compare, tell
from rtfm_check.against.contents import READ, Contents, from_record
from rtfm_check.against.process import Answer, Process
from rtfm_check.docs.comments import suppression
from rtfm_check.fields.open import of_project
from rtfm_check.file import File, Settings
from rtfm_check.findings import Findings
from rtfm_check.indexing.pool import read_all
from rtfm_check.indexing.run import dispatcher
from rtfm_check.indexing.shard import Item, records, remove
from rtfm_check.model import Counts, Finding, Related, Report, Span
from rtfm_check.rules.against import rtfm_fails_on_document
from rtfm_check.source import Unreadable
from rtfm_check.suppress import Suppressions, covers
from rtfm_check.text import show
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.opened import open_file
from rtfm_check.tree.walk import Plan

_TOP = Span(1, 1, 1, 1)
_BESIDE = ("-wal", "-shm")  # ends of files that belong to a database
_NAMED = 10  # documents on which RTFM fails in the same way
_SIDECAR = "document.xml"  # beside a page of BOFiP


class Comparison(NamedTuple):
    """What the comparison came to."""

    version: str  # of RTFM
    documents: int = 0  # that were compared
    words: int = 0
    words_lost: int = 0
    documents_losing: int = 0  # words
    edges: int = 0
    edges_missing: int = 0
    edges_misread: int = 0
    edges_made_up: int = 0
    failures: int = 0  # documents on which RTFM fails

    def plus(self, each: Compared) -> Comparison:
        """The comparison with one more document."""
        has_failed = bool(each.answer.error)
        wrong = () if has_failed else each.wrong
        return self._replace(
            documents=self.documents + 1,
            words=self.words + each.words,
            words_lost=self.words_lost + each.words_lost,
            documents_losing=self.documents_losing + bool(each.lost),
            edges=self.edges + len(each.contents.edges),
            edges_missing=self.edges_missing
            + (len(each.contents.edges) if has_failed else sum(w.theirs is None for w in wrong)),
            edges_misread=self.edges_misread + sum(None not in w for w in wrong),
            edges_made_up=self.edges_made_up + sum(w.ours is None for w in wrong),
            failures=self.failures + has_failed,
        )


class Held(NamedTuple):
    """Documents held against RTFM."""

    report: Report
    comparison: Comparison


def hold(
    root: str,
    found: Plan,
    is_meant: Callable[[str], bool],
    python: str,
    *,
    jobs: int,
    seconds: float,
    progress: Callable[[int, int], None] | None = None,
) -> Held:
    """Read the files that are meant, and let RTFM read copies of them.

    `python` is an interpreter that has RTFM. Raises UsageError where it has none.
    """
    entries = {show.path(each.path): each for each in found.entries}
    items = [
        Item(each.path, name, each.size, "") for name, each in entries.items() if is_meant(name)
    ]
    told = _Told(root, entries)
    with held.room() as folder:
        copies = _Copies(root, os.path.join(folder, "tree"), found)
        process = Process(python, copies.folder, root)
        comparison = Comparison(process.version)
        try:
            for contents in _contents(root, items, folder, jobs=jobs, seconds=seconds):
                entry = entries[contents.name]
                answer = copies.ask(process, entry, seconds + entry.size / 1e6)
                if answer is None:
                    continue  # it is gone, or no file any more
                compared = compare(contents, answer)
                if not (contents.pieces or contents.edges or answer.chunks or answer.error):
                    continue  # nothing for either
                comparison = comparison.plus(compared)
                told.add(compared)
                if progress is not None:
                    progress(comparison.documents, len(items))
        finally:
            process.end()
    if progress is not None:
        progress(len(items), len(items))
    return Held(told.report(), comparison)


def _contents(
    root: str, items: list[Item], folder: str, *, jobs: int, seconds: float
) -> Iterator[Contents]:
    settings = Settings(dispatcher(root), profiles=of_project(root))
    for part in read_all(READ, root, items, settings, folder, jobs=jobs, seconds=seconds):
        for record in records(folder, part.first, "contents"):
            yield from_record(record)
        remove(folder, part.first, READ.kinds)


class _Told:
    """The findings, each with its line of the file; those that comments suppress apart."""

    def __init__(self, root: str, entries: dict[str, Entry]) -> None:
        self._findings: list[Finding] = []
        self._silenced: list[Finding] = []
        self._root = root
        self._entries = entries

    def add(self, compared: Compared) -> None:
        """Add what is to be said of a file."""
        contents = compared.contents
        entry = self._entries[contents.name]
        file = File(self._root, entry.path, contents.name, entry.size)

        def place_of(written: str) -> Span:
            at = file.text.find(written) if written and contents.is_text else -1
            return file.lines.span(at, at + len(written)) if at >= 0 else _TOP

        findings = Findings()
        with suppress(Unreadable):  # it has gone since
            for rule, hit in tell(compared, place_of):
                if contents.is_text:
                    findings.sources[contents.name] = file.lines
                findings.add(rule, [hit])
        comments = Suppressions([suppression(contents.name, each) for each in contents.wanted])
        for each in findings.all():
            if covers(comments, each):
                self._silenced.append(each._replace(silenced="comment"))
            else:
                self._findings.append(each)

    def report(self) -> Report:
        """All that was found; documents on which RTFM fails in the same way are one finding."""
        failures: dict[str, list[Finding]] = {}
        others = []
        for each in self._findings:
            if each.rule == rtfm_fails_on_document.name:
                failures.setdefault(each.message, []).append(each)
            else:
                others.append(each)
        return Report(
            [*others, *map(_joined, failures.values())], Counts(), [], tuple(self._silenced)
        )


def _joined(same: list[Finding]) -> Finding:
    first, *others = same
    if not others:
        return first
    related = tuple(Related(each.place, "fails too") for each in others[:_NAMED])
    left = len(others) - len(related)
    note = f"RTFM indexes nothing of {len(same):,} files" + (
        f"; {left:,} of them are not named here" if left else ""
    )
    return first._replace(related=related, note=note)


class _Copies:
    """A folder with a copy of the file that RTFM reads, and of what belongs to it."""

    def __init__(self, root: str, folder: str, found: Plan) -> None:
        self.folder = folder
        self._root = root
        self._there = {each.path for each in (*found.entries, *found.others) if not each.is_folder}
        os.mkdir(folder, mode=0o700)
        mappings = os.path.join(".rtfm", "mappings")
        if os.path.isdir(os.path.join(root, mappings)):
            for name in sorted(os.listdir(os.path.join(root, mappings))):
                self._copy(f"{mappings}/{name}".replace(os.sep, "/"))

    def ask(self, process: Process, entry: Entry, seconds: float) -> Answer | None:
        """What RTFM makes of a file; None for one that cannot be copied."""
        folder, _, name = entry.path.rpartition("/")
        beside = [entry.path + end for end in _BESIDE]
        if name.lower().endswith((".html", ".htm")):
            beside.append(f"{folder}/{_SIDECAR}".lstrip("/"))
        copied = [each for each in beside if each in self._there and self._copy(each)]
        try:
            if not self._copy(entry.path):
                return None
            return process.ask(entry.path, seconds)
        finally:
            for each in (entry.path, *copied):
                with suppress(OSError):  # RTFM has removed it, or nothing was copied
                    os.unlink(os.path.join(self.folder, each))

    def _copy(self, path: str) -> bool:
        """Copy a file of the tree, whose links are not followed; whether that could be done."""
        target = os.path.join(self.folder, path)
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with os.fdopen(open_file(self._root, path), "rb") as source, open(target, "wb") as copy:
                shutil.copyfileobj(source, copy)
        except (OSError, ValueError):
            return False
        return True
