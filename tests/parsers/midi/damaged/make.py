"""A wrong length, an event that is none, bytes between tracks, and an end that is missing."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    data = midi.song(
        midi.track(midi.meta(midi.TEXT, "of a wrong length"), size=5),
        midi.track(midi.meta(midi.TEXT, "before"), b"\0\x40", midi.meta(midi.TEXT, "lost")),
        b"four",
        midi.track(midi.meta(midi.TEXT, "behind")),
        midi.track(midi.note(60), midi.meta(midi.MARKER, "kept"), midi.note(61)),
        count=6,
    )
    (folder / "input.mid").write_bytes(data[:-8])
