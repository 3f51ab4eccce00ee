"""Rows of tables as RTFM writes them: `name=value` joined by ` | `, under a line that names them.

A chunk takes rows up to 4,000 characters, the line on top not counted. RTFM leaves a longer row
whole, however long it is; here one of more than 8,000 is cut, or of what a parser says. Blanks
stand for the line ends in a value. Nothing else is escaped: a ` | ` or `=` in a value is written
as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rtfm_check.chunking import Budget, split

BUDGET = Budget(4000, 400, 8000)
_HEAD = 2000  # characters of the line on top, which every chunk repeats
_NAME = 200  # characters of a column's name, which every row repeats
_BREAKS = str.maketrans("\r\n", "  ")


class Rows(NamedTuple):
    """What one chunk holds."""

    text: str
    first: int  # row, 1-based
    last: int


def one_line(text: str) -> str:
    """A value with blanks for its line ends."""
    return text.translate(_BREAKS) if "\n" in text or "\r" in text else text


def head(start: str, names: Iterable[str]) -> str:
    """The line on top of each chunk; names that would make it too long are left out of it."""
    line = f"{start}columns: {', '.join(one_line(name) for name in names)}"
    return line if len(line) <= _HEAD else line[: _HEAD - 1] + "…"


def template(names: Sequence[str]) -> str:
    """A row as a format for `%`, to be filled with a tuple of its values."""
    return " | ".join(f"{one_line(name)[:_NAME].replace('%', '%%')}=%s" for name in names)


def packed(
    lines: Iterable[str], top: str, most: int = BUDGET.most, spare: int = BUDGET.least
) -> Iterator[Rows]:
    """The chunks of the lines that rows were made to, one line a row.

    A line of more than `most` is cut, unless what is left would be no more than `spare`.
    """
    held: list[str] = []
    size = 0
    first = last = 1
    for last, line in enumerate(lines, 1):
        length = len(line) + 1
        if held and size + length > BUDGET.target:
            yield Rows("\n".join([top, *held]), first, last - 1)
            held, size, first = [], 0, last
        if length > most + 1:
            for start, end in split(line, most, spare):
                yield Rows(f"{top}\n{line[start:end]}", last, last)
            first = last + 1
            continue
        held.append(line)
        size += length
    if held:
        yield Rows("\n".join([top, *held]), first, last)
