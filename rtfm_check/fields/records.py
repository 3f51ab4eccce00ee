"""The records of a file: the lines of a JSON Lines file, the elements of a list, or the document.

A file is streamed: what is held is a record, and the block of text that it lies in. A line that is
no record is told, and the others are read; a list that is no JSON is read up to there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rtfm_check import limits, streaming
from rtfm_check.fields._decoder import Decoder, NotRead, place_of_constant
from rtfm_check.fields._list import RecordList
from rtfm_check.fields._record import (
    INVALID,
    LIMIT,
    SPLIT,
    TOO_LONG,
    Bad,
    Record,
    behind,
    no_json,
    no_object,
)
from rtfm_check.file import File

__all__ = ["Bad", "Record", "is_lines", "records"]

_LINES = re.compile(r"\.(?:jsonl|ndjson|ldjson)(?:\.gz)?\Z", re.IGNORECASE)


def is_lines(path: str) -> bool:
    """Whether a file of this name has a record on each line."""
    return _LINES.search(path) is not None


def records(file: File) -> Iterator[Record | Bad]:
    """What a file holds, in its order. Raises Unreadable."""
    blocks = streaming.blocks(file)
    head = ""
    for block in blocks:
        head += block
        if block and not block.isspace():
            break
    kind = head.lstrip()[:1]
    if is_lines(file.path):
        yield from _lines_or(head, blocks, kind)
    elif kind == "[":
        yield from RecordList(head, blocks).records()
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
                more = _behind_record(stripped, behind(stripped, end))
                yield _bad_line(more, each, stripped, number, line)
                continue
            if decoder.constants:
                column = each.index(stripped[0]) + 1 + place_of_constant(stripped)
                yield no_json(decoder.constants, number, line, shown, column)
            if isinstance(value, dict):
                yield Record(value, number, line, line, size, shown)
            else:
                yield no_object(value, number, line, each.index(stripped[0]) + 1, shown)


def _lines_or(head: str, blocks: Iterator[str], kind: str) -> Iterator[Record | Bad]:
    """The records of JSON Lines; told once, and read all the same, where it is no such file."""
    text = head.lstrip()
    line = 1 + head.count("\n", 0, len(head) - len(text))
    first = text.partition("\n")[0]
    try:
        value, end = Decoder().value(text)
        items = value if kind == "[" and isinstance(value, list) else []
        is_list = bool(items) and all(isinstance(each, dict) for each in items)
    except NotRead as error:
        end, is_list = 0, kind == "[" and first.strip("[ \t\r") in ("", "{") and error.at > 0
        is_list = is_list or (kind == "[" and first.rstrip(" \t\r").endswith("},"))
    if is_list:
        said, help = "the file is one list, and no record a line", "write a record a line, or name"
        yield Bad(
            INVALID, said, f"{help} the file `.json`", 0, line, 1, first[: limits.EXCERPT_CHARS]
        )
        yield from RecordList(head, blocks).records()
    elif kind == "{" and end > len(first):
        said = "a record stands on several lines, and JSON Lines has one on each"
        help = "write each record on a line of its own"
        yield Bad(INVALID, said, help, 0, line, 1, first[: limits.EXCERPT_CHARS])
        yield from RecordList(head, blocks, is_open=True).records()
    else:
        yield from _lines(chain((head,), blocks))


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


def _behind_record(text: str, at: int) -> NotRead:
    """What stands behind the record of a line."""
    if text[at : at + 1] == "{":
        message, help = "a second record begins on the line", "begin a new line before it"
    elif text[at:] == ",":
        message, help = "a comma behind the record", "remove it"
    else:
        message, help = "something follows behind the record", "remove it"
    return NotRead(at, message, help, is_syntax=False)


def _bad_line(error: NotRead, line: str, stripped: str, number: int, place: int) -> Bad:
    shown = line[: limits.EXCERPT_CHARS]
    if len(stripped) > limits.RECORD_CHARS:
        return Bad(LIMIT, TOO_LONG, SPLIT, number, place, 1, shown)
    problem = error.explained(stripped)
    column = line.index(stripped[0]) + 1 + problem.at
    return Bad(INVALID, problem.message, problem.help, number, place, column, shown)


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
            yield Bad(LIMIT, TOO_LONG, SPLIT, 0, 1)
            return
    text = "".join(pieces)
    start = behind(text, 0)
    line = 1 + text.count("\n", 0, start)
    shown = text[start : start + limits.EXCERPT_CHARS].partition("\n")[0]
    decoder = Decoder()
    try:
        value, end = decoder.value(text, start)
        if behind(text, end) < len(text):
            raise _behind_record(text, behind(text, end))
    except NotRead as error:
        problem = error.explained(text)
        line = 1 + text.count("\n", 0, problem.at)
        begin = text.rfind("\n", 0, problem.at) + 1
        shown = text[begin : begin + limits.EXCERPT_CHARS].partition("\n")[0]
        column = problem.at - begin + 1
        yield Bad(INVALID, problem.message, problem.help, 0, line, column, shown)
        return
    if decoder.constants:
        at = start + place_of_constant(text[start:end])
        begin = text.rfind("\n", 0, at) + 1
        where = (
            1 + text.count("\n", 0, at),
            text[begin:].partition("\n")[0][: limits.EXCERPT_CHARS],
        )
        yield no_json(decoder.constants, 0, *where, at - begin + 1)
    if isinstance(value, dict):
        last = line + text.count("\n", start, end)
        yield Record(value, 0, line, last, end - start, shown)
    else:
        yield no_object(value, 0, line, 1, shown)
