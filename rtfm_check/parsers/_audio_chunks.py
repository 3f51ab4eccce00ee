"""What WAV and AIFF files say in chunks of their own, where the ID3 tag of such a file is, and
whether the sound in it is whole.
"""

from __future__ import annotations

import struct
from typing import BinaryIO

from rtfm_check.parsers._riff import Chunk, Texts

_ENDLESS = 0xFFFFFF00  # sizes from here on are those of a writer that could not go back
_IFF = {b"NAME": "Title", b"AUTH": "Artist", b"ANNO": "Comment", b"(c) ": "Copyright"}
_TAIL = 16 * 1024  # bytes in which an APE tag ends
_BROADCAST = 256  # bytes of the description in a broadcast file


def has_ape(stream: BinaryIO) -> bool:
    """Whether there may be an APE tag at the end."""
    stream.seek(-min(_TAIL, stream.seek(0, 2)), 2)
    return b"APETAGEX" in stream.read(_TAIL)


class Chunks:
    """The texts of a RIFF or IFF file; none of any other."""

    def __init__(self, stream: BinaryIO) -> None:
        self.texts = Texts()
        self.missing = 0  # bytes of the sound
        self.facts: tuple[float, ...] | None = None  # of a WAV, in mutagen's order
        self._form: tuple[int, int, int, int] | None = None
        self.id3: list[tuple[int, int]] = []  # where ID3 tags may begin and have to end
        self._stream = stream
        self._size = stream.seek(0, 2)
        stream.seek(0)
        head = stream.read(12)
        if head[:4] in (b"RIFF", b"RF64") and head[8:] == b"WAVE":
            for chunk in self.texts.chunks(stream, 12, self._size):
                self._of_riff(chunk)
        elif head[:4] == b"FORM" and head[8:] in (b"AIFF", b"AIFC"):
            for chunk in self.texts.chunks(stream, 12, self._size, "big"):
                self._of_iff(chunk)
        elif head[:4] == b"DSD ":
            stream.seek(20)
            start = int.from_bytes(stream.read(8), "little")
            self.id3 += [(start, self._size)] if start < self._size else []

    def _of_riff(self, chunk: Chunk) -> None:
        if chunk.name == b"data":
            self._measure(chunk)
            self._tell(chunk.size)
        elif chunk.name == b"fmt ":
            self._stream.seek(chunk.start)
            data = self._stream.read(16)
            self._form = struct.unpack("<2xHI4xHH", data) if len(data) == 16 else None
        elif chunk.name.lower() == b"id3 ":
            self.id3.append((chunk.start, min(chunk.start + chunk.size, self._size)))
        elif chunk.name == b"bext":
            self._take("Description", chunk.start, min(chunk.size, _BROADCAST))
        elif chunk.name == b"LIST":
            self._stream.seek(chunk.start)
            kind = self._stream.read(4)
            end = min(chunk.start + chunk.size, self._size)
            if kind == b"INFO":
                self.texts.add_info(self._stream, chunk.start + 4, end)
            elif kind == b"adtl":
                for each in self.texts.chunks(self._stream, chunk.start + 4, end):
                    if each.name in (b"labl", b"note"):
                        self._take("Markers", each.start + 4, min(each.size, end - each.start) - 4)

    def _of_iff(self, chunk: Chunk) -> None:
        if chunk.name == b"SSND":
            self._measure(chunk)
        elif chunk.name.lower() == b"id3 ":
            self.id3.append((chunk.start, min(chunk.start + chunk.size, self._size)))
        elif chunk.name in _IFF:
            self._take(_IFF[chunk.name], chunk.start, chunk.size)

    def _measure(self, chunk: Chunk) -> None:
        if chunk.size < _ENDLESS:
            self.missing = max(self.missing, chunk.start + chunk.size - self._size)

    def _tell(self, size: int) -> None:
        """How long a WAV is, and of what sort; mutagen takes longer to say it."""
        if self._form is not None and self._form[1] and self._form[2] and size < _ENDLESS:
            channels, rate, width, bits = self._form
            self.facts = (size / width / rate, rate, bits, channels, channels * bits * rate)

    def _take(self, label: str, start: int, size: int) -> None:
        self.texts.add(label, self._stream, start, min(size, self._size - start))
