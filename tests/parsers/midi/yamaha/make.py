"""Chunks that are no tracks: Yamaha's lyrics, which are made like tracks, and an unknown one."""

import struct
from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    lyrics = midi.meta(midi.LYRIC, "la ") + midi.meta(midi.LYRIC, "la") + midi.END
    song = midi.song(midi.track(midi.meta(midi.NAME, "Lead"), midi.note(60)))
    chunks = [(b"XFKM", lyrics), (b"PRIV", b"of a maker")]
    song += b"".join(name + struct.pack(">I", len(data)) + data for name, data in chunks)
    (folder / "input.mid").write_bytes(song)
