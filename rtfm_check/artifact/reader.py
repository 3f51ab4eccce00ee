"""Reading an artifact: its manifest and its records, one after the other, in any format."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from typing import Any

from rtfm_check.artifact.shapes import wrong
from rtfm_check.artifact.writer import FORMAT, SHARD_FORMAT
from rtfm_check.exits import NothingThere, UsageError
from rtfm_check.file import File
from rtfm_check.source import Unreadable

_MANIFEST = "manifest.json"
_CHUNKS = """
SELECT chunk_id, content, title, slug, filename, chapter_title, chunks.chapter_num, page_start,
    page_end, paragraph, line_start, line_end, content_chars, content_hash, tags, chunks.metadata
FROM chunks JOIN books ON books.id = book_id ORDER BY chunks.id
"""
_NAMES = (
    *("id", "content", "book_title", "book_slug", "book_file", "chapter_title", "chapter_num"),
    *("page_start", "page_end", "paragraph", "line_start", "line_end", "content_chars"),
    *("content_hash", "tags", "metadata"),
)


def manifest(path: str, wanted: str = FORMAT) -> dict[str, Any]:
    """The manifest of an artifact. Raises NothingThere, or UsageError for what is none."""
    if not os.path.lexists(path):
        raise NothingThere(path)
    try:
        with open(os.path.join(path, _MANIFEST), encoding="utf-8") as stream:
            found = json.load(stream)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no index: its {_MANIFEST} cannot be read") from error
    name = found.get("format") if isinstance(found, dict) else None
    if name == SHARD_FORMAT != wanted:
        raise UsageError(f"{path} is a part of an index: rtfm-check merge joins them")
    if name != wanted:
        raise UsageError(f"{path} is no index of the format {wanted}")
    problem = wrong(found, "manifest")
    if problem:
        raise UsageError(f"{path} is no index: its {_MANIFEST} is damaged: {problem}")
    return dict(found)


def records(path: str, kind: str) -> Iterator[dict[str, Any]]:
    """The records of a kind, in their order. Raises UsageError for what is none."""
    for suffix, read in (("jsonl", _lines), ("parquet", _table)):
        name = os.path.join(path, f"{kind}.{suffix}")
        if os.path.lexists(name):
            return _shaped(read(name, kind), name, kind)
    name = os.path.join(path, "library.db")
    if kind == "chunks" and os.path.lexists(name):
        return _shaped(_library(path), name, kind)
    raise UsageError(f"{path} holds no {kind}")


def _shaped(found: Iterator[Any], name: str, kind: str) -> Iterator[dict[str, Any]]:
    """The records, if all have their shape."""
    for number, record in enumerate(found, 1):
        problem = wrong(record, kind)
        if problem:
            raise UsageError(f"{name}: record {number:,} is damaged: {problem}")
        yield record


def _lines(name: str, kind: str) -> Iterator[Any]:
    try:
        with open(name, "rb") as stream:
            for number, line in enumerate(stream, 1):
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise UsageError(f"{name}: line {number} is no record: {error}") from error
                yield record
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror or error}") from error


def _table(name: str, kind: str) -> Iterator[dict[str, Any]]:
    from rtfm_check.artifact import parquet

    try:
        yield from parquet.records(name, kind)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"{name} cannot be read: {error}") from error


def _library(path: str) -> Iterator[dict[str, Any]]:
    """The chunks of a library: RTFM has no kind of section, and takes all for chapters."""
    from rtfm_check.parsers import _sqlite_open

    try:
        size = os.path.getsize(os.path.join(path, "library.db"))
        database = _sqlite_open.Database(File(path, "library.db", "library.db", size))
        try:
            for row in database.connection.execute(_CHUNKS):
                record = dict(zip(_NAMES, row, strict=True))
                tags, metadata = record["tags"], record["metadata"]
                record["tags"] = json.loads(tags) if tags else None
                record["metadata"] = json.loads(metadata) if metadata else {}
                yield {**record, "section_type": "chapter"}
        finally:
            database.close()
    except (OSError, Unreadable, sqlite3.Error, ValueError, TypeError) as error:
        raise UsageError(f"{path}/library.db cannot be read: {error}") from error
