"""The tags of mutagen's containers under common names. Pictures and other bytes are no text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rtfm_check.parsers._audio_names import COMMENT, LABELS, LYRICS, TITLE, Opened, Tag, named

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
_ASF_TEXT, _ASF_NUMBERS = 0, (3, 4, 5)
_PICTURES = ("metadata_block_picture", "coverart")  # of Vorbis, as Base64


def tags_of(found: Opened) -> Iterator[Tag]:
    """All texts of the tags of a file, in their order; ID3 tags are read in `_id3`."""
    if found.tags is None:
        return iter(())
    if type(found.tags).__name__ == "APEv2":  # which files of any kind may have
        return _ape(found.tags)
    return {"MP4": _mp4, "ASF": _asf}.get(found.kind, _vorbis)(found.tags)


def _vorbis(tags: Any) -> Iterator[Tag]:
    for key, value in tags:
        if key.lower() not in _PICTURES:
            yield Tag(named(key), value)


def _ape(tags: Any) -> Iterator[Tag]:
    for key, value in tags.items():
        if value.kind == 0:
            yield from (Tag(named(key), text) for text in value)
        elif value.kind == 2:  # where something lies
            yield Tag(named(key), str(value))


def _mp4(tags: Any) -> Iterator[Tag]:
    for key, values in tags.items():
        if key.startswith("----"):
            name = named(key.rpartition(":")[2])
            yield from (Tag(name, text) for text in map(_free, values) if text)
            continue
        name = _MP4.get(key, key)
        for value in values if isinstance(values, list) else ():
            if isinstance(value, str):
                yield Tag(name, value)
            elif isinstance(value, tuple):
                yield Tag(name, "/".join(str(each) for each in value if each))
            elif name == "bpm":
                yield Tag(name, str(value))


def _free(value: Any) -> str:
    """What a box of one's own holds, if that is a text."""
    data = bytes(value)
    try:
        return "" if b"\0" in data else data.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _asf(tags: Any) -> Iterator[Tag]:
    has_number = any(key == "WM/TrackNumber" for key, _ in tags)
    for key, value in tags:
        if key == "WM/Track" and has_number:
            continue  # the same, counted from 0
        name = named(key.removeprefix("WM/"))
        if value.TYPE == _ASF_TEXT or (name in LABELS and value.TYPE in _ASF_NUMBERS):
            yield Tag(name, str(value))
