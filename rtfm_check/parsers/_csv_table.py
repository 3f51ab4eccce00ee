"""The chunks of a table: what its columns are, and each value with the name of its column."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from rtfm_check.chunking import Block, Budget, join, pack, split
from rtfm_check.parsers._contract import Draft
from rtfm_check.parsers._csv_rows import Odd, Rows
from rtfm_check.parsers._table import head

_ROW_CHARS = 4000  # of the rows in a chunk, the header not counted; a longer row is cut
_REST_CHARS = 400  # of a long row: what is shorter joins the part before or behind it
_OVERVIEW = Budget(8000, 200, 8000)
_NAME_CHARS = 200  # of the name of a column before a value
_EMPTY_CHARS = 1024 * 1024
_TYPED = 50  # rows that the types are judged by
_KIND_CHARS = 64  # of a cell that its type is judged by
_RTFM_CELL_CHARS = 131_072  # csv's own limit
COLUMNS = 100_000  # that have types, and names in the rows
_BOOL, _INT, _FLOAT, _TEXT = 1, 2, 4, 8
_BOOLEANS = frozenset({"true", "false"})


class Table:
    """A table while its rows are read."""

    def __init__(self, name: str, columns: list[str], above: list[str]) -> None:
        self.columns = columns
        self.wide_rows = Odd()  # with more cells than the header; the size is in cells
        self.long_cells = Odd()  # that RTFM fails at
        self._name = name
        self._above = above  # what stands above the columns: the delimiter, a title
        self._count = 0  # rows so far
        self._names = [_shortened(each) for each in columns[:COLUMNS]]
        self._kinds = bytearray(len(self._names))  # bits that stand for the types met
        self._parts = [""] * (
            2 * len(self._names)
        )  # name, value, name, value; of one row at a time
        self._parts[::2] = [f" | {each}=" for each in self._names]
        self._parts[0] = f"{self._names[0]}="
        self._ends = [0, *accumulate(map(len, self._parts[::2]))]
        self._spare = _EMPTY_CHARS  # for the names of cells that are missing
        self._columns_of_overview: list[str] = []
        self._header = head("", columns) + "\n"

    def overview(self) -> list[Draft]:
        """What the table is. As many drafts whenever it is asked for."""
        if not self._columns_of_overview:
            groups = pack(self._column_lines(), _OVERVIEW)
            self._columns_of_overview = [join(group).text for group in groups]
        drafts = [
            Draft(f"overview (part {part})", text, pages=(0, 0))
            for part, text in enumerate(self._columns_of_overview, 1)
        ]
        head = f"# Tabular file: {self._name}\n\n- {len(self.columns)} columns\n"
        head += f"- {self._count} rows\n"
        head += "".join(f"- `{each}`\n" for each in self._above)
        first = drafts[0]._replace(text=f"{head}\n## Columns\n{drafts[0].text}")
        return [first._replace(title="overview") if len(drafts) == 1 else first, *drafts[1:]]

    def rows(self, rows: Rows, cells: Iterator[list[str]]) -> Iterator[Draft]:
        """The chunks of the rows, of which `cells` are the cells."""
        parts, joined = self._parts, "".join
        lines: list[str] = []
        size = count = 0
        for row in cells:
            count += 1
            if count <= _TYPED:
                self._learn(row)
            try:
                parts[1::2] = row
                line = joined(parts)
            except ValueError:  # as many cells as the header has, it says, and no others
                line = self._ragged(row, rows)
            size += len(line) + 1
            if size > _ROW_CHARS and lines:
                yield self._chunk(lines, count - 1)
                lines = []
                size = len(line) + 1
            if len(line) <= _ROW_CHARS:
                lines.append(line)
                continue
            self._note_long(row, rows.line)
            yield from self._long(row, count)
            size = 0
        if lines:
            yield self._chunk(lines, count)
        self._count = count

    def _column_lines(self) -> Iterator[Block]:
        """The columns with their types, as far as the rows show them."""
        for column, kinds in zip(self.columns, self._kinds, strict=False):
            yield Block(f"- `{column}` *({_type(kinds)})*")
        for column in self.columns[COLUMNS:]:
            yield Block(f"- `{column}`")

    def _learn(self, row: list[str]) -> None:
        kinds = self._kinds
        for index, cell in enumerate(row[: len(kinds)]):
            if cell and kinds[index] < _TEXT:
                kinds[index] |= _kind(cell[:_KIND_CHARS])

    def _chunk(self, lines: list[str], last: int) -> Draft:
        first = last - len(lines) + 1
        text = self._header + "\n".join(lines)
        return Draft(f"rows {first}–{last}", text, pages=(first, last))

    def _ragged(self, row: list[str], rows: Rows) -> str:
        """A row that has more or fewer cells than the header."""
        missing = len(self._names) - len(row)
        if missing < 0:
            if any(row[len(self.columns) :]) and not rows.is_open:
                self.wide_rows.add(rows.line, size=len(row))
        elif self._spare >= (size := self._ends[-1] - self._ends[len(row)]):
            self._spare -= size
            self._parts[1::2] = row + [""] * missing
            return "".join(self._parts)
        return " | ".join(f"{name}={cell}" for name, cell in self._named(row))

    def _named(self, row: list[str]) -> Iterator[tuple[str, str]]:
        """The cells with the names of their columns; RTFM numbers those without one from 0."""
        yield from zip(self._names, row, strict=False)
        for index in range(len(self._names), len(row)):
            yield f"col{index}", row[index]

    def _long(self, row: list[str], number: int) -> Iterator[Draft]:
        """A row cut to parts: between cells, or in a cell, with its name before each piece."""
        part = 0
        held: list[str] = []
        size = 0
        for item in self._pieces(row):
            length = len(item) + 3
            is_full = size + length > _ROW_CHARS + _REST_CHARS or min(size, length) >= _REST_CHARS
            if held and size + length > _ROW_CHARS and is_full:
                part += 1
                yield self._part(held, number, part)
                held, size = [], 0
            held.append(item)
            size += length
        yield self._part(held, number, part + 1)

    def _pieces(self, row: list[str]) -> Iterator[str]:
        for name, cell in self._named(row):
            if cell:
                for start, end in split(cell, _ROW_CHARS - len(name) - 1):
                    yield f"{name}={cell[start:end]}"

    def _part(self, items: list[str], number: int, part: int) -> Draft:
        title = f"rows {number}–{number} (part {part})"
        return Draft(title, self._header + " | ".join(items), pages=(number, number))

    def _note_long(self, row: list[str], line: int) -> None:
        longest = max(map(len, row))
        if longest > _RTFM_CELL_CHARS:
            self.long_cells.add(line, size=longest)


def _shortened(name: str) -> str:
    return name if len(name) <= _NAME_CHARS else f"{name[: _NAME_CHARS - 1]}…"


def _type(kinds: int) -> str:
    if not kinds:
        return "empty"
    if kinds >= _TEXT:
        return "text"
    if kinds >= _FLOAT:
        return "float"
    return "int" if kinds >= _INT else "bool"


def _kind(cell: str) -> int:
    if cell.strip().lower() in _BOOLEANS:
        return _BOOL
    try:
        int(cell)
    except ValueError:
        pass
    else:
        return _INT
    try:
        float(cell)
    except ValueError:
        return _TEXT
    return _FLOAT
