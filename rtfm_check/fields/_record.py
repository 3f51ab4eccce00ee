"""A record, and what stands in the place of one."""

from __future__ import annotations

import re
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.model import JsonValue
from rtfm_check.text.show import a_kind_of, quote

INVALID, LIMIT = "record-invalid-json", "record-too-large"
TOO_LONG = f"the record has more than {limits.RECORD_CHARS:,} characters"
SPLIT = "split it into several records"
_SPACE = re.compile(r"[ \t\n\r]*")


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


def no_json(words: list[str], number: int, line: int, shown: str, column: int = 1) -> Bad:
    """NaN or Infinity in a record."""
    message = f"{quote(words[0])} is not JSON"
    return Bad(INVALID, message, "write null", number, line, column, shown, "it was read as null")


def no_object(value: JsonValue, number: int, line: int, column: int, shown: str) -> Bad:
    """A value that has no fields."""
    return Bad(
        "record-not-an-object",
        f"a record is an object, and this is {a_kind_of(value)}",
        "write `{...}`, or leave it out",
        number,
        line,
        column,
        shown,
    )


def behind(text: str, at: int) -> int:
    """The offset behind white space."""
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()
