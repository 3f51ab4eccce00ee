"""SQLite databases: an overview, then the schema and the rows of each table, views and triggers.

Every user table is read in the order of its name. The tables that a full-text or R-tree table
keeps its index in are left out, found by their virtual table; where this SQLite cannot read the
virtual table, they are read themselves. Views and triggers are shown and never run.

Edges: `fk`, one for each column of a foreign key. The target is a table of the database, no file.

Limits: 32 MiB for a value or row; steps of SQLite, rows, and characters of all rows in proportion
to the size of the file. Rows are streamed.

Where RTFM 0.55.1 differs:
- it leaves out user tables, views, triggers and indexes whose names end like the parts of a
  full-text index (`app_config`, `page_content`), and indexes the parts of FTS4 and R-tree that end
  otherwise;
- it loses the file for a quotation mark in a name, a virtual table of a module that it has not,
  a path with `%`, `?` or `#`, and damage, all but the first two without a word;
- it loses rows for one text that is not UTF-8; here that is read as Windows-1252, or with U+FFFD;
- it cuts schemas, views and triggers at 4,000 characters, and does not cut a long row;
- it does not list generated columns, and writes `parent.None` for a foreign key that names no
  column; here that is the primary key's;
- it writes `-wal` and `-shm` files beside a database with a write-ahead log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from rtfm_check import limits
from rtfm_check.chunking import split
from rtfm_check.file import File
from rtfm_check.parsers import _table
from rtfm_check.parsers._contract import About, Draft, How, Item, Link, Problem
from rtfm_check.parsers._sqlite_open import MAGIC, Database
from rtfm_check.parsers._sqlite_rows import Reading, Stop, Table
from rtfm_check.parsers._sqlite_schema import Column, Entry, Reference, Schema
from rtfm_check.text.show import quote

_CHARS = 2_000_000  # of all rows of a database, and so many more for each byte of it:
_CHARS_PER_BYTE = 128
_NAME = 200  # characters of a name in a title
_HIDDEN_BY_RTFM = (
    *("_data", "_idx", "_content", "_docsize"),
    *("_config", "_segdir", "_segments"),
)


def parse(file: File) -> Iterator[Item]:
    """The tables, views and triggers of a database."""
    yield About(title=file.file_name)
    if not file.size:
        return
    with file.open() as stream:
        head = stream.read(4096)
    if not head.startswith(MAGIC):
        yield _no_database(file, head)
        return
    if any(mark in file.path for mark in "%?#"):
        yield _lost("the path holds `%`, `?` or `#`", "rename the file", "RTFM cannot open it")
    with closing(Database(file)) as database:
        yield from database.problems
        schema = Schema(database)
        yield from schema.problems
        if schema.tables or schema.views or schema.triggers or schema.indexes:
            yield from _lost_by_rtfm(schema)
            yield from _items(database, schema, file.file_name)
        elif not schema.problems:
            yield Problem("empty-document", "the database holds no table, view or trigger")


def _items(database: Database, schema: Schema, title: str) -> Iterator[Item]:
    counts = {each.name: schema.count(each) for each in schema.tables}
    yield from _pieces("overview", _overview(title, schema, counts))
    rows = _Rows(database)
    for table in schema.tables:
        columns = [each for each in schema.columns(table.name) if each.hidden != 1]
        references = list(schema.references(table.name))
        text = _described(table, columns, references, counts[table.name])
        yield from _pieces(f"table: {table.name[:_NAME]} (schema)", text)
        for reference in references:
            detail = f"{table.name[:_NAME]}.{reference.column} → {reference.target}"
            yield Link("fk", reference.table, detail, How.NAME)
        if schema.is_readable(table):
            yield from rows.of(table.name, columns)
        else:
            yield _not_read(table)
    for each in (*schema.views, *schema.triggers):
        heading = f"# {each.kind.capitalize()}: {each.name}"
        title = f"{each.kind}: {each.name[:_NAME]}"
        yield from _pieces(title, f"{heading}\n\n{_fenced(each.sql)}")


class _Rows:
    """The rows of all tables of a database, which share one budget."""

    def __init__(self, database: Database) -> None:
        self._connection = database.connection
        self._chars = _CHARS + _CHARS_PER_BYTE * database.size
        self._rows = 2 * database.size  # pages that are linked twice could make any number
        self._chunks = limits.DOCUMENT_CHUNKS
        self._is_spent = False
        self._problems: list[Problem] = []

    def of(self, name: str, columns: list[Column]) -> Iterator[Item]:
        """The chunks of a table's rows, and what was wrong with them."""
        if self._is_spent:
            return
        names = tuple(each.name for each in columns)
        computed = frozenset(each.name for each in columns if each.hidden == 2)
        top = _table.head(f"table={_table.one_line(name)[:_NAME]} | ", names)
        try:
            for rows in _table.packed(self._lines(Table(name, names, computed)), top):
                self._chunks -= 1
                if self._chunks < 0:
                    self._stop(f"more than {limits.DOCUMENT_CHUNKS:,} chunks")
                yield Draft(f"table: {name[:_NAME]} rows {rows.first}–{rows.last}", rows.text)
        except Stop:
            self._is_spent = True
        yield from self._problems
        self._problems.clear()

    def _lines(self, table: Table) -> Iterator[str]:
        row_format = _table.template(table.columns)
        for rows in Reading(self._connection, table, self._problems).rows():
            count = 0
            for row in rows:
                if None in row:
                    row = tuple(["NULL" if each is None else each for each in row])
                if bytes in map(type, row):
                    row = tuple([_blob(each) if type(each) is bytes else each for each in row])
                line = row_format % row
                if "\n" in line or "\r" in line:
                    line = _table.one_line(line)
                count += len(line)
                yield line
            self._chars -= count
            self._rows -= len(rows)
            if self._chars < 0 or self._rows < 0:
                self._stop_for_size()

    def _stop_for_size(self) -> None:
        what = f"{_CHARS_PER_BYTE} characters for each of its bytes"
        self._stop(f"more than {what if self._chars < 0 else 'two rows for each of its bytes'}")

    def _stop(self, what: str) -> None:
        message = f"the rows of the database make {what}"
        self._problems.append(Problem("limit-reached", message, note="the other rows are not read"))
        raise Stop


