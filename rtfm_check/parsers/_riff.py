"""RIFF files (.wav, .rmi): the chunks of one, and the texts of its INFO list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from rtfm_check.parsers import _charset

_TEXT = 1024 * 1024  # bytes of all texts of a list
_CHUNKS = 10_000  # that are looked at
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
    """A chunk of a RIFF file; its bytes may end before it does."""

    name: bytes
    start: int  # of its content, in the file
    size: int  # as it says


class Info(NamedTuple):
    """The texts of an INFO list."""

    texts: list[tuple[str, str]]  # with their names, of four letters
    charset: str  # of those that are not UTF-8
    is_cut: bool  # there is more


def chunks(stream: BinaryIO, start: int, end: int) -> Iterator[Chunk]:
    """The chunks between two places of a file."""
    for _ in range(_CHUNKS):
        stream.seek(start)
        head = stream.read(8) if start + 8 <= end else b""
        if len(head) < 8:
            return
        size = int.from_bytes(head[4:], "little")
        yield Chunk(head[:4], start + 8, size)
        start += 8 + size + size % 2


def info(stream: BinaryIO, start: int, end: int) -> Info:
    """The texts of an INFO list, of which `start` is behind the name `INFO`."""
    found: list[tuple[str, bytes]] = []
    room, is_cut = _TEXT, False
    for chunk in chunks(stream, start, end):
        size = max(0, min(chunk.size, end - chunk.start))
        is_cut = is_cut or size > room
        stream.seek(chunk.start)
        text = stream.read(min(size, room))
        room -= len(text)
        text = text.rstrip(b"\0").strip()
        if text:
            found.append((chunk.name.decode("latin-1"), text))
    name = _charset.charset(text for _, text in found)
    return Info([(key, _charset.decoded(text, name)) for key, text in found], name, is_cut)
