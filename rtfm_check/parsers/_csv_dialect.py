"""Which delimiter and which quote a table is written with, judged by its first rows."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice
from typing import Any, NamedTuple

DELIMITERS = ",;\t|"  # where two fit as well, the first
_ROWS = 50  # that are looked at


class Dialect(NamedTuple):
    """How the cells of a row are told apart."""

    delimiter: str = ","
    quote: str = '"'
    skips_blanks: bool = False  # behind a delimiter

    @property
    def options(self) -> dict[str, Any]:
        """The same for `csv.reader`."""
        return {
            "delimiter": self.delimiter,
            "quotechar": self.quote,
            "skipinitialspace": self.skips_blanks,
        }

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
    return best


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
