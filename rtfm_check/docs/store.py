"""Where the verdict on the documents of a tree is kept, and whether it still holds.

It holds while all that was read for it is the same: the files and the names of those that are left
out, what git tracks, mappings and field profiles, settings, the tool and what is installed beside
it. A file's size, times and inode are looked at first, and its bytes where those say nothing. What
cannot be read, or is not what was written, counts as nothing.

Part of the start of a run over documents that have not changed: imports nothing heavy.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from zlib import crc32

from rtfm_check import cache, limits
from rtfm_check.docs import git
from rtfm_check.docs.ignored import is_ignore_file
from rtfm_check.docs.kept import digest
from rtfm_check.docs.linted import Led, Linted
from rtfm_check.finding_records import as_record, from_record
from rtfm_check.model import Counts, Finding, Report
from rtfm_check.parsers._program import find
from rtfm_check.tree.discover import local_parsers
from rtfm_check.tree.opened import open_file
from rtfm_check.tree.walk import Plan, has_recent, is_read_beside

_FORMAT = 3
_MOST_BYTES = 256 * 1024 * 1024
_PROGRAMS = ("djvutxt", "djvused")
_PROJECT = ("mappings", "fields")  # folders of `.rtfm` that say how documents are read
_PASSING = frozenset(  # rules of findings that another run may not have, with the same files
    ("unreadable-file", "parser-failed", "parser-timeout", "limit-reached", "internal-error")
)


class Store:
    """Where the verdict of a tree is kept under some settings."""

    def __init__(
        self, root: str, found: Plan, tracked: set[str] | None, settings: list[object]
    ) -> None:
        """`tracked` are the files that git knows, None where there is no git."""
        where = os.path.realpath(root)
        self._root = root
        self._entries = {each.path: each for each in found.entries}
        self._began = found.began
        self._key = json.loads(
            json.dumps([_FORMAT, where, settings, *cache.tool_state(), *_installed(root)])
        )
        number = crc32(json.dumps([where, settings]).encode())
        self._path = os.path.join(cache.Cache().folder, f"docs-verdict-{number:08x}.json")
        self._tree = _digest_of(root, found, tracked)

    def load(self) -> Linted | None:
        """The verdict that is kept, if it still holds."""
        try:
            body = cache.read(self._path, _MOST_BYTES)
            key, tree, history, began, files, record = json.loads(body)
            if self._tree is None or key != self._key or tree != self._tree:
                return None
            if history is not None and history != git.history(self._root):
                return None
            doubtful = [path for path in files if not self._is_as_it_was(path, files[path], began)]
            if not all(self._has_bytes(path, files[path][1]) for path in doubtful):
                return None
            linted = _linted(record)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None  # no verdict, or none that can be trusted: the run makes a new one
        if doubtful:  # or the next run has to look at their bytes again
            self._write(history, {path: files[path][1] for path in files}, record)
        return linted

    def save(self, linted: Linted, history: str) -> None:
        """Keep a verdict, unless it may be another one next time."""
        if self._tree is None or any(
            each.rule in _PASSING for each in (*linted.report.findings, *linted.report.silenced)
        ):
            return
        depends_on = history if linted.has_history else None
        self._write(depends_on, dict(linted.digests), _record(linted))

    def _write(self, history: str | None, digests: dict[str, str], record: object) -> None:
        """Put a verdict in the place of the old one; where that fails, the next run makes one."""
        files = {path: [self._entries[path].state, digests[path]] for path in digests}
        whole = [self._key, self._tree, history, self._began, files, record]
        with suppress(OSError):
            cache.write(self._path, json.dumps(whole, separators=(",", ":")).encode())
            cache.Cache().prune()

    def _is_as_it_was(self, path: str, kept: list[Any], began: int) -> bool:
        """Whether a file's state says so; its time says nothing about a write of just then."""
        entry = self._entries[path]
        return bool(kept[0] == entry.state and not has_recent([entry], began))

    def _has_bytes(self, path: str, sha256: str) -> bool:
        return bool(sha256) and digest(self._root, path) == sha256


def _installed(root: str) -> Iterator[object]:
    """What tells that a library, or a program that parsers run, was installed or removed."""
    programs = (find(name, root) for name in _PROGRAMS)
    for path in (*sys.path, *filter(None, programs)):
        try:
            yield path, os.stat(path).st_mtime_ns
        except OSError:
            continue  # it is not there; should it come, it is told


def _digest_of(root: str, found: Plan, tracked: set[str] | None) -> str | None:
    """A digest of the tree but for the bytes of its files; None where it cannot be had."""
    made = hashlib.sha256()

    def add(*parts: object) -> None:
        made.update(json.dumps(parts).encode())

    add([each.path for each in found.entries])
    for entry in found.others:
        is_read = is_read_beside(entry.path.rpartition("/")[2])
        add(entry.path, entry.reason, entry.is_folder, entry.state if is_read else [])
    add(found.remarks, None if tracked is None else sorted(tracked), list(local_parsers(root)))
    for entry in (*found.entries, *found.others):
        if is_ignore_file(entry.path):
            add(entry.path, digest(root, entry.path))
    try:
        for name in _PROJECT:
            for path, data in _texts(os.path.join(root, ".rtfm", name)):
                add(path, hashlib.sha256(data).hexdigest())
    except OSError:
        return None
    return made.hexdigest()


def _texts(folder: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder, if there is one. Raises OSError for what cannot be read or is odd."""
    if not os.path.lexists(folder):
        return
    if os.path.realpath(folder) != os.path.join(
        os.path.realpath(os.path.dirname(os.path.dirname(folder))), *folder.split(os.sep)[-2:]
    ):
        raise OSError("a link, which may lead anywhere")
    for name in sorted(os.listdir(folder)):
        status = os.lstat(os.path.join(folder, name))
        if stat.S_ISDIR(status.st_mode):
            yield name, b""
            continue
        if status.st_size > limits.FIXTURE_BYTES:
            raise OSError("too large to be read each time")
        with os.fdopen(open_file(folder, name), "rb") as stream:
            yield name, stream.read()


# -- the verdict as a record ----------------------------------------


def _record(linted: Linted) -> list[object]:
    report = linted.report
    return [
        list(report.counts),
        list(map(_kept, report.findings)),
        [[_kept(each), each.silenced] for each in report.silenced],
        linted.urls,
        linted.links,
    ]


def _kept(finding: Finding) -> dict[str, Any]:
    return {**as_record(finding), "excerpt": finding.excerpt}


def _linted(record: list[Any]) -> Linted:
    counts, findings, silenced, urls, links = record
    report = Report(
        [from_record(each) for each in findings],
        Counts(*counts),
        [],
        tuple(from_record(each)._replace(silenced=by) for each, by in silenced),
    )
    led = tuple(tuple(Led(*each) for each in at) for at in links)
    return Linted(report, tuple((url, page) for url, page in urls), [], None, led)
