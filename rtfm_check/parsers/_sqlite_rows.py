"""The rows of one table, however they are stored, and what was wrong with them.

A table is read with one statement, as RTFM reads it. What makes that fail is worked around and
told: text that is not UTF-8, values that are too large, columns whose computation costs too much,
damaged pages.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._sqlite_open import VALUE_BYTES
from rtfm_check.text.show import quote

_SMALL_BYTES = 100 * 1024  # of a row, as long as many are fetched at a time
_FIRST_BYTES = 1024 * 1024  # of a row, until a larger one is met: then no blob is read
_COMPUTED_BYTES = 32 * 1024  # of a value or row, where columns are computed as they are read
_SECONDS = 2  # of processor time for all rows of such a table, and so many more for each:
_SECONDS_PER_ROW = 5e-5
_ROWS = 100  # that are fetched at a time
_SKIPS = 20  # rows of a table that are left out for their size
_UNDECODED = "Could not decode to UTF-8"  # as the module sqlite3 says it, without a code
_UNKNOWN = "unknown function"  # as SQLite says it, of a function that is not its own
_TOO_MUCH = f"make more than {_COMPUTED_BYTES:,} bytes of a row, or take too long"
_ROWIDS = ("rowid", "_rowid_", "oid")


class Table(NamedTuple):
    """What has to be known of a table to read it."""

    name: str
    columns: tuple[str, ...]
    computed: frozenset[str] = frozenset()  # the columns that are not stored


class Stop(Exception):
    """The budget of the whole database is spent; told already."""


def quoted(name: str) -> str:
    """A name of the schema for a statement."""
    return '"' + name.replace('"', '""') + '"'


def decoded(data: bytes) -> str:
    """A text as UTF-8 with damage, if most of it is that; else as Windows' Latin."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    if len(data) - len(text) > text.count("\ufffd"):
        return text
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return text


