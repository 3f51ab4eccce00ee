"""What earlier runs made of each file, so that one that has not changed is not read again.

A pack is two files in the user's cache folder: the records of all files one behind the other, and
a table that says where those of each are. What is kept of a file counts while its bytes are the
same (its size, times and inode are looked at first), and the tool, its libraries and all settings
that matter are. Every use is checked; a pack that is damaged, or somebody else's, counts as none.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple
from zlib import crc32

from rtfm_check import cache
from rtfm_check.file import File
from rtfm_check.indexing.shard import Item
from rtfm_check.source import Unreadable
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.walk import has_recent

_FORMAT = 2
_BLOCK = 1024 * 1024
_MOST_BYTES = 4 * 1024 * 1024 * 1024  # of records that are kept of a tree
_MOST_TABLE = 512 * 1024 * 1024


class Slice(NamedTuple):
    """A range of a file that is open."""

    stream: BinaryIO
    start: int
    end: int

    def blocks(self) -> Iterator[bytes]:
        """Its bytes, in blocks; raises EOFError where the file is shorter."""
        at = self.start
        while at < self.end:
            self.stream.seek(at)
            block = self.stream.read(min(self.end - at, _BLOCK))
            if not block:
                raise EOFError("a file of records is shorter than it was")
            at += len(block)
            yield block

    def whole(self) -> int:
        """How many bytes of it are whole lines."""
        count = last = 0
        for block in self.blocks():
            end = block.rfind(b"\n")
            last = count + end + 1 if end >= 0 else last
            count += len(block)
        return last

    def records(self) -> Iterator[Any]:
        """Its records; the stream may be read elsewhere while they are given."""
        held: list[bytes] = []  # of the record that is not whole yet
        for block in self.blocks():
            *lines, rest = block.split(b"\n")
            for line in lines:
                held.append(line)
                yield json.loads(b"".join(held))
                held.clear()
            held.append(rest)


Slices = Mapping[str, Slice]  # by kind of record


class _Kept(NamedTuple):
    """The row of a file in the table."""

    state: list[int]  # size, times and inode
    sha256: str
    slug: str
    key: str  # what else its records depend on
    start: int
    lengths: list[int]  # of its records, kind by kind
    crc: int  # of them all


class Pack:
    """The records that are kept of one tree."""

    def __init__(
        self,
        root: str,
        settings: object,
        kinds: Sequence[str],
        began: int,
        *,
        is_wanted: bool = True,
    ) -> None:
        """`settings` is all that every record depends on beside its file.

        `began` is the time when the walk began that found the files, in nanoseconds.
        """
        where = os.path.realpath(root)
        self._root = root
        self._kinds = kinds
        self._key = json.loads(json.dumps([_FORMAT, where, settings, kinds, *cache.tool_state()]))
        number = crc32(f"{where}\0{','.join(kinds)}".encode("utf-8", "surrogateescape"))
        self._base = os.path.join(cache.Cache().folder, f"index-{number:08x}")
        self._is_wanted = is_wanted
        self._old: dict[str, _Kept] = {}
        self._data: BinaryIO | None = None
        self._name = ""  # of its file
        self._time = 0  # when the walk began whose states are in the table
        self._began = began
        self._looked: dict[
            str, bool
        ] = {}  # which of the files that were looked at are as they were
        self._new: dict[str, _Kept] = {}
        self._writing: BinaryIO | None = None
        self._size = 0
        if is_wanted:
            self._load()

    def close(self) -> None:
        """Close what is open; what was kept and not saved is gone."""
        self.drop()
        if self._data is not None:
            self._data.close()

    def digest(self, item: Item, entry: Entry, key: str) -> str | None:
        """The digest of a file that has not changed."""
        kept = self._old.get(item.name)
        if kept is None or (kept.slug, kept.key) != (item.slug, key):
            return None
        if kept.state == entry.state and not has_recent([entry], self._time):
            return kept.sha256
        if item.name not in self._looked:
            self._looked[item.name] = self._read(item) == kept.sha256
        return kept.sha256 if self._looked[item.name] else None

    def find(self, item: Item, entry: Entry, key: str) -> Slices | None:
        """The records of a file that has not changed."""
        if self._data is None or self.digest(item, entry, key) is None:
            return None
        kept = self._old[item.name]
        slices, at = {}, kept.start
        for kind, length in zip(self._kinds, kept.lengths, strict=True):
            slices[kind] = Slice(self._data, at, at + length)
            at += length
        return slices if _crc(slices, self._kinds) == kept.crc else None

    def keep(self, item: Item, entry: Entry, key: str, sha256: str, slices: Slices) -> None:
        """Keep the records of a file for the next run."""
        if not self._is_wanted or self._size > _MOST_BYTES:
            return
        try:
            stream = self._stream()
            start, crc, lengths = self._size, 0, []
            for kind in self._kinds:
                for block in slices[kind].blocks():
                    stream.write(block)
                    crc = crc32(block, crc)
                    self._size += len(block)
                lengths.append(slices[kind].end - slices[kind].start)
        except OSError:
            self.drop()  # no room, or no folder: the next run reads everything
            return
        self._new[item.name] = _Kept(entry.state, sha256, item.slug, key, start, lengths, crc)

    def save(self) -> None:
        """Put what was kept in the place of the old pack."""
        if not self._is_wanted or self._writing is None:
            return
        try:
            name = self._writing.name
            self._writing.close()
            data = f"{self._base}-{time.time_ns():x}.bin"
            os.replace(name, data)
            table = [self._key, os.path.basename(data), self._began, self._new]
            cache.write(f"{self._base}.json", json.dumps(table, separators=(",", ":")).encode())
            self._writing = None
            self._remove_others(os.path.basename(data))
        except OSError:
            self.drop()

    def note(self, items: Iterable[tuple[Item, Entry]]) -> None:
        """Note the states of files none of which has changed, so that they need not be read."""
        states = {item.name: entry.state for item, entry in items}
        rows = {name: kept._replace(state=states[name]) for name, kept in self._old.items()}
        table = [self._key, self._name, self._began, rows]
        with suppress(OSError):  # then they are read the next time too
            cache.write(f"{self._base}.json", json.dumps(table, separators=(",", ":")).encode())

    def drop(self) -> None:
        """Keep nothing of this run."""
        self._is_wanted = False
        if self._writing is not None:
            with suppress(OSError):  # no room for what is still to be written
                self._writing.close()
            cache.discard(self._writing.name)
            self._writing = None

    def _stream(self) -> BinaryIO:
        if self._writing is None:
            os.makedirs(os.path.dirname(self._base), mode=0o700, exist_ok=True)
            self._writing = open(f"{self._base}.{cache.own_suffix()}", "xb")  # noqa: SIM115
        return self._writing

    def _remove_others(self, current: str) -> None:
        """Remove the records of older packs of the same tree."""
        folder, base = os.path.split(self._base)
        for name in os.listdir(folder):
            if name.startswith(f"{base}-") and name.endswith(".bin") and name != current:
                cache.discard(os.path.join(folder, name))

    def _read(self, item: Item) -> str:
        try:
            return File(self._root, item.path, item.name, item.size).digest()
        except Unreadable:
            return ""

    def _load(self) -> None:
        try:
            key, data, began, rows = json.loads(cache.read(f"{self._base}.json", _MOST_TABLE))
            if key != self._key or os.path.basename(data) != data:
                return
            self._data = cache.open_own(os.path.join(os.path.dirname(self._base), data))
            self._name = data
            self._old = {name: _Kept(*row) for name, row in rows.items()}
            self._time = int(began)
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            self._old = {}  # nothing that can be trusted: all files are read


def _crc(slices: Slices, kinds: Sequence[str]) -> int | None:
    crc = 0
    try:
        for kind in kinds:
            for block in slices[kind].blocks():
                crc = crc32(block, crc)
    except (EOFError, OSError):
        return None
    return crc
