"""Two tables, one of which refers to the other, a view, an index and a trigger."""

import sqlite3
from contextlib import closing
from pathlib import Path

SQL = """
CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'x', born);
CREATE TABLE book(
  id INTEGER PRIMARY KEY,
  title TEXT,
  author_id INTEGER REFERENCES author(id),
  cover BLOB,
  price REAL
);
CREATE TABLE empty(a);
CREATE VIEW priced AS SELECT title, price FROM book;
CREATE INDEX by_title ON book(title);
CREATE TRIGGER no_delete BEFORE DELETE ON book BEGIN SELECT raise(ABORT, 'no'); END;
INSERT INTO author VALUES(1, 'Ann Lee', '1970-01-01'), (2, 'Bob', NULL);
INSERT INTO book VALUES(1, 'Pumps' || char(10) || 'and valves', 1, x'0102030405', 3.5);
INSERT INTO book VALUES(2, 'a | b=c', 2, NULL, 1e20);
"""


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.sqlite")) as connection:
        connection.executescript(SQL)
