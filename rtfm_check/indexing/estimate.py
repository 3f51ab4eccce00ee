"""How much work a run has before it, and how much room it will need; roughly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rtfm_check.indexing.shard import Item
from rtfm_check.parsers import by_name

_FILE_SECONDS = 0.001  # of one processor, as of a machine of 2020; measured on mixed trees
_MEGABYTE_SECONDS = 0.1
_FILE_ROOM = 1000  # bytes of records of a file beside its text
_ROOM = 1.2  # bytes of records for one of text, in JSON Lines
_HEADS = ("audio", "midi")  # parsers that read little of a file


class Estimate(NamedTuple):
    """What there is to do."""

    files: int  # that are to be read
    size: int  # bytes of them
    seconds: float  # of one processor
    room: int  # bytes of the whole index


def estimate(read: Iterable[Item], known: Iterable[Item]) -> Estimate:
    """The work for some files, when the records of others are known."""
    count = size = text = others = 0
    for item in read:
        count += 1
        size += item.size
        text += _text(item)
    for item in known:
        others += _text(item) + _FILE_ROOM
    seconds = count * _FILE_SECONDS + text / 1e6 * _MEGABYTE_SECONDS
    return Estimate(count, size, seconds, int(_ROOM * (text + others)) + count * _FILE_ROOM)


def _text(item: Item) -> int:
    """The bytes of a file that are read through: not those of pictures, archives and sound."""
    parser = by_name(item.path)
    return 0 if parser is None or parser in _HEADS else item.size
