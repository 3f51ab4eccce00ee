"""Opening a stranger's sound file with mutagen, which reads as much as a file tells it to.

It gets a stream that has a budget, and that hides ID3 tags: they are read in `_id3`. Whatever goes
wrong in mutagen is one error here; an APE tag behind a damaged sound is read all the same.
"""

from __future__ import annotations

import struct
from typing import Any, BinaryIO, NamedTuple

import mutagen
from mutagen.apev2 import APEv2
from mutagen.id3 import ID3Tags

from rtfm_check.file import File

_READ = 17 * 1024 * 1024  # bytes at once: a block of FLAC has up to 16 MiB
_ALL = 256 * 1024 * 1024  # bytes in all
_CALLS = 500_000
_ID3_HEAD = 10  # bytes
_ERRORS = (  # what mutagen was seen to raise, or may, for a file that is not as it should be
    mutagen.MutagenError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)


class TooMuch(Exception):
    """The file asks for more than it gets; str() says of what."""


class Opened(NamedTuple):
    """What mutagen found; either may be missing."""

    kind: str = ""  # mutagen's name for the format
    info: Any = None  # of the stream
    tags: Any = None
    chapters: Any = ()
    error: str = ""  # why the sound cannot be read
    is_too_much: bool = False


def opened(file: File, stream: BinaryIO, start: int) -> Opened:
    """The facts and tags of a sound file that begins at some place of the stream."""
    budgeted = _Budgeted(stream, start, file.file_name)
    try:
        found = mutagen.File(budgeted)
    except TooMuch as error:
        return Opened(error=str(error), is_too_much=True)
    except _ERRORS as error:
        return _of_damaged(budgeted, " ".join(str(error).split())[:200] or "it is damaged")
    if found is None:
        return _of_damaged(budgeted, "it is in no format of sound that is known")
    tags = found.tags
    if not tags or isinstance(tags, ID3Tags):
        tags = _ape(budgeted)
    chapters = getattr(found, "chapters", None) or ()
    return Opened(type(found).__name__, found.info, tags, chapters)


def _of_damaged(stream: _Budgeted, error: str) -> Opened:
    try:
        return Opened(tags=_ape(stream), error=error)
    except TooMuch as much:
        return Opened(error=str(much), is_too_much=True)


def _ape(stream: _Budgeted) -> Any:
    """The APE tag at the end, which files of any format may have."""
    stream.seek(0)
    try:
        return APEv2(stream)
    except _ERRORS:
        return None  # nearly no file has one


class _Budgeted:
    """A stream that can be read so often, and so much of it; ID3 tags are not in it."""

    def __init__(self, stream: BinaryIO, start: int, name: str) -> None:
        self._stream = stream
        self._start = start
        self.name = name  # mutagen looks at the suffix
        self._size = stream.seek(0, 2)
        self._calls = _CALLS
        self._left = _ALL
        self.seek(0)

    def read(self, size: int = -1) -> bytes:
        """Read bytes. Raises TooMuch."""
        rest = max(0, self._size - self._stream.tell())
        size = rest if size < 0 else min(size, rest)
        self._calls -= 1
        self._left -= size
        if size > _READ or self._left < 0:
            raise TooMuch(f"tags of more than {_READ // 1024**2} MiB")
        if self._calls < 0:
            raise TooMuch(f"more than {_CALLS:,} parts")
        data = self._stream.read(size)
        return bytes(_ID3_HEAD) if size == _ID3_HEAD and data.startswith(b"ID3") else data

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        place = self._stream.seek(offset + (self._start if whence == 0 else 0), whence)
        return place - self._start

    def tell(self) -> int:
        """The place."""
        return self._stream.tell() - self._start
