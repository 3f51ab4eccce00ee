"""MIDI: a chunk that tells of the piece, and one for each track that carries anything.

The events are read here, with the standard library: names, texts, lyrics and markers, what plays
on which channel, and the range of the notes. Edges: none. Limits: 200,000 texts and facts of a
file; text in messages for one maker's devices is not looked for.

Other than RTFM 0.55.1:
- Karaoke files write what is sung as text events: joined to lyrics, and their title counts.
- Texts are UTF-8, else in the character set that they seem to be in, not Latin-1 throughout; NULs
  around them and line ends in names are dropped.
- A carriage return in lyrics ends a line, as the standard has it. Syllables of programs that
  cut words with hyphens are words all the same; what the lyrics say of the song, as
  `{#TITLE=...}`, is not sung.
- Second names of a track, names of programs and devices, the INFO list of an .rmi and Yamaha's
  chunks of lyrics are read.
- A track of a format 2 file goes by its own tempos; of two tempos at once the later one counts.
- Tempos, metres and keys that are none, and values of more than 7 bits, which make RTFM fail,
  are told; all damage is told, and what stands behind it is read.
- Long lyrics and lists are cut.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import chain

from rtfm_check.chunking import PROSE, Block, parts
from rtfm_check.file import File
from rtfm_check.parsers import _riff, _smf
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._duration import duration
from rtfm_check.parsers._general_midi import DRUMS, instrument, key_signature, note
from rtfm_check.parsers._midi_clock import Clock, tempo_line
from rtfm_check.parsers._midi_words import Words
from rtfm_check.parsers._smf_track import (
    COPYRIGHT,
    CUE,
    DEVICE,
    INSTRUMENT,
    MARKER,
    NAME,
    PROGRAM,
    Event,
    Fault,
    Song,
    Track,
    fifths_and_mode,
)

_FORMATS = ("single track", "multitrack", "independent sequences")
_TITLE = 200  # characters of a name that a title has
_DAMAGE = "Note: part of the file is damaged; read up to the damage."
_RULES = {
    "damaged": "damaged-document",
    "syntax": "document-syntax",
    "hidden": "hidden-content",
    "limit": "limit-reached",
}
_HELP = {"damaged": "put a sound copy in its place", "syntax": "save it anew with a sequencer"}
_NOTES = {  # what RTFM does about each fault
    "front": "RTFM indexes nothing of the file",
    "header": "RTFM indexes nothing of the file",
    "division": "RTFM takes the same",
    "length": "RTFM finds no track",
    "tracks": "RTFM does not tell",
    "gap": "RTFM reads nothing behind them",
    "behind": "RTFM does not read them either",
    "track length": "RTFM reads up to its end, too",
    "cut": "RTFM tells of a cut only where it is inside an event",
    "stop": "RTFM does not read them either",
    "value": "RTFM fails at a program of that kind, and takes a note as it is",
    "system": "RTFM reads nothing of the track from there on",
    "tempo": "RTFM takes it as it is",
    "metre": "RTFM takes it as it is",
    "key": "RTFM takes another one for it",
    "chunk": "RTFM does not read it either",
}


def parse(file: File) -> Iterator[Item]:
    """What a MIDI file says of itself and of its tracks."""
    data, base, info = _song_bytes(file.data)
    song = _smf.read(data, base)
    yield About(title=file.title)
    if song is None:
        if file.data:
            message = "no MIDI file: there is no track in it"
            yield Problem("damaged-document", message, note="RTFM reports an error")
        return
    words = Words(song, is_karaoke=file.suffix == ".kar")
    piece = _Piece(song, words, info, file.title)
    yield About(title=piece.title)
    yield from _told(song.faults)
    yield from words.problems()
    yield from _cut("Overview", piece.overview())
    for track in (*song.tracks, *song.others):
        title, lines = piece.track(track)
        if len(lines) > 1:
            yield from _cut(title, lines)


def _told(faults: dict[str, Fault]) -> Iterator[Problem]:
    for what, fault in faults.items():
        more = f", and {fault.times - 1:,} more such" if fault.times > 1 else ""
        message = f"{fault.message} (at byte {fault.offset:,}{more})"
        yield Problem(_RULES[fault.kind], message, _HELP.get(fault.kind, ""), _NOTES.get(what, ""))


def _cut(title: str, lines: list[str]) -> Iterator[Draft]:
    """One chunk, as long as it is none too long."""
    if len(title) > _TITLE:
        title = title[: _TITLE - 1] + "…"
    for part in parts(Block("\n".join(lines)), PROSE):
        yield Draft(title, part.text.rstrip(), kind="midi")


def _song_bytes(data: bytes) -> tuple[bytes, int, list[tuple[str, str]]]:
    """The MIDI file in some bytes, where it begins, and the texts of the RIFF file around it."""
    if not (data.startswith(b"RIFF") and data[8:12] == b"RMID"):
        return data, 0, []
    stream = io.BytesIO(data)
    song, base, texts = data, 0, _riff.Texts()
    for chunk in texts.chunks(stream, 12, len(data)):
        if chunk.name == b"data" and not base:
            base = chunk.start
            song = data[base : base + chunk.size]
        elif chunk.name == b"LIST" and data[chunk.start : chunk.start + 4] == b"INFO":
            end = min(chunk.start + chunk.size, len(data))
            texts.add_info(stream, chunk.start + 4, end)
    return song, base, texts.all()


class _Piece:
    """Tells of a song in lines."""

    def __init__(self, song: Song, words: Words, info: list[tuple[str, str]], title: str) -> None:
        self._song = song
        self._words = words
        self._info = info
        self._names = [next(iter(words.lines(each, NAME)), "") for each in song.tracks]
        self._facts = words.song_facts()
        own = self._names[0] if song.format == 1 else ""
        told = next((text for label, text in info if label == "Title"), "")
        self.title = (self._facts[:1] or [""])[0] or own or told or title
        is_joint = song.format != 2  # else each track is a piece of its own
        told_last = {
            (0 if is_joint else number, event.tick): event for number, event in song.tempos
        }
        self._tempos = sorted(told_last.values(), key=lambda event: event.tick)
        clock = Clock(song.division, self._tempos)
        self._clocks = dict.fromkeys((each.number for each in (*song.tracks, *song.others)), clock)
        if not is_joint:
            by_track: dict[int, list[Event]] = {}
            for number, event in song.tempos:
                by_track.setdefault(number, []).append(event)
            for number in self._clocks:
                self._clocks[number] = Clock(song.division, by_track.get(number, ()))

    def overview(self) -> list[str]:
        """The lines about the whole."""
        song, tracks = self._song, self._song.tracks
        kind = _FORMATS[song.format] if song.format < len(_FORMATS) else "unknown"
        seconds = max(self._clocks[each.number].second(each.end) for each in tracks)
        metres = (f"{data[0]}/{2 ** data[1]}" for _, _, data in _in_order(song.metres))
        keys = (str(key_signature(*fifths_and_mode(each.data))) for each in _in_order(song.keys))
        markers = sorted(
            (event.tick, name, each.number)
            for each in tracks
            for event in each.texts(MARKER, CUE)
            if (name := self._words.line(event))
        )
        marks = (f"{name} ({self._clocks[number].shown(tick)})" for tick, name, number in markers)
        lines = [
            f"MIDI file: {self.title}",
            f"Format {song.format} ({kind}), {len(tracks)} track(s)",
            f"Duration: {duration(seconds)}",
            *tempo_line(self._tempos),
            *_line("Time signature", dict.fromkeys(metres)),
            *_line("Key", dict.fromkeys(keys)),
            *_line("Copyright", self._copyrights(), " / "),
            *_line("Karaoke", self._facts, " / "),
            *(f"{label}: {text}" for label, text in self._info if text != self.title),
            *_line("Instruments", _instruments(tracks)),
            *_line("Tracks", filter(None, self._names)),
            *_notes(tracks),
            *_line("Markers", marks),
        ]
        is_damaged = any(fault.kind == "damaged" for fault in song.faults.values())
        return [*lines, _DAMAGE] if is_damaged else lines

    def track(self, track: Track) -> tuple[str, list[str]]:
        """The title of a track, and the lines about it, of which the first is its title."""
        words = self._words
        name = self._names[track.number - 1] if track.number else ""
        head = f"Track {track.number}" if track.number else f"Chunk {track.label}"
        title = f"{head}: {name}" if name else head
        lyrics = words.lyrics(track)
        return title, [
            title,
            *_line("Instrument", dict.fromkeys(words.lines(track, INSTRUMENT))),
            *_line("Program", dict.fromkeys(words.lines(track, PROGRAM))),
            *_line("Device", dict.fromkeys(words.lines(track, DEVICE))),
            *_line("Plays", _instruments([track])),
            *_notes([track], self._clocks[track.number]),
            *_line("Text", words.remarks(track), " / "),
            *_line("Markers", words.lines(track, MARKER, CUE)),
            *([f"Lyrics:\n{lyrics}"] if lyrics else []),
        ]

    def _copyrights(self) -> Iterable[str]:
        tracks = (*self._song.tracks, *self._song.others)
        return dict.fromkeys(
            chain.from_iterable(self._words.lines(each, COPYRIGHT) for each in tracks)
        )


def _line(label: str, texts: Iterable[str], joiner: str = ", ") -> list[str]:
    text = joiner.join(texts)
    return [f"{label}: {text}"] if text else []


def _in_order(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: (event.tick, event.data))


def _instruments(tracks: list[Track]) -> Iterable[str]:
    """What plays, track by track and by channel; percussion needs no program."""
    played: dict[str, None] = {}
    for track in tracks:
        channels = {*track.programs, *((DRUMS,) if track.has_drums else ())}
        for channel in sorted(channels):
            for each in track.programs.get(channel, (0,)):
                played[instrument(channel, each)] = None
    return played


def _notes(tracks: list[Track], clock: Clock | None = None) -> list[str]:
    """How many notes, and their range; with a clock, from when to when."""
    keys = set().union(*(track.keys for track in tracks))
    if not keys:
        return []
    line = f"Notes: {sum(each.notes for each in tracks)}, range {note(min(keys))}–{note(max(keys))}"
    if clock:
        line += f", from {clock.shown(tracks[0].first)} to {clock.shown(tracks[0].last)}"
    return [line]
