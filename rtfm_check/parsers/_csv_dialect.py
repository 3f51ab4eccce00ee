"""Which delimiter and which quote a table is written with, judged by its first rows."""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import islice
from typing import Any, NamedTuple

DELIMITERS = ",;\t|"  # where two fit as well, the first
_ROWS = 50  # that are looked at
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Dialect(NamedTuple):
    """How the cells of a row are told apart."""

    delimiter: str = ","
    quote: str = '"'
    skips_blanks: bool = False  # behind a delimiter
    has_escapes: bool = False  # a quote in a cell is written `\"`, not `""`

    @property
    def options(self) -> dict[str, Any]:
        """The same for `csv.reader`."""
        return {
            "delimiter": self.delimiter,
            "quotechar": self.quote,
            "skipinitialspace": self.skips_blanks,
        }

    def doubled(self, text: str) -> str:
        """A text with its quotes in cells written twice, which is as long."""
        if not self.has_escapes or f"\\{self.quote}" not in text:
            return text
        twice = 2 * self.quote
        return _ESCAPED.sub(lambda found: twice if found[1] == self.quote else found[0], text)

    def rows(self, lines: list[str]) -> list[list[str]]:
        """The rows that some lines make, read as Python's csv does."""
        return list(islice(csv.reader(lines, **self.options), _ROWS))


def dialect_of(sample: str, suffix: str) -> Dialect:
    """The dialect of a table that begins with `sample`.

    The delimiter that cuts the most rows into the same number of cells, two or more. A file in
    which none does so has the delimiter of its suffix.
    """
    usual = "\t" if suffix == ".tsv" else ","
    order = usual + DELIMITERS.replace(usual, "")
    lines = [line + "\n" for line in sample.split("\n")]
    quotes = "'\"" if "'" in sample and '"' not in sample else '"'
    best = Dialect(usual)
    best_score = (0.0, False, 0)
    for delimiter in (each for each in order if each in sample):
        for quote in quotes:
            skips = any(f"{delimiter} {mark}" in sample for mark in quotes)
            dialect = Dialect(delimiter, quote, skips or _is_spaced(lines, delimiter))
            score = _score(dialect, lines)
            if score > best_score:
                best, best_score = dialect, score
    return _with_escapes(best, lines)


def _with_escapes(dialect: Dialect, lines: list[str]) -> Dialect:
    """The dialect with escapes, if the rows are right with them, and are not without.

    A cell `"C:\\"` ends with a backslash where quotes are written twice.
    """
    escaped = dialect._replace(has_escapes=True)
    doubled = [escaped.doubled(line) for line in lines]
    if doubled == lines or not _is_strict(dialect, doubled):
        return dialect
    if _is_strict(dialect, lines) and _score(dialect, lines) >= _score(dialect, doubled):
        return dialect
    return escaped


def _is_strict(dialect: Dialect, lines: list[str]) -> bool:
    """Whether nothing but a delimiter or a line end stands behind a quote that closes a cell."""
    try:
        for _ in islice(csv.reader(lines, strict=True, **dialect.options), _ROWS):
            pass
    except csv.Error as error:
        return "end of data" in str(error)  # the sample is cut
    return True


def _is_spaced(lines: list[str], delimiter: str) -> bool:
    """Whether a blank stands behind every delimiter of the first line."""
    first = next((line for line in lines if not line.isspace()), "")
    return 0 < first.count(delimiter) == first.count(delimiter + " ")


def _score(dialect: Dialect, lines: list[str]) -> tuple[float, bool, int]:
    """How well it fits: the share of rows of the usual width, whether the first has it, it."""
    rows = [row for row in dialect.rows(lines) if row]
    widths = Counter(map(len, rows))
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
    if width < 2 or (dialect.quote == "'" and not _is_quoted(dialect, lines)):
        return (0.0, False, 0)
    return (round(count / len(rows), 1), len(rows[0]) == width, width)


def _is_quoted(dialect: Dialect, lines: list[str]) -> bool:
    """Whether apostrophes stand around whole cells, and nowhere else at their edges."""
    plain = Dialect(dialect.delimiter).rows(lines)
    opened = closed = 0
    for cell in (cell for row in plain for cell in row):
        opened += cell.startswith("'")
        closed += len(cell) > 1 and cell.endswith("'")
    return 0 < opened == closed
