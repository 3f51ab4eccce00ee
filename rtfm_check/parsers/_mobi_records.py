"""The records of a Palm database, which a Mobipocket or Kindle book is, and its headers."""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import NamedTuple

from rtfm_check.file import known

NONE = 0xFFFFFFFF  # stands for no record
PLAIN, PALM, HUFF = 1, 2, 0x4448  # how text is packed
_LIST = 78  # where the list of the records begins
_ENCODINGS = {1252: "cp1252", 65001: "utf-8", 65002: "utf-16-be"}


class NoBook(Exception):
    """Why a file is no book that can be read, in words."""


class Records:
    """The records, each a slice of the file; damaged offsets give short or empty ones."""

    def __init__(self, data: bytes) -> None:
        if len(data) < _LIST:
            raise NoBook("it ends within its header")
        self.name = data[:32].split(b"\0")[0].decode("latin-1")
        self.kind = data[60:68]
        (count,) = struct.unpack_from(">H", data, 76)
        if self.kind not in (b"BOOKMOBI", b"TEXtREAd"):
            raise NoBook("it is no Mobipocket or PalmDOC book")
        there = min(count, (len(data) - _LIST) // 8)
        self._data = data
        self._starts = [start for start, _ in struct.iter_unpack(">II", data[_LIST:][: 8 * there])]
        self._starts.append(len(data))
        self.is_cut = there < count  # the list of the records is, or a record lies behind the end
        for start, end in pairwise(self._starts):
            if not _LIST <= start <= end <= len(data):
                self.is_cut = True

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> bytes:
        """A record; empty if there is no such one, or if it does not lie in front of the next."""
        if not 0 <= number < len(self):
            return b""
        start, end = self._starts[number : number + 2]
        return self._data[start:end] if _LIST <= start <= end else b""


class Head(NamedTuple):
    """What the first record of a book says."""

    packing: int
    length: int  # of the text, in bytes
    texts: int  # the number of records with text
    protection: int  # 0: none
    encoding: str = "cp1252"
    version: int = 0  # 8 and more: KF8
    title: bytes = b""
    huff: int = NONE  # the first record of the tables that unpack the text
    huffs: int = 0
    trailing: int = 0  # flags: what stands behind the text in each of its records
    contents: int = NONE  # the index of the table of contents
    flows: int = NONE  # KF8: where the text and its style sheets begin
    fragments: int = NONE  # KF8: the index of the pieces of the text
    skeletons: int = NONE  # KF8: the index of its documents
    extended: dict[int, list[bytes]] = {}  # noqa: RUF012  # by the number of a kind


def head(record: bytes) -> Head:
    """Read the first record of a book."""
    if len(record) < 16:
        raise NoBook("its first record is cut off")
    packing, length, texts, _, protection = struct.unpack_from(">HxxIHHH", record)
    made = Head(packing, length, texts, protection)
    if record[16:20] != b"MOBI":
        return made

    def number(at: int, width: str = "I", missing: int = NONE) -> int:
        """A field of the header; older headers are shorter."""
        size = struct.calcsize(width)
        if at + size > min(16 + header, len(record)):
            return missing
        value: int = struct.unpack_from(f">{width}", record, at)[0]
        return value

    header = 24  # enough for the length itself
    header = number(20)
    start, size = number(84, missing=0), number(88, missing=0)
    code = number(28, missing=1252)
    encoding = _ENCODINGS.get(code) or known(f"cp{code}") or "cp1252"
    version = number(36, missing=0)
    return made._replace(
        encoding=encoding,
        version=version,
        title=record[start : start + size],
        huff=number(112),
        huffs=number(116, missing=0),
        trailing=number(242, "H", 0),
        contents=number(244),
        flows=number(192) if version >= 8 else NONE,
        fragments=number(248) if version >= 8 else NONE,
        skeletons=number(252) if version >= 8 else NONE,
        extended=_extended(record, 16 + header) if number(128, missing=0) & 0x40 else {},
    )


def _extended(record: bytes, start: int) -> dict[int, list[bytes]]:
    """The records of the extended header: authors, titles and more."""
    found: dict[int, list[bytes]] = {}
    if record[start : start + 4] != b"EXTH" or len(record) < start + 12:
        return found
    (count,) = struct.unpack_from(">I", record, start + 8)
    at = start + 12
    for _ in range(count):
        if at + 8 > len(record):
            break
        kind, size = struct.unpack_from(">II", record, at)
        if size < 8:
            break
        found.setdefault(kind, []).append(record[at + 8 : at + size])
        at += size
    return found
