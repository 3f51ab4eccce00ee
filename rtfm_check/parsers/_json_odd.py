"""What a JSON text holds that JSON does not say, or that RTFM does not take.

NaN and Infinity, a key twice in an object, a number too long for Python. The first of each is
placed, the others are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.mapping import json_reader
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._json_window import Window
from rtfm_check.text.show import quote

_PLACED = 2 * 1024 * 1024  # characters of a value that is read again to place what is odd in it
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_CONSTANT = re.compile(rf"{_STRING}|(-?Infinity|NaN)", re.DOTALL)
_LONG_NUMBER = re.compile(rf"{_STRING}|(-?[0-9]{{4301,}})", re.DOTALL)

_Place = tuple[int, int]


class Oddities:
    """What was met so far."""

    def __init__(self) -> None:
        self.repeated: list[str] = []  # keys, until `note` has placed the first of them
        self.second: _Place | None = None  # where a second document begins
        self._keys = 0
        self._key: tuple[str, _Place] | None = None
        self._constants = 0
        self._constant: tuple[str, _Place] | None = None
        self._digits: tuple[int, _Place] | None = None

    def clear(self) -> None:
        """Forget everything: the text is read once more."""
        self.__init__()  # type: ignore[misc]

    def repeat(self, key: str, window: Window) -> None:
        """A key that stands a second time in an object, from the start of what is held."""
        self._keys += 1
        if self._key is None:  # a place takes a look at all that is in sight
            self._key = (key, window.place(window.start))

    def note(self, window: Window, end: int) -> None:
        """Place what was met in the value that goes from the cursor to `end`."""
        if window.constants:
            if self._constant is None:
                at = _first(_CONSTANT, window, end)
                self._constant = (window.constants[0], window.place(at))
            self._constants += len(window.constants)
            window.constants.clear()
        if window.long_number and self._digits is None:
            at = _first(_LONG_NUMBER, window, end)
            digits = re.compile("-?[0-9]*").match(window.text, at, end)
            assert digits is not None
            self._digits = (len(digits[0]), window.place(at))
        if self.repeated:
            if self._key is None:
                key, at = _second_key(window, end) or (self.repeated[0], window.at)
                self._key = (key, window.place(at))
            self._keys += len(self.repeated)
            self.repeated.clear()

    def problems(self, is_mapped: bool = False) -> Iterator[Problem]:
        """What is to be told."""
        if self._constant is not None:
            word, place = self._constant
            yield _problem(
                "document-syntax",
                f"`{word}` is no JSON{_more(self._constants)}",
                "write null, or the text in quotes",
                "RTFM takes it; other readers refuse the file",
                place,
            )
        if self._key is not None:
            key, place = self._key
            kept = "of the two, the second counts" if is_mapped else "both values are in the index"
            yield _problem(
                "document-syntax",
                f"the key {quote(key)} stands here a second time{_more(self._keys)}",
                "keep one of the two",
                f"RTFM knows the last value alone; {kept}",
                place,
            )
        if self._digits is not None:
            count, place = self._digits
            yield _problem(
                "rtfm-loses-document",
                f"a number of {count:,} characters; RTFM fails at more than 4,300 digits",
                "write it as a string",
                "RTFM indexes nothing of the file",
                place,
            )


def _problem(rule: str, message: str, help: str, note: str, place: _Place) -> Problem:
    return Problem(rule, message, help, note, line=place[0], column=place[1])


def _more(count: int) -> str:
    return f"; {count - 1:,} more" if count > 1 else ""


def _first(pattern: re.Pattern[str], window: Window, end: int) -> int:
    """Where the pattern's group matches first, outside of strings."""
    for match in pattern.finditer(window.text, window.at, end):
        if match[1]:
            return match.start()
    return window.at


def _second_key(window: Window, end: int) -> tuple[str, int] | None:
    """The first key that an object has for the second time, and where it begins."""
    if end - window.at > _PLACED:
        return None
    try:
        tree = json_reader.read(window.text[window.at : end])
    except (json_reader.JsonSyntax, RecursionError):  # a long number, or deep nesting
        return None
    if not tree.duplicates:
        return None
    key = tree.duplicates[0][1]
    return str(key.value), window.at + key.start
