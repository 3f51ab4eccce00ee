"""Parts of a full-text index are left out, and tables that are only named like them are not."""

import sqlite3
from contextlib import closing
from pathlib import Path

SQL = """
CREATE VIRTUAL TABLE page USING fts5(title, body);
INSERT INTO page VALUES('Valves', 'how a valve is set');
CREATE TABLE app_config(key TEXT, value TEXT);
INSERT INTO app_config VALUES('theme', 'dark');
CREATE TABLE notes_content(body TEXT);
INSERT INTO notes_content VALUES('a table of a user');
"""


def make(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "input.db")) as connection:
        connection.executescript(SQL)
