"""Russian tags that say they are Latin-1, as of a thousand collections."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    texts = {b"TIT2": "Группа крови", b"TPE1": "Кино", b"TALB": "Группа крови"}
    frames = [audio.frame(name, b"\0" + text.encode("cp1251")) for name, text in texts.items()]
    (folder / "input.mp3").write_bytes(audio.id3(*frames) + audio.mp3())
