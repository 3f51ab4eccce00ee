"""Names with quotation marks and blanks, reserved words; keys over two columns and to oneself."""

import sqlite3
from contextlib import closing
from pathlib import Path

SQL = """
CREATE TABLE customer(a INT, b INT, PRIMARY KEY(b, a)) WITHOUT ROWID;
INSERT INTO customer VALUES(1, 9), (2, 8);
CREATE TABLE "order"(
  id INTEGER PRIMARY KEY,
  a INT, b INT,
  parent INT REFERENCES "order",
  gone INT REFERENCES nowhere,
  note TEXT,
  FOREIGN KEY(b, a) REFERENCES customer
);
INSERT INTO "order" VALUES(1, 1, 9, NULL, 7, 'parcel 9');
CREATE TABLE "we""ird 100%"("x y" TEXT, "z""z" TEXT);
INSERT INTO "we""ird 100%" VALUES('odd value', '50%s');
"""


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.sqlite3")) as connection:
        connection.executescript(SQL)
