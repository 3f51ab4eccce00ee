"""Source code by lines, and the chunks that are cut of it.

A stretch of lines is one chunk if it can. A longer one is cut at a blank line, else at a line, and
the last part is called `(cont.)`, which is RTFM's way. Blank lines around a part are left out;
indentation stays, and each part has its own lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from operator import add

from rtfm_check.chunking import split
from rtfm_check.parsers._contract import Draft


class Lines:
    """The lines of a text, and where each begins."""

    def __init__(self, text: str, numbers: Sequence[int] | None = None) -> None:
        """`numbers` are those of its lines, where they do not count from 1."""
        self.text = text
        lengths = map(len, text.split("\n"))
        self.starts = [0, *map(add, accumulate(lengths), count(1))]
        self.starts.pop()  # the line behind the last one
        self.count = len(self.starts)  # behind a final line end there is an empty one
        self.is_ascii = text.isascii()
        self._numbers = numbers

    def number(self, offset: int) -> int:
        """The number of the line of a character."""
        index = bisect_right(self.starts, offset)
        return self._numbers[index - 1] if self._numbers else index

    def start(self, line: int) -> int:
        """Where the line of a number, counted from 1, begins; the end of the text behind all."""
        return self.starts[line - 1] if line <= self.count else len(self.text)

    def end(self, line: int) -> int:
        """Where it ends, before its line end."""
        return self.starts[line] - 1 if line < self.count else len(self.text)


def drafts(title: str, lines: Lines, start: int, end: int, most: int) -> Iterator[Draft]:
    """The chunks of the characters [start, end): one, or several of up to `most` characters."""
    start, end = bounds(lines.text, start, end)
    if start == end:
        return
    whole = lines.text[start:end]
    if len(whole) <= most:
        yield _draft(title, lines, start, whole)
        return
    for cut, until in split(whole, most):
        label = f"{title} (cont.)" if until == len(whole) else title
        first, last = bounds(whole, cut, until)
        if first < last:
            yield _draft(label, lines, start + first, whole[first:last])


def bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """A range without blank lines at its ends and white space at its very end."""
    part = text[start:end]
    kept = part.rstrip()
    if not kept:
        return start, start
    blank = len(kept) - len(kept.lstrip())
    return start + part.rfind("\n", 0, blank) + 1, start + len(kept)


def _draft(title: str, lines: Lines, start: int, text: str) -> Draft:
    first = lines.number(start)
    last = lines.number(start + len(text) - 1)
    return Draft(title, text, (first, last), (first, first))
