"""Full-text search over the chunks of an artifact: SQLite's FTS5 with the tokenizer of RTFM.

Ranking is bm25 over the columns that RTFM has; no model is needed, and the answer is the same
everywhere. Chunks of equal rank stand in the order of the artifact.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

_WORD = re.compile(r"\w+")
_TABLE = """
CREATE VIRTUAL TABLE chunks USING fts5(
    content, chunk_id, book_title, chapter_title, tokenize='porter unicode61'
)
"""


class Answer(NamedTuple):
    """A chunk that a query finds."""

    rank: int  # 1-based
    score: float  # the higher the better
    id: str
    path: str
    title: str  # of the chunk
    content: str


class Index:
    """The chunks of an artifact in a database in memory."""

    def __init__(self, chunks: Iterable[dict[str, Any]]) -> None:
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute(_TABLE)
        self._about: list[tuple[str, str, str]] = []  # id, path and title by row
        self._connection.executemany(
            "INSERT INTO chunks(rowid, content, chunk_id, book_title, chapter_title)"
            " VALUES (?, ?, ?, ?, ?)",
            map(self._row, chunks),
        )

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def search(self, query: str, top: int) -> list[Answer]:
        """The best chunks for a query, of which any word may stand in them."""
        words = _WORD.findall(query)
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in words)
        rows = self._connection.execute(
            "SELECT rowid, bm25(chunks), content FROM chunks WHERE chunks MATCH ?"
            " ORDER BY bm25(chunks), rowid LIMIT ?",
            (match, top),
        )
        return [
            Answer(rank, -score, id, path, title, content)
            for rank, (row, score, content) in enumerate(rows, 1)
            for id, path, title in (self._about[row - 1],)
        ]

    def _row(self, chunk: dict[str, Any]) -> tuple[int, str, str, str, str]:
        title = chunk["chapter_title"] or ""
        self._about.append((chunk["id"], chunk["book_file"], title))
        return len(self._about), chunk["content"], chunk["id"], chunk["book_title"], title
