"""A write-ahead log laid over the bytes of its database, in memory.

As SQLite's file format says: frames count up to the last commit, as long as their salt is that of
the log and their running checksum is right.
"""

from __future__ import annotations

import struct
from array import array
from sys import byteorder

HEADER = 32  # bytes of the log's header
_FRAME = 24  # bytes of a frame's header
_MAGIC = 0x377F0682  # its last bit: words of the checksum are big-endian
_WORD = 0xFFFFFFFF


def applied(data: bytes, log: bytes) -> bytes | None:
    """The database as the log leaves it; None if the log changes nothing."""
    if len(log) < HEADER or len(data) < 100:
        return None
    magic, _, page_size = struct.unpack_from(">III", log)
    if magic & ~1 != _MAGIC or page_size not in {512 << power for power in range(8)}:
        return None
    pages, count = _committed(log, page_size, is_big=bool(magic & 1))
    if not pages:
        return None
    made = bytearray(data[: count * page_size])
    made.extend(bytes(min(count, _most(data, log, page_size)) * page_size - len(made)))
    for number, at in pages.items():
        start = (number - 1) * page_size
        if start + page_size <= len(made):
            made[start : start + page_size] = log[at : at + page_size]
    made[18:20] = b"\1\1"  # no longer with a log; a database in memory cannot have one
    return bytes(made)


def _most(data: bytes, log: bytes, page_size: int) -> int:
    """The pages that there can be, whatever a frame says."""
    return (len(data) + len(log)) // page_size + 1


def _committed(log: bytes, page_size: int, *, is_big: bool) -> tuple[dict[int, int], int]:
    """Where the last state of each page is in the log, and how many pages the database has."""
    salt = log[16:24]
    sums = _sum(log[:24], (0, 0), is_big)
    if struct.pack(">II", *sums) != log[24:32]:
        return {}, 0
    done: dict[int, int] = {}
    running: dict[int, int] = {}
    count = 0
    for at in range(HEADER, len(log) - _FRAME - page_size + 1, _FRAME + page_size):
        number, pages = struct.unpack_from(">II", log, at)
        page = at + _FRAME
        sums = _sum(log[at : at + 8], sums, is_big)
        sums = _sum(log[page : page + page_size], sums, is_big)
        is_whole = struct.pack(">II", *sums) == log[at + 16 : page]
        if log[at + 8 : at + 16] != salt or not is_whole or not number:
            break
        running[number] = page
        if pages:
            done.update(running)
            running.clear()
            count = pages
    return done, count


def _sum(data: bytes, sums: tuple[int, int], is_big: bool) -> tuple[int, int]:
    words = array("I", data)
    if is_big != (byteorder == "big"):
        words.byteswap()
    first, second = sums
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _WORD
        second = (second + two + first) & _WORD
    return first, second
