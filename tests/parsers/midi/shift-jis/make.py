"""Japanese names and lyrics, as most Japanese files have them."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    track = midi.track(
        midi.meta(midi.NAME, "さくら".encode("cp932")),
        midi.meta(midi.INSTRUMENT, "ピアノ Piano".encode("cp932")),
        *(midi.meta(midi.LYRIC, each.encode("cp932")) for each in ("桜", "が ", "咲", "く")),
    )
    (folder / "input.mid").write_bytes(midi.song(track))
