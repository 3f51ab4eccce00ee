"""A frame that is larger than its tag, and one that is encrypted."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    secret = audio.frame(b"TPE1", b"\3secret", flags=0x40, version=3)
    wrong = b"TIT2\x7f\xff\xff\xff\0\0\3A title"
    (folder / "input.mp3").write_bytes(audio.id3(secret, wrong, version=3) + audio.mp3())
