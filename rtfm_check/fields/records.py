"""The records of a file: the lines of a JSON Lines file, the elements of a list, or the document.

A file is streamed: what is held is a record, and the block of text that it lies in. A line that is
no record is told, and the others are read; a list that is no JSON is read up to there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rtfm_check import limits, streaming
from rtfm_check.fields._decoder import Decoder, NotRead
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
                more = NotRead(behind(stripped, end), "something follows behind the record")
                yield _bad_line(more, each, stripped, number, line)
                continue
            if decoder.constants:
                yield no_json(decoder.constants, number, line, shown)
            if isinstance(value, dict):
                yield Record(value, number, line, line, size, shown)
            else:
                yield no_object(value, number, line, each.index(stripped[0]) + 1, shown)


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
            raise NotRead(behind(text, end), "something follows behind the record")
    except NotRead as error:
        problem = error.explained(text)
        line = 1 + text.count("\n", 0, problem.at)
        begin = text.rfind("\n", 0, problem.at) + 1
        shown = text[begin : begin + limits.EXCERPT_CHARS].partition("\n")[0]
        column = problem.at - begin + 1
        yield Bad(INVALID, problem.message, problem.help, 0, line, column, shown)
        return
    if decoder.constants:
        yield no_json(decoder.constants, 0, line, shown)
    if isinstance(value, dict):
        last = line + text.count("\n", start, end)
        yield Record(value, 0, line, last, end - start, shown)
    else:
        yield no_object(value, 0, line, 1, shown)
