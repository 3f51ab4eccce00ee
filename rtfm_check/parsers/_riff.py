"""RIFF files (.wav, .rmi) and IFF files (.aiff): their chunks, and the texts in some of them.

A chunk of an odd size is padded with one byte; some programs forget it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Literal, NamedTuple

from rtfm_check.text import charset

_TEXT = 1024 * 1024  # bytes of all texts of a file
_CHUNKS = 1_000_000  # that are looked at
_NAME = re.compile(rb"[A-Za-z0-9_(][A-Za-z0-9_ ()]{3}")
LABELS = {
    "INAM": "Title",
    "IART": "Artist",
    "IPRD": "Album",
    "IMUS": "Composer",
    "IWRI": "Lyricist",
    "IGNR": "Genre",
    "ICRD": "Date",
    "ITRK": "Track",
    "IPRT": "Track",
    "IFRM": "Tracks",
    "ICOP": "Copyright",
    "ILNG": "Language",
    "IBPM": "BPM",
    "ICMT": "Comment",
    "ISBJ": "Subject",
    "IKEY": "Keywords",
    "IENG": "Engineer",
    "ITCH": "Technician",
    "IPRO": "Producer",
    "ICNT": "Country",
    "IARL": "Archive",
    "ICMS": "Commissioned by",
    "IMED": "Medium",
    "ISRC": "Source",
    "ISRF": "Source form",
    "ISFT": "Software",
    "IWEB": "Link",
}


class Chunk(NamedTuple):
    """A chunk of a file; the file may end before it does."""

    name: bytes
    start: int  # of its content, in the file
    size: int  # as it says


class Texts:
    """Walks over the chunks of a file and collects texts, decoded once all are known."""

    def __init__(self) -> None:
        self.is_cut = False  # there is more than was taken
        self.charset = charset.WESTERN
        self._found: list[tuple[str, bytes]] = []
        self.room = _TEXT  # bytes that are still taken
        self._left = _CHUNKS

    def chunks(
        self, stream: BinaryIO, start: int, end: int, order: Literal["little", "big"] = "little"
    ) -> Iterator[Chunk]:
        """The chunks between two places of a file."""
        while start + 8 <= end:
            stream.seek(start)
            head = stream.read(8)
            self._left -= 1
            if len(head) < 8 or self._left < 0:
                self.is_cut = self.is_cut or self._left < 0
                return
            size = int.from_bytes(head[4:], order)
            yield Chunk(head[:4], start + 8, size)
            start += 8 + size
            if size % 2:
                start += _is_padded(stream, start, end, order)

    def add(self, label: str, stream: BinaryIO, start: int, size: int) -> None:
        """Take a text of the file."""
        stream.seek(start)
        self.is_cut = self.is_cut or size > self.room
        self.keep(label, stream.read(max(0, min(size, self.room))))

    def keep(self, label: str, text: bytes) -> None:
        """Take a text, which may be padded with NULs."""
        self.room -= len(text)
        is_wide = text.startswith((b"\xff\xfe", b"\xfe\xff"))
        text = text.rstrip(b"\0").strip()
        if is_wide and len(text) % 2:
            text += b"\0"
        if text:
            self._found.append((label, text))

    def add_info(self, stream: BinaryIO, start: int, end: int) -> None:
        """Take the texts of an INFO list, of which `start` is behind the name `INFO`."""
        for chunk in self.chunks(stream, start, end):
            name = chunk.name.decode("latin-1")
            self.add(
                LABELS.get(name, name), stream, chunk.start, min(chunk.size, end - chunk.start)
            )

    def all(self) -> list[tuple[str, str]]:
        """All texts with their labels."""
        self.charset = charset.charset(text for _, text in self._found)
        return [(label, charset.decoded(text, self.charset)) for label, text in self._found]


def _is_padded(stream: BinaryIO, at: int, end: int, order: Literal["little", "big"]) -> bool:
    """Whether the next chunk begins a byte behind a place, as it has to, and not there."""

    def begins(head: bytes, place: int) -> bool:
        size = int.from_bytes(head[4:8], order)
        return bool(_NAME.match(head)) and place + 8 + size <= end

    stream.seek(at)
    head = stream.read(9)
    return len(head) < 9 or begins(head[1:], at + 1) or not begins(head, at)
