"""Rows that only the write-ahead log beside the database holds."""

import sqlite3
from contextlib import closing
from pathlib import Path


def make(folder: Path) -> None:
    work = folder / "work.db"
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t(a TEXT)")
        connection.execute("INSERT INTO t VALUES('in the database')")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("INSERT INTO t VALUES('in the log')")
        connection.execute("BEGIN")
        connection.execute("INSERT INTO t VALUES('never committed')")
        (folder / "input.db").write_bytes(work.read_bytes())
        log = (folder / "work.db-wal").read_bytes()
        (folder / "input.db-wal").write_bytes(log + bytes(100))
