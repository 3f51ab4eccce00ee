"""An MP3 with an ID3 tag of every kind of text."""

import zlib
from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    synced = b"\3eng\2\1\0syn\0\0\0\0\x01ced\0\0\0\0\x02"
    chapter = b"one\0\0\0\xea\x60\0\0\xff\xff" + b"\xff" * 8 + audio.text(b"TIT2", "Second part")
    tag = audio.id3(
        audio.text(b"TIT2", "A title"),
        audio.text(b"TPE1", "Ada", "Bo", "Ada"),
        audio.text(b"TPE4", "The remixer"),
        audio.text(b"TALB", "An album"),
        audio.text(b"TCON", "(17)", "Folk"),
        audio.text(b"TDRC", "2001-05-31T12:30"),
        audio.text(b"TRCK", "3/10"),
        audio.text(b"TSOP", "ada"),
        audio.text(b"TXXX", "MyKey", "my value"),
        audio.text(b"TIPL", "producer", "Somebody"),
        audio.frame(b"COMM", b"\3eng\0first comment"),
        audio.frame(b"COMM", b"\3deu" + b"kind\0second comment"),
        audio.frame(b"USLT", b"\3eng\0line one\nline two"),
        audio.frame(b"SYLT", synced),
        audio.frame(b"CHAP", chapter),
        audio.frame(b"WXXX", b"\3home\0http://example.org/"),
        audio.frame(b"APIC", b"\3image/png\0\3Front cover\0\x89PNG"),
        audio.frame(b"PRIV", b"owner\0\0\1\2"),
        audio.frame(b"TENC", b"\0\0\0\x0a" + zlib.compress(b"\3in a packed frame"), flags=9),
        b"\0" * 64,
    )
    (folder / "input.mp3").write_bytes(tag + audio.mp3())
