"""Tables of the HTML report: the first rows as HTML, the others as data that its script shows.

A short table is HTML alone. A long one gets a search, pages, and columns to sort by; where scripts
do not run, its first rows are there all the same, and a line says how many are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rtfm_check.report._html_text import address, written
from rtfm_check.text.show import safe

PER_PAGE = 50  # as page/table.js has it
MOST_ROWS = 20_000
KINDS = {
    "added": "good",
    "removed": "error",
    "changed": "info",
    "moved": "plain",
    "error": "error",
    "warning": "warning",
    "info": "info",
}
Blocks = dict[str, Any]  # data for the script, by the name of what shows it
Cell = str | int


class Column(NamedTuple):
    """A column of a table."""

    title: str
    kind: str = "text"  # or head (it names the row), code, number, badge
    way: str = ""  # of a head: what shows more of it, as in `#neighbours=a.md`


class Table(NamedTuple):
    """A table, named by the element with an id."""

    id: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    what: str = "rows"  # that are in it, in the plural
    whole: str = ""  # where all rows are, if there are more than the report holds


def table(made: Table, blocks: Blocks) -> Iterator[str]:
    """The HTML of a table; the rows behind the first go to the data."""
    rows = made.rows[:MOST_ROWS]
    is_long = len(rows) > PER_PAGE
    yield f'<div class="table" data-table="{made.id}">' if is_long else '<div class="table">'
    yield f'<table aria-labelledby="{made.id}"><thead><tr>'
    for column in made.columns:
        kind = ' class="number"' if column.kind == "number" else ""
        yield f'<th scope="col"{kind}>{written(column.title)}</th>'
    yield "</tr></thead><tbody>"
    for row in rows[:PER_PAGE]:
        yield f"<tr>{''.join(map(_cell, made.columns, row))}</tr>"
    yield "</tbody></table></div>"
    if is_long:
        blocks.setdefault("tables", {})[made.id] = {
            "what": made.what,
            "columns": [list(column) for column in made.columns],
            "rows": [
                [safe(each) if isinstance(each, str) else each for each in row] for row in rows
            ],
        }
        left = f"{len(rows) - PER_PAGE:,} more {made.what} need JavaScript, which does not run."
        yield f"<noscript><p>{left}</p></noscript>"
    if cut := len(made.rows) - len(rows):
        where = f" {made.whole}" if made.whole else ""
        yield f'<p class="cut">{cut:,} more {written(made.what)} are not in this report.{where}</p>'


def _cell(column: Column, value: Cell) -> str:
    if column.kind == "number":
        shown = f"{value:,}" if isinstance(value, int) else written(value)
        return f'<td class="number">{shown}</td>'
    text = written(str(value))
    if column.kind == "head":
        way = f'<a href="{address(column.way, str(value))}">{text}</a>' if column.way else text
        return f'<th scope="row">{way}</th>'
    if column.kind == "code":
        return f"<td><code>{text}</code></td>" if text else "<td></td>"
    if column.kind == "badge":
        return f'<td><span class="badge {KINDS.get(str(value), "plain")}">{text}</span></td>'
    return f"<td>{text}</td>"
