"""An artifact while it is written: a folder of records, in each format that is wanted.

`findings.jsonl` and `manifest.json` are in all of them. The manifest names every other file, with
its size and digest. The same tree gives the same bytes: no clock, no host name and no absolute
path is in them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol

from rtfm_check import __version__
from rtfm_check.artifact import folder
from rtfm_check.artifact.jsonl import Lines, decoded, encoded
from rtfm_check.finding_records import as_record
from rtfm_check.model import Finding

FORMAT = "rtfm-index-v1"
SHARD_FORMAT = "rtfm-index-shard-v1"  # of a part that was read elsewhere
KINDS = ("documents", "chunks", "edges", "findings")
HASHES = "hashes"  # what a library needs to know of files, and a shard tells
_LINES = {  # of each format: the kinds of records that are lines in it
    "jsonl": ("documents", "chunks", "edges"),
    "sqlite": ("documents", "edges"),  # RTFM has no place for those that lead nowhere
    "parquet": (),
}
_STORES = {
    "sqlite": ("rtfm_check.artifact.library", "Library"),
    "parquet": ("rtfm_check.artifact.parquet", "Tables"),
}


class Store(Protocol):
    """A format that is no lines; it is given the chunks of a document, then the document."""

    files: tuple[str, ...]  # that it writes

    def chunk(self, record: dict[str, Any]) -> None:
        """Take a chunk."""

    def document(self, record: dict[str, Any]) -> None:
        """Take the document of the chunks before it."""

    def edge(self, record: dict[str, Any]) -> None:
        """Take an edge."""

    def hash(self, record: dict[str, Any]) -> None:
        """Take the hash of the document before it."""

    def close(self) -> None:
        """Finish what is on the disk. Raises OSError where it cannot be."""

    def drop(self) -> None:
        """Close what is open."""


def wants_hashes(formats: Sequence[str], *, is_shard: bool) -> bool:
    """Whether an artifact holds what RTFM knows its files by."""
    return is_shard or "sqlite" in formats


class Writer:
    """Writes an artifact; `close` puts it in its place, and without it there is none."""

    def __init__(
        self, path: str, formats: Sequence[str] = ("jsonl",), *, is_shard: bool = False
    ) -> None:
        """Raises UsageError where nothing may be written, or a library is missing."""
        kinds = {"findings", *(kind for name in formats for kind in _LINES[name])}
        self._kinds = [kind for kind in KINDS if kind in kinds] + [HASHES] * is_shard
        makers = [_STORES[name] for name in _STORES if name in formats]
        makes = [getattr(import_module(module), name) for module, name in makers]
        self._format = SHARD_FORMAT if is_shard else FORMAT
        self._folder = folder.Beside(path)
        self._counts = Counter(dict.fromkeys(KINDS, 0))
        self._lines: dict[str, Lines] = {}
        self._stores: list[Store] = []
        try:
            for kind in self._kinds:
                self._lines[kind] = Lines(self._folder.file(f"{kind}.jsonl"))
            for make in makes:
                self._stores.append(make(self._folder.beside))
        except BaseException:
            self._drop()
            raise

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._drop()

    def room(self) -> str:
        """A folder beside the records, for what a run writes on its way."""
        return self._folder.room()

    def copy(self, blocks: Iterable[bytes]) -> int:
        """Write chunks that are encoded already, given in blocks; how many they are."""
        before = self._counts["chunks"]
        counted = self._counted(blocks)
        if self._stores:
            for record in decoded(counted):
                for store in self._stores:
                    store.chunk(record)
        else:
            for _ in counted:
                pass
        return self._counts["chunks"] - before

    def edge(self, record: dict[str, Any]) -> None:
        """Write an edge of the document whose chunks were written."""
        self._write("edges", record)
        for store in self._stores:
            store.edge(record)

    def document(self, record: dict[str, Any]) -> None:
        """Write the document of the chunks that were written."""
        self._write("documents", record)
        for store in self._stores:
            store.document(record)

    def hash(self, record: dict[str, Any]) -> None:
        """Write the hash of the document that was written."""
        if HASHES in self._lines:
            self._lines[HASHES].write(encoded(record))
        for store in self._stores:
            store.hash(record)

    def finding(self, finding: Finding) -> None:
        """Write a finding."""
        self._write("findings", as_record(finding))

    def close(self, about: dict[str, Any]) -> str:
        """Write the manifest, with what is to be said about the run; move all into place.

        Gives the digest of the manifest, which stands for the whole artifact.
        """
        for lines in self._lines.values():
            lines.close()
        files = {f"{kind}.jsonl": lines.about for kind, lines in self._lines.items()}
        for store in self._stores:
            store.close()
            files |= {name: _about(self._folder.beside, name) for name in store.files}
        manifest = {
            "format": self._format,
            "tool": {"name": "rtfm-check", "version": __version__},
            **about,
            "counts": dict(self._counts),
            "files": files,
        }
        data = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
        self._folder.leave_room()
        with self._folder.file("manifest.json") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        self._folder.move()
        return hashlib.sha256(data).hexdigest()

    def _write(self, kind: str, record: dict[str, Any]) -> None:
        self._counts[kind] += 1
        if kind in self._lines:
            self._lines[kind].write(encoded(record))

    def _counted(self, blocks: Iterable[bytes]) -> Iterator[bytes]:
        lines = self._lines.get("chunks")
        for block in blocks:
            self._counts["chunks"] += block.count(b"\n")
            if lines is not None:
                lines.write(block)
            yield block

    def _drop(self) -> None:
        for lines in self._lines.values():
            lines.drop()
        for store in self._stores:
            store.drop()
        self._folder.drop()


def _about(path: str, name: str) -> dict[str, Any]:
    """What the manifest says of a file that is finished."""
    with open(os.path.join(path, name), "rb") as stream:
        digest = hashlib.file_digest(stream, "sha256")
        return {"bytes": stream.tell(), "sha256": digest.hexdigest()}
