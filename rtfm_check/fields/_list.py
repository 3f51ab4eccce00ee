"""The records of a JSON list that need not fit in memory: its elements, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.fields._decoder import Decoder, NotRead
from rtfm_check.fields._record import (
    INVALID,
    SPLIT,
    TOO_LONG,
    Bad,
    Record,
    behind,
    no_json,
    no_object,
)
from rtfm_check.model import JsonValue

_CUT = 32  # characters before the end of what is in sight in which an error may come from it


class RecordList:
    """The elements of a list, of which a part is in sight."""

    def __init__(self, head: str, blocks: Iterator[str], *, is_open: bool = False) -> None:
        """`is_open` is for values one behind the other, with no brackets and commas."""
        self._blocks = blocks
        self._text = head
        self._is_open = is_open
        self._at = 0 if is_open else head.index("[") + 1
        self._line = 1 + head.count("\n", 0, self._at)
        self._decoder = Decoder()
        self._is_all = False
        self._start = head.rfind("\n", 0, self._at) + 1  # of its line; below 0 if it is forgotten

    def records(self) -> Iterator[Record | Bad]:
        """The records; the last one is bad where the list is no JSON from there on."""
        number = 0
        try:
            while self._peek() if self._is_open else (self._peek() != "]" or number):
                if number and not self._is_open and self._separator() == "]":
                    break
                number += 1
                yield from self._element(number)
            self._at += not self._is_open
            if self._peek():
                raise NotRead(self._at, "something follows behind the list")
        except NotRead as error:
            shown = self._shown(error.at)
            column = self._column(error.at)
            line = self._line + self._text.count("\n", self._at, error.at)
            note = "nothing behind it was read"
            message = error.message
            yield Bad(INVALID, message, error.help, number, line, column, shown, note)

    def _separator(self) -> str:
        """Go behind the comma after an element; the bracket, if the list ends."""
        character = self._peek()
        if character == "]":
            return character
        if character != ",":
            raise NotRead(self._at, "a comma or `]` is missing before this", help="add it")
        self._at += 1
        if self._peek() == "]":
            raise NotRead(self._at - 1, "a comma after the last entry", help="remove the comma")
        return character

    def _element(self, number: int) -> Iterator[Record | Bad]:
        start_line = self._line
        shown = self._shown(self._at)
        column = self._column(self._at)
        try:
            value, end = self._value()
        except NotRead as error:
            if error.end < 0:
                raise
            self._go(error.end)
            yield Bad(INVALID, error.message, "", number, start_line, column, shown)
            return
        size = end - self._at
        self._go(end)
        if self._decoder.constants:
            yield no_json(self._decoder.constants, number, start_line, shown)
        if isinstance(value, dict):
            yield Record(value, number, start_line, self._line, size, shown)
        else:
            yield no_object(value, number, start_line, column, shown)

    def _value(self) -> tuple[JsonValue, int]:
        """The value at the cursor; as much text is brought into sight as it takes."""
        while True:
            try:
                value, end = self._decoder.value(self._text, self._at)
            except NotRead as error:
                in_sight = len(self._text) - self._at
                may_be_cut = error.is_cut or error.at > len(self._text) - _CUT
                if self._is_all or error.end >= 0 or not may_be_cut:
                    raise
                if in_sight > limits.RECORD_CHARS:
                    raise NotRead(self._at, TOO_LONG, help=SPLIT) from error
                self._more(in_sight)
            else:
                if end < len(self._text) or self._is_all:
                    return value, end
                self._more(1)  # a number may go on

    def _peek(self) -> str:
        """The next character that is no white space; "" at the end."""
        while True:
            self._go(behind(self._text, self._at))
            if self._at < len(self._text):
                return self._text[self._at]
            if self._is_all:
                return ""
            self._more(1)

    def _go(self, at: int) -> None:
        lines = self._text.count("\n", self._at, at)
        if lines:
            self._line += lines
            self._start = self._text.rfind("\n", self._at, at) + 1
        self._at = at

    def _more(self, size: int) -> None:
        """Bring at least that many characters more into sight, and forget what was read."""
        self._start -= self._at
        pieces = [self._text[self._at :]]
        self._at = 0
        while size > 0 and not self._is_all:
            block = next(self._blocks, None)
            if block is None:
                self._is_all = True
            else:
                pieces.append(block)
                size -= len(block)
        self._text = "".join(pieces)

    def _column(self, at: int) -> int:
        start = self._text.rfind("\n", self._at, at) + 1 or self._start
        return max(1, at - start + 1)  # what is missing at its start is told there

    def _shown(self, at: int) -> str:
        return self._text[at : at + limits.EXCERPT_CHARS].partition("\n")[0]
