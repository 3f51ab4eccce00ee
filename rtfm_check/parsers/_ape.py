"""The APE tag at the end of a sound file, which one of any format may have.

Read here, since a text that is not UTF-8 costs the whole file in mutagen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from rtfm_check.parsers._audio_names import Tag, named, utf8

MARK = b"APETAGEX"
_TAIL = 16 * 1024  # bytes in which the tag ends
_FOOT = 32  # bytes
_TAG = 16 * 1024 * 1024  # bytes of a tag that are read
_TEXT, _LINK = 0, 2  # kinds of a value
_IS_HEAD = 0x20000000  # it stands in front of the tag


def read(stream: BinaryIO) -> tuple[list[Tag], str]:
    """The texts of the tag, if there is one; or what of it is too large to be read."""
    start, tail = _tail(stream)
    at = tail.rfind(MARK)
    foot = tail[at : at + _FOOT]
    if at < 0 or len(foot) < _FOOT:
        return [], ""
    size, count, flags = (
        int.from_bytes(foot[place : place + 4], "little") for place in (12, 16, 20)
    )
    first = start + at + _FOOT - (0 if flags & _IS_HEAD else size)
    if first < 0 or size < _FOOT:
        return [], ""
    if size > _TAG:
        return [], f"an APE tag of {size:,} bytes"
    stream.seek(first)
    return list(_items(stream.read(size - _FOOT), count)), ""


def may_be_in(stream: BinaryIO) -> bool:
    """Whether there may be such a tag, perhaps one that is damaged."""
    return MARK in _tail(stream)[1]


def _tail(stream: BinaryIO) -> tuple[int, bytes]:
    """The last bytes of a file, and where they begin."""
    start = max(0, stream.seek(0, 2) - _TAIL)
    stream.seek(start)
    return start, stream.read(_TAIL)


def _items(data: bytes, count: int) -> Iterator[Tag]:
    at = 0
    for _ in range(count):
        size = int.from_bytes(data[at : at + 4], "little")
        kind = data[at + 4] >> 1 & 3 if at + 8 <= len(data) else -1
        start = data.find(b"\0", at + 8, at + 8 + 256) + 1
        if kind < 0 or not start or start + size > len(data):
            break
        name, value = data[at + 8 : start - 1], data[start : start + size]
        if kind in (_TEXT, _LINK) and name.isascii():
            yield from (utf8(named(name.decode()), text) for text in value.split(b"\0"))
        at = start + size
