"""Opening a stranger's sound file with mutagen, which reads as much as a file tells it to.

It gets a stream that has a budget, and an inflater of texts that has one. Whatever goes wrong in
it is one error here; tags that stand in front of or behind a damaged sound are read all the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

import mutagen
from mutagen.apev2 import APEv2
from mutagen.id3 import ID3, _frames

from rtfm_check.file import File

_READ = 17 * 1024 * 1024  # bytes at once: a block of FLAC has up to 16 MiB
_ALL = 256 * 1024 * 1024  # bytes in all
_CALLS = 500_000
_INFLATED = 4 * 1024 * 1024  # bytes of compressed texts of ID3
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
    zlib.error,
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


def opened(file: File, stream: BinaryIO) -> Opened:
    """The facts and tags of a sound file."""
    with _budgeted(file, stream) as budgeted:
        try:
            found = mutagen.File(budgeted)
        except TooMuch as error:
            return Opened(error=str(error), is_too_much=True)
        except _ERRORS as error:
            return _tags_alone(budgeted, _said(error))
        if found is None:
            return _tags_alone(budgeted, "it is in no format of sound that is known")
        chapters = getattr(found, "chapters", None) or ()
        return Opened(type(found).__name__, found.info, found.tags, chapters)


def _tags_alone(stream: _Budgeted, error: str) -> Opened:
    readers: tuple[Callable[[Any], Any], ...] = (ID3, APEv2)
    for read in readers:
        stream.seek(0)
        try:
            return Opened(tags=read(stream), error=error)
        except TooMuch as much:
            return Opened(error=str(much), is_too_much=True)
        except _ERRORS:
            continue  # the first error says why
    return Opened(error=error)


def _said(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text[:200] if text else "it is damaged"


@contextmanager
def _budgeted(file: File, stream: BinaryIO) -> Iterator[_Budgeted]:
    """The stream as mutagen gets it; inside, mutagen's inflater is ours."""
    theirs = _frames.zlib
    _frames.zlib = _Inflater()
    try:
        yield _Budgeted(stream, file.file_name)
    finally:
        _frames.zlib = theirs


class _Budgeted:
    """A stream that can be read so often, and so much of it."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self.name = name  # mutagen looks at the suffix
        self._size = stream.seek(0, 2)
        stream.seek(0)
        self._calls = _CALLS
        self._left = _ALL

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
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        """The place."""
        return self._stream.tell()


class _Inflater:
    """Stands for the module zlib where ID3 frames are unpacked."""

    error = zlib.error

    def __init__(self) -> None:
        self._left = _INFLATED

    def decompress(self, data: bytes) -> bytes:
        """Unpack a text. Raises TooMuch."""
        inflater = zlib.decompressobj()
        text = inflater.decompress(data, self._left + 1)
        self._left -= len(text)
        if self._left < 0:
            raise TooMuch(f"compressed tags of more than {_INFLATED // 1024**2} MiB")
        if not inflater.eof:
            raise zlib.error("cut off")
        return text
