"""A song of three tracks: a conductor's, one that plays and sings, and one with a name only."""

from pathlib import Path

from tests.parsers import midi_files as midi


def make(folder: Path) -> None:
    """Write the document."""
    conductor = midi.track(
        midi.meta(midi.NAME, "My Song"),
        midi.meta(midi.COPYRIGHT, "(c) 2020 Nobody"),
        midi.meta(midi.TEXT, "first remark"),
        midi.meta(midi.TEXT, "second remark"),
        midi.tempo(120),
        midi.meta(midi.METRE, b"\3\2\x18\x08"),
        midi.meta(midi.KEY, b"\xfb\1"),
        midi.meta(midi.MARKER, "Intro"),
        midi.tempo(240, wait=480),
        midi.meta(midi.CUE, "Lights", wait=960),
    )
    lead = midi.track(
        midi.meta(midi.NAME, "Lead\0\0"),
        midi.meta(midi.NAME, "Solo"),
        midi.meta(midi.INSTRUMENT, "Flute I"),
        midi.meta(midi.PROGRAM, "Wooden flute"),
        midi.program(0, 73),
        midi.note(60),
        midi.note(72),
        midi.note(36, channel=9),
        midi.meta(midi.LYRIC, "Hel"),
        midi.meta(midi.LYRIC, "lo "),
        midi.meta(midi.LYRIC, "you\r"),
        midi.meta(midi.LYRIC, "/new line"),
        midi.meta(midi.LYRIC, "\\new verse"),
    )
    name = midi.track(midi.meta(midi.NAME, "only a name"))
    (folder / "input.mid").write_bytes(midi.song(conductor, lead, name))
