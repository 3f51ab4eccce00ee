"""Values that mean nothing, and a message that goes on behind a text without its first byte."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    track = midi.track(
        midi.meta(midi.TEMPO, b"\0\0\0"),
        midi.meta(midi.METRE, b"\4\xff\x18\x08"),
        midi.meta(midi.METRE, b"\0\2\x18\x08"),
        midi.meta(midi.KEY, b"\x09\3"),
        midi.program(0, 200),
        b"\0\x90\x3c\x40",
        midi.meta(midi.TEXT, "a text"),
        b"\0\x3e\x40",
        b"\0\xf3\1",
        midi.note(200),
    )
    (folder / "input.mid").write_bytes(midi.song(track, kind=0, division=0))
