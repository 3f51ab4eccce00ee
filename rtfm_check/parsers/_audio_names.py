"""What is known of a sound file: facts, and tags under common names, whatever it calls them."""

from __future__ import annotations

from typing import Any, NamedTuple

TITLE, COMMENT, LYRICS, SYNCED = "title", "comment", "lyrics", "synced lyrics"
LABELS = {  # of RTFM's lines, in their order
    "artist": "Artist",
    "albumartist": "Album artist",
    "album": "Album",
    "composer": "Composer",
    "conductor": "Conductor",
    "performer": "Performer",
    "lyricist": "Lyricist",
    "arranger": "Arranger",
    "genre": "Genre",
    "date": "Date",
    "originaldate": "Original date",
    "tracknumber": "Track",
    "discnumber": "Disc",
    "label": "Label",
    "copyright": "Copyright",
    "language": "Language",
    "bpm": "BPM",
    "isrc": "ISRC",
}
_NAMES = {  # other spellings, in lower case
    "album artist": "albumartist",
    "album_artist": "albumartist",
    "author": "artist",
    "albumtitle": "album",
    "writer": "lyricist",
    "year": "date",
    "originalyear": "originaldate",
    "original year": "originaldate",
    "originalreleaseyear": "originaldate",
    "track": "tracknumber",
    "disc": "discnumber",
    "disk": "discnumber",
    "partofset": "discnumber",
    "organization": "label",
    "publisher": "label",
    "beatsperminute": "bpm",
    "comments": COMMENT,
    "description": COMMENT,
    "unsyncedlyrics": LYRICS,
    "unsynced lyrics": LYRICS,
    "syncedlyrics": LYRICS,
}


class Opened(NamedTuple):
    """What the file is, and its tags as mutagen has them."""

    kind: str = ""  # mutagen's name for the format
    facts: tuple[float, ...] = (0, 0, 0, 0, 0)  # seconds, rate, bits, channels, bits a second
    tags: Any = None
    raw: dict[str, bytes] = {}  # noqa: RUF012  # of the tags that are not UTF-8, by what they became
    chapters: tuple[tuple[float, str], ...] = ()  # each with its second
    error: str = ""  # why the sound cannot be read
    is_too_much: bool = False


class Tag(NamedTuple):
    """A text with its name: one of LABELS or those above, or one that is shown as it is."""

    name: str
    text: str
    raw: bytes = b""  # where it says that it is Latin-1, as many do that are not

    @property
    def is_broken(self) -> bool:
        """Whether it has to be UTF-8, and is not: it has no text then, but the bytes."""
        return bool(self.raw) and not self.text


class Chapter(NamedTuple):
    """A chapter of an audio book."""

    start: float  # seconds
    title: Tag


def utf8(name: str, raw: bytes) -> Tag:
    """A text that has to be UTF-8."""
    try:
        return Tag(name, raw.decode("utf-8"))
    except UnicodeDecodeError:
        return Tag(name, "", raw)


def named(name: str) -> str:
    """The common name of a tag, or its own, with a capital where it has none."""
    key = " ".join(name.split()).lower()
    key = _NAMES.get(key, key)
    is_known = key in LABELS or key in (TITLE, COMMENT, LYRICS)
    return key if is_known else (name.capitalize() if name.islower() else name)
