"""The plainest MP3: frames of one speed from the first byte on. All others are for mutagen."""

from __future__ import annotations

from typing import BinaryIO

_SPEEDS = {  # kbit/s of layer III, by whether it is MPEG-1
    True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_RATES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_FRAMES = 4  # that have to follow each other
_LONGEST = 1442  # bytes of a frame
_COUNTED = (b"Xing", b"Info", b"VBRI")  # what the first frame of a file of many speeds holds
_SAME = 0xFFFE0C00  # bits of a head that all frames share: version, layer, rate


def facts(stream: BinaryIO, start: int) -> tuple[float, ...] | None:
    """Seconds, rate, bits, channels and bits a second; None for what is not the plainest."""
    size = stream.seek(0, 2) - start
    stream.seek(start)
    data = stream.read(_FRAMES * _LONGEST)
    first, at = int.from_bytes(data[:4], "big"), 0
    for _ in range(_FRAMES):
        head = int.from_bytes(data[at : at + 4], "big")
        length = _length(head)
        if not length or head & _SAME != first & _SAME:
            return None
        at += length
    if any(mark in data[: _length(first)] for mark in _COUNTED):
        return None
    speed = _speed(first) * 1000
    return size * 8 / speed, _rate(first), 0, 1 if first >> 6 & 3 == 3 else 2, speed


def _length(head: int) -> int:
    """Bytes of a frame; 0 if there is none."""
    if head >> 21 != 0x7FF or head >> 17 & 3 != 1 or not (_speed(head) and _rate(head)):
        return 0
    return (144 if _is_first(head) else 72) * _speed(head) * 1000 // _rate(head) + (head >> 9 & 1)


def _is_first(head: int) -> bool:
    """Whether it is MPEG-1."""
    return head >> 19 & 3 == 3


def _speed(head: int) -> int:
    number = head >> 12 & 15
    return _SPEEDS[_is_first(head)][number] if number < 15 else 0


def _rate(head: int) -> int:
    number = head >> 10 & 3
    return _RATES.get(head >> 19 & 3, (0, 0, 0))[number] if number < 3 else 0
