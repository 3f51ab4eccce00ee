"""The stretch of a JSON text that is in memory: what is in sight of a reader that goes forward.

A value is decoded at once where it ends in sight. One that does not is entered: its parts are read
one by one. Each attempt that fails is paid for by text that was not looked at before, so that the
time is linear in the text whatever is in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rtfm_check.parsers import _json_text as layout

SIGHT = 128 * 1024  # characters that have to be in sight before a value is said to be too long
_SPACE = re.compile(r"[ \t\n\r]*")
# The plain case of what is between two values: much quicker than character by character.
_COMMA = re.compile(r"[ \t\n\r]*,[ \t\n\r]*(?=[^ \t\n\r\]}])")
_KEY = re.compile(r'"([^"\\\x00-\x1f]*)"[ \t\n\r]*:[ \t\n\r]*(?=[^ \t\n\r])')
_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
_HELD = 8 * SIGHT  # characters that may be waited with
_LATE = 16  # characters before the end of sight in which an error may come from the end
_BEHIND = frozenset(", ]}\n")  # characters that end a number, mostly
_LEVELS = 200  # that are entered without another attempt when a value is nested too deep


_SAID = (  # part of the message of Python's reader, what to say instead, how to go on
    ("property name", "a key in double quotes is missing here", "write it"),
    ("Expecting value", "a JSON value is missing here", "write it"),
    ("',' delimiter", "a comma or a closing bracket is missing before this", "add it"),
    ("':' delimiter", "a colon is missing before this", "add it"),
    ("trailing comma", "a comma after the last entry", "remove it"),
    ("control character", "a raw control character in a string", "write it as an escape"),
    ("escape", "an escape that JSON does not have", "a backslash is written `\\\\`"),
    ("Unterminated", "the quote opened here is never closed", 'add the closing `"`'),
)


class NotJson(Exception):
    """Something that JSON has no place for."""

    def __init__(self, at: int, message: str, help: str = "") -> None:
        super().__init__(message)
        self.at = at  # in the text in sight
        self.message = message
        self.help = help

    @classmethod
    def of(cls, at: int, error: json.JSONDecodeError) -> NotJson:
        """What Python's reader says, in other words."""
        for part, message, help in _SAID:
            if part in error.msg:
                return cls(at, message, help)
        return cls(at, f"Python's JSON reader says: {error.msg}")


class TooLong(NotJson):
    """A number or key without an end."""


