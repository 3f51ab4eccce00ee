"""A virtual table of a module that is not there: its own tables are read in its stead."""

import sqlite3
from contextlib import closing
from pathlib import Path

SQL = """
CREATE TABLE before(a TEXT);
INSERT INTO before VALUES('in front of it');
CREATE TABLE vectors_rows(note TEXT);
INSERT INTO vectors_rows VALUES('kept by the module');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_master
  VALUES('table', 'vectors', 'vectors', 0, 'CREATE VIRTUAL TABLE vectors USING vec0(a float[2])');
"""


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.db")) as connection:
        connection.executescript(SQL)
        connection.commit()
