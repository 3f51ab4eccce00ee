"""A MIDI file in a RIFF file, whose INFO list says what it is."""

from pathlib import Path

from tests.parsers import audio_files as audio
from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    inner = midi.song(midi.track(midi.note(60)))
    info = audio.info(INAM=b"Title in the list\0", IART="Müller".encode("latin-1"), XYZW=b"odd")
    (folder / "input.rmi").write_bytes(audio.riff(b"RMID", (b"data", inner), info))