class Window:
    """A text that comes in blocks, of which what is behind the reader is forgotten."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._ahead = next(blocks, None)
        self.text = ""
        self.at = 0  # where the reader stands
        self.start = 0  # of what it has not taken yet: the text in front of it is forgotten
        self.is_all = False  # the text ends in sight
        self._line = 1  # of the first character in sight
        self._column = 1
        self._entered = 0  # levels that are still to be entered without an attempt
        self._unclosed: set[int] = set()  # brackets that are not closed in sight
        self.constants: list[str] = []
        self._decoder = layout.decoder(constants=self.constants)
        self._patient = layout.decoder(constants=self.constants, is_long=True)
        self.long_number = False  # the last value holds one

    def more(self) -> bool:
        """Bring the next block into sight; False if there is none."""
        block = self._ahead
        if block is None:
            self.is_all = True
            return False
        self._ahead = next(self._blocks, None)
        self.is_all = self._ahead is None
        self._line, self._column = self.place(self.start)
        self.text = self.text[self.start :] + block
        self.at -= self.start
        self.start = 0
        self._unclosed.clear()
        return True

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of a place in sight."""
        breaks = self.text.count("\n", 0, at)
        if breaks:
            return self._line + breaks, at - self.text.rfind("\n", 0, at)
        return self._line, self._column + at

    def peek(self) -> str:
        """The next character that is no white space; "" at the end."""
        while True:
            if self.text[self.at : self.at + 1] > " ":
                return self.text[self.at]
            match = _SPACE.match(self.text, self.at)
            assert match is not None
            self.at = match.end()
            if self.at < len(self.text):
                return self.text[self.at]
            if self.start == self.at - len(match[0]):
                self.start = self.at  # white space without an end need not be held
            if self.at - self.start > _HELD:
                raise TooLong(self.at, "more white space than is read at once")
            if not self.more():
                return ""

    def is_last(self, end: int) -> bool:
        """Whether white space alone follows the value that goes from the cursor to `end`."""
        length = end - self.at
        while True:
            match = _SPACE.match(self.text, self.at + length)
            assert match is not None
            if match.end() < len(self.text) or match.end() - self.at - length > _HELD:
                return False
            if not self.more():
                return True

    def rest(self) -> Iterator[str]:
        """All text that was not taken."""
        yield self.text[self.start :]
        if self._ahead is not None:
            yield self._ahead
        yield from self._blocks

    def value(self) -> tuple[Any, int] | None:
        """The value at the cursor and where it ends; None if it has to be entered.

        Raises NotJson, and TooLong for a number that does not end.
        """
        is_container = self.text[self.at] in "[{"
        if is_container and self._entered:
            self._entered -= 1
            return None
        if self._unclosed and self.at in self._unclosed:
            return None
        self.constants.clear()
        self.long_number = False
        with suppress(ValueError, RecursionError):  # then it is tried with more care
            value, end = self._decoder.raw_decode(self.text, self.at)
            if self.text[end : end + 1] in _BEHIND:
                return value, end
        while True:
            found = self._attempt()
            if found is not None:
                return found
            if is_container and self._entered:
                return None
            if len(self.text) - self.at >= SIGHT:
                break
            self.more()
        if is_container:
            self._find_unclosed()
            return None
        if self.text[self.at] == '"':
            return None
        raise TooLong(self.at, "a number of more characters than are read at once")

    def too_deep(self) -> None:
        """The value at the cursor is nested deeper than recursion goes: it is entered."""
        self._entered = _LEVELS

    def comma(self) -> bool:
        """Go behind a comma to the next member, if both are in sight."""
        match = _COMMA.match(self.text, self.at)
        if match is None:
            return False
        self.at = match.end()
        return True

    def key(self) -> str:
        """The key at the cursor, which goes to its value."""
        match = _KEY.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
            return match[1]
        key = self._odd_key()
        if self.peek() != ":":
            raise NotJson(self.at, "a colon is missing before this", "add it")
        self.at += 1
        if not self.peek():
            raise NotJson(self.at, "a value is missing here", "write the value")
        return key

    def _odd_key(self) -> str:
        """A key with escapes in it, or on the edge of sight; the cursor goes behind it."""
        if self.peek() != '"':
            raise NotJson(self.at, "a key in double quotes is missing here", "add it")
        found = self.value()
        if found is None:
            raise TooLong(self.at, "a key of more characters than are read at once")
        key, self.at = found
        return str(key)

    def _attempt(self) -> tuple[Any, int] | None:
        """Decode the value at the cursor; None if it goes on out of sight, or too deep."""
        self.constants.clear()
        self.long_number = False
        try:
            value, end = self._decoded()
        except RecursionError:
            self.too_deep()
            return None
        except json.JSONDecodeError as error:
            is_cut = error.pos >= len(self.text) - _LATE or error.msg.startswith("Unterminated")
            if self.is_all or not is_cut:
                raise NotJson.of(error.pos, error) from error
            return None
        if end < len(self.text) - _LATE or self.is_all or self.text[self.at] in '[{"':
            return value, end
        return None  # a number may go on

    def _decoded(self) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self.text, self.at)
        except json.JSONDecodeError:
            raise
        except ValueError:  # a number of more digits than Python takes
            self.constants.clear()
            self.long_number = True
            return self._patient.raw_decode(self.text, self.at)

    def _find_unclosed(self) -> None:
        """Note the brackets from the cursor on that are not closed in sight."""
        opened: list[int] = []
        for match in _BRACKET.finditer(self.text, self.at):
            bracket = match[0]
            if bracket in ("[", "{"):
                opened.append(match.start())
            elif bracket in ("]", "}") and opened:
                opened.pop()
        self._unclosed = set(opened)
