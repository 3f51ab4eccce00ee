"""The artifact as a library of RTFM 0.55.1: `library.db`, which is searched where RTFM has its own.

It holds the documents that have chunks, as books; their chunks, under our ids; the links between
them that RTFM would resolve; and the hash by which RTFM knows that a file has not changed, so that
a sync reads only what is not there. No time is in it, as none is in the artifact.

A document without a chunk is none of RTFM's known files: a sync tries it anew, with the programs
that are there by then.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rtfm_check.artifact import library_tables
from rtfm_check.artifact.columns import as_json, number, text
from rtfm_check.records import CORPUS

NAME = "library.db"
_RELATIONS = ("link", "import", "include")  # that RTFM resolves
_ROWS = 500  # that are inserted at once
_SETTINGS = """
PRAGMA page_size = 4096;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA temp_store = FILE;
PRAGMA cache_size = -16000;
PRAGMA secure_delete = ON;
"""
_VERSION_AT = 96  # of the header: which SQLite wrote last, a matter of the machine
_VERSION = (3_040_001).to_bytes(4, "big")
_BOOK = """
INSERT INTO books (
    id, slug, title, filename, corpus, page_count, chunk_count, total_chars, metadata
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_CHUNK = f"INSERT INTO chunks VALUES ({', '.join('?' * 16)})"
_WORDS = """
INSERT INTO chunks_fts (rowid, content, chunk_id, book_title, chapter_title)
SELECT id, content, chunk_id, ?, chapter_title FROM chunks WHERE id BETWEEN ? AND ?
"""
_FILE = """
INSERT INTO indexed_files (filepath, file_hash, corpus, book_slug, file_size)
VALUES (?, ?, ?, ?, ?)
"""
_EDGE = """
INSERT OR IGNORE INTO edges (source_book_id, target_book_id, relation_type, source_detail)
VALUES (?, ?, ?, ?)
"""


class Library:
    """Writes the library; the chunks of a document come before it."""

    files = (NAME,)

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._working = os.path.join(folder, f"{NAME}.working")
        self._connection = sqlite3.connect(self._working, isolation_level=None)
        self._books: dict[str, int] = {}  # by path
        self._document: dict[str, Any] = {}  # the last one
        self._waiting: list[tuple[Any, ...]] = []  # chunks
        self._chunks = self._chapters = 0
        self._first = 1  # chunk of the document that is being written
        self._chars = 0  # of its chunks
        self._chapter: tuple[int, int] | None = None  # the last one of it: number and id
        self._script(_SETTINGS, library_tables.TABLES, "BEGIN;")

    def chunk(self, record: dict[str, Any]) -> None:
        """Take a chunk of the document that comes next."""
        self._chunks += 1
        self._chars += record["content_chars"]
        self._waiting.append(self._row(record))
        if len(self._waiting) >= _ROWS:
            self._flush()

    def document(self, record: dict[str, Any]) -> None:
        """Take the document of the chunks before it; none of them: it is no book."""
        self._flush()
        self._document = record
        if self._chunks >= self._first:
            self._book(record)
        self._first, self._chars, self._chapter = self._chunks + 1, 0, None

    def edge(self, record: dict[str, Any]) -> None:
        """Edges are taken from their lines at the end, when all books are known."""

    def hash(self, record: dict[str, Any]) -> None:
        """Take the MD5 of the file of the last document."""
        path = record["path"]
        if path in self._books:
            document = self._document
            row = (path, record["md5"], CORPUS, document["slug"], document["bytes"])
            self._run(_FILE, row)

    def close(self) -> None:
        """Finish the library. Raises OSError where the disk is full."""
        for rows in _batched(self._resolved()):
            self._many(_EDGE, rows)
        self._run("INSERT INTO chunks_fts (chunks_fts) VALUES ('optimize')")
        self._run("COMMIT")
        self._script("BEGIN;", library_tables.INDEXES, library_tables.TRIGGERS, "COMMIT;")
        path = os.path.join(self._folder, NAME)
        self._run("VACUUM INTO ?", (path,))  # which lays out all pages anew, in one way
        self._connection.close()
        os.unlink(self._working)
        with open(path, "r+b") as stream:
            stream.seek(_VERSION_AT)
            stream.write(_VERSION)
            stream.flush()
            os.fsync(stream.fileno())

    def drop(self) -> None:
        """Close the database, whatever is in it."""
        self._connection.close()

    @property
    def _number(self) -> int:
        """The id of the book that is being written."""
        return len(self._books) + 1

    def _row(self, record: dict[str, Any]) -> tuple[Any, ...]:
        chapter = number(record["chapter_num"])
        return (
            self._chunks,
            record["id"],
            self._number,
            self._chapter_id(chapter or 0, record),
            chapter,
            record["chapter_title"],
            number(record["page_start"]),
            number(record["page_end"]),
            number(record["paragraph"]),
            record["content"],
            record["content_chars"],
            record["content_hash"],
            number(record["line_start"]),
            number(record["line_end"]),
            as_json(record["tags"]) if record["tags"] else None,
            as_json(record["metadata"]) if record["metadata"] else None,
        )

    def _chapter_id(self, chapter: int, record: dict[str, Any]) -> int:
        """The chapter of a chunk: RTFM has one for each number, titled as its first chunk is."""
        if self._chapter is None or self._chapter[0] != chapter:
            found = self._run(
                "SELECT id FROM chapters WHERE book_id = ? AND num = ?", (self._number, chapter)
            ).fetchone()
            if found is None:
                self._chapters += 1
                title = record["chapter_title"] or "Unknown"
                page = number(record["page_start"])
                row = (self._chapters, self._number, chapter, title, page)
                self._run("INSERT INTO chapters VALUES (?, ?, ?, ?, ?)", row)
                found = (self._chapters,)
            self._chapter = (chapter, found[0])
        return self._chapter[1]

    def _book(self, record: dict[str, Any]) -> None:
        path, slug, title = record["path"], record["slug"], record["title"]
        about = {"source_file": path, "book_slug": slug, "title": title, **record["metadata"]}
        count = self._chunks - self._first + 1
        pages = number(record["page_count"])
        book = self._number
        row = (book, slug, title, path, CORPUS, pages, count, self._chars, as_json(about))
        self._run(_BOOK, row)
        self._run(_WORDS, (title, self._first, self._chunks))
        self._books[path] = book

    def _resolved(self) -> Iterator[tuple[Any, ...]]:
        """The edges between books, read back from their lines."""
        with open(os.path.join(self._folder, "edges.jsonl"), "rb") as stream:
            for line in stream:
                edge = json.loads(line)
                source = self._books.get(edge["source_file"])
                target = self._books.get(edge["target_file"] or "")
                relation = edge["relation_type"]
                if source and target and source != target and relation in _RELATIONS:
                    yield source, target, relation, text(edge["source_detail"])

    def _flush(self) -> None:
        if self._waiting:
            self._many(_CHUNK, self._waiting)
            self._waiting = []

    def _run(self, statement: str, row: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, row)
        except sqlite3.Error as error:
            raise _failed(error) from error

    def _many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise _failed(error) from error

    def _script(self, *statements: str) -> None:
        try:
            self._connection.executescript("".join(statements))
        except sqlite3.Error as error:
            raise _failed(error) from error


def _failed(error: sqlite3.Error) -> OSError:
    """An error of the database as one of the system: a full disk, nearly always."""
    return OSError(errno.EIO, f"{NAME}: {error}")


def _batched(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    batch: list[tuple[Any, ...]] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= _ROWS:
            yield batch
            batch = []
    yield batch
