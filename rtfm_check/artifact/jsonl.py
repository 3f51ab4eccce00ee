"""The artifact as JSON Lines: a file for each kind of record, and a manifest that names them.

The same tree gives the same bytes: no clock, no host name and no absolute path is in them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from typing import Any

from rtfm_check import __version__
from rtfm_check.artifact import folder
from rtfm_check.finding_records import as_record
from rtfm_check.model import Finding

FORMAT = "rtfm-index-v1"
KINDS = ("documents", "chunks", "edges", "findings")
_dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class JsonlWriter:
    """Writes an artifact; `close` puts it in its place, and without it there is none."""

    def __init__(self, path: str) -> None:
        """Raises UsageError where nothing may be written."""
        self._folder = folder.Beside(path)
        self._files = {kind: _Lines(self._folder.file(f"{kind}.jsonl")) for kind in KINDS}

    def __enter__(self) -> JsonlWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._files.values():
            each.stream.close()
        self._folder.drop()

    def room(self) -> str:
        """A folder beside the records, for what a run writes on its way."""
        return self._folder.room()

    def copy(self, blocks: Iterable[bytes]) -> int:
        """Write chunks that are encoded already, given in blocks; how many they are."""
        chunks = self._files["chunks"]
        before = chunks.count
        for block in blocks:
            chunks.write_encoded(block)
        return chunks.count - before

    def edge(self, record: dict[str, Any]) -> None:
        """Write an edge."""
        self._files["edges"].write(record)

    def document(self, record: dict[str, Any]) -> None:
        """Write a document."""
        self._files["documents"].write(record)

    def finding(self, finding: Finding) -> None:
        """Write a finding."""
        self._files["findings"].write(as_record(finding))

    def close(self, about: dict[str, Any]) -> str:
        """Write the manifest, with what is to be said about the run; move all into place.

        Gives the digest of the manifest, which stands for the whole artifact.
        """
        for each in self._files.values():
            each.stream.flush()
            os.fsync(each.stream.fileno())
            each.stream.close()
        manifest = {
            "format": FORMAT,
            "tool": {"name": "rtfm-check", "version": __version__},
            **about,
            "counts": {kind: each.count for kind, each in self._files.items()},
            "files": {
                f"{kind}.jsonl": {"bytes": each.bytes, "sha256": each.digest.hexdigest()}
                for kind, each in self._files.items()
            },
        }
        data = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
        self._folder.leave_room()
        with self._folder.file("manifest.json") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        self._folder.move()
        return hashlib.sha256(data).hexdigest()


class _Lines:
    """One file of records."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.digest = hashlib.sha256()
        self.bytes = 0
        self.count = 0

    def write(self, record: dict[str, Any]) -> None:
        self.write_encoded(encoded(record))

    def write_encoded(self, data: bytes) -> None:
        self.stream.write(data)
        self.digest.update(data)
        self.bytes += len(data)
        self.count += data.count(b"\n")


def encoded(record: dict[str, Any]) -> bytes:
    """A record as one line of UTF-8; what UTF-8 or JSON cannot hold is replaced."""
    try:
        return f"{_dump(record)}\n".encode()
    except (UnicodeEncodeError, ValueError):
        return f"{_dump(_cleaned(record))}\n".encode(errors="replace")


def _cleaned(value: Any) -> Any:
    """The value without NaN and infinity, which stand as text."""
    if isinstance(value, dict):
        return {str(key): _cleaned(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(each) for each in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value
