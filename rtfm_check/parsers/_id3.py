"""ID3 tags: the frames of versions 2.2 to 2.4, and the fixed fields of version 1.

Read here, in time that grows with the tag only, which mutagen's reader does not promise. Frames
that are encrypted, or larger than the tag, are told. What they mean is in `_id3_frames`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, NamedTuple

_HEAD = 10
_TAG = 32 * 1024 * 1024  # bytes of a tag that are read
_INFLATED = 4 * 1024 * 1024  # bytes of all compressed frames
_MOST = 20  # tags behind each other
_FRAMES = 10_000  # of all tags
_NAME = re.compile(rb"[A-Z][A-Z0-9]{2,3}")


class Frame(NamedTuple):
    """A frame of a tag, with its name of four letters, or of three in version 2.2."""

    name: str
    data: bytes
    version: int


class Frames:
    """The frames of all tags of a file, and what is wrong with them."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.last: bytes = b""  # a tag of version 1
        self.damage = ""
        self.protected = 0  # frames that are encrypted
        self.limit = ""
        self._room = _INFLATED

    def read(self, stream: BinaryIO, start: int, end: int) -> int:
        """Read the tags at a place; where they end."""
        for _ in range(_MOST):
            stream.seek(start)
            head = stream.read(_HEAD)
            if len(head) < _HEAD or not head.startswith(b"ID3"):
                break
            size = _syncsafe(head[6:])
            data = stream.read(min(size, end - start - _HEAD, _TAG))
            missing = start + _HEAD + size - end
            if missing > 0:
                self.damage = f"the ID3 tag is cut off: {missing:,} bytes are missing"
            elif size > _TAG:
                self.limit = f"an ID3 tag of {size:,} bytes"
            self._tag(data, head[3], head[5])
            start += _HEAD + size + (_HEAD if head[3] == 4 and head[5] & 0x10 else 0)
        return start

    def read_last(self, stream: BinaryIO, end: int) -> None:
        """Read what stands at the end of the file: a tag of version 1, and before it one of 2.4."""
        stream.seek(max(0, end - 128))
        data = stream.read(128)
        if len(data) == 128 and data.startswith(b"TAG"):
            self.last = data
            end -= 128
        stream.seek(max(0, end - _HEAD))
        foot = stream.read(_HEAD)
        if foot.startswith(b"3DI") and len(foot) == _HEAD:
            start = end - 2 * _HEAD - _syncsafe(foot[6:])
            if start >= 0:
                self.read(stream, start, end)

    def inside(self, data: bytes, version: int) -> None:
        """Read frames that stand in another one."""
        self._tag(data, version, 0)

    def _tag(self, data: bytes, version: int, flags: int) -> None:
        if flags & 0x80 and version < 4:
            data = _synchronised(data)
        at = 0
        if flags & 0x40 and version > 2 and not _NAME.match(data):
            size = int.from_bytes(data[:4], "big") + 4 if version == 3 else _syncsafe(data[:4])
            at = min(size, len(data))
        walk = self._walk(data, at, version, is_syncsafe=version == 4)
        found = list(islice(walk, _FRAMES + 1))
        if version == 4 and _is_broken(found, data):  # some writers have sizes as in 2.3
            walk = self._walk(data, at, version, is_syncsafe=False)
            other = list(islice(walk, _FRAMES + 1))
            if not _is_broken(other, data):
                found = other
        room = max(0, _FRAMES - len(self.frames))
        if len(found) > room:
            self.limit = f"more than {_FRAMES:,} ID3 frames"
        for name, flag, start, end in found[:room]:
            if end > len(data) or not _NAME.fullmatch(name):
                self.damage = f"the ID3 frame `{name.decode('latin-1')}` is larger than its tag"
            content = self._content(data[start:end], version, flag, flags & 0x80)
            self.frames.append(Frame(name.decode("latin-1"), content, version))

    def _walk(
        self, data: bytes, at: int, version: int, *, is_syncsafe: bool
    ) -> Iterator[tuple[bytes, int, int, int]]:
        """Names, flags and ranges of the frames, up to the first that is none."""
        letters = 3 if version == 2 else 4
        head = 6 if version == 2 else _HEAD
        while at + head <= len(data) and data[at]:
            name = data[at : at + letters]
            raw = data[at + letters : at + 2 * letters]
            size = _syncsafe(raw) if is_syncsafe else int.from_bytes(raw, "big")
            flag = int.from_bytes(data[at + 8 : at + 10], "big") if version > 2 else 0
            start = at + head
            if not _NAME.fullmatch(name):
                return
            yield name, flag, start, start + size
            at = start + size

    def _content(self, data: bytes, version: int, flag: int, is_unsynchronised: int) -> bytes:
        """What a frame holds, unpacked; nothing if that cannot be had."""
        if version == 3:
            is_packed, is_secret, is_grouped = flag & 0x80, flag & 0x40, flag & 0x20
            data = data[4:] if is_packed else data
        elif version == 4:
            is_packed, is_secret, is_grouped = flag & 8, flag & 4, flag & 0x40
        else:
            return data
        if is_secret:
            self.protected += 1
            return b""
        data = data[1:] if is_grouped else data
        if version == 4:
            data = data[4:] if flag & 1 else data
            data = _synchronised(data) if flag & 2 or is_unsynchronised else data
        return self._inflated(data) if is_packed else data

    def _inflated(self, data: bytes) -> bytes:
        inflater = zlib.decompressobj()
        try:
            text = inflater.decompress(data, self._room + 1)
        except zlib.error:
            self.damage = "a compressed ID3 frame is damaged"
            return b""
        self._room -= len(text)
        if self._room < 0:
            self._room = 0
            self.limit = f"compressed ID3 frames of more than {_INFLATED // 1024**2} MiB"
            return b""
        return text


def _is_broken(found: list[tuple[bytes, int, int, int]], data: bytes) -> bool:
    """Whether the walk ended where neither padding nor the end of the tag is."""
    end = found[-1][3] if found else 0
    return end > len(data) or (end + _HEAD <= len(data) and data[end] != 0)


def _syncsafe(data: bytes) -> int:
    """A number of seven bits a byte."""
    value = 0
    for byte in data:
        value = value << 7 | byte & 0x7F
    return value


def _synchronised(data: bytes) -> bytes:
    """The bytes without those that keep players from seeing the start of a sound in them."""
    return data.replace(b"\xff\x00", b"\xff")
