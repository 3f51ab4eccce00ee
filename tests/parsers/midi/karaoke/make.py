"""What is sung stands in text events; Russian, in Windows' character set."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    facts = midi.track(
        midi.meta(midi.NAME, "Soft karaoke"),
        midi.meta(midi.TEXT, "@KMIDI KARAOKE FILE"),
        midi.meta(midi.TEXT, "@IMade by hand"),
    )
    texts = ["@LRUSS", "@TКатюша", "@TМ. Блантер", "\\Рас", "цве", "та", "ли ", "/я", "бло", "ни"]
    words = midi.track(
        midi.meta(midi.NAME, "Words"),
        *(midi.meta(midi.TEXT, each.encode("cp1251"), wait=10) for each in texts),
    )
    (folder / "input.kar").write_bytes(midi.song(facts, words))
