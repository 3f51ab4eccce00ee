"""Stretches of a text that follow each other, such as its top-level keys: texts and lines.

The text has a line end in front of it that is not its own: so a line's number is that of the line
ends before it.
"""

from __future__ import annotations

from itertools import pairwise


class Stretches:
    """The stretches of a text from each start to the next."""

    def __init__(self, body: str) -> None:
        self._body = body
        self._bounds: list[int] = []
        self._at = self._line = 0  # of the stretch whose lines were told last
        self._before = (0, 0)  # the same of the one before it

    def texts(self, starts: list[int], end: int) -> list[str]:
        """The texts of some stretches behind the earlier ones, without blank lines around them."""
        self._bounds = [*starts, end]
        body = self._body
        return [body[start:end].rstrip().lstrip("\n") for start, end in pairwise(self._bounds)]

    def lines(self, first: int, end: int) -> tuple[int, int]:
        """The lines of the stretches [first, end) of those, to be asked for in their order."""
        start = self._bounds[first]
        while self._body.startswith("\n", start):
            start += 1
        if start < self._at:  # a short rest joins the one before
            self._at, self._line = self._before
        self._before = (self._at, self._line)
        self._line += self._body.count("\n", self._at, start)
        self._at = start
        text = self._body[self._bounds[end - 1] : self._bounds[end]]
        behind = self._bounds[end] - len(text) + len(text.rstrip())
        return self._line, self._line + self._body.count("\n", start, behind)
