"""Indexes of a Mobipocket book: the table of contents, and what KF8's text is put together from.

An index is a record that describes its tags, records with entries, and records with strings. An
entry has a label, and numbers for each tag.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rtfm_check.parsers._mobi_records import Records

_ENTRIES = 1_000_000  # of one index


class Entry(NamedTuple):
    """An entry of an index."""

    label: bytes
    tags: dict[int, list[int]]

    def number(self, tag: int, place: int = 0) -> int:
        """A number of a tag; -1 if there is none."""
        numbers = self.tags.get(tag, ())
        return numbers[place] if place < len(numbers) else -1


class _Tag(NamedTuple):
    """How a tag is written."""

    number: int
    values: int  # for each time that it is there
    mask: int  # of the bits that say how often it is
    is_end: bool  # of what a byte of such bits describes


class Index:
    """One index; what is damaged in it is left out."""

    def __init__(self, records: Records, first: int) -> None:
        """`first` is the number of the record that describes it."""
        head = records[first]
        self.entries: list[Entry] = []
        self._strings: list[bytes] = []
        if head[:4] != b"INDX" or len(head) < 56:
            return
        length, count, strings = (struct.unpack_from(">I", head, at)[0] for at in (4, 24, 52))
        controls, tags = _tags(head, length)
        if tags:
            for number in range(first + 1, min(first + 1 + count, len(records))):
                self.entries += _entries(records[number], controls, tags)
                if len(self.entries) > _ENTRIES:
                    break
        start = first + 1 + count
        self._strings = [records[start + each] for each in range(min(strings, len(records)))]

    def string(self, offset: int) -> bytes:
        """The string at an offset: its record in the upper half, its place in the lower."""
        record, at = offset >> 16, offset & 0xFFFF
        if offset < 0 or record >= len(self._strings):
            return b""
        data = self._strings[record]
        size, at = _number(data, at)
        return data[at : at + size]


def _tags(head: bytes, start: int) -> tuple[int, list[_Tag]]:
    """How many bytes of bits an entry has, and the tags."""
    if head[start : start + 4] != b"TAGX" or len(head) < start + 12:
        return 0, []
    length, controls = struct.unpack_from(">II", head, start + 4)
    end = min(start + length, len(head))
    found = [
        _Tag(head[at], head[at + 1], head[at + 2], head[at + 3] == 1)
        for at in range(start + 12, end - 3, 4)
    ]
    return min(controls, 16), found


def _entries(record: bytes, controls: int, tags: list[_Tag]) -> Iterator[Entry]:
    if record[:4] != b"INDX" or len(record) < 28:
        return
    start, count = struct.unpack_from(">II", record, 20)
    count = min(count, max(0, len(record) - start - 4) // 2)
    if record[start : start + 4] != b"IDXT":
        return
    offsets = [*struct.unpack_from(f">{count}H", record, start + 4), start]
    for at, end in pairwise(offsets):
        if at < end <= len(record):
            size = record[at]
            label = record[at + 1 : at + 1 + size]
            yield Entry(label, _values(record[at + 1 + size : end], controls, tags))


def _values(data: bytes, controls: int, tags: list[_Tag]) -> dict[int, list[int]]:
    """The numbers of an entry, by tag."""
    counts: list[tuple[_Tag, int, int]] = []  # how often each tag is there, or in how many bytes
    control, at = 0, controls
    for tag in tags:
        if tag.is_end:
            control += 1
            continue
        bits = data[control] & tag.mask if control < min(controls, len(data)) else 0
        if not bits:
            continue
        if bits == tag.mask and tag.mask.bit_count() > 1:
            size, at = _number(data, at)
            counts.append((tag, 0, size))
        else:
            counts.append((tag, bits // (tag.mask & -tag.mask), 0))
    found: dict[int, list[int]] = {}
    for tag, count, size in counts:
        numbers: list[int] = []
        end = min(at + size, len(data)) if size else len(data)
        most = count * tag.values if count else len(data)
        while at < end and len(numbers) < most:
            number, at = _number(data, at)
            numbers.append(number)
        found[tag.number] = numbers
    return found


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, the last of which is marked; and where it ends."""
    value = 0
    for byte in data[at : at + 5]:
        at += 1
        value = value << 7 | byte & 0x7F
        if byte & 0x80:
            break
    return value, at
