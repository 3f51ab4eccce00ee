"""What the frames of an ID3 tag say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rtfm_check.parsers._audio_names import COMMENT, LYRICS, SYNCED, TITLE, Chapter, Tag, named
from rtfm_check.parsers._id3 import Frame, Frames

_CODECS = ("latin-1", "utf-16", "utf-16-be", "utf-8")
_GENRE = re.compile(r"\(([0-9]{1,3}|RX|CR)\)")
_OLD = {  # names of version 2.2
    "TT1": "TIT1",
    "TT2": "TIT2",
    "TT3": "TIT3",
    "TP1": "TPE1",
    "TP2": "TPE2",
    "TP3": "TPE3",
    "TP4": "TPE4",
    "TAL": "TALB",
    "TCM": "TCOM",
    "TXT": "TEXT",
    "TCO": "TCON",
    "TYE": "TYER",
    "TDA": "TDAT",
    "TIM": "TIME",
    "TOR": "TORY",
    "TRK": "TRCK",
    "TPA": "TPOS",
    "TPB": "TPUB",
    "TCR": "TCOP",
    "TLA": "TLAN",
    "TBP": "TBPM",
    "TRC": "TSRC",
    "TEN": "TENC",
    "TSS": "TSSE",
    "TKE": "TKEY",
    "TMT": "TMED",
    "TOA": "TOPE",
    "TOT": "TOAL",
    "TOL": "TOLY",
    "TXX": "TXXX",
    "COM": "COMM",
    "ULT": "USLT",
    "SLT": "SYLT",
    "IPL": "IPLS",
    "WXX": "WXXX",
}
_NAMES = {
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
    "TORY": "originaldate",
    "TRCK": "tracknumber",
    "TPOS": "discnumber",
    "TPUB": "label",
    "TCOP": "copyright",
    "TLAN": "language",
    "TBPM": "bpm",
    "TSRC": "isrc",
    "COMM": COMMENT,
    "USLT": LYRICS,
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
    "USER": "Terms",
}
_PEOPLE = ("TIPL", "TMCL", "IPLS")
_TIME = re.compile(r"[-0-9T:]{1,40}")
_DATE = ("TYER", "TDAT", "TIME")  # which version 2.4 has in one
_FIXED = ((TITLE, 3, 33), ("artist", 33, 63), ("album", 63, 93), ("date", 93, 97))


def tags_of(frames: Frames) -> Iterator[Tag]:
    """The texts of some frames in their order, then what version 1 alone says."""
    dates: dict[str, str] = {}
    known: dict[str, list[str]] = {}
    for frame in frames.frames:
        name = _OLD.get(frame.name, frame.name)
        if name in _DATE:
            text = "".join(tag.text for tag in _texts(name, frame.data))
            if text[:4].isdecimal():
                dates.setdefault(name, text[:20])
                continue
        for tag in _said(name, frame.data):
            known.setdefault(tag.name, []).append(tag.text)
            yield tag
    if dates.get("TYER"):
        known["date"] = []
        yield Tag("date", _date(dates))
    for tag in _fixed(frames.last) if frames.last else ():
        texts = known.get(tag.name)
        is_new = tag.name == COMMENT and not any(each.startswith(tag.text) for each in texts or ())
        if texts is None or is_new:
            yield tag


def chapters_of(frames: Iterable[Frame]) -> Iterator[Chapter]:
    """The chapters; a title is in a frame inside that of the chapter."""
    for frame in frames:
        if frame.name != "CHAP":
            continue
        start = frame.data.find(b"\0") + 1
        inner = Frames()
        inner.inside(frame.data[start + 16 :], frame.version)
        for each in inner.frames:
            if each.name == "TIT2":
                seconds = int.from_bytes(frame.data[start : start + 4], "big") / 1000
                yield from (Chapter(seconds, tag) for tag in _texts(TITLE, each.data))


def _said(name: str, data: bytes) -> Iterator[Tag]:
    if not data:
        return
    codec = _CODECS[data[0]] if data[0] < len(_CODECS) else "latin-1"
    if name == "TXXX":
        key, rest = _split(data, 1, codec)
        yield from _texts(named(_decoded(key, codec)) or name, data[:1] + rest)
    elif name == "COMM":
        about, rest = _split(data, 4, codec)
        yield from _remarks(_decoded(about, codec), about, data[:1] + rest)
    elif name == "USLT":
        yield from _texts(_NAMES[name], data[:1] + _split(data, 4, codec)[1])
    elif name == "USER":
        yield from _texts(_NAMES[name], data[:1] + data[4:])
    elif name == "SYLT":
        yield Tag(SYNCED, "".join(_decoded(text, codec) for text in _synced(data, codec)))
    elif name in _PEOPLE:
        texts = [tag.text for tag in _texts(name, data)]
        pairs = zip(texts[::2], [*texts[1::2], ""], strict=False)
        yield from (Tag("Credits", " ".join(filter(None, pair))) for pair in pairs)
    elif name == "APIC":
        start = data.find(b"\0", 1) + 2
        yield Tag("Picture", _decoded(_split(data, start, codec)[0], codec))
    elif name == "WXXX":
        key, url = _split(data, 1, codec)
        yield Tag("Link", f"{_decoded(key, codec)} {url.decode('latin-1')}")
    elif name.startswith("W"):
        yield Tag("Link", data.partition(b"\0")[0].decode("latin-1"))
    elif name == "TCON":
        for tag in _texts("genre", data):
            yield from (tag._replace(text=text) for text in _genres(tag.text))
    elif name.startswith("TD"):
        for tag in _texts(_NAMES.get(name, name), data):
            is_time = _TIME.fullmatch(tag.text)
            yield tag._replace(text=tag.text.replace("T", " ")) if is_time else tag
    elif name.startswith("T"):
        yield from _texts(_NAMES.get(name, name), data)


def _texts(name: str, data: bytes) -> Iterator[Tag]:
    """The texts of a frame, behind the byte that says how they are encoded."""
    codec = _CODECS[data[0]] if data and data[0] < len(_CODECS) else "latin-1"
    if codec == "latin-1":
        for raw in data[1:].split(b"\0"):
            if raw:
                yield Tag(name, raw.decode("latin-1"), raw)
        return
    for text in _decoded(data[1:], codec).split("\0"):
        if text.startswith("\ufffe"):  # a mark of its own, in the other order
            text = text[1:].encode("utf-16-le", "surrogatepass").decode("utf-16-be", "replace")
        if text:
            yield Tag(name, text.removeprefix("\ufeff"))


def _remarks(about: str, raw: bytes, data: bytes) -> Iterator[Tag]:
    """Comments, each with what it is about behind it."""
    for tag in _texts(COMMENT, data):
        if about:
            tag = Tag(COMMENT, f"{tag.text} ({about})", tag.raw and b"%b (%b)" % (tag.raw, raw))
        yield tag


def _decoded(data: bytes, codec: str) -> str:
    if codec == "utf-16" and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codec = "utf-16-le"
    is_wide = codec.startswith("utf-16")
    return data[: len(data) & ~1 if is_wide else None].decode(codec, "replace")


def _split(data: bytes, start: int, codec: str) -> tuple[bytes, bytes]:
    """A text up to its NUL, and what is behind it."""
    end = _end(data, start, codec)
    return data[start:end], data[end + (2 if codec.startswith("utf-16") else 1) :]


def _end(data: bytes, start: int, codec: str) -> int:
    """Where the NUL is that ends a text, or the end of all."""
    if not codec.startswith("utf-16"):
        end = data.find(b"\0", start)
    else:
        end = data.find(b"\0\0", start)
        while end >= 0 and (end - start) % 2:
            end = data.find(b"\0\0", end + 1)
    return end if end >= 0 else len(data)


def _synced(data: bytes, codec: str) -> Iterator[bytes]:
    """The pieces of lyrics, each with its NUL and a time of four bytes behind it."""
    width = 2 if codec.startswith("utf-16") else 1
    at = _end(data, 6, codec) + width
    while at < len(data):
        end = _end(data, at, codec)
        yield data[at:end]
        at = end + width + 4


def _genres(text: str) -> list[str]:
    """The genres that a text stands for: `17`, `(17)(20)`, `(17)Rock` or a name."""
    found, at = [], 0
    while match := _GENRE.match(text, at):
        found.append(_genre(match[1]))
        at = match.end()
    rest = text[at:].replace("((", "(", 1) if text[at : at + 2] == "((" else text[at:]
    found += [_genre(rest)] if rest and _genre(rest) not in found else []
    return found


def _genre(text: str) -> str:
    if text.isdecimal() and len(text) < 4:
        from mutagen._constants import GENRES  # few tags have numbers

        return str(GENRES[int(text)]) if int(text) < len(GENRES) else text
    return {"RX": "Remix", "CR": "Cover"}.get(text, text)


def _date(dates: dict[str, str]) -> str:
    text = dates["TYER"]
    day, hour = dates.get("TDAT", ""), dates.get("TIME", "")
    if re.fullmatch(r"\d{4}", day):
        text += f"-{day[2:]}-{day[:2]}"
        if re.fullmatch(r"\d{4}", hour):
            text += f" {hour[:2]}:{hour[2:]}:00"
    return text


def _fixed(data: bytes) -> Iterator[Tag]:
    """Version 1; a NUL and a number at the end of the comment are the track."""
    has_track = not data[125] and data[126]
    for name, start, end in (*_FIXED, (COMMENT, 97, 125 if has_track else 127)):
        raw = data[start:end].partition(b"\0")[0].rstrip()
        if raw:
            yield Tag(name, raw.decode("latin-1"), raw)
    if has_track:
        yield Tag("tracknumber", str(data[126]))
    name = _genre(str(data[127]))
    if not name.isdecimal():
        yield Tag("genre", name)
