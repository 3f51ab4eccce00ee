"""Patterns of JSON Schema (ECMA 262), matched in time proportional to the text.

A pattern is a stranger's, and so is the text: Python's `re` may take for ever over the two. Here a
pattern becomes a set of states that are all followed at once. What needs more than that (look
around, back references, word boundaries) is not decided: `search` then says None.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rtfm_check import limits

_SPACE = (
    *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
_NAMED = {
    "d": ((0x30, 0x39),),
    "w": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
    "s": _SPACE,
}
_LINE_ENDS = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "0": "\0"}


class BadPattern(Exception):
    """A text that is no pattern; str() says why."""


class _Unsupported(Exception):
    """A pattern that is not decided here."""


class _Piece(NamedTuple):
    """A part of a set of characters: ranges, or a Unicode category; perhaps all others."""

    ranges: tuple[tuple[int, int], ...]
    category: str = ""
    is_negated: bool = False

    def has(self, character: str) -> bool:
        if self.category:
            found = unicodedata.category(character).startswith(self.category)
        else:
            code = ord(character)
            found = any(first <= code <= last for first, last in self.ranges)
        return found != self.is_negated


class _Set(NamedTuple):
    """The characters that one step of a pattern takes."""

    pieces: tuple[_Piece, ...]
    is_negated: bool = False

    def has(self, character: str) -> bool:
        return any(piece.has(character) for piece in self.pieces) != self.is_negated


# A tree of a pattern: a set, "^", "$", or a list of alternatives, each a list of (tree, least,
# most) with most None for no end.
_Tree = _Set | str | list[list[tuple["_Tree", int, int | None]]]


class Regex:
    """A compiled pattern."""

    def __init__(self, tree: _Tree) -> None:
        self._takes: list[_Set | str] = []  # of each state: a set, "^", "$", "" or "end"
        self._next: list[list[int]] = []
        end = self._state("end")
        self._start = self._build(tree, end)
        self._end = end
        self._first = self._closed([self._start], at_start=True, at_end=False)
        self._again = self._closed([self._start], at_start=False, at_end=False)
        self._steps: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        self.work = 0  # that the last search took, in states

    def search(self, text: str) -> bool | None:
        """Whether the pattern matches anywhere in a text; None where that is too much work."""
        states = self._first
        self.work = len(text) // 64
        for character in text:
            if self._end in states:
                return True
            key = (states, character)
            following = self._steps.get(key)
            if following is None:
                following = self._step(states, character)
                self.work += len(states) + len(following)
                if self.work > limits.PATTERN_WORK:
                    return None
                if len(self._steps) < limits.PATTERN_STEPS:
                    self._steps[key] = following
            states = following
        ends = self._closed(states, at_start=not text, at_end=True)
        return self._end in ends

    def _step(self, states: frozenset[int], character: str) -> frozenset[int]:
        reached: list[int] = []
        for state in states:
            takes = self._takes[state]
            if isinstance(takes, _Set) and takes.has(character):
                reached += self._next[state]
        return self._closed(reached, at_start=False, at_end=False) | self._again

    def _closed(self, states: Iterable[int], *, at_start: bool, at_end: bool) -> frozenset[int]:
        """The states, and those that are reached from them without a character."""
        found, waiting = set(states), list(states)
        while waiting:
            state = waiting.pop()
            takes = self._takes[state]
            is_open = takes == "" or (takes == "^" and at_start) or (takes == "$" and at_end)
            for following in self._next[state] if is_open else ():
                if following not in found:
                    found.add(following)
                    waiting.append(following)
        return frozenset(found)

    def _state(self, takes: _Set | str, *following: int) -> int:
        if len(self._takes) >= limits.PATTERN_STATES:
            raise _Unsupported
        self._takes.append(takes)
        self._next.append(list(following))
        return len(self._takes) - 1

    def _build(self, tree: _Tree, after: int) -> int:
        """The state to enter a tree by, when it leads to `after`."""
        if not isinstance(tree, list):
            return self._state(tree, after)
        entries = []
        for sequence in tree:
            entry = after
            for inner, least, most in reversed(sequence):
                entry = self._repeated(inner, least, most, entry)
            entries.append(entry)
        return entries[0] if len(entries) == 1 else self._state("", *entries)

    def _repeated(self, tree: _Tree, least: int, most: int | None, after: int) -> int:
        entry = after
        if most is None:
            entry = self._state("", after)
            self._next[entry].append(self._build(tree, entry))
        else:
            for _ in range(most - least):
                entry = self._state("", self._build(tree, entry), after)
        for _ in range(least):
            entry = self._build(tree, entry)
        return entry


@lru_cache(maxsize=1024)
def compile(pattern: str) -> Regex | None:
    """The compiled pattern, or None for one that is not decided. Raises BadPattern."""
    if len(pattern) > limits.PATTERN_CHARS:
        return None
    reader = _Reader(pattern)
    try:
        return Regex(reader.whole())
    except (_Unsupported, RecursionError):
        return None


def search(pattern: str, text: str) -> bool | None:
    """Whether a pattern matches anywhere in a text; None where that is not decided."""
    try:
        regex = compile(pattern)
    except BadPattern:
        return None  # told where the pattern stands
    return None if regex is None else regex.search(text)


class _Reader:
    """Reads a pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def whole(self) -> _Tree:
        tree = self._alternatives()
        if self.at < len(self.pattern):
            raise BadPattern("a `)` that nothing opens")
        return tree

    def _peek(self, count: int = 1) -> str:
        return self.pattern[self.at : self.at + count]

    def _take(self) -> str:
        if self.at >= len(self.pattern):
            raise BadPattern("it ends too early")
        self.at += 1
        return self.pattern[self.at - 1]

    def _alternatives(self) -> _Tree:
        found = [self._sequence()]
        while self._peek() == "|":
            self.at += 1
            found.append(self._sequence())
        return found

    def _sequence(self) -> list[tuple[_Tree, int, int | None]]:
        found: list[tuple[_Tree, int, int | None]] = []
        while self.at < len(self.pattern) and self._peek() not in "|)":
            atom = self._atom()
            least, most = self._times()
            if (least, most) != (1, 1) and isinstance(atom, str):
                raise BadPattern(f"nothing to repeat behind `{atom}`")
            found.append((atom, least, most))
        return found

    def _times(self) -> tuple[int, int | None]:
        times = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(self._peek())
        if times is not None:
            self.at += 1
        elif self._peek() == "{":
            times = self._counted()
        if times is None:
            return 1, 1
        if self._peek() == "?":  # the shortest match: a match all the same
            self.at += 1
        if self._peek() and self._peek() in "*+?":
            raise BadPattern(f"nothing to repeat before `{self._peek()}`")
        return times

    def _counted(self) -> tuple[int, int | None] | None:
        """`{2}`, `{2,}` or `{2,5}`; other braces are text."""
        closing = self.pattern.find("}", self.at)
        first, comma, second = self.pattern[self.at + 1 : max(closing, 0)].partition(",")
        if closing < 0 or not _is_number(first) or (second and not _is_number(second)):
            return None
        self.at = closing + 1
        least = int(first)
        most = None if comma and not second else int(second or first)
        if most is not None and most < least:
            raise BadPattern(f"`{{{first},{second}}}` counts downwards")
        return least, most

    def _atom(self) -> _Tree:
        character = self._take()
        if character in "^$":
            return character
        if character == "(":
            return self._group()
        if character == "[":
            return self._class()
        if character == ".":
            return _Set((_Piece(_LINE_ENDS, is_negated=True),))
        if character == "\\":
            return _Set((self._escape(in_class=False),))
        if character in "*+?":
            raise BadPattern(f"nothing to repeat before `{character}`")
        return _Set((_one(character),))

    def _group(self) -> _Tree:
        if self._peek() == "?":
            if self._peek(2) in ("?=", "?!") or self._peek(3) in ("?<=", "?<!"):
                raise _Unsupported
            if self._peek(2) == "?:":
                self.at += 2
            elif self._peek(2) == "?<" and ">" in self.pattern[self.at :]:
                self.at = self.pattern.index(">", self.at) + 1
            else:
                raise BadPattern(f"`({self._peek(2)}` is not known to JSON Schema (ECMA 262)")
        tree = self._alternatives()
        if self._peek() != ")":
            raise BadPattern("a `(` that nothing closes")
        self.at += 1
        return tree

    def _class(self) -> _Tree:
        is_negated = self._peek() == "^"
        self.at += is_negated
        pieces: list[_Piece] = []
        while self._peek() != "]":
            if self.at >= len(self.pattern):
                raise BadPattern("a `[` that nothing closes")
            first = self._member()
            if self._peek() == "-" and self._peek(2) not in ("-]", "-"):
                self.at += 1
                pieces.append(_range(first, self._member()))
            else:
                pieces.append(first)
        self.at += 1
        return _Set(tuple(pieces), is_negated)

    def _member(self) -> _Piece:
        character = self._take()
        return self._escape(in_class=True) if character == "\\" else _one(character)

    def _escape(self, *, in_class: bool) -> _Piece:
        letter = self._take()
        if letter.lower() in _NAMED:
            return _Piece(_NAMED[letter.lower()], is_negated=letter.isupper())
        if letter in "pP":
            return self._category(is_negated=letter == "P")
        if letter in _CONTROL:
            return _one(_CONTROL[letter])
        if letter in "xu":
            return _one(self._code(letter))
        if letter == "b" and in_class:
            return _one("\b")
        if letter in "bBk123456789":
            raise _Unsupported
        if letter == "c":
            return _one(chr(ord(self._take()) % 32))
        if letter.isalnum():
            raise BadPattern(f"`\\{letter}` is not known to JSON Schema (ECMA 262)")
        return _one(letter)

    def _code(self, letter: str) -> str:
        if letter == "u" and self._peek() == "{":
            closing = self.pattern.find("}", self.at)
            digits = self.pattern[self.at + 1 : max(closing, 0)]
            self.at = closing + 1
        else:
            digits = self._peek(2 if letter == "x" else 4)
            self.at += len(digits)
        try:
            return chr(int(digits, 16))
        except (ValueError, OverflowError) as error:
            raise BadPattern(f"`\\{letter}` without the digits of a character") from error

    def _category(self, *, is_negated: bool) -> _Piece:
        closing = self.pattern.find("}", self.at)
        name = self.pattern[self.at + 1 : max(closing, 0)]
        if self._peek() != "{" or not 1 <= len(name) <= 2:
            raise _Unsupported  # names of scripts and the like
        self.at = closing + 1
        return _Piece((), name, is_negated)


def _one(character: str) -> _Piece:
    return _Piece(((ord(character), ord(character)),))


def _range(first: _Piece, last: _Piece) -> _Piece:
    is_plain = all(len(each.ranges) == 1 and not each.is_negated for each in (first, last))
    if not is_plain or last.ranges[0][1] < first.ranges[0][0]:
        raise BadPattern("a range of characters that runs downwards")
    return _Piece(((first.ranges[0][0], last.ranges[0][1]),))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