class Reading:
    """One table while it is read."""

    def __init__(
        self, connection: sqlite3.Connection, table: Table, problems: list[Problem]
    ) -> None:
        self._connection = connection
        self._table = table
        self._select = "*"
        self._where = ""
        self._base = 0  # rows that came before what the statement begins with
        self._done = 0  # rows, the ones left out too
        self._bad: list[int] = []  # the first row with text that is not UTF-8
        self._bad_count = 0
        self._skipped: list[int] = []
        self._is_strict = True
        self._size = 1 if table.computed else _ROWS
        self._problems = problems

    def rows(self) -> Iterator[list[tuple[Any, ...]]]:
        """All rows that can be read, in the order of the table, some at a time. Raises Stop."""
        is_computed = bool(self._table.computed)
        self._limit(_COMPUTED_BYTES if is_computed else _SMALL_BYTES)
        while True:
            try:
                yield from self._timed() if is_computed else self._read()
                break
            except (sqlite3.Error, ValueError) as error:
                is_single, self._size = self._size == 1, 1
                if not is_single:  # once more row by row, up to the one that fails
                    self._limit(_FIRST_BYTES)
                    continue
                is_computed = False
                if not self._goes_on(error):
                    break
        self._tell()

    def _read(self) -> Iterator[list[tuple[Any, ...]]]:
        """The rows behind those that are done; an OFFSET does not look into what it leaves out."""
        self._connection.text_factory = str if self._is_strict else self._decoded
        query = f"SELECT {self._select} FROM {quoted(self._table.name)}{self._where}"
        if self._done > self._base:
            query += f" LIMIT -1 OFFSET {self._done - self._base}"
        cursor = self._connection.execute(query)
        while rows := list(islice(cursor, self._size)):
            self._done += len(rows)
            yield rows

    def _timed(self) -> Iterator[list[tuple[Any, ...]]]:
        end = time.process_time() + _SECONDS
        for rows in self._read():
            yield rows
            end += _SECONDS_PER_ROW * len(rows)
            if time.process_time() > end:
                raise sqlite3.DataError("computed columns take too long")

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            self._bad_count += 1
            self._bad = self._bad or [self._done + 1]
            return decoded(data)

    def _goes_on(self, error: Exception) -> bool:
        """Whether there is another way to read the rows behind those that are done."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if str(error).startswith(_UNDECODED):
            self._is_strict = False
            return True
        if code == sqlite3.SQLITE_INTERRUPT:
            self._problems.append(_too_long(self._table.name))
            self._tell()
            raise Stop
        if isinstance(error, sqlite3.DataError):
            return self._reads_less()
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR):
            self._problems.append(_damaged(self._table.name, self._done))
            return self._is_behind_damage()
        if str(error).startswith(_UNKNOWN) and self._table.computed and self._select == "*":
            return self._reads_less("need a function that the program of the database brings")
        self._problems.append(_unreadable(self._table.name, error))
        return False

    def _reads_less(self, why: str = _TOO_MUCH) -> bool:
        """No computed columns and no content of blobs; where that is so, one row less."""
        table = self._table
        if self._select == "*":
            self._limit(VALUE_BYTES)
            self._select = ", ".join(
                "'<not computed>'" if name in table.computed else _without_blob(quoted(name))
                for name in table.columns
            )
            if table.computed:
                self._problems.append(_not_computed(table, self._done, why))
            return True
        self._done += 1
        self._skipped.append(self._done)
        return len(self._skipped) < _SKIPS

    def _is_behind_damage(self) -> bool:
        """Find the rows behind the damage, from the last one backwards; once for a table."""
        columns = {name.lower() for name in self._table.columns}
        rowid = next((name for name in _ROWIDS if name not in columns), None)
        if self._where or rowid is None:
            return False
        query = f"SELECT {rowid} FROM {quoted(self._table.name)} ORDER BY {rowid} DESC"
        lowest: int | None = None
        try:
            for row in self._connection.execute(query):
                lowest = row[0]
        except (sqlite3.Error, UnicodeDecodeError):
            if lowest is not None:
                self._where = f" WHERE {rowid} >= {lowest} ORDER BY {rowid}"
                self._base = self._done
                return True
        return False

    def _limit(self, size: int) -> None:
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, size)

    def _tell(self) -> None:
        self._limit(VALUE_BYTES)
        self._connection.text_factory = str
        if self._bad_count:
            self._problems.append(_not_utf8(self._table.name, self._bad_count, self._bad[0]))
        if self._skipped:
            self._problems.append(_skipped(self._table.name, self._skipped))


def _without_blob(column: str) -> str:
    return (
        f"CASE typeof({column}) WHEN 'blob' THEN '<blob ' || length({column}) || 'B>' "
        f"ELSE {column} END"
    )


def _not_utf8(table: str, count: int, first: int) -> Problem:
    what = "a text is" if count == 1 else f"{count:,} texts are"
    return Problem(
        "encoding-replaced",
        f"{what} not UTF-8 in the table {quote(table)}, in row {first:,}"
        + (" and others" if count > 1 else ""),
        "store text as UTF-8, and bytes as a BLOB",
        "RTFM loses the rows that it reads together with such a one, and all behind them",
    )


def _skipped(table: str, rows: list[int]) -> Problem:
    what = f"row {rows[0]:,} of" if len(rows) == 1 else f"{len(rows)} rows, from {rows[0]:,}, of"
    rest = "" if len(rows) < _SKIPS else "; the rows behind them are not read"
    return Problem(
        "limit-reached",
        f"{what} the table {quote(table)} hold text of more than {VALUE_BYTES:,} bytes{rest}",
        note="they are not in the index",
    )


def _not_computed(table: Table, row: int, why: str) -> Problem:
    names = sorted(table.computed)
    return Problem(
        "limit-reached",
        f"the computed columns of the table {quote(table.name)} {why}: "
        f"{', '.join(quote(name) for name in names[:3])}{' ...' if len(names) > 3 else ''}",
        "declare them STORED",
        f"from row {row + 1:,} they are shown as <not computed>",
    )


def _damaged(table: str, row: int) -> Problem:
    return Problem(
        "damaged-document",
        f"the database is damaged: the table {quote(table)} cannot be read behind row {row:,}",
        "restore the file from a copy, or run `sqlite3 FILE .recover`",
        "RTFM loses the rows behind the damage, or all of the file, without a word",
    )


def _unreadable(table: str, error: Exception) -> Problem:
    return Problem(
        "damaged-document",
        f"the table {quote(table)} cannot be read: {str(error)[:200]}",
        note="RTFM fails at the file, or loses the table without a word",
    )


def _too_long(table: str) -> Problem:
    return Problem(
        "limit-reached",
        f"reading the table {quote(table)} takes more steps than a database of this size needs",
        note="the rest of the database is not read",
    )
