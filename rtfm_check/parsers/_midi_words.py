"""The texts of a MIDI file: their character set, and which of them are sung.

Lyrics are syllables with the blanks between words in them. Before a syllable, `/` starts a line
and `\\` a verse; a carriage return behind one ends its line. Karaoke files (.kar) write this in
text events, and facts about the song in others that begin with `@`.

Some programs write lines without their ends, or cut words with hyphens and write no blanks; then
both are put right. Syllables without a blank or a hyphen are one word: nothing says where one ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._smf_track import LYRIC, NAME, TEXT, Event, Song, Track
from rtfm_check.text import charset

_LANGUAGES = {  # of karaoke files: the character set in which few syllables are hardly guessed
    **dict.fromkeys((b"POL", b"CZE", b"SLO", b"HUN", b"CRO", b"ROM", b"SER"), "cp1250"),
    **dict.fromkeys((b"RUS", b"UKR", b"BUL"), "cp1251"),
    b"TUR": "cp1254",
    b"GRE": "cp1253",
    b"HEB": "cp1255",
    b"ARA": "cp1256",
    **dict.fromkeys((b"LIT", b"LAT", b"EST"), "cp1257"),
    b"VIE": "cp1258",
    b"THA": "cp874",
}
_STARTS = {"/": "\n", "\\": "\n\n"}
_MARKS = (b"/", b"\\")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_KARAOKE = b"@KMIDI KARAOKE"
_FACTS = (b"@T", b"@I")  # of the song, its title first
_OTHERS = range(10, 16)  # texts that the standard has no meaning for
_NOTED = re.compile(r"\{@[A-Z]{1,20}\}|\{#([^={}]{1,40})=([^{}]{0,500})\}")  # not sung
_BLANK = re.compile(r"[ \t/\\]|.*[ \t]\Z", re.DOTALL)  # at the ends of a syllable
_OPEN = re.compile(r".*[ \t\r\n-]\Z", re.DOTALL)
_LEAST = 4  # lines or words without a blank at an end, to be taken for such
_CUTS = 2  # hyphens between syllables that are no part of words
_CLOSING = frozenset(",.;:!?)…\r\n")
_DENSE = "\u2e80"  # from here on, characters of languages that write no blanks
_SPREAD = 4  # texts at so many times are sung, in a karaoke file


class Words:
    """Decodes the texts of a song."""

    def __init__(self, song: Song, *, is_karaoke: bool) -> None:
        self._tracks = (*song.tracks, *song.others)
        self._charset = _charset_of(self._tracks)
        self._is_karaoke = is_karaoke or any(
            event.data.startswith(_KARAOKE) for each in self._tracks for event in each.texts(TEXT)
        )

    def text(self, event: Event) -> str:
        """A text without NULs and blanks around it."""
        return _lines(self._decoded(event)).strip()

    def line(self, event: Event) -> str:
        """A text as one line."""
        return " ".join(self._decoded(event).split())

    def lines(self, track: Track, *kinds: int) -> list[str]:
        """All texts of some kinds that are not blank, each a line."""
        return [line for event in track.texts(*kinds) if (line := self.line(event))]

    def remarks(self, track: Track) -> list[str]:
        """What is neither sung nor a name, marker or the like; and the track's second names.

        The facts of a karaoke file are told with the song.
        """
        told = _FACTS if self._is_karaoke else ()
        sung = set(map(id, self._sung(track)))
        names = list(dict.fromkeys(self.lines(track, NAME)))[1:]
        events = (each for each in track.texts(TEXT, *_OTHERS) if id(each) not in sung)
        texts = (self.text(each) for each in events if not each.data.startswith(told))
        noted = (
            f"{match[1].capitalize()}: {match[2].strip()}"
            for event in track.texts(LYRIC)
            for match in _NOTED.finditer(self._decoded(event))
            if match[1]
        )
        return [*names, *noted, *filter(None, texts)]

    def lyrics(self, track: Track) -> str:
        """What is sung."""
        found = []
        for events in (track.texts(LYRIC), self._sung(track)):
            texts = [_NOTED.sub("", self._decoded(each)) for each in events]
            text = "".join(map(_syllable, _spaced([*filter(None, texts)])))
            found.append(_lines(text).strip())
        if found[0].split() == found[1].split():  # some files write all of it both ways
            found.pop()
        return "\n\n".join(filter(None, found))

    def song_facts(self) -> list[str]:
        """What a karaoke file says of the song, its title first."""
        if not self._is_karaoke:
            return []
        texts = [self.line(event) for each in self._tracks for event in each.texts(TEXT)]
        facts = [
            [text[2:].strip() for text in texts if text.startswith(mark.decode())]
            for mark in _FACTS
        ]
        return [text for group in facts for text in group if text]

    def problems(self) -> Iterator[Problem]:
        """That texts are in a character set in which RTFM does not read them."""
        for each in self._tracks:
            for event in each.events:
                if not charset.is_utf8(event.data) and self._differs(event.data):
                    name = "utf-16" if event.data.startswith(_UTF16) else self._charset
                    yield Problem(
                        "encoding-replaced",
                        f"texts are not UTF-8; they were read as {name.upper()}",
                        "store them as UTF-8",
                        "RTFM reads them as Latin-1",
                    )
                    return

    def _differs(self, data: bytes) -> bool:
        return charset.decoded(data, self._charset) != data.decode("latin-1")

    def _decoded(self, event: Event) -> str:
        return charset.decoded(event.data, self._charset).strip("\0")

    def _sung(self, track: Track) -> list[Event]:
        """The text events that are sung; what stands before the first mark is not."""
        texts = [event for event in track.texts(TEXT) if not event.data.startswith(b"@")]
        marked = [at for at, event in enumerate(texts) if event.data.startswith(_MARKS)]
        if marked:
            return texts[marked[0] :] if self._is_karaoke or len(marked) > 1 else []
        is_words = any(name.lower() in ("words", "lyrics") for name in self.lines(track, NAME))
        is_spread = len({event.tick for event in texts}) >= _SPREAD
        return texts if self._is_karaoke and (is_words or is_spread) else []


def _syllable(text: str) -> str:
    start = _STARTS.get(text[:1])
    return start + text[1:] if start else text


def _spaced(texts: list[str]) -> list[str]:
    """The syllables with the blanks between words that are missing, and without their hyphens."""
    hyphens = sum(each.endswith("-") for each in texts)
    are_lines = any(" " in each for each in texts)
    has_blanks = any(_BLANK.match(each.strip("\r\n")) for each in texts)
    if not has_blanks and len(texts) >= _LEAST and (are_lines or hyphens >= _CUTS):
        joiner = "\n" if are_lines else " "
        return [*map(_apart, texts, [*texts[1:], ""], [joiner] * len(texts))]
    ends = [_OPEN.match(each) is not None for each in texts]
    is_cut = hyphens >= _CUTS and all(
        end or _BLANK.match(following) or not following
        for end, following in zip(ends, [*texts[1:], ""], strict=True)
    )
    return [*map(_whole, texts, [*texts[1:], ""])] if is_cut else texts


def _apart(text: str, following: str, joiner: str) -> str:
    """A syllable with what parts it from the following."""
    if not following or following[0] in _CLOSING or _OPEN.match(text):
        return _whole(text, following)
    return text if max(text[-1], following[0]) >= _DENSE else text + joiner


def _whole(text: str, following: str) -> str:
    """A syllable without the hyphen with which a word is cut."""
    return text[:-1] if text.endswith("-") and following[:1].islower() else text


def _lines(text: str) -> str:
    """The text with line feeds at the ends of its lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _charset_of(tracks: Iterable[Track]) -> str:
    """What the file itself names, or else a guess over all of its texts."""
    texts = [event.data for each in tracks for event in each.events]
    for text in texts:
        if text.startswith(b"{@"):
            name = {b"{@JP}": "cp932", b"{@LATIN}": charset.WESTERN}.get(
                text.partition(b"}")[0] + b"}"
            )
            if name:
                return name
    found = charset.charset(texts)
    if found == charset.WESTERN:
        for text in texts:
            if text[:2] == b"@L":
                return _LANGUAGES.get(text[2:5].upper(), found)
    return found
