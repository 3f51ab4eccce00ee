"""Format 2: each track is a piece of its own, at its own tempo."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    fast = midi.track(midi.tempo(240), midi.note(60, wait=4800), midi.meta(midi.MARKER, "fast"))
    slow = midi.track(midi.tempo(60), midi.note(60, wait=4800), midi.meta(midi.MARKER, "slow"))
    (folder / "input.midi").write_bytes(midi.song(fast, slow, kind=2))
