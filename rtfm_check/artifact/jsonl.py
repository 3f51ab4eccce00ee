"""Records as JSON Lines: how one is encoded, and a file of them that knows its digest."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

_dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Lines:
    """One file of records."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._digest = hashlib.sha256()
        self._bytes = 0

    def write(self, data: bytes) -> None:
        """Add records that are encoded."""
        self._stream.write(data)
        self._digest.update(data)
        self._bytes += len(data)

    def close(self) -> None:
        """See that what was written is on the disk."""
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()

    def drop(self) -> None:
        """Close the file, whatever is in it."""
        with suppress(OSError):  # no room for what is still to be written
            self._stream.close()

    @property
    def about(self) -> dict[str, Any]:
        """What a manifest says of the file."""
        return {"bytes": self._bytes, "sha256": self._digest.hexdigest()}


def encoded(record: dict[str, Any] | list[Any]) -> bytes:
    """A record as one line of UTF-8; what UTF-8 or JSON cannot hold is replaced."""
    try:
        return f"{_dump(record)}\n".encode()
    except (UnicodeEncodeError, ValueError):
        return f"{_dump(_cleaned(record))}\n".encode(errors="replace")


def decoded(blocks: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The records of whole lines that come in blocks of any size."""
    begun: list[bytes] = []
    for block in blocks:
        *lines, rest = block.split(b"\n")
        if lines:
            lines[0] = b"".join([*begun, lines[0]])
            begun = []
        for line in lines:
            yield json.loads(line)
        begun.append(rest)


def _cleaned(value: Any) -> Any:
    """The value without NaN and infinity, which stand as text."""
    if isinstance(value, dict):
        return {str(key): _cleaned(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(each) for each in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value
