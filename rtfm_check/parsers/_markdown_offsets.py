"""Characters and lines for the bytes that pyromark tells of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate, count
from operator import add

_STEP = 1024  # characters


class Offsets:
    """Characters for bytes of a text: counted from the nearest of many places."""

    def __init__(self, text: str, data: bytes) -> None:
        """`data` is the text in UTF-8."""
        self._data = data
        parts = (text[at : at + _STEP] for at in range(0, len(text) - _STEP, _STEP))
        self._places = list(accumulate((len(part.encode()) for part in parts), initial=0))

    def at(self, offset: int) -> int:
        """The character at a byte."""
        place = bisect_right(self._places, offset) - 1
        part = self._data[self._places[place] : offset]
        return place * _STEP + len(part.decode("utf-8", "replace"))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The characters of a range of bytes."""
        first = self.at(start)
        if end - start > _STEP:  # such ranges may lie in one another
            return first, self.at(end)
        return first, first + len(self._data[start:end].decode("utf-8", "replace"))


class Ascii:
    """The same for a text where each character is a byte."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range itself."""
        return start, end


def starts(lines: Iterable[str | bytes]) -> list[int]:
    """Where each line begins, and where the next would."""
    return list(map(add, accumulate(map(len, lines), initial=0), count()))
