"""MIDI files made of events."""

from __future__ import annotations

import struct

TEXT, COPYRIGHT, NAME, INSTRUMENT, LYRIC, MARKER, CUE, PROGRAM, DEVICE = range(1, 10)
TEMPO, METRE, KEY = 0x51, 0x58, 0x59


def number(value: int) -> bytes:
    """Seven bits a byte."""
    found = [value & 0x7F]
    while value := value >> 7:
        found.append(value & 0x7F | 0x80)
    return bytes(reversed(found))


def meta(kind: int, data: bytes | str = b"", wait: int = 0) -> bytes:
    """An event that is not played."""
    content = data.encode() if isinstance(data, str) else data
    return number(wait) + bytes([0xFF, kind]) + number(len(content)) + content


END = meta(0x2F)


def note(key: int, wait: int = 0, length: int = 480, channel: int = 0) -> bytes:
    """A note, and its end."""
    on = number(wait) + bytes([0x90 | channel, key, 90])
    return on + number(length) + bytes([0x80 | channel, key, 0])


def program(channel: int, value: int) -> bytes:
    """A change of what a channel plays."""
    return bytes([0, 0xC0 | channel, value])


def tempo(beats_a_minute: int, wait: int = 0) -> bytes:
    """A tempo."""
    return meta(TEMPO, (60_000_000 // beats_a_minute).to_bytes(3, "big"), wait)


def track(*events: bytes, size: int | None = None) -> bytes:
    """A track, with its end; `size` is what it says that it has."""
    data = b"".join(events) + END
    return b"MTrk" + struct.pack(">I", len(data) if size is None else size) + data


def song(*tracks: bytes, kind: int = 1, division: int = 480, count: int | None = None) -> bytes:
    """A file."""
    count = len(tracks) if count is None else count
    return b"MThd" + struct.pack(">IHHH", 6, kind, count, division) + b"".join(tracks)
