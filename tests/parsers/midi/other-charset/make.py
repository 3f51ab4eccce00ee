"""A name in Windows-1252, with what Latin-1 has not, beside lyrics in UTF-8."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    track = midi.track(
        midi.meta(midi.NAME, "Für “Grün”".encode("cp1252")),
        midi.meta(midi.LYRIC, "Пой, "),
        midi.meta(midi.LYRIC, "насос"),
    )
    (folder / "input.mid").write_bytes(midi.song(track))
