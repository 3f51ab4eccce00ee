"""Places as editors count them: lines from 0, columns in the units that were agreed on."""

from __future__ import annotations

import re

from lsprotocol import types

from rtfm_check.model import Span

_LINE_END = re.compile(r"\r\n|\r|\n")
BOM = "\ufeff"


class Lines:
    """The lines of a text, as it is in the editor.

    Python's own `splitlines` knows more line ends than editors do. A byte order mark that the
    editor shows counts there as a character, and in our spans it does not.
    """

    def __init__(self, text: str, encoding: str) -> None:
        """`encoding` is the unit of columns: utf-8, utf-16 or utf-32."""
        self.text = text
        self._encoding = encoding
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._ends = [*(match.start() for match in _LINE_END.finditer(text)), len(text)]
        self._shift = 1 if text.startswith(BOM) else 0

    def range(self, span: Span) -> types.Range:
        """A span as the editor counts it."""
        return types.Range(
            self._position(span.line, span.column), self._position(span.end_line, span.end_column)
        )

    def index(self, position: types.Position) -> int:
        """The index in the text of a place in the editor; of one beyond a line, its end."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[position.line], self._ends[position.line]
        left = position.character
        if self._encoding == "utf-32" or self.text[start:end].isascii():
            return min(start + left, end)
        for at in range(start, end):
            if left <= 0:
                return at
            left -= _units(self.text[at], self._encoding)
        return end

    def position(self, index: int) -> types.Position:
        """The place of a character of the text."""
        low, high = 0, len(self._starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._starts[middle] <= index else (low, middle)
        return types.Position(low, _units(self.text[self._starts[low] : index], self._encoding))

    def between(self, start: int, end: int) -> types.Range:
        """The range of the characters [start, end) of the text."""
        return types.Range(self.position(start), self.position(end))

    def line(self, number: int) -> str:
        """A line, 1-based, without its end."""
        if not 0 < number <= len(self._starts):
            return ""
        return self.text[self._starts[number - 1] : self._ends[number - 1]]

    def span(self, index: int) -> tuple[int, int]:
        """The line and column of a character as our spans count them."""
        position = self.position(index)
        column = index - self._starts[position.line] + 1
        return position.line + 1, column - (self._shift if position.line == 0 else 0)

    def _position(self, line: int, column: int) -> types.Position:
        text = self.line(line)
        before = column - 1 + (self._shift if line == 1 else 0)
        return types.Position(line - 1, _units(text[:before], self._encoding))


def _units(text: str, encoding: str) -> int:
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
