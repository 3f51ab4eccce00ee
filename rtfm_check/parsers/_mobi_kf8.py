"""The documents of a KF8 book: skeletons, and the fragments that are laid into them.

The text is one run of bytes: behind each skeleton stand its fragments. An index says how long each
is, and where in the document it belongs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.parsers._mobi_index import Index
from rtfm_check.parsers._mobi_records import NONE, Head, Records

_TABLE = 12  # where the table of the flows begins in its record
_MOVES = 64  # bytes that are moved to make room, for each byte of the text


class Document(NamedTuple):
    """A document of the book."""

    text: bytes
    fragments: range  # their numbers in the index, which the table of contents names


def documents(text: bytes, records: Records, head: Head, first: int) -> Iterator[Document]:
    """The documents; `first` is the record of the header. No byte of the text is left out."""
    text = _main(text, records, head, first)
    if head.skeletons == NONE or head.fragments == NONE:
        yield Document(text, range(0))
        return
    fragments = Index(records, first + head.fragments).entries
    moves = _MOVES * len(text)
    at = number = 0
    for skeleton in Index(records, first + head.skeletons).entries:
        count, start, length = skeleton.number(1), skeleton.number(6), skeleton.number(6, 1)
        if count < 0 or length < 0 or not at <= start <= len(text):
            continue
        made = bytearray(text[at : start + length])
        skipped = start - at  # bytes that belong to no skeleton stay in front
        at = min(start + length, len(text))
        numbers = range(number, min(number + count, len(fragments)))
        for fragment in fragments[numbers.start : numbers.stop]:
            size = max(0, fragment.number(6, 1))
            place = _place(fragment.label, start, len(made) - skipped) + skipped
            if moves > 0:
                moves -= len(made) - place
            else:
                place = len(made)
            made[place:place] = text[at : at + size]
            at = min(at + size, len(text))
        number = numbers.stop
        yield Document(bytes(made), numbers)
    if at < len(text):
        yield Document(text[at:], range(number, len(fragments)))


def _main(text: bytes, records: Records, head: Head, first: int) -> bytes:
    """The first flow: the others are style sheets and drawings."""
    table = records[first + head.flows] if head.flows != NONE else b""
    if table[:4] != b"FDST" or len(table) < _TABLE + 8:
        return text
    start, end = struct.unpack_from(">II", table, _TABLE)
    return text[start:end] if start < end else text


def _place(label: bytes, start: int, end: int) -> int:
    """Where a fragment belongs, from the start of its document; at its end if that is unknown."""
    place = int(label) - start if label.isdigit() and len(label) < 12 else end
    return place if 0 <= place <= end else end