def _blob(value: bytes) -> str:
    return f"<blob {len(value)}B>"


def _overview(title: str, schema: Schema, counts: dict[str, int | None]) -> str:
    sections = (
        ("Tables", [f"{each.name} ({_number(counts[each.name])})" for each in schema.tables]),
        ("Views", [each.name for each in schema.views]),
        ("Indexes (user-defined)", [each.name for each in schema.indexes]),
        ("Triggers", [each.name for each in schema.triggers]),
    )
    parts = [f"# Database: {title}"]
    parts += [_list(heading, names) for heading, names in sections if names]
    return "\n\n".join(parts)


def _described(
    table: Entry, columns: list[Column], references: list[Reference], count: int | None
) -> str:
    parts = [f"# Table: {table.name}", _fenced(table.sql)]
    if columns:
        parts.append(_list("Columns", [_column(each) for each in columns]))
    if references:
        lines = [f"`{each.column}` → `{each.target}`" for each in references]
        parts.append(_list("Foreign Keys", lines))
    return "\n\n".join([*parts, f"**{_number(count)}**"])


def _column(column: Column) -> str:
    line = f"`{column.name}` {column.type}"  # RTFM has the blank without a type, too
    line += " PRIMARY KEY" if column.key else ""
    line += " NOT NULL" if column.is_required else ""
    line += f" DEFAULT {column.default}" if column.default is not None else ""
    return line + (" GENERATED" if column.hidden else "")


def _list(heading: str, lines: list[str]) -> str:
    return "\n".join([f"## {heading}", *(f"- {line}" for line in lines)])


def _fenced(sql: str) -> str:
    return f"```sql\n{sql}\n```"


def _number(count: int | None) -> str:
    return "? rows" if count is None else f"{count:,} rows"


def _pieces(title: str, text: str) -> Iterator[Draft]:
    """A text as one chunk, or as several of the same title."""
    budget = _table.BUDGET
    for start, end in split(text, budget.most, budget.target):
        yield Draft(title, text[start:end])


def _lost_by_rtfm(schema: Schema) -> Iterator[Problem]:
    """What RTFM loses for its name."""
    entries = (*schema.tables, *schema.views, *schema.indexes, *schema.triggers)
    virtual = {each.name for each in schema.tables if each.module is not None}
    ends = [each.name for each in entries if each.name.endswith(_HIDDEN_BY_RTFM)]
    ends = [each for each in ends if each.rpartition("_")[0] not in virtual]
    marks = [each.name for each in schema.tables if '"' in each.name]
    if ends:
        yield _lost(
            f"{quote(ends[0])} ends like a part of a full-text index{_more(ends)}",
            "rename it",
            "RTFM leaves out what is named so",
        )
    if marks:
        yield _lost(
            f"a quotation mark is in the name of the table {quote(marks[0])}{_more(marks)}",
            "rename it",
            "RTFM fails at the file; what is before the table is in its index",
        )


def _more(names: list[str]) -> str:
    return f", and {len(names) - 1} more" if len(names) > 1 else ""


def _lost(message: str, help: str, note: str) -> Problem:
    return Problem("rtfm-loses-document", message, help, note)


def _not_read(table: Entry) -> Problem:
    if table.module is None:
        return Problem(
            "damaged-document",
            f"the table {quote(table.name)} cannot be read: its definition is not understood",
            note="RTFM loses it without a word",
        )
    return _lost(
        f"the rows of the virtual table {quote(table.name)} are not read: they come from the "
        f"module {quote(table.module)}",
        "publish a copy of the table as an ordinary one",
        "RTFM fails at the file if its SQLite has not the module",
    )


def _no_database(file: File, head: bytes) -> Problem:
    note = "RTFM indexes nothing of it, without a word"
    if len(set(head)) > 200:
        return Problem(
            "protected-document",
            "the file does not begin as an SQLite database, and looks encrypted",
            "publish a copy without encryption",
            note,
        )
    message = f"the file is named {file.suffix} and is no SQLite database"
    return Problem("extension-lies", message, "rename it", note)
