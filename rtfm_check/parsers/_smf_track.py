"""A track of a MIDI file, event by event, and the song that its tracks make up."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.parsers._general_midi import key_signature

TEXT, COPYRIGHT, NAME, INSTRUMENT, LYRIC, MARKER, CUE, PROGRAM, DEVICE = range(1, 10)
_TEXTS = range(1, 16)  # all that the standard keeps for text
_TEMPO, _METRE, _KEY, _END = 0x51, 0x58, 0x59, 0x2F
_FACTS = (_TEMPO, _METRE, _KEY)
_DRUM = 0x99  # a note of the tenth channel
_SHORTEST = 10  # note in a metre, as a power of two
_CUT = "an event is cut off"
_OPERANDS = {0xF1: 1, 0xF2: 2, 0xF3: 1, 0xF6: 0}  # bytes behind a message of the system


class Event(NamedTuple):
    """A text, a tempo, a metre or a key."""

    tick: int
    kind: int
    data: bytes


class Fault(NamedTuple):
    """Something that is wrong; many of a kind are one."""

    kind: str  # "damaged", "syntax", "hidden" or "limit"
    message: str
    offset: int  # in bytes, of the first one
    times: int = 1


class Track:
    """What a track holds."""

    def __init__(self, number: int, label: str = "") -> None:
        self.number = number  # from 1
        self.label = label  # of a chunk that is no track
        self.events: list[Event] = []  # texts, in their order
        self.programs: dict[int, list[int]] = {}  # by channel, each once
        self.has_drums = False
        self.keys: set[int] = set()
        self.notes = 0
        self.first = 0  # ticks of the first and last note
        self.last = 0
        self.end = 0  # in ticks

    def change(self, channel: int, program: int) -> None:
        """Note that a channel plays a program."""
        played = self.programs.setdefault(channel, [])
        if program not in played:
            played.append(program)

    def texts(self, *kinds: int) -> list[Event]:
        """The texts of some kinds."""
        return [event for event in self.events if event.kind in kinds]


class Song:
    """What a file holds."""

    def __init__(self) -> None:
        self.format = 1
        self.division = 480
        self.tracks: list[Track] = []
        self.others: list[Track] = []  # chunks of texts that are no tracks
        self.tempos: list[tuple[int, Event]] = []  # each with the number of its track
        self.metres: list[Event] = []
        self.keys: list[Event] = []
        self.faults: dict[str, Fault] = {}  # by what many of a kind share
        self._room = limits.MIDI_EVENTS

    def blame(self, kind: str, what: str, message: str, offset: int) -> None:
        """Note a fault; `what` is the same for all of its sort."""
        known = self.faults.get(what)
        if known is None:
            self.faults[what] = Fault(kind, message, offset)
        else:
            self.faults[what] = known._replace(times=known.times + 1)

    def has_room(self, offset: int) -> bool:
        """Whether one more event is kept."""
        self._room -= 1
        if self._room < 0:
            message = f"more than {limits.MIDI_EVENTS:,} texts, tempos, metres and keys"
            self.blame("limit", "room", message, offset)
        return self._room >= 0


class Reader:
    """Reads the events of one track."""

    def __init__(self, data: bytes, base: int, song: Song, track: Track) -> None:
        self.data = data
        self.base = base
        self.song = song
        self.track = track
        self.at = 0  # behind what was read
        self.is_ended = False  # by an event that says so
        self.reason = ""  # why it ended before
        self.is_cut = False  # that being that the data ends inside an event

    def read(self) -> None:
        """Read up to the end of the track, or to damage."""
        try:
            self._events()
        except IndexError:  # the cheapest way to see that the data ends inside an event
            self._stop(_CUT)

    def _events(self) -> None:
        """One loop without calls for notes, which are nearly all of a file."""
        data, track = self.data, self.track
        size, keys = len(data), track.keys
        at = tick = running = 0
        while at < size:
            self.at = at
            byte = data[at]
            at += 1
            if byte < 0x80:
                tick += byte
            else:
                delta, at = _number(data, at - 1)
                if delta < 0:
                    return self._stop("a time has more than four bytes")
                tick += delta
            status = data[at]
            if status >= 0x80:
                at += 1
                if status < 0xF0:  # what is no message of a channel leaves it as it is
                    running = status
            elif running:
                status = running
            else:
                return self._stop("a message lacks its first byte")
            high = status >> 4
            if high == 0x9:
                key, force = data[at], data[at + 1]
                at += 2
                if (key | force) > 0x7F:
                    self._mask(at - 2)
                    key &= 0x7F
                if force:
                    if not track.notes:
                        track.first = tick
                    track.notes += 1
                    track.last = tick
                    keys.add(key)
                    if status == _DRUM:
                        track.has_drums = True
            elif high in (0x8, 0xA, 0xB, 0xE):
                if (data[at] | data[at + 1]) > 0x7F:
                    self._mask(at)
                at += 2
            elif high in (0xC, 0xD):
                if data[at] > 0x7F:
                    self._mask(at)
                if high == 0xC:
                    track.change(status & 0xF, data[at] & 0x7F)
                at += 1
            else:
                track.end = tick
                at = self._other(status, tick, at)
                if at < 0:
                    return None
        self.at = at
        track.end = tick
        return None

    def _other(self, status: int, tick: int, at: int) -> int:
        """An event that is no message of a channel; where it ends, or -1 for the end of all."""
        data = self.data
        if status in (0xF0, 0xF7):  # of one maker's devices
            length, at = _number(data, at)
            return self._passed(length, at)
        if status != 0xFF:
            if status in (0xF4, 0xF5):
                self._stop("a message that MIDI does not define")
                return -1
            message = f"{self.where} holds a message 0x{status:02X}, which has no place in a file"
            self.song.blame("syntax", "system", message, self.base + at - 1)
            return at + _OPERANDS.get(status, 0)
        kind = data[at]
        length, start = _number(data, at + 1)
        end = self._passed(length, start)
        if kind == _END:
            self.is_ended = end >= 0
            self.at = max(end, self.at)
            return -1
        content = data[start : start + max(length, 0)]
        if kind in _TEXTS:
            if content and self.song.has_room(self.base + at):
                self.track.events.append(Event(tick, kind, content))
        elif kind in _FACTS and self.song.has_room(self.base + at):
            self._fact(Event(tick, kind, content), self.base + at)
        return end

    def _passed(self, length: int, at: int) -> int:
        """Where a stretch of bytes ends; -1, and the reason told, if that is not in the track."""
        if length < 0:
            self._stop("a length has more than four bytes")
        elif at + length > len(self.data):
            self._stop(_CUT)
        else:
            return at + length
        return -1

    def _fact(self, event: Event, offset: int) -> None:
        song, data = self.song, event.data
        if event.kind == _TEMPO:
            if len(data) == 3 and any(data):
                song.tempos.append((self.track.number, event))
            else:
                song.blame("syntax", "tempo", f"{self.where} sets a tempo that is none", offset)
        elif event.kind == _METRE:
            if len(data) >= 2 and data[0] and data[1] <= _SHORTEST:
                song.metres.append(event)
            else:
                song.blame("syntax", "metre", f"{self.where} sets a metre that is none", offset)
        elif len(data) == 2 and key_signature(*fifths_and_mode(data)):
            song.keys.append(event)
        else:
            song.blame("syntax", "key", f"{self.where} sets a key that is none", offset)

    @property
    def where(self) -> str:
        """The track, for messages."""
        number = self.track.number
        return f"track {number:,}" if number else f"the chunk `{self.track.label}`"

    def _mask(self, at: int) -> None:
        message = f"{self.where} has a value of more than 7 bits"
        self.song.blame("damaged", "value", message, self.base + at)

    def _stop(self, reason: str) -> None:
        self.reason = reason
        self.is_cut = reason == _CUT

    def tell(self) -> None:
        """Note that the rest of the track is not read."""
        left = len(self.data) - self.at
        message = f"{self.where}: {self.reason}; the {left:,} bytes from there on are not read"
        self.song.blame("damaged", "stop", message, self.base + self.at)


def fifths_and_mode(data: bytes) -> tuple[int, int]:
    """The two bytes of a key: sharps, or flats below zero; 0 for major and 1 for minor."""
    return data[0] - 256 if data[0] > 127 else data[0], data[1]


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to four bytes with seven bits each, and where it ends; -1 if it has more."""
    value = 0
    for end in range(at + 1, at + 5):
        byte = data[end - 1]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, end
    return -1, at + 4
