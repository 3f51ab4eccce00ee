"""Tags of versions 2.2 and 1, in one file; what both say is said once."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    frames = [
        audio.text(b"TT2", "A title that is too long for the old tag", codec=0, version=2),
        audio.text(b"TYE", "2001", codec=0, version=2),
        audio.text(b"TDA", "3105", codec=0, version=2),
        audio.frame(b"COM", b"\0eng\0a comment", version=2),
    ]
    last = audio.fixed(b"A title that is too long for t", b"Ada", b"another comment", 7, 17)
    data = audio.id3(*frames, version=2) + audio.mp3() + last
    (folder / "input.mp3").write_bytes(data)
