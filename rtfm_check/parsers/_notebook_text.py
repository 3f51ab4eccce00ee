"""The text of a notebook without its pictures, which are most of it and are not indexed.

A picture is a long text without a quote in it behind a key such as `"image/png"`. Such a key
stands in outputs and attachments alone: in a source, its quotes would have a backslash.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from rtfm_check.file import File

_SHORT = 32 * 1024  # bytes of a notebook of which nothing is cut
_STEP = 1024  # bytes; what is twice as long as this is found
_KEY_BYTES = 80
_BACKSLASH = ord("\\")
_PICTURE = re.compile(rb'"(?:image/[\w.+-]{1,40}|application/pdf)"\s{0,4}:\s{0,4}"\Z')


class NotebookText:
    """A text, and what it lacks of the file's."""

    def __init__(self, text: str, pieces: list[bytes], cuts: list[int]) -> None:
        """`text` is that of the pieces, behind each of which so many bytes were cut out."""
        self.text = text
        self._pieces = pieces
        self._cuts = cuts

    def offset(self, at: int) -> int:
        """The offset in the file's text of one in this."""
        index = bisect_right(self._borders, at)
        return at + sum(self._cuts[:index])

    @cached_property
    def _borders(self) -> list[int]:
        return list(accumulate(len(_decoded(piece)) for piece in self._pieces))


def notebook_text(file: File) -> NotebookText:
    """The text of a file, without pictures where it is UTF-8."""
    if len(file.data) > _SHORT:
        pieces, cuts = _without_pictures(file.data)
        try:
            if cuts:
                return NotebookText(_decoded(b"".join(pieces)), pieces, cuts)
        except UnicodeDecodeError:
            pass  # decoded below, and told
    return NotebookText(file.text, [], [])


def _without_pictures(data: bytes) -> tuple[list[bytes], list[int]]:
    pieces: list[bytes] = []
    cuts: list[int] = []
    find = data.find
    at, last = _STEP, 0
    while at < len(data):
        if find(b'"', at, at + _STEP) >= 0:
            at += _STEP
            continue
        start = data.rfind(b'"', last, at) + 1
        end = find(b'"', at + _STEP)
        if end < 0:
            break
        at = end + 1
        is_whole = start > 0 and data[end - 1] != _BACKSLASH
        if is_whole and _PICTURE.search(data, max(0, start - _KEY_BYTES), start):
            pieces.append(data[last:start])
            cuts.append(end - start)
            last = end
    pieces.append(data[last:])
    return pieces, cuts


def _decoded(data: bytes) -> str:
    text = data.decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
