"""Lyrics3 tags, which stand at the end of an MP3, in front of an ID3 tag of version 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from rtfm_check.parsers._audio_names import COMMENT, LYRICS, TITLE, Tag

_BEGIN, _ENDS = b"LYRICSBEGIN", (b"LYRICSEND", b"LYRICS200")
_TAIL = 1024 * 1024  # bytes in which the tag has to be
_OLD = 128  # bytes of an ID3 tag of version 1
_NAMES = {
    b"LYR": LYRICS,
    b"INF": COMMENT,
    b"AUT": "lyricist",
    b"EAL": "album",
    b"EAR": "artist",
    b"ETT": TITLE,
}
_FIELD = re.compile(rb"([A-Z]{3})([0-9]{5})")


def tags_of(stream: BinaryIO) -> Iterator[Tag]:
    """The texts of the tag, if there is one."""
    stream.seek(max(0, stream.seek(0, 2) - _OLD - len(_ENDS[0])))
    foot = stream.read()
    if foot[-_OLD:].startswith(b"TAG"):
        foot = foot[:-_OLD]
    if not foot.endswith(_ENDS):
        return
    end = stream.tell() - (_OLD if len(foot) == len(_ENDS[0]) else 0) - len(_ENDS[0])
    stream.seek(max(0, end - _TAIL))
    tail = stream.read(end - stream.tell())
    start = tail.rfind(_BEGIN)
    if start < 0:
        return
    data = tail[start + len(_BEGIN) :]
    if foot.endswith(_ENDS[0]):
        yield Tag(LYRICS, data.decode("latin-1"), data)
        return
    at = 0
    while (field := _FIELD.match(data, at)) is not None:
        at = field.end() + int(field[2])
        raw = data[field.end() : at]
        if field[1] in _NAMES and raw:
            yield Tag(_NAMES[field[1]], raw.decode("latin-1"), raw)
