"""One of the pages of a table is overwritten: the rows before and behind it are read."""

import sqlite3
from contextlib import closing
from pathlib import Path

PAGE = 512


def make(folder: Path) -> None:
    path = folder / "input.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("CREATE TABLE t(a TEXT)")
        rows = [(f"row number {number} of them",) for number in range(1, 81)]
        connection.executemany("INSERT INTO t VALUES(?)", rows)
    data = bytearray(path.read_bytes())
    data[PAGE * 4 : PAGE * 5] = b"\xff" * PAGE
    path.write_bytes(data)
