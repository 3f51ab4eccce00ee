"""What stands above the names of the columns: a title, a date, blank lines, as in reports."""

from __future__ import annotations

from rtfm_check.parsers._csv_dialect import Dialect

_MOST = 20  # rows
_MOST_CHARS = 1000


def rows_above(sample: str, dialect: Dialect) -> int:
    """How many rows of a table, which begins with `sample`, are above its header; mostly none.

    Each of them has one cell with text at most. The header has several, none of which is a number
    or there twice, and all rows below it are as wide. Blank cells above it, or a column of numbers
    below it, show that it is the header indeed.
    """
    rows = dialect.rows([line + "\n" for line in sample.split("\n")])
    filled = [sum(map(bool, map(str.strip, row))) for row in rows]
    at = next((number for number, count in enumerate(filled) if count > 1), 0)
    if not 0 < at <= _MOST or 1 not in filled[:at]:
        return 0
    if sum(len(cell) for row in rows[:at] for cell in row) > _MOST_CHARS:
        return 0
    header, below = rows[at], [row for row in rows[at + 1 :] if row]
    names = {cell.strip().casefold() for cell in header}
    if len(names) < len(header) or any(map(_is_number, names)):
        return 0
    if not below or any(len(row) != len(header) for row in below):
        return 0
    is_apart = any(len(row) != 1 for row in rows[:at])
    has_numbers = any(all(map(_is_number, column)) for column in zip(*below, strict=True))
    return at if is_apart or has_numbers else 0


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return False
    return True
