"""What is in a database: tables, views, triggers and indexes, and what is known of each table."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._sqlite_open import Database
from rtfm_check.parsers._sqlite_rows import decoded, quoted

_NAME = 200  # characters of a column's name where every reference repeats it
_VIRTUAL = re.compile(r"\s*CREATE\s+VIRTUAL\s+TABLE\s", re.IGNORECASE)
_MODULE = re.compile(r"\sUSING\s+[\"'`\[]?(\w+)", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*", re.DOTALL)
_FTS3 = ("_content", "_segments", "_segdir", "_docsize", "_stat")
_RTREE = ("_node", "_rowid", "_parent")
_SHADOWS = {  # by module: the tables that it keeps its index in; no other module may read here
    "fts3": _FTS3,
    "fts4": _FTS3,
    "fts4aux": (),
    "fts5": ("_data", "_idx", "_content", "_docsize", "_config"),
    "fts5vocab": (),
    "rtree": _RTREE,
    "rtree_i32": _RTREE,
    "geopoly": _RTREE,
}


class Entry(NamedTuple):
    """A row of the schema."""

    kind: str
    name: str
    sql: str

    @property
    def module(self) -> str | None:
        """Of a virtual table, in lower case; "" where it cannot be told."""
        head = _COMMENT.sub(" ", self.sql[:4000])
        if not _VIRTUAL.match(head):
            return None
        found = _MODULE.search(head)
        return found[1].lower() if found else ""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: str
    is_required: bool
    default: str | None
    key: int  # its place in the primary key; 0: not in it
    hidden: int  # 1: of a virtual table, and no content; 2: computed when read; 3: when written


class Reference(NamedTuple):
    """A column that refers to another table."""

    column: str
    table: str
    key: str  # the column there; "" where that cannot be known

    @property
    def target(self) -> str:
        """Where it points."""
        return f"{self.table}.{self.key}" if self.key else self.table


class Schema:
    """The schema of one database."""

    def __init__(self, database: Database) -> None:
        self.problems: list[Problem] = []
        self._connection = database.connection
        self._most_rows = database.size  # a row takes more than a byte
        self._columns: dict[str, list[Column]] = {}  # by table
        self._keys: dict[str, list[str]] = {}  # primary keys, by table
        entries = self._entries(database)
        self.tables = self._without_shadows([each for each in entries if each.kind == "table"])
        self.views = [each for each in entries if each.kind == "view"]
        self.triggers = [each for each in entries if each.kind == "trigger"]
        self.indexes = [each for each in entries if each.kind == "index" and each.sql]

    def columns(self, table: str) -> list[Column]:
        """The columns of a table, or none if they cannot be read."""
        if table not in self._columns:
            self._columns[table] = [
                Column(str(name), type or "", bool(is_required), default, key, hidden)
                for _, name, type, is_required, default, key, hidden in self._pragma(
                    "table_xinfo", table
                )
            ]
        return self._columns[table]

    def references(self, table: str) -> Iterator[Reference]:
        """The foreign keys of a table, one for each column."""
        for _, place, parent, column, key, *_ in self._pragma("foreign_key_list", table):
            if key is None:  # the primary key is meant
                names = self._primary_key(str(parent))
                key = names[place] if place < len(names) else ""
            yield Reference(str(column)[:_NAME], str(parent), str(key)[:_NAME])

    def is_readable(self, table: Entry) -> bool:
        """Whether the rows of a table can be read, and may be."""
        module = table.module
        return (module is None or module in _SHADOWS) and bool(self.columns(table.name))

    def count(self, table: Entry) -> int | None:
        """The number of rows; None if they cannot be counted, or are more than there can be."""
        if not self.is_readable(table):
            return None
        query = f"SELECT count(*) FROM (SELECT 1 FROM {quoted(table.name)} LIMIT ?)"
        try:
            count: int = self._connection.execute(query, [self._most_rows]).fetchone()[0]
        except (sqlite3.Error, ValueError):
            return None
        return count if count < self._most_rows else None

    def _entries(self, database: Database) -> list[Entry]:
        """All that users made, by name; of a damaged schema what can be read."""
        found: list[Entry] = []
        try:
            self._read_entries(found)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self.problems.append(_damaged(error))
            database.salvage()
            found.clear()
            with suppress(
                sqlite3.Error, UnicodeDecodeError
            ):  # told already; what was read until then is kept
                self._read_entries(found)
        return sorted(found, key=lambda each: each.name)

    def _read_entries(self, found: list[Entry]) -> None:
        query = "SELECT type, name, sql FROM sqlite_master"
        for kind, name, sql in self._fetched(query):
            if isinstance(kind, str) and isinstance(name, str) and not name.startswith("sqlite_"):
                found.append(Entry(kind, name, sql if isinstance(sql, str) else ""))

    def _without_shadows(self, tables: list[Entry]) -> list[Entry]:
        """The tables without those that belong to a virtual one that can be read."""
        hidden = {
            (each.name + suffix).lower()
            for each in tables
            if each.module and self.is_readable(each)
            for suffix in _SHADOWS[each.module]
        }
        return [each for each in tables if each.name.lower() not in hidden]

    def _primary_key(self, table: str) -> list[str]:
        if table not in self._keys:
            columns = sorted((each.key, each.name) for each in self.columns(table) if each.key)
            self._keys[table] = [name for _, name in columns]
        return self._keys[table]

    def _pragma(self, pragma: str, table: str) -> list[Any]:
        try:
            return list(self._fetched(f"PRAGMA {pragma}({quoted(table)})"))
        except (sqlite3.Error, ValueError):
            return []

    def _fetched(self, query: str) -> Iterator[Any]:
        self._connection.text_factory = decoded
        try:
            yield from self._connection.execute(query)
        finally:
            self._connection.text_factory = str


def _damaged(error: Exception) -> Problem:
    reason = str(error)[:200]
    if isinstance(error, UnicodeDecodeError):  # of what SQLite says, which names a part of it
        reason = "malformed database schema"
    return Problem(
        "damaged-document",
        f"the database is damaged, or made by a newer SQLite than {sqlite3.sqlite_version}: "
        f"{reason}",
        "restore the file from a copy, or run `sqlite3 FILE .recover`",
        "RTFM indexes nothing of it, without a word; what can be read is read here",
    )
