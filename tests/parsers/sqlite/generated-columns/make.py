"""Columns that are computed: when written, when read, and at a cost that is refused."""

import sqlite3
from contextlib import closing
from pathlib import Path

SQL = """
CREATE TABLE line(
  price INTEGER, pieces INTEGER,
  total INTEGER GENERATED ALWAYS AS (price * pieces) VIRTUAL,
  label TEXT GENERATED ALWAYS AS ('line of ' || pieces) STORED
);
INSERT INTO line(price, pieces) VALUES(3, 4);
CREATE TABLE trap(a, b TEXT GENERATED ALWAYS AS (hex(zeroblob(a))) VIRTUAL);
INSERT INTO trap(a) VALUES(1), (2000000), (2);
"""


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.sqlite")) as connection:
        connection.executescript(SQL)
