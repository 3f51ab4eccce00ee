"""Tags in front of what is no sound."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    tag = audio.id3(audio.text(b"TIT2", "A title"))
    (folder / "input.mp3").write_bytes(tag + b"\0\1\2\3" * 200)
