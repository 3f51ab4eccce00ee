"""The tags of mutagen's containers under common names. Pictures and other bytes are no text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mutagen.apev2 import APEv2
from mutagen.asf import ASFTags, ASFUnicodeAttribute
from mutagen.id3 import ID3Tags
from mutagen.mp4 import MP4Tags

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
_ID3 = {
    "TIT2": TITLE,
    "TPE1": "artist",
    "TPE2": "albumartist",
    "TALB": "album",
    "TCOM": "composer",
    "TPE3": "conductor",
    "TEXT": "lyricist",
    "TPE4": "arranger",
    "TCON": "genre",
    "TDRC": "date",
    "TDOR": "originaldate",
    "TRCK": "tracknumber",
    "TPOS": "discnumber",
    "TPUB": "label",
    "TCOP": "copyright",
    "TLAN": "language",
    "TBPM": "bpm",
    "TSRC": "isrc",
    "TIT1": "Group",
    "TIT3": "Subtitle",
    "TENC": "Encoded by",
    "TSSE": "Encoder",
    "TKEY": "Key",
    "TMOO": "Mood",
    "TMED": "Medium",
    "TOPE": "Original artist",
    "TOAL": "Original album",
    "TOLY": "Original lyricist",
    "TOWN": "Owner",
    "TRSN": "Station",
    "TSST": "Set",
    "TIPL": "Credits",
    "TMCL": "Credits",
    "IPLS": "Credits",
    "USER": "Terms",
    "APIC": "Picture",
}
_MP4 = {
    "\xa9nam": TITLE,
    "\xa9ART": "artist",
    "aART": "albumartist",
    "\xa9alb": "album",
    "\xa9wrt": "composer",
    "\xa9gen": "genre",
    "\xa9day": "date",
    "trkn": "tracknumber",
    "disk": "discnumber",
    "cprt": "copyright",
    "tmpo": "bpm",
    "\xa9cmt": COMMENT,
    "\xa9lyr": LYRICS,
    "\xa9grp": "Group",
    "\xa9too": "Encoder",
    "\xa9wrk": "Work",
    "\xa9mvn": "Movement",
    "desc": "Description",
    "ldes": "Long description",
    "tvsh": "Show",
    "tven": "Episode",
    "tvnn": "Station",
    "purd": "Bought",
    "keyw": "Keywords",
    "catg": "Category",
    "purl": "Link",
}
_PICTURES = ("metadata_block_picture", "coverart")  # of Vorbis, as Base64


class Tag(NamedTuple):
    """A text with its name: one of LABELS, or one that is shown as it is."""

    name: str
    text: str
    is_latin: bool = False  # it says that it is Latin-1, as many do that are not


class Chapter(NamedTuple):
    """A chapter of an audio book."""

    start: float  # seconds
    title: str


def tags_of(tags: Any) -> Iterator[Tag]:
    """All texts of some tags, in their order."""
    if isinstance(tags, ID3Tags):
        return _id3(tags)
    if isinstance(tags, MP4Tags):
        return _mp4(tags)
    if isinstance(tags, ASFTags):
        return _asf(tags)
    return _ape(tags) if isinstance(tags, APEv2) else _vorbis(tags or [])


def chapters_of(tags: Any, chapters: Any) -> list[Chapter]:
    """The chapters of a file in the order of time."""
    found = [Chapter(each.start, each.title) for each in chapters]
    if isinstance(tags, ID3Tags):
        for frame in tags.getall("CHAP"):
            for title in frame.sub_frames.getall("TIT2"):
                found.append(Chapter(frame.start_time / 1000, " / ".join(title.text)))
    return sorted(found)


def _named(name: str) -> str:
    """The common name of a tag, or its own with a capital."""
    key = name.lower()
    key = _NAMES.get(key, key)
    is_known = key in LABELS or key in (TITLE, COMMENT, LYRICS)
    return key if is_known else name[:1].upper() + name[1:]


def _id3(tags: Any) -> Iterator[Tag]:
    for frame in tags.values():
        kind = frame.FrameID
        is_latin = getattr(frame, "encoding", None) == 0
        for name, text in _frame(frame, kind):
            yield Tag(name, text, is_latin)


def _frame(frame: Any, kind: str) -> Iterator[tuple[str, str]]:
    if kind == "TCON":
        yield from (("genre", text) for text in frame.genres)
    elif kind == "TXXX":
        yield from ((_named(frame.desc or kind), str(text)) for text in frame.text)
    elif kind == "COMM":
        yield from ((COMMENT, str(text)) for text in frame.text)
    elif kind == "USLT":
        yield LYRICS, frame.text
    elif kind == "SYLT":
        yield SYNCED, "".join(text for text, _ in frame.text)
    elif kind in ("TIPL", "TMCL", "IPLS"):
        yield from ((_ID3[kind], " ".join(map(str, pair))) for pair in frame.people)
    elif kind == "APIC":
        yield _ID3[kind], frame.desc
    elif kind == "USER":
        yield _ID3[kind], frame.text
    elif kind.startswith("W"):
        yield "Link", " ".join(filter(None, (getattr(frame, "desc", ""), frame.url)))
    elif kind.startswith("T"):
        yield from ((_ID3.get(kind, kind), str(text)) for text in frame.text)


def _vorbis(tags: Any) -> Iterator[Tag]:
    for key, value in tags:
        if key.lower() not in _PICTURES:
            yield Tag(_named(key), value)


def _ape(tags: Any) -> Iterator[Tag]:
    for key, value in tags.items():
        if value.kind == 0:
            yield from (Tag(_named(key), text) for text in value)
        elif value.kind == 2:  # where something lies
            yield Tag(_named(key), str(value))


def _mp4(tags: Any) -> Iterator[Tag]:
    for key, values in tags.items():
        if key.startswith("----"):
            name = _named(key.rpartition(":")[2])
            yield from (Tag(name, bytes(each).decode("utf-8", "replace")) for each in values)
            continue
        name = _MP4.get(key, key)
        for value in values if isinstance(values, list) else ():
            if isinstance(value, str):
                yield Tag(name, value)
            elif isinstance(value, tuple):
                yield Tag(name, "/".join(str(each) for each in value if each))
            elif name == "bpm":
                yield Tag(name, str(value))


def _asf(tags: Any) -> Iterator[Tag]:
    for key, value in tags:
        name = _named(key.removeprefix("WM/"))
        if isinstance(value, ASFUnicodeAttribute) or (name in LABELS and value.TYPE in (3, 4, 5)):
            yield Tag(name, str(value))
