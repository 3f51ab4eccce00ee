"""Texts that are not UTF-8: Windows' Latin, and UTF-8 that was cut."""

import sqlite3
from contextlib import closing
from pathlib import Path

SQL = """
CREATE TABLE msg(id INTEGER, body TEXT);
INSERT INTO msg VALUES(1, 'good row one');
INSERT INTO msg VALUES(2, CAST(x'636f6d65e761722061' AS TEXT));
INSERT INTO msg VALUES(3, 'good row three');
INSERT INTO msg VALUES(4, CAST(x'c3a9c3a9c3a9c3' AS TEXT));
"""


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.sqlite")) as connection:
        connection.executescript(SQL)
