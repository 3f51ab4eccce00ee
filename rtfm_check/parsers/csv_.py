"""CSV and TSV: an overview of the columns, then the rows, each value with the name of its column.

The dialect is judged by the first rows, the types of the columns by the first 50. The first row
with anything in it is the header, unless it is a title with a header below; then its text stands
in the overview. A chunk of rows has `columns: a, b` as its first line and the
numbers of its rows as pages. Edges: none.

The file is streamed, so that a million rows take no more memory than a thousand. The number of
rows is known at its end only: the chunks of a table of up to HELD_CHARS wait for it, those of a
larger one do not, and its overview, whose id is still the first, comes last.

Limits: a line of more than 8 Mi characters is cut to rows; a row that goes over several lines has
1 Mi characters; `columns:` shows 2,000 characters, and a value 200 of the name of its column, all
of which are in the overview. Cells that are missing are written as empty (`b=`) up to a million
characters in a file, and in no row of more than 4,000. 100,000 columns have types, and their names
in the rows; a cell of others is `colN` there.

Differences from RTFM 0.55.1: the overview has the number of rows. A row of more than 4,000
characters is cut, each part with the header and the name of the column. A blank line before the
header, a cell of more than 131,072 characters, and a byte order mark lose nothing. A quote that is
never closed, or closed in the middle of a cell of a later line, is taken as it stands, and the
rows behind it are rows. Excel's `sep=;` is no header. Where quotes in cells are written `\\"`, they
are quotes. UTF-16 is read, and the character sets of Windows and others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._csv_above import rows_above
from rtfm_check.parsers._csv_dialect import Dialect, dialect_of
from rtfm_check.parsers._csv_rows import LINE_CHARS, Odd, Rows
from rtfm_check.parsers._csv_table import COLUMNS, Table
from rtfm_check.streaming import blocks
from rtfm_check.text.wording import plural

HELD_CHARS = 4 * 1024 * 1024
_SNIFFED = 8192  # characters
_DECLARED = re.compile(r'"?sep=([^"\n])"?[^\S\n]*\n', re.IGNORECASE)


def parse(file: File) -> Iterator[Item]:
    """The overview and the rows."""
    yield About(title=file.file_name)
    pieces = blocks(file)
    head = next(pieces, "")
    declared = _DECLARED.match(head)
    above = 0
    if declared:
        head = head[declared.end() :]
        dialect = Dialect(declared[1])
    else:
        sample = _sample(head)
        dialect = dialect_of(sample, file.suffix)
        above = rows_above(sample, dialect)
    rows = Rows(chain((head,), pieces), dialect, 2 if declared else 1)
    cells = iter(rows)
    titles = [declared[0].strip()] if declared else []
    header: list[str] = []
    while not _is_header(header):
        found = next(cells, None)
        if found is None:
            return
        header = found
    if not declared and rows.line > 1:
        yield Problem(
            "rtfm-loses-document",
            "the first line is blank",
            "begin the file with the names of the columns",
            "RTFM takes it for the header, and indexes nothing of the file",
            line=1,
        )
    elif above:
        yield Problem(
            "document-syntax",
            f"the names of the columns stand below {plural(above, 'other line')}",
            "begin the file with the names of the columns",
            "RTFM takes the first line for the header",
            line=1,
        )
    for _ in range(above):
        titles += filter(None, map(str.strip, header))
        header = next(cells, header)
    table = Table(file.file_name, header, titles)
    yield from _in_order(table, table.rows(rows, cells))
    yield from _problems(table, rows)


def _sample(head: str) -> str:
    """What the dialect is judged by: whole lines, if there is one."""
    start = len(head) - len(head.lstrip("\n"))
    sample = head[start : start + _SNIFFED]
    end = sample.rfind("\n")
    return sample[:end] if end > 0 and len(sample) == _SNIFFED else sample


def _is_header(cells: list[str]) -> bool:
    return len(cells) > 1 or bool(cells and cells[0].strip())


def _in_order(table: Table, drafts: Iterator[Draft]) -> Iterator[Draft]:
    """The overview first, if its count of rows is known before too much is held back."""
    held: list[Draft] = []
    size = 0
    for draft in drafts:
        held.append(draft)
        size += len(draft.text)
        if size > HELD_CHARS:
            break
    else:
        yield from table.overview()
        yield from held
        return
    first = len(table.overview()) + 1
    for ordinal, draft in enumerate(chain(held, drafts), first):
        yield draft._replace(number=ordinal, ordinal=ordinal)
    for ordinal, draft in enumerate(table.overview(), 1):
        yield draft._replace(number=ordinal, ordinal=ordinal)


def _problems(table: Table, rows: Rows) -> Iterator[Problem]:
    if table.long_cells.count:
        yield _first(
            table.long_cells,
            "rtfm-loses-document",
            f"a cell of {table.long_cells.size:,} characters",
            "keep long texts in files of their own",
            "RTFM fails at cells of more than 131,072 characters, and indexes nothing of the file",
        )
    if rows.open_quotes.count:
        yield _first(
            rows.open_quotes,
            "document-syntax",
            "the quote that opens this cell is not closed",
            "close it at the end of the cell, and write a quote inside of it twice",
            "RTFM takes what follows, up to the next quote, for one cell",
        )
    if table.wide_rows.count:
        yield _first(
            table.wide_rows,
            "document-syntax",
            f"the row has {table.wide_rows.size:,} cells, and the header {len(table.columns):,}",
            "give every column a name, and quote cells that hold the delimiter",
            "the cells without a name are `colN` here, as in RTFM",
        )
    if rows.long_lines.count:
        yield _first(
            rows.long_lines,
            "limit-reached",
            f"the line has more than {LINE_CHARS:,} characters",
            "keep long texts in files of their own",
            "it was cut to rows of that length",
        )
    if len(table.columns) > COLUMNS:
        yield Problem(
            "limit-reached",
            f"the table has {len(table.columns):,} columns",
            note=f"the cells from column {COLUMNS:,} on are `colN` in the rows",
            line=1,
        )


def _first(odd: Odd, rule: str, message: str, help: str, note: str) -> Problem:
    if odd.count > 1:
        message += f"; the same {plural(odd.count - 1, 'more time')}"
    return Problem(rule, message, help, note, line=odd.line, column=odd.column)
