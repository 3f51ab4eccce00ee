"""A database from which everything was dropped."""

import sqlite3
from contextlib import closing
from pathlib import Path


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.db")) as connection:
        connection.executescript("CREATE TABLE t(a); DROP TABLE t;")
