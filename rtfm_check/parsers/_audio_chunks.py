"""What WAV and AIFF files say in chunks of their own, where the ID3 tag of such a file is, and
whether the sound in it is whole.

A program that writes to a pipe cannot go back to say how long the sound is: it lasts to the end of
the file then.
"""

from __future__ import annotations

import struct
from typing import BinaryIO

from rtfm_check.parsers._audio_xml import texts_of
from rtfm_check.parsers._riff import Chunk, Texts

_ENDLESS = 0xFFFFFF00  # sizes from here on are those of a writer that could not go back
_UNKNOWN = range(0x7FFFF000, 0x80000001)  # and these, where the file is shorter
_RIFF = (b"RIFF", b"RF64", b"BW64")
_IFF = {b"NAME": "Title", b"AUTH": "Artist", b"ANNO": "Comment", b"(c) ": "Copyright"}
_PLAIN = (1, 3, 6, 7, 0xFFFE)  # kinds of a WAV of which each sample has the same size
_CLIPBOARD_TEXT = b"\1\0\0\0"  # what a chunk for display holds, as Windows numbers it
_XML = (b"iXML", b"axml", b"_PMX")
_FIELDS = {  # of a broadcast file and of one for the radio: where they are, and their size
    b"bext": (
        ("Description", 0, 256),
        ("Originator", 256, 32),
        ("Reference", 288, 32),
        ("Date", 320, 10),
        ("Coding history", 602, 1 << 20),
    ),
    b"cart": (
        ("Title", 4, 64),
        ("Artist", 68, 64),
        ("Cut", 132, 64),
        ("Client", 196, 64),
        ("Category", 260, 64),
        ("Classification", 324, 64),
        ("Last words", 388, 64),
    ),
}
_CUES = {b"labl": 4, b"note": 4, b"ltxt": 20}  # where the text in a remark on a place begins


class Chunks:
    """The texts of a RIFF or IFF file; none of any other."""

    def __init__(self, stream: BinaryIO) -> None:
        self.texts = Texts()
        self.missing = 0  # bytes of the sound
        self.kind = ""  # mutagen's name for the format
        self.facts: tuple[float, ...] | None = None  # in mutagen's order
        self._form: tuple[int, ...] | None = None
        self.id3: list[tuple[int, int]] = []  # where ID3 tags may begin and have to end
        self._stream = stream
        self._size = stream.seek(0, 2)
        self._long = 0  # the bytes of a sound of more than 4 GB
        stream.seek(0)
        head = stream.read(12)
        self._said = int.from_bytes(head[4:8], "little") + 8
        if head[:4] in _RIFF and head[8:] == b"WAVE":
            self.kind, start = "WAVE", 12
            while start:
                start = self._walk(start)
        elif head[:4] == b"FORM" and head[8:] in (b"AIFF", b"AIFC"):
            self.kind = "AIFF"
            for chunk in self.texts.chunks(stream, 12, self._size, "big"):
                self._of_iff(chunk)
        elif head[:4] == b"DSD ":
            stream.seek(20)
            start = int.from_bytes(stream.read(8), "little")
            self.id3 += [(start, self._size)] if start < self._size else []

    def _walk(self, start: int) -> int:
        """Read chunks; where to go on behind a sound whose chunk does not say how long it is."""
        for chunk in self.texts.chunks(self._stream, start, self._size):
            if chunk.name != b"data":
                self._of_riff(chunk)
                continue
            left = self._size - chunk.start
            size, is_long = chunk.size, chunk.size >= _ENDLESS and self._long > 0
            if is_long:
                size = self._long
            elif (
                size >= _ENDLESS
                or (size in _UNKNOWN and size > left)
                or (not size and self._said < self._size)
            ):
                size = left
            self.missing = max(self.missing, size - left)
            self._tell(min(size, left))
            if is_long or not chunk.size:
                return chunk.start + size + size % 2
        return 0

    def _of_riff(self, chunk: Chunk) -> None:
        if chunk.name == b"fmt ":
            data = self._read(chunk, 0, 16)
            self._form = struct.unpack("<HHIIHH", data) if len(data) == 16 else None
        elif chunk.name == b"ds64":
            self._long = int.from_bytes(self._read(chunk, 8, 8), "little")
        elif chunk.name.lower() == b"id3 ":
            self.id3.append((chunk.start, min(chunk.start + chunk.size, self._size)))
        elif chunk.name in _FIELDS:
            for label, start, size in _FIELDS[chunk.name]:
                data = self._read(chunk, start, min(size, self.texts.room))
                self.texts.keep(label, data if start > 600 else data.partition(b"\0")[0])
        elif chunk.name == b"DISP" and self._read(chunk, 0, 4) == _CLIPBOARD_TEXT:
            self._take("Title", chunk.start + 4, chunk.size - 4)
        elif chunk.name in _XML:
            data = self._read(chunk, 0, min(chunk.size, self.texts.room))
            for label, text in texts_of(data.rstrip(b"\0")):
                self.texts.keep(label, text.encode())
        elif chunk.name == b"LIST":
            kind = self._read(chunk, 0, 4)
            end = min(chunk.start + chunk.size, self._size)
            if kind == b"INFO":
                self.texts.add_info(self._stream, chunk.start + 4, end)
            elif kind == b"adtl":
                for each in self.texts.chunks(self._stream, chunk.start + 4, end):
                    skipped = _CUES.get(each.name, 0)
                    if skipped:
                        size = min(each.size, end - each.start) - skipped
                        self._take("Markers", each.start + skipped, size)

    def _of_iff(self, chunk: Chunk) -> None:
        if chunk.name == b"SSND":
            if chunk.size < _ENDLESS:
                self.missing = max(self.missing, chunk.start + chunk.size - self._size)
        elif chunk.name == b"COMM":
            data = self._read(chunk, 0, 18)
            if len(data) == 18:
                channels, frames, bits, power, mantissa = struct.unpack(">HIHHQ", data)
                rate = int(mantissa / 2 ** (16446 - power)) if 16383 <= power < 16446 else 0
                if rate:
                    self.facts = (frames / rate, rate, bits, channels, channels * bits * rate)
        elif chunk.name.lower() == b"id3 ":
            self.id3.append((chunk.start, min(chunk.start + chunk.size, self._size)))
        elif chunk.name in _IFF:
            self._take(_IFF[chunk.name], chunk.start, chunk.size)

    def _tell(self, size: int) -> None:
        """How long a WAV is, and of what sort; mutagen takes longer, and believes any size."""
        if self._form is None:
            return
        kind, channels, rate, speed, width, bits = self._form
        if not (rate and width):
            return
        if kind in _PLAIN or not speed:
            self.facts = (size / width / rate, rate, bits, channels, channels * bits * rate)
        else:  # it is packed
            self.facts = (size / speed, rate, bits, channels, 8 * speed)

    def _read(self, chunk: Chunk, start: int, size: int) -> bytes:
        """Bytes of a chunk, from a place in it on."""
        self._stream.seek(chunk.start + start)
        return self._stream.read(max(0, min(size, chunk.size - start)))

    def _take(self, label: str, start: int, size: int) -> None:
        self.texts.add(label, self._stream, start, min(size, self._size - start))
