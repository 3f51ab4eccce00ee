"""Standard MIDI files: their tracks, and what is wrong with them. No text is decoded here.

A file is read as far as it goes: a track whose length is wrong ends where the next one begins, and
damage in a track costs the rest of that track only.
"""

from __future__ import annotations

import re

from rtfm_check.parsers._smf_track import Reader, Song, Track

_HEADER = 14
_HEAD = 8192  # bytes in which the header has to begin
_NAME = re.compile(rb"[A-Za-z][A-Za-z0-9]{2}[A-Za-z0-9 ]")
_TRACKS = 65_535  # what a header can declare
_SPOKEN = ("XFIH", "XFKM")  # Yamaha's chunks of texts, which are made like tracks


def read(data: bytes, base: int = 0) -> Song | None:
    """The song in some bytes, which begin at `base` of their file; None if there is no track."""
    song = Song()
    start = max(data.find(b"MThd", 0, _HEAD), 0)
    if start:
        song.blame("damaged", "front", "bytes stand before the header `MThd`", base)
    at = start
    if data.startswith(b"MThd", start) and len(data) >= start + _HEADER:
        at = _read_header(data, start, base, song)
    else:
        song.blame("damaged", "header", "the header `MThd` is missing or cut off", base + start)
    declared = int.from_bytes(data[start + 10 : start + 12], "big")
    while at < len(data) and len(song.tracks) < _TRACKS:
        at = _read_chunk(data, at, base, song)
    if at < len(data):
        song.blame("limit", "tracks", f"more than {_TRACKS:,} tracks", base + at)
    missing = declared - len(song.tracks)
    if missing > 0 and "header" not in song.faults:
        message = f"the header promises {declared:,} tracks, and {len(song.tracks):,} are there"
        song.blame("damaged", "tracks", message, base + start)
    return song if song.tracks else None


def _read_header(data: bytes, start: int, base: int, song: Song) -> int:
    """Where the header ends."""
    length, song.format, _, division = (
        int.from_bytes(data[start + at : start + end], "big")
        for at, end in ((4, 8), (8, 10), (10, 12), (12, 14))
    )
    if division and division & 0x80FF != 0x8000:
        song.division = division
    else:
        message = "the header gives 0 as the length of a beat; 480 is taken"
        song.blame("syntax", "division", message, base + start + 12)
    if length < 6 or start + 8 + length > len(data):
        message = f"the header says that it has {length:,} bytes"
        song.blame("damaged", "length", message, base + start + 4)
        return start + _HEADER
    return start + 8 + length


def _read_chunk(data: bytes, at: int, base: int, song: Song) -> int:
    """Read the track or whatever there is; where the next one may begin."""
    start = at + 8
    end = start + int.from_bytes(data[at + 4 : start], "big")
    if data.startswith(b"MTrk", at) and start <= len(data):
        return _read_track(data, start, end, base, song)
    if not _is_chunk(data, at):
        following = data.find(b"MTrk", at + 1)
        skipped = data[at : following if following >= 0 else len(data)]
        if skipped.strip(b"\0"):
            message = f"{len(skipped):,} bytes that belong to no track are not read"
            song.blame("damaged", "gap", message, base + at)
        return at + len(skipped)
    name = data[at : at + 4].decode("ascii")
    if name in _SPOKEN:
        track = Track(0, name)
        song.others.append(track)
        reader = Reader(data[start:end], base + start, song, track)
        reader.read()
        if reader.reason:
            reader.tell()
    elif start < end:
        message = f"a chunk `{name}` of {end - start:,} bytes is not read"
        song.blame("hidden", "chunk", message, base + at)
    return end


def _read_track(data: bytes, start: int, end: int, base: int, song: Song) -> int:
    """A track that says that it ends at `end`; where the next chunk may begin."""
    is_sure = end == len(data) or (end < len(data) and _is_chunk(data, end))
    if not is_sure:
        following = data.find(b"MTrk", start)
        stop = following if following >= 0 else len(data)
    else:
        stop = end
    track = Track(len(song.tracks) + 1)
    song.tracks.append(track)
    reader = Reader(data[start:stop], base + start, song, track)
    reader.read()
    where = f"track {track.number:,}"
    done = start + reader.at
    if reader.is_ended:
        if is_sure and data[done:end].strip(b"\0"):
            message = f"{where} goes on for {end - done:,} bytes behind its end; they are not read"
            song.blame("damaged", "behind", message, base + done)
        elif not is_sure and done != end:
            message = f"{where} says that it has {end - start:,} bytes, and has {reader.at:,}"
            song.blame("damaged", "track length", message, base + start - 4)
        return end if is_sure else done
    if reader.reason and (is_sure or not reader.is_cut):
        reader.tell()
    elif not is_sure:
        message = f"{where} breaks off where the next one begins"
        if end > len(data) == stop:
            message = f"{where} is cut off: {end - len(data):,} bytes are missing"
        song.blame("damaged", "cut", message, base + done)
    return stop


def _is_chunk(data: bytes, at: int) -> bool:
    """Whether a chunk seems to begin there: a name, and no more bytes than there are."""
    if data.startswith(b"MTrk", at):
        return True
    size = int.from_bytes(data[at + 4 : at + 8], "big")
    return bool(_NAME.match(data, at)) and at + 8 + size <= len(data)
