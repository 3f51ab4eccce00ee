"""Where the chapters of an older Mobipocket book begin, all of which is one page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.parsers._html import Block, Mark, Page

BREAKS = frozenset({"mbp:pagebreak", "mbp:section"})


class Place(NamedTuple):
    """An entry of the table of contents."""

    start: int  # in the page
    label: str


class Chapter(NamedTuple):
    """A chapter; the first heading in it counts more than its label."""

    blocks: list[Block]
    label: str = ""


def places(data: bytes, encoding: str, entries: Iterable[tuple[int, str]]) -> list[Place]:
    """The table of contents, whose entries point to bytes of the text, in the order of the page."""
    found: list[Place] = []
    is_utf8 = encoding == "utf-8"  # where an offset may lie inside a character
    at = start = 0
    for offset, label in sorted(entries):
        if at <= offset < len(data) and not (is_utf8 and data[offset] & 0xC0 == 0x80):
            start += len(data[at:offset].decode(encoding, "replace"))
            at = offset
            found.append(Place(start, label))
    return found


def chapters(page: Page, contents: list[Place]) -> Iterator[Chapter]:
    """The chapters: from page break to page break, and from entry to entry."""
    cut = list(_cut(page, contents))
    if len(cut) == 1 and not cut[0].label:
        yield from _by_heading(cut[0].blocks)
    else:
        yield from cut


def _cut(page: Page, contents: list[Place]) -> Iterator[Chapter]:
    held: list[Block] = []
    label = ""
    is_new = False
    waiting = iter([*contents, Place(1 << 62, "")])
    coming = next(waiting)
    for item in page:
        if isinstance(item, Mark):
            is_new = True
        if not isinstance(item, Block):
            continue
        if is_new or coming.start <= item.start:
            if held:
                yield Chapter(held, label)
            held, label, is_new = [], "", False
            while coming.start <= item.start:
                label, coming = coming.label, next(waiting)
        held.append(item)
    if held:
        yield Chapter(held, label)


def _by_heading(blocks: list[Block]) -> Iterator[Chapter]:
    """The chapters of a book whose headings alone say where they begin."""
    level = min((block.level for block in blocks if 0 < block.level < 4), default=0)
    held: list[Block] = []
    for block in blocks:
        if level and block.level == level and held:
            yield Chapter(held)
            held = []
        held.append(block)
    if held:
        yield Chapter(held)
