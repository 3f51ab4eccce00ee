"""The records of a file: the lines of a JSON Lines file, the elements of a list, or the document.

A file is streamed: what is held is a record, and the block of text that it lies in. A line that is
no record is told, and the others are read; a list that is no JSON is read up to there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from rtfm_check import limits, streaming
from rtfm_check.fields._decoder import Decoder, NotRead
from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.show import a_kind_of, quote

_LINES = re.compile(r"\.(?:jsonl|ndjson|ldjson)(?:\.gz)?\Z", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\r]*")
_INVALID, _LIMIT = "record-invalid-json", "record-too-large"
_TOO_LONG = f"the record has more than {limits.RECORD_CHARS:,} characters"
_SPLIT = "split it into several records"
_CUT = 32  # characters before the end of what is in sight in which an error may come from it


class Record(NamedTuple):
    """An object of a file."""

    value: dict[str, JsonValue]
    number: int  # among the records and what should be one, from 1; 0: it is the whole file
    line: int  # that it begins in, from 1
    end_line: int
    size: int  # characters
    shown: str  # its first line, or the start of it


class Bad(NamedTuple):
    """Something in the place of a record."""

    rule: str
    message: str
    help: str
    number: int
    line: int
    column: int = 1
    shown: str = ""  # the line, or a part of it
    note: str = ""


def is_lines(path: str) -> bool:
    """Whether a file of this name has a record on each line."""
    return _LINES.search(path) is not None


def records(file: File) -> Iterator[Record | Bad]:
    """What a file holds, in its order. Raises Unreadable."""
    blocks = streaming.blocks(file)
    if is_lines(file.path):
        yield from _lines(blocks)
        return
    head = ""
    for block in blocks:
        head += block
        if block and not block.isspace():
            break
    kind = head.lstrip()[:1]
    if kind == "[":
        yield from _List(head, blocks).records()
    elif kind and _has_lines(head):
        yield from _lines(chain((head,), blocks))
    elif kind:
        yield from _document(head, blocks)


# -- a line, a record ----------------------------------------


def _lines(blocks: Iterator[str]) -> Iterator[Record | Bad]:
    decoder = Decoder()
    line = number = 0
    for text in _whole_lines(blocks):
        for each in text.split("\n"):
            line += 1
            stripped = each.strip(" \t\r")
            if not stripped:
                continue
            number += 1
            try:
                value, end = decoder.value(stripped)
            except NotRead as error:
                yield _bad_line(error, each, stripped, number, line)
                continue
            size, shown = len(stripped), each[: limits.EXCERPT_CHARS]
            if end < size or size > limits.RECORD_CHARS:
                more = NotRead(_behind(stripped, end), "something follows behind the record")
                yield _bad_line(more, each, stripped, number, line)
                continue
            if decoder.constants:
                yield _no_json(decoder, number, line, shown)
            if isinstance(value, dict):
                yield Record(value, number, line, line, size, shown)
            else:
                yield _no_object(value, number, line, each.index(stripped[0]) + 1, shown)


def _whole_lines(blocks: Iterator[str]) -> Iterator[str]:
    """The text, cut at line ends, which are left out; a line that is too long is cut off."""
    held: list[str] = []
    size = 0
    for block in blocks:
        cut = block.rfind("\n")
        if cut >= 0:
            yield "".join((*held, block[:cut]))
            held, size = [], 0
        rest = block[cut + 1 :]
        if rest and size <= limits.RECORD_CHARS:
            held.append(rest)
            size += len(rest)
    if size:
        yield "".join(held)


def _bad_line(error: NotRead, line: str, stripped: str, number: int, place: int) -> Bad:
    shown = line[: limits.EXCERPT_CHARS]
    if len(stripped) > limits.RECORD_CHARS:
        return Bad(_LIMIT, _TOO_LONG, _SPLIT, number, place, 1, shown)
    problem = error.explained(stripped)
    column = line.index(stripped[0]) + 1 + problem.at
    return Bad(_INVALID, problem.message, problem.help, number, place, column, shown)


def _behind(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


# -- a list of records ----------------------------------------


class _List:
    """The elements of a list, of which a part is in sight."""

    def __init__(self, head: str, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = head
        self._at = head.index("[") + 1
        self._line = 1 + head.count("\n", 0, self._at)
        self._decoder = Decoder()
        self._is_all = False
        self._cut = 0  # characters of the first line in sight that are forgotten

    def records(self) -> Iterator[Record | Bad]:
        """The records; the last one is bad where the list is no JSON from there on."""
        number = 0
        try:
            while self._peek() != "]" or number:
                if number and self._separator() == "]":
                    break
                number += 1
                yield from self._element(number)
            self._at += 1
            if self._peek():
                raise NotRead(self._at, "something follows behind the list")
        except NotRead as error:
            shown = self._shown(error.at)
            column = self._column(error.at)
            line = self._line + self._text.count("\n", self._at, error.at)
            note = "nothing behind it was read"
            message = error.message
            yield Bad(_INVALID, message, error.help, number, line, column, shown, note)

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
            yield Bad(_INVALID, error.message, "", number, start_line, column, shown)
            return
        size = end - self._at
        self._go(end)
        if self._decoder.constants:
            yield _no_json(self._decoder, number, start_line, shown)
        if isinstance(value, dict):
            yield Record(value, number, start_line, self._line, size, shown)
        else:
            yield _no_object(value, number, start_line, column, shown)

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
                    raise NotRead(self._at, _TOO_LONG, help=_SPLIT) from error
                self._more(in_sight)
            else:
                if end < len(self._text) or self._is_all:
                    return value, end
                self._more(1)  # a number may go on

    def _peek(self) -> str:
        """The next character that is no white space; "" at the end."""
        while True:
            self._go(_behind(self._text, self._at))
            if self._at < len(self._text):
                return self._text[self._at]
            if self._is_all:
                return ""
            self._more(1)

    def _go(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _more(self, size: int) -> None:
        """Bring at least that many characters more into sight, and forget what was read."""
        self._cut = self._column(self._at) - 1
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
        start = self._text.rfind("\n", 0, at)
        return at - start if start >= 0 else at + 1 + self._cut

    def _shown(self, at: int) -> str:
        return self._text[at : at + limits.EXCERPT_CHARS].partition("\n")[0]


# -- one document, a record ----------------------------------------


def _has_lines(head: str) -> bool:
    """Whether a text begins with a record on a line of its own, and another one follows."""
    first, _, rest = head.lstrip().partition("\n")
    if not rest.lstrip().startswith("{"):
        return False
    try:
        return Decoder().value(first)[1] >= len(first.rstrip())
    except NotRead:
        return False


def _document(head: str, blocks: Iterator[str]) -> Iterator[Record | Bad]:
    pieces, size = [head], len(head)
    for block in blocks:
        pieces.append(block)
        size += len(block)
        if size > limits.FIXTURE_BYTES:
            yield Bad(_LIMIT, _TOO_LONG, _SPLIT, 0, 1)
            return
    text = "".join(pieces)
    start = _behind(text, 0)
    line = 1 + text.count("\n", 0, start)
    shown = text[start : start + limits.EXCERPT_CHARS].partition("\n")[0]
    decoder = Decoder()
    try:
        value, end = decoder.value(text, start)
        if _behind(text, end) < len(text):
            raise NotRead(_behind(text, end), "something follows behind the record")
    except NotRead as error:
        problem = error.explained(text)
        line = 1 + text.count("\n", 0, problem.at)
        begin = text.rfind("\n", 0, problem.at) + 1
        shown = text[begin : begin + limits.EXCERPT_CHARS].partition("\n")[0]
        column = problem.at - begin + 1
        yield Bad(_INVALID, problem.message, problem.help, 0, line, column, shown)
        return
    if decoder.constants:
        yield _no_json(decoder, 0, line, shown)
    if isinstance(value, dict):
        last = line + text.count("\n", start, end)
        yield Record(value, 0, line, last, end - start, shown)
    else:
        yield _no_object(value, 0, line, 1, shown)


# -- what is wrong ----------------------------------------


def _no_json(decoder: Decoder, number: int, line: int, shown: str) -> Bad:
    message = f"{quote(decoder.constants[0])} is not JSON"
    return Bad(_INVALID, message, "write null", number, line, 1, shown, "it was read as null")


def _no_object(value: JsonValue, number: int, line: int, column: int, shown: str) -> Bad:
    return Bad(
        "record-not-an-object",
        f"a record is an object, and this is {a_kind_of(value)}",
        "write `{...}`, or leave it out",
        number,
        line,
        column,
        shown,
    )
