"""Pages of earlier runs, so that a file that has not changed is not read again.

A page counts while the file's size, times and inode are the same and the time is not about that of
the run that read it, or else while its bytes are; the whole only while the tool, its environment
and its settings are. What cannot be read, or is not what was written, counts as nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from typing import Any
from zlib import crc32

from rtfm_check import cache
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.opened import open_file
from rtfm_check.tree.walk import has_recent

_FORMAT = 8
_MOST_BYTES = 512 * 1024 * 1024

State = list[int]  # size, times and inode of a file
Kept = dict[str, Any]  # the record of a page, and those of its findings


class Pages:
    """The pages that are kept of one tree."""

    def __init__(self, root: str, settings: object, began: int, *, is_wanted: bool = True) -> None:
        """`settings` is all that a page depends on beside its file.

        `began` is the time when the walk began that saw the files, in nanoseconds.
        """
        where = os.path.realpath(root)
        self._root = root
        self._key = [_FORMAT, where, settings, *cache.tool_state()]
        number = crc32(where.encode("utf-8", "surrogateescape"))
        self._path = os.path.join(cache.Cache().folder, f"docs-{number:08x}.json")
        self._is_wanted = is_wanted
        self._kept: dict[str, tuple[State, Kept]] = {}
        self._new: dict[str, tuple[State, Kept]] = {}
        self._began = began
        self._time = 0
        if is_wanted:
            self._load()

    def find(self, name: str, entry: Entry) -> Kept | None:
        """The page of a file that has not changed."""
        state, kept = self._kept.get(name, (None, None))
        if kept is None:
            return None
        is_sure = state == entry.state and not has_recent([entry], self._time)
        if not is_sure and not _is(kept, digest(self._root, entry.path)):
            return None
        self._new[name] = entry.state, kept
        return kept

    def keep(self, name: str, entry: Entry, kept: Kept) -> None:
        """Keep the page of a file that was read."""
        self._new[name] = entry.state, kept

    def save(self) -> None:
        """Write what is kept; where that cannot be done the next run reads the files again."""
        if not self._is_wanted or not self._new or self._new.keys() == self._old_keys():
            return
        body = json.dumps([self._key, self._began, self._new], separators=(",", ":")).encode()
        with suppress(OSError):
            cache.write(self._path, body)

    def _old_keys(self) -> set[str]:
        """The files whose kept pages hold still."""
        return {name for name, each in self._new.items() if self._kept.get(name) == each}

    def _load(self) -> None:
        try:
            key, began, kept = json.loads(cache.read(self._path, _MOST_BYTES))
            if key != json.loads(json.dumps(self._key)):
                return
            self._kept = {name: (state, page) for name, (state, page) in kept.items()}
            self._time = int(began)
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            self._kept = {}  # nothing that can be trusted: all files are read


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
