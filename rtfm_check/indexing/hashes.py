"""The hash by which RTFM knows that a file has not changed: the MD5 of its bytes."""

from __future__ import annotations

import hashlib
from typing import ClassVar

from rtfm_check.artifact.writer import HASHES
from rtfm_check.file import File
from rtfm_check.indexing.shard import Item, Segment
from rtfm_check.indexing.work import Chunk, Reading
from rtfm_check.parsers._contract import Anchor, Link
from rtfm_check.source import Unreadable

_BLOCK = 1024 * 1024


class HashMaker:
    """Makes a record of the hash of one file: identity, not security."""

    kinds: ClassVar[tuple[str, ...]] = (HASHES,)

    def __init__(self, file: File, item: Item, segment: Segment) -> None:
        self._file = file
        self._item = item
        self._segment = segment

    def take(self, each: Chunk | Link | Anchor) -> None:
        """What a file holds does not matter here."""

    def end(self, reading: Reading) -> None:
        """Write the hash of a file that has chunks; of no other is it asked for."""
        if not reading.chunks:
            return
        digest = hashlib.md5(usedforsecurity=False)
        try:
            with self._file.seekable() as stream:
                while block := stream.read(_BLOCK):
                    digest.update(block)
        except (OSError, Unreadable):
            return  # it is gone by now: RTFM will see that too
        self._segment.write(HASHES, {"path": self._item.name, "md5": digest.hexdigest()})
