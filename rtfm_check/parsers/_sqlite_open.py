"""Opening a stranger's database so that nothing in it can act and nothing beside it is written.

It is opened read-only and as immutable: no lock, no journal, no shared memory appears in the tree.
What a write-ahead log beside it holds is laid over a copy in memory. Views are never evaluated,
functions only where a full-text or R-tree table needs them, and each run of SQLite has a budget.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rtfm_check.file import File
from rtfm_check.parsers import _sqlite_wal
from rtfm_check.parsers._contract import Problem
from rtfm_check.source import Unreadable

MAGIC = b"SQLite format 3\0"
VALUE_BYTES = 32 * 1024 * 1024  # of one value or row
# Of sqlite3.Connection.setconfig, which there is from Python 3.12 on.
_DEFENSIVE = getattr(sqlite3, "SQLITE_DBCONFIG_DEFENSIVE", 0)
_ENABLE_TRIGGER = getattr(sqlite3, "SQLITE_DBCONFIG_ENABLE_TRIGGER", 0)
_ENABLE_VIEW = getattr(sqlite3, "SQLITE_DBCONFIG_ENABLE_VIEW", 0)
_SQL_BYTES = 1024 * 1024  # of one statement of the schema
_WAL_BYTES = 64 * 1024 * 1024  # of a database that is held in memory for its log, and of the log
_STEPS = 2_000_000  # of SQLite's machine, and so many more for each byte of the file:
_STEPS_PER_BYTE = 100
_STRIDE = 100_000  # steps between two looks at the budget
_JOURNAL = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_FUNCTIONS = frozenset({"count", "typeof", "length", "match", "substr"})
_PRAGMAS = frozenset({"table_xinfo", "foreign_key_list", "page_size", "data_version"})
_COLLATIONS = ("binary", "nocase", "rtrim")  # that SQLite has itself
_MOST_COLLATIONS = 64
_COLLATION = re.compile(
    r"""\bcollate\s++(?:"((?:[^"\0]|""){1,200})"|\[([^]\0]{1,200})]|`([^`\0]{1,200})`|(\w{1,200}))""",
    re.IGNORECASE,
)
_LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, VALUE_BYTES),
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, _SQL_BYTES),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 200),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)
_SETTINGS = (  # before the schema is read, and before the authorizer stands
    "PRAGMA trusted_schema=OFF",
    "PRAGMA query_only=ON",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",
    "PRAGMA temp_store=MEMORY",
)
_SAFE = frozenset(
    {
        # What the modules of virtual tables prepare when they are opened; nothing can be written.
        *(sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE),
        *(sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT),
    }
)


class Database:
    """A connection, and what is to be told of the way to it."""

    def __init__(self, file: File) -> None:
        self.problems: list[Problem] = []
        self.size = file.size  # in bytes
        self.connection = self._connected(file)
        self._left = _STEPS + _STEPS_PER_BYTE * self.size
        _harden(self.connection)
        self.connection.set_progress_handler(self._spend, _STRIDE)
        _collate(self.connection)

    def salvage(self) -> None:
        """Read on although the file is cut off or a part of the schema is malformed.

        Nothing can be written all the same: SQLite only takes what it can of such a file.
        """
        self.connection.set_authorizer(None)
        if hasattr(self.connection, "setconfig"):
            self.connection.setconfig(_DEFENSIVE, False)
        self.connection.execute("PRAGMA writable_schema=ON")
        self.connection.set_authorizer(_authorized)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _spend(self) -> bool:
        self._left -= _STRIDE
        return self._left < 0

    def _connected(self, file: File) -> sqlite3.Connection:
        self.problems += _of_journal(file)
        data = self._with_log(file)
        if data is None:
            return _by_name(file)
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.deserialize(data)
        self.size = len(data)
        return connection

    def _with_log(self, file: File) -> bytes | None:
        """The database with its write-ahead log; None if there is nothing in one."""
        name = file.path.rpartition("/")[2] + "-wal"
        log = file.beside(name)
        if log is None or log.size <= _sqlite_wal.HEADER:
            return None
        what = "a write-ahead log lies beside the database"
        if max(log.size, file.size) > _WAL_BYTES or not hasattr(sqlite3.Connection, "deserialize"):
            self.problems.append(
                Problem(
                    "limit-reached",
                    f"{what}, and is not read: it is for databases of up to {_WAL_BYTES:,} bytes",
                    "close the database in all programs, and publish it without the log",
                    "RTFM reads the log; what only the log holds is not in the index",
                )
            )
            return None
        try:
            data = _sqlite_wal.applied(file.data, log.data)
        except Unreadable:
            return None
        if data is not None:
            self.problems.append(
                Problem(
                    "hidden-content",
                    f"{what}, and some of its content is only there",
                    "close the database in all programs, and publish it without the log",
                    "RTFM reads the log too, and writes files beside it; here nothing is written",
                )
            )
        return data


