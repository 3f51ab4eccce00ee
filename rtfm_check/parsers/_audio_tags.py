"""The tags of mutagen's containers under common names. Pictures and other bytes are no text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rtfm_check.parsers._audio_names import COMMENT, LABELS, LYRICS, TITLE, Opened, Tag, named, utf8
from rtfm_check.text.charset import is_utf8

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
    "\xa9pub": "label",
    "\xa9prd": "Producer",
    "\xa9nrt": "Narrator",
    "\xa9des": "Description",
}
_DATA = 16  # bytes of the head of a text in an MP4 file, which says what kind of text it is
_UTF8, _UTF16 = (0, 1, 4), (2, 5)
_ASF_TEXT, _ASF_NUMBERS = 0, (3, 4, 5)
_PICTURES = ("metadata_block_picture", "coverart")  # of Vorbis, as Base64


def tags_of(found: Opened) -> Iterator[Tag]:
    """All texts of the tags of a file, in their order; see `_id3` and `_ape` for others."""
    if found.tags is None:
        return iter(())
    if found.kind in ("MP4", "ASF"):
        return _mp4(found.tags) if found.kind == "MP4" else _asf(found.tags)
    return _vorbis(found.tags, found.raw)


def _vorbis(tags: Any, raw: dict[str, bytes]) -> Iterator[Tag]:
    for key, value in tags:
        if key.lower() in _PICTURES:
            continue
        whole = raw.get(f"{key}={value}", b"").partition(b"=")[2] or raw.get(value)
        yield utf8(named(key), whole) if whole else Tag(named(key), value)


def _mp4(tags: Any) -> Iterator[Tag]:
    for key, values in tags.items():
        if key.startswith("----"):
            name = named(key.rpartition(":")[2])
            yield from (utf8(name, bytes(each)) for each in values if _is_text(each))
            continue
        name = _MP4.get(key, key)
        for value in values if isinstance(values, list) else ():
            if isinstance(value, str):
                yield Tag(name, value)
            elif isinstance(value, tuple):
                yield Tag(name, "/".join(str(each) for each in value if each))
            elif name == "bpm":
                yield Tag(name, str(value))
    for key, atoms in getattr(tags, "_failed_atoms", {}).items():
        if key in _MP4:
            yield from (Tag(_MP4[key], *text) for atom in atoms for text in _unread(atom))


def _unread(atom: bytes) -> Iterator[tuple[str, bytes]]:
    """The texts of an atom that mutagen does not take: in UTF-16, or not in UTF-8 as they say."""
    at = 0
    while at + _DATA <= len(atom) and atom[at + 4 : at + 8] == b"data":
        size = int.from_bytes(atom[at : at + 4], "big")
        kind, data = int.from_bytes(atom[at + 8 : at + 12], "big"), atom[at + _DATA : at + size]
        if kind in _UTF16:
            yield data.decode("utf-16" if data[:1] in b"\xfe\xff" else "utf-16-be", "replace"), b""
        elif kind in _UTF8:
            yield utf8("", data)[1:]
        at += max(size, _DATA)


def _is_text(value: Any) -> bool:
    """Whether a box of one's own holds a text; many hold other bytes, and do not say so."""
    data = bytes(value)
    return b"\0" not in data and (value.dataformat in _UTF8[1:] or is_utf8(data))


def _asf(tags: Any) -> Iterator[Tag]:
    has_number = any(key == "WM/TrackNumber" for key, _ in tags)
    for key, value in tags:
        if key == "WM/Track" and has_number:
            continue  # the same, counted from 0
        name = named(key.removeprefix("WM/"))
        if value.TYPE == _ASF_TEXT or (name in LABELS and value.TYPE in _ASF_NUMBERS):
            yield Tag(name, str(value))
