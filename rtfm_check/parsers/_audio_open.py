"""Opening a stranger's sound file with mutagen, which reads as much as a file tells it to.

It gets a stream that has a budget, and that hides ID3 and APE tags: they are read in `_id3` and
`_ape`. Whatever goes wrong in mutagen is one error here.
"""

from __future__ import annotations

import struct
from importlib import import_module
from typing import Any, BinaryIO

import mutagen
from mutagen._vorbis import VComment

from rtfm_check.file import File
from rtfm_check.parsers import _ape, _vorbis
from rtfm_check.parsers._audio_names import Opened

_READ = 17 * 1024 * 1024  # bytes at once: a block of FLAC has up to 16 MiB
_ALL = 256 * 1024 * 1024  # bytes in all
_CALLS = 500_000
_ID3_HEAD = 10  # bytes
_SHORT = 1024  # bytes of a reading that looks for the mark of a tag
_FACTS = ("length", "sample_rate", "bits_per_sample", "channels", "bitrate")
_HUGE = 1e15  # of a fact that is none
_HEADS = (  # mutagen's readers of formats, of which each run needs a few
    (b"RIFF", "wave.WAVE"),
    (b"fLaC", "flac.FLAC"),
    (b"FORM", "aiff.AIFF"),
    (b"MAC ", "monkeysaudio.MonkeysAudio"),
    (b"wvpk", "wavpack.WavPack"),
    (b"MPCK", "musepack.Musepack"),
    (b"DSD ", "dsf.DSF"),
    (b"TTA1", "trueaudio.TrueAudio"),
    (b"\x30\x26\xb2\x75", "asf.ASF"),
    (b"\xff\xfa", "mp3.MP3"),
    (b"\xff\xfb", "mp3.MP3"),
    (b"\xff\xf3", "mp3.MP3"),
)
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


def opened(file: File, stream: BinaryIO, start: int) -> Opened:
    """The facts and tags of a sound file that begins at some place of the stream."""
    budgeted = _Budgeted(stream, start, file.file_name)
    try:
        try:
            return _read(budgeted)
        except _ERRORS as error:
            why = " ".join(str(error).split())[:200] or "it is damaged"
            return Opened(error=why)
    except TooMuch as much:
        return Opened(error=str(much), is_too_much=True)


def _read(stream: _Budgeted) -> Opened:
    readers = _readers(stream)
    found = mutagen.File(stream, options=readers) if readers else None
    if found is None:
        stream.seek(0)
        found = mutagen.File(stream)
    if found is None:
        unknown = "it is in no format of sound that is known"
        return Opened(error=unknown)
    kind = type(found).__name__
    facts = tuple(_fact(getattr(found.info, name, 0)) for name in _FACTS)
    chapters = tuple((each.start, each.title) for each in getattr(found, "chapters", None) or ())
    is_id3 = type(found.tags).__module__.startswith("mutagen.id3")
    tags = None if is_id3 else found.tags
    return Opened(kind, facts, tags, _raw(tags, stream), chapters)


def _raw(tags: Any, stream: _Budgeted) -> dict[str, bytes]:
    """The bytes of Vorbis comments that are not UTF-8."""
    if not isinstance(tags, VComment) or not any("\ufffd" in value for _, value in tags):
        return {}
    stream.seek(0)
    found = _vorbis.comments(stream.read(_vorbis.READ))
    return {each.decode("utf-8", "replace"): each for each in found}


def _readers(stream: _Budgeted) -> list[Any]:
    """The one reader that a file is for, if its first bytes say so; all others cost time."""
    head = stream.read(8)
    stream.seek(0)
    found = (
        "mp4.MP4" if head[4:] == b"ftyp" else next((r for h, r in _HEADS if head.startswith(h)), "")
    )
    if not found:
        return []
    module, _, name = found.partition(".")
    return [getattr(import_module(f"mutagen.{module}"), name)]


def _fact(value: Any) -> float:
    is_known = isinstance(value, int | float) and 0 < value < _HUGE
    return value if is_known else 0


class _Budgeted:
    """A stream that can be read so often, and so much of it; ID3 and APE tags are not in it."""

    def __init__(self, stream: BinaryIO, start: int, name: str) -> None:
        self.whole = stream
        self._start = start
        self.name = name  # mutagen looks at the suffix
        self._size = stream.seek(0, 2)
        self._calls = _CALLS
        self._left = _ALL
        self.seek(0)

    def read(self, size: int = -1) -> bytes:
        """Read bytes. Raises TooMuch."""
        rest = max(0, self._size - self.whole.tell())
        size = rest if size < 0 else min(size, rest)
        self._calls -= 1
        self._left -= size
        if size > _READ or self._left < 0:
            raise TooMuch(f"tags of more than {_READ // 1024**2} MiB")
        if self._calls < 0:
            raise TooMuch(f"more than {_CALLS:,} parts")
        data = self.whole.read(size)
        if size == _ID3_HEAD and data.startswith(b"ID3"):
            return bytes(_ID3_HEAD)
        return data.replace(_ape.MARK, bytes(8)) if size < _SHORT else data

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        place = self.whole.seek(offset + (self._start if whence == 0 else 0), whence)
        return place - self._start

    def tell(self) -> int:
        """The place."""
        return self.whole.tell() - self._start