def _collate(connection: sqlite3.Connection) -> None:
    """Stand in for the orders of text that the program of the database brings with it.

    Tables that are stored in such an order cannot be read without it, although nothing is sorted.
    """
    found: dict[str, None] = {}
    try:
        for (text,) in connection.execute("SELECT sql FROM sqlite_master"):
            found |= dict.fromkeys(map("".join, _COLLATION.findall(text or "")))
    except (sqlite3.Error, UnicodeDecodeError):
        return  # told where the schema is read
    for name in list(found)[:_MOST_COLLATIONS]:
        if name.lower() not in _COLLATIONS:
            name = name.replace('""', '"')
            connection.create_collation(name, lambda one, other: (one > other) - (one < other))


def _by_name(file: File) -> sqlite3.Connection:
    """The database in a file. SQLite opens it by its name, where a link may lie by now."""
    uri = Path(file.full_path).absolute().as_uri()  # quotes `?`, `#` and `%`
    with file.seekable() as meant:
        before = _open_handles()
        connection = sqlite3.connect(
            f"{uri}?mode=ro&immutable=1", uri=True, isolation_level=None, timeout=0
        )
        others = [os.fstat(each) for each in _open_handles() - before]
        if not all(os.path.samestat(os.fstat(meant.fileno()), each) for each in others):
            connection.close()
            raise Unreadable("another file was put in its place while it was opened")
    return connection


def _open_handles() -> set[int]:
    """The handles of this process, where the system lists them."""
    found = set()
    with contextlib.suppress(FileNotFoundError):
        for each in os.listdir("/dev/fd"):
            with contextlib.suppress(OSError):  # the one that the list itself was read with
                os.fstat(int(each))
                found.add(int(each))
    return found


def _harden(connection: sqlite3.Connection) -> None:
    for limit, value in _LIMITS:
        connection.setlimit(limit, value)
    if hasattr(connection, "setconfig"):  # from Python 3.12
        connection.setconfig(_DEFENSIVE, True)
        connection.setconfig(_ENABLE_TRIGGER, False)
        connection.setconfig(_ENABLE_VIEW, False)
    for setting in _SETTINGS:
        connection.execute(setting)
    connection.set_authorizer(_authorized)


def _authorized(
    action: int, first: str | None, second: str | None, _: str | None, source: str | None
) -> int:
    """What a statement may do; a source is a view, a trigger or a common table expression."""
    if source is not None:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION:
        is_safe = second in _FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        is_safe = first in _PRAGMAS
    else:
        is_safe = action in _SAFE
    return sqlite3.SQLITE_OK if is_safe else sqlite3.SQLITE_DENY


def _of_journal(file: File) -> Iterator[Problem]:
    """A transaction that was never finished: pages of it may be in the file."""
    journal = file.beside(file.path.rpartition("/")[2] + "-journal")
    if journal is None or not journal.size:
        return
    try:
        with journal.open() as stream:
            is_hot = stream.read(len(_JOURNAL)) == _JOURNAL
    except Unreadable:
        return
    if is_hot:
        yield Problem(
            "damaged-document",
            "a rollback journal lies beside the database: its last transaction was not finished",
            "open it once with SQLite, which rolls it back",
            "RTFM indexes nothing of it; here it is read as it is",
        )
