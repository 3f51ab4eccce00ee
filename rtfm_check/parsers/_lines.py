"""The lines of places in a text, asked for in the order of the text, more or less."""

from __future__ import annotations


class Lines:
    """Counts the line ends between one place and the next, not from the start each time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def of(self, offset: int) -> int:
        """The line of a place, 1-based; 0 for one that is not in the text."""
        if offset < 0:
            return 0
        if offset >= self._at:
            self._line += self._text.count("\n", self._at, offset)
        else:  # seldom
            self._line -= self._text.count("\n", offset, self._at)
        self._at = offset
        return self._line
