"""The artifact as Parquet: documents, chunks and edges as tables of fixed columns.

A column has the name of the record's field; what has no fixed form (`tags`, `metadata`) is JSON
text. A row group holds some megabytes of text, and no more than that is in memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from rtfm_check.artifact.columns import as_json, number, text
from rtfm_check.exits import UsageError

try:
    import pyarrow
    from pyarrow import parquet
except ImportError as error:
    raise UsageError(
        "Parquet needs pyarrow, which is not installed: pip install 'rtfm-check[parquet]'"
    ) from error

KINDS = ("documents", "chunks", "edges")
_ROWS = 20_000  # of a row group at most
_CHARS = 8_000_000  # of the text of one, about
_TEXT, _NUMBER, _JSON = "text", "number", "json"
_TYPES = {_TEXT: pyarrow.string(), _NUMBER: pyarrow.int64(), _JSON: pyarrow.string()}
_VALUES = {_TEXT: text, _NUMBER: number, _JSON: as_json}
_COLUMNS = {
    "documents": (
        ("slug", _TEXT),
        ("path", _TEXT),
        ("title", _TEXT),
        ("parser", _TEXT),
        ("mapping", _TEXT),
        ("bytes", _NUMBER),
        ("sha256", _TEXT),
        ("chunk_count", _NUMBER),
        ("edge_count", _NUMBER),
        ("page_count", _NUMBER),
        ("metadata", _JSON),
    ),
    "chunks": (
        ("id", _TEXT),
        ("content", _TEXT),
        ("book_title", _TEXT),
        ("book_slug", _TEXT),
        ("book_file", _TEXT),
        ("chapter_title", _TEXT),
        ("chapter_num", _NUMBER),
        ("page_start", _NUMBER),
        ("page_end", _NUMBER),
        ("paragraph", _NUMBER),
        ("line_start", _NUMBER),
        ("line_end", _NUMBER),
        ("section_type", _TEXT),
        ("content_chars", _NUMBER),
        ("content_hash", _TEXT),
        ("tags", _JSON),
        ("metadata", _JSON),
    ),
    "edges": (
        ("source_file", _TEXT),
        ("target_ref", _TEXT),
        ("relation_type", _TEXT),
        ("source_detail", _TEXT),
        ("target_file", _TEXT),
        ("reason", _TEXT),
    ),
}
_REPEATED = {  # columns in which values come again and again
    "documents": ["parser", "mapping"],
    "chunks": ["book_title", "book_slug", "book_file", "section_type", "metadata"],
    "edges": ["source_file", "relation_type", "target_file", "reason"],
}


class Tables:
    """Writes the three tables."""

    files = tuple(f"{kind}.parquet" for kind in KINDS)

    def __init__(self, folder: str) -> None:
        self._tables = {kind: _Table(folder, kind) for kind in KINDS}

    def chunk(self, record: dict[str, Any]) -> None:
        """Take a chunk."""
        self._tables["chunks"].add(record, len(record["content"]))

    def document(self, record: dict[str, Any]) -> None:
        """Take a document."""
        self._tables["documents"].add(record, 0)

    def edge(self, record: dict[str, Any]) -> None:
        """Take an edge."""
        self._tables["edges"].add(record, 0)

    def hash(self, record: dict[str, Any]) -> None:
        """A hash of RTFM's has no column."""

    def close(self) -> None:
        """Finish the tables. Raises OSError where the disk is full."""
        for table in self._tables.values():
            table.close()

    def drop(self) -> None:
        """Close the files, whatever is in them."""
        for table in self._tables.values():
            table.drop()


class _Table:
    """One file."""

    def __init__(self, folder: str, kind: str) -> None:
        self._columns = _COLUMNS[kind]
        self._schema = pyarrow.schema([(name, _TYPES[form]) for name, form in self._columns])
        self._stream = open(os.path.join(folder, f"{kind}.parquet"), "xb")  # noqa: SIM115
        self._writer = parquet.ParquetWriter(
            self._stream, self._schema, compression="zstd", use_dictionary=_REPEATED[kind]
        )
        self._rows: list[tuple[Any, ...]] = []
        self._chars = 0

    def add(self, record: dict[str, Any], chars: int) -> None:
        """Add a row."""
        self._rows.append(tuple(_value(record[name], form) for name, form in self._columns))
        self._chars += chars
        if len(self._rows) >= _ROWS or self._chars >= _CHARS:
            self._flush()

    def close(self) -> None:
        """Write what is left, and see that it is on the disk."""
        if self._rows:
            self._flush()
        self._writer.close()
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()

    def drop(self) -> None:
        """Close the file, whatever is in it."""
        self._writer.is_open = False  # or it would write an end, and complain, when it is collected
        self._stream.close()

    def _flush(self) -> None:
        columns = list(zip(*self._rows, strict=True))
        self._writer.write_table(pyarrow.table(columns, schema=self._schema))
        self._rows, self._chars = [], 0


def _value(value: Any, form: str) -> Any:
    return None if value is None else _VALUES[form](value)


def records(path: str, kind: str) -> Iterator[dict[str, Any]]:
    """The records of a table, in their order. Raises OSError or ValueError for what is none."""
    names = [name for name, _ in _COLUMNS[kind]]
    texts = [name for name, form in _COLUMNS[kind] if form == _JSON]
    with parquet.ParquetFile(path) as file:
        if not set(names) <= set(file.schema_arrow.names):
            raise ValueError(f"it has not all columns of {kind}")
        for batch in file.iter_batches(batch_size=1000, columns=names):
            for record in batch.to_pylist():
                yield {**record, **{name: json.loads(record[name] or "null") for name in texts}}
