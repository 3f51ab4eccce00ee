"""The outline of a DjVu file: its pages, and which of them have text. Nothing is unpacked.

A file is one page, or a bundle of pages and of what they share; or a list of other files, which
hold the pages.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

MAGIC = b"AT&T"
_TEXTS = (b"TXTa", b"TXTz")
_NOTES = (b"ANTa", b"ANTz")
_PICTURES = (b"Sjbz", b"Smmr", b"BG44", b"FG44", b"BGjp", b"FGjp")
_LARGE = 2000  # bytes of a picture in which there may be something to read
_BUNDLED = 0x80


class Page(NamedTuple):
    """What a page holds."""

    has_text: bool = False
    has_notes: bool = False  # links, and what the file says of itself
    picture: int = 0  # bytes of its pictures

    @property
    def looks_scanned(self) -> bool:
        """Whether there is a picture that may have text in it, and no text."""
        return not self.has_text and self.picture > _LARGE


class Form(NamedTuple):
    """What a file holds."""

    pages: list[Page]
    has_outline: bool = False
    has_shared_notes: bool = False
    is_indirect: bool = False  # its pages are other files
    missing: int = 0  # bytes that are cut off
    includes: tuple[int, ...] = ()  # where the names are of chunks that refer to other parts


def read(data: bytes) -> Form | None:
    """The outline of some bytes; None if they are no DjVu."""
    start = len(MAGIC) if data.startswith(MAGIC) else 0
    if data[start : start + 4] != b"FORM":
        return None
    size, kind = _size(data, start), data[start + 8 : start + 12]
    missing = max(0, start + 8 + size - len(data))
    if kind == b"DJVU":
        page, includes = _page(data, start, len(data))
        return Form([page], missing=missing, includes=tuple(includes))
    if kind != b"DJVM" or data[start + 12 : start + 16] != b"DIRM":
        return None
    return _bundle(data, start, missing)


def _bundle(data: bytes, start: int, missing: int) -> Form | None:
    """A file of several parts; a list in front says where each begins."""
    at = start + 20
    flags, count = data[at] if at < len(data) else 0, int.from_bytes(data[at + 1 : at + 3], "big")
    if not flags & _BUNDLED:
        return Form([], is_indirect=True, missing=missing)
    places = [
        int.from_bytes(data[place : place + 4], "big")
        for place in range(at + 3, min(at + 3 + 4 * count, len(data)), 4)
    ]
    inside = sorted({place for place in places if place < len(data)})
    ends = dict(pairwise([*inside, len(data)]))  # no part reaches into the next
    parts = {place: _page(data, place, end) for place, end in ends.items()}
    pages, has_shared_notes = [], False
    for place in places:
        page = parts[place][0] if place in parts else Page()
        if data[place + 8 : place + 12] == b"DJVI":
            has_shared_notes = has_shared_notes or page.has_notes
        elif data[place + 8 : place + 12] in (b"DJVU", b""):
            pages.append(page)
    includes = sorted(found for _, each in parts.values() for found in each)
    directory = start + 12
    behind = directory + 8 + _padded(_size(data, directory))
    has_outline = data[behind : behind + 4] == b"NAVM"
    return Form(pages, has_outline, has_shared_notes, missing=missing, includes=tuple(includes))


def _page(data: bytes, start: int, end: int) -> tuple[Page, list[int]]:
    """What is in a part that reaches no further than to `end`, and where it refers to others."""
    page, includes = Page(), list[int]()
    end = min(end, start + 8 + _size(data, start))
    at = start + 12
    while at + 8 <= end:
        name, size = data[at : at + 4], _size(data, at)
        if name in _TEXTS:
            page = page._replace(has_text=size > 0)
        elif name in _NOTES:
            page = page._replace(has_notes=True)
        elif name in _PICTURES:
            page = page._replace(picture=page.picture + size)
        elif name == b"INCL":
            includes.append(at)
        at += 8 + _padded(size)
    return page, includes


def _size(data: bytes, at: int) -> int:
    return int.from_bytes(data[at + 4 : at + 8], "big")


def _padded(size: int) -> int:
    return size + size % 2
