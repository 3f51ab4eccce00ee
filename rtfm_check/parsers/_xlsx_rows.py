"""Rows of a sheet as lines: the first one names the columns, the first fifty say what they hold."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from rtfm_check.parsers._table import one_line, template
from rtfm_check.parsers._xlsx_sheet import Cell, Row
from rtfm_check.parsers._xlsx_text import unescaped
from rtfm_check.parsers._xlsx_values import (
    column_of,
    of_date,
    of_iso_date,
    of_number,
)

_SAMPLE = 50  # rows that types are taken from
_SHOWN = 256  # columns of a sheet that are all shown, with a value or without
_SPARE = 100_000  # values that may be empty, and four times as many as are not
_NAME = 200  # characters of a name in a row
_TYPES = ("text", "datetime", "float", "int", "bool")  # the first one that a column has is its own


class Line(NamedTuple):
    """The cells of a row that are not empty."""

    number: int
    columns: list[int]
    texts: list[str]
    types: list[str]


class Seen(NamedTuple):
    """Something that is to be told of some cells."""

    cells: int
    first: str  # the cell
    text: str


class _Columns(dict[str, int]):
    """Columns by their letters."""

    def __missing__(self, letters: str) -> int:
        column = self[letters] = column_of(letters)
        return column


class Values:
    """Makes texts of cells; knows what was wrong with them."""

    def __init__(self, texts: list[str], formats: dict[str, int], *, from_1904: bool) -> None:
        self.seen: dict[str, Seen] = {}
        self._texts = texts
        self._formats = formats
        self._from_1904 = from_1904
        self._columns = _Columns()
        self._dates: dict[tuple[str, int], tuple[str, str]] = {}

    def of(self, row: Row) -> Line:
        """The texts of a row."""
        line = Line(row.number, [], [], [])
        _, columns, made, types = line
        texts, formats, known = self._texts, self._formats, self._columns
        column = -1
        for cell in row.cells:
            letters, style, kind, formula, value, inline = cell
            column = known[letters] if letters else column + 1
            if kind == "s":
                if value.isdecimal() and len(value) < 10 and int(value) < len(texts):
                    text, of_type = texts[int(value)], "text"
                elif value:
                    self._see("index", row, cell, value)
                    continue
                else:
                    continue
            elif not kind or kind == "n":
                if style in formats and value:
                    text, of_type = self._date(value, formats[style])
                elif value.isdecimal() and value[0] != "0":
                    text, of_type = value, "int"
                elif value:
                    text, of_type = of_number(value)
                elif inline:
                    text, of_type = one_line(unescaped(inline)), "text"
                else:
                    if formula:
                        self._see("formula", row, cell, "")
                    continue
                if not of_type:
                    of_type = "text"
                    self._see("number", row, cell, value)
            elif kind == "inlineStr":
                text, of_type = one_line(unescaped(inline or value)), "text"
            else:
                text, of_type = self._other(row, cell)
            if text:
                columns.append(column)
                made.append(text)
                types.append(of_type)
        return line

    def _date(self, value: str, format: int) -> tuple[str, str]:
        made = self._dates.get((value, format))
        if made is None:
            made = of_date(value, format, from_1904=self._from_1904)
            if len(self._dates) < 10_000:
                self._dates[value, format] = made
        return made

    def _other(self, row: Row, cell: Cell) -> tuple[str, str]:
        _, _, kind, formula, value, inline = cell
        if kind == "b":
            return ("True" if value.strip() in ("1", "true") else "False") if value else "", "bool"
        if kind == "d":
            return of_iso_date(value)
        if formula and not value and kind != "str":
            self._see("formula", row, cell, "")
        return one_line(unescaped(value or inline)), "text"

    def _see(self, what: str, row: Row, cell: Cell, text: str) -> None:
        seen = self.seen.get(what)
        first = f"{cell[0]}{row.number}"
        self.seen[what] = (
            Seen(1, first, text) if seen is None else seen._replace(cells=seen.cells + 1)
        )


class Table:
    """The lines of a sheet, and which rows of the sheet they are."""

    def __init__(self, rows: Iterator[Row], values: Values) -> None:
        self.numbers = array("L")  # of the rows that lines were made of
        self._lines = (line for line in map(values.of, rows) if line.texts)
        header = next(self._lines, Line(0, [], [], []))
        self._header = header.number
        self._first = list(islice(self._lines, _SAMPLE))
        used = {*header.columns, *(column for line in self._first for column in line.columns)}
        width = max(used, default=-1) + 1
        self._columns = list(range(width)) if width <= 2 * len(used) + _SHOWN else sorted(used)
        named = dict(zip(header.columns, header.texts, strict=True))
        self.names = [named.get(column, f"col{column + 1}") for column in self._columns]
        self._spare = _SPARE

    def types(self) -> list[str]:
        """The types of the columns."""
        found: dict[int, set[str]] = {}
        for line in self._first:
            for column, of_type in zip(line.columns, line.types, strict=True):
                found.setdefault(column, set()).add(of_type)
        return [
            next((each for each in _TYPES if each in found.get(column, ())), "empty")
            for column in self._columns
        ]

    def lines(self) -> Iterator[str]:
        """The rows under the first, each in a line; blank ones are left out."""
        layout, shown, header = template(self.names), self._columns, self._header
        places = {column: place for place, column in enumerate(shown)}
        for number, columns, texts, _ in chain(self._first, self._lines):
            self.numbers.append(number - header)
            if columns == shown:
                yield layout % tuple(texts)
            elif self._may_fill(len(columns)):
                yield _filled(layout, places, columns, texts)
            else:
                names = (self._name(places, column) for column in columns)
                yield " | ".join(f"{name}={text}" for name, text in zip(names, texts, strict=True))

    def _may_fill(self, count: int) -> bool:
        """Whether a row of so many values is shown with those that it has not."""
        spare = self._spare + 5 * count - len(self._columns)
        if spare >= 0:
            self._spare = spare
        return spare >= 0

    def _name(self, places: dict[int, int], column: int) -> str:
        place = places.get(column)
        return f"col{column + 1}" if place is None else one_line(self.names[place])[:_NAME]


def _filled(layout: str, places: dict[int, int], columns: list[int], texts: list[str]) -> str:
    """A row with all columns, and with those that the first rows do not have."""
    values = [""] * len(places)
    more = []
    for column, text in zip(columns, texts, strict=True):
        place = places.get(column)
        if place is None:
            more.append(f" | col{column + 1}={text}")
        else:
            values[place] = text
    return "".join((layout % tuple(values), *more))
