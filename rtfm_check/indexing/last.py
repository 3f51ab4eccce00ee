"""The last run that wrote an artifact, so that a tree that has not changed is not read again.

What was reported is kept in the user's cache folder, with a digest of all that it depends on: the
state of every file, what the walk left out, the settings, the tool. It counts while all of that is
the same and the artifact is whole, file by file, as that run wrote it. Files whose state differs,
or was too fresh to prove anything, are looked at by their bytes.

Imports little: a run over an unchanged tree is little more than a walk.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import os
from contextlib import suppress
from typing import Any
from zlib import crc32

from rtfm_check import cache
from rtfm_check.artifact import folder
from rtfm_check.finding_records import as_record, from_record
from rtfm_check.model import Counts, Indexed, Report
from rtfm_check.tree.discover import local_parsers
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.walk import Plan, has_recent, is_read_beside

_FORMAT = 1
_MOST_BYTES = 512 * 1024 * 1024
_KEPT = {"key", "began", "states", "content", "manifest", "findings", "indexed"}
_DAMAGE = (ValueError, TypeError, KeyError, RecursionError)


class Last:
    """What is kept of the last run of a tree into one artifact."""

    def __init__(self, root: str, out: str, settings: object) -> None:
        """`settings` is all that the artifact depends on beside the files of the tree."""
        where = [os.path.realpath(root), os.path.realpath(out)]
        key = [_FORMAT, where, settings, list(local_parsers(root)), *cache.tool_state()]
        self._out = out
        self._key: list[Any] = json.loads(json.dumps(key))
        number = crc32("\0".join(where).encode("utf-8", "surrogateescape"))
        self._path = os.path.join(cache.Cache().folder, f"run-{number:08x}.json")
        self._kept: dict[str, Any] = {}
        self._load()

    @property
    def is_there(self) -> bool:
        """Whether anything is kept under these settings."""
        return bool(self._kept)

    def report(self, found: Plan) -> Report | None:
        """What that run reported, if the walk alone shows that nothing has changed."""
        if not self._kept or self._kept["states"] != _states(found):
            return None
        if has_recent(found.entries, self._kept["began"]):
            return None
        return self._report()

    def report_of(self, content: str, found: Plan) -> Report | None:
        """What that run reported, if the tree holds what it held then; notes the new states."""
        if not self._kept or self._kept["content"] != [content, _names(found)]:
            return None
        report = self._report()
        if report is not None:
            self._save({**self._kept, "states": _states(found), "began": found.began})
        return report

    def keep(self, report: Report, content: str | None, found: Plan, manifest: str) -> None:
        """Keep what a run has reported that wrote the artifact with that manifest.

        Nothing is kept of one that another run over the same files may not repeat.
        """
        if content is None:
            cache.discard(self._path)
            return
        self._save(
            {
                "key": self._key,
                "began": found.began,
                "states": _states(found),
                "content": [content, _names(found)],
                "manifest": manifest,
                "findings": [
                    {**as_record(each), "excerpt": list(each.excerpt)} for each in report.findings
                ],
                "indexed": report.indexed,
            }
        )

    def _report(self) -> Report | None:
        if not folder.is_whole(self._out, self._kept["manifest"]):
            return None
        try:
            made = Indexed(*self._kept["indexed"])
            rows = tuple((name, documents, chunks) for name, documents, chunks in made.parsers)
            findings = [from_record(each) for each in self._kept["findings"]]
        except _DAMAGE:
            return None
        cache.sweep(os.path.dirname(self._path))
        indexed = made._replace(parsers=rows)
        return Report(findings, Counts(files=made.documents), [], indexed=indexed)

    def _load(self) -> None:
        try:
            kept = json.loads(cache.read(self._path, _MOST_BYTES))
            if kept["key"] == self._key and type(kept["began"]) is int and set(kept) == _KEPT:
                self._kept = kept
        except (OSError, *_DAMAGE):
            return  # nothing that can be trusted: the tree is read

    def _save(self, kept: dict[str, Any]) -> None:
        with suppress(OSError):  # then the tree is read the next time
            cache.write(self._path, json.dumps(kept, separators=(",", ":")).encode())


def _states(found: Plan) -> str:
    """A digest of the state of every file that is read, and of what else the walk found."""
    return _digest(
        [(each.path, each.state) for each in found.entries],
        _left_out(found),
    )


def _names(found: Plan) -> str:
    """A digest of the names and sizes of the files that are read, and of what else was found."""
    return _digest([(each.path, each.size) for each in found.entries], _left_out(found))


def _left_out(found: Plan) -> list[object]:
    """What the walk left out, and why; what it said of ignore files."""
    others = [
        (each.path, tuple(each.reason or ()), each.is_folder, _state(each)) for each in found.others
    ]
    return [others, list(map(tuple, found.remarks))]


def _digest(*what: Any) -> str:
    return hashlib.sha256(marshal.dumps(what, 2)).hexdigest()


def _state(entry: Entry) -> tuple[int, ...]:
    """What matters of the state of a file that is left out."""
    if is_read_beside(entry.path.rpartition("/")[2]):
        return (entry.size, entry.changed, entry.touched)
    return ()
