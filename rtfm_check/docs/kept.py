"""Pages of earlier runs, so that a file that has not changed is not read again.

A page counts while the file's size, times and inode are the same and the time is not about that of
the run that read it, or else while its bytes are; the whole only while the tool, its environment
and its settings are. What cannot be read, or is not what was written, counts as nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import Any
from zlib import crc32

from rtfm_check import cache
from rtfm_check.discover import Entry, open_file

_FORMAT = 5
_MOST_BYTES = 512 * 1024 * 1024
_RACE = 2_000_000_000  # nanoseconds in which a second write may not change a file's time

State = list[int]  # size, times and inode of a file
Kept = dict[str, Any]  # the record of a page, and those of its findings


class Pages:
    """The pages that are kept of one tree."""

    def __init__(self, root: str, settings: object, *, is_wanted: bool = True) -> None:
        """`settings` is all that a page depends on beside its file."""
        where = os.path.realpath(root)
        self._root = root
        self._key = [_FORMAT, where, settings, *cache.tool_state()]
        number = crc32(where.encode("utf-8", "surrogateescape"))
        self._path = os.path.join(cache.Cache().folder, f"docs-{number:08x}.json")
        self._is_wanted = is_wanted
        self._kept: dict[str, tuple[State, Kept]] = {}
        self._new: dict[str, tuple[State, Kept]] = {}
        self._time = 0
        if is_wanted:
            self._load()

    def find(self, name: str, entry: Entry) -> Kept | None:
        """The page of a file that has not changed."""
        state, kept = self._kept.get(name, (None, None))
        if kept is None:
            return None
        is_sure = state == state_of(entry) and entry.changed < self._time - _RACE
        if not is_sure and not _is(kept, digest(self._root, entry.path)):
            return None
        self._new[name] = state_of(entry), kept
        return kept

    def keep(self, name: str, entry: Entry, kept: Kept) -> None:
        """Keep the page of a file that was read."""
        self._new[name] = state_of(entry), kept

    def save(self) -> None:
        """Write what is kept; where that cannot be done the next run reads the files again."""
        if not self._is_wanted or not self._new or self._new.keys() == self._old_keys():
            return
        body = json.dumps([self._key, time.time_ns(), self._new], separators=(",", ":")).encode()
        beside = f"{self._path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            with open(beside, "xb") as stream:
                stream.write(b"%08x\n" % crc32(body) + body)
            os.replace(beside, self._path)
        except OSError:
            cache.discard(beside)

    def _old_keys(self) -> set[str]:
        """The files whose kept pages hold still."""
        return {name for name, each in self._new.items() if self._kept.get(name) == each}

    def _load(self) -> None:
        try:
            with cache.open_own(self._path) as stream:
                checksum, _, body = stream.read(_MOST_BYTES).partition(b"\n")
            if checksum != b"%08x" % crc32(body):
                return
            key, saved, kept = json.loads(body)
            if key != json.loads(json.dumps(self._key)):
                return
            self._kept = {name: (state, page) for name, (state, page) in kept.items()}
            self._time = saved
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            self._kept = {}  # nothing that can be trusted: all files are read


def state_of(entry: Entry) -> State:
    """What says, if it is the same, that a file was not written to."""
    return [entry.size, entry.changed, entry.touched, entry.inode]


def digest(root: str, path: str) -> str:
    """The SHA-256 of a file of a tree in hex; "" where it cannot be read."""
    try:
        with os.fdopen(open_file(root, path), "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return ""


def _is(kept: Kept, digest: str) -> bool:
    page = kept.get("page")
    return isinstance(page, dict) and bool(digest) and page.get("sha256") == digest
