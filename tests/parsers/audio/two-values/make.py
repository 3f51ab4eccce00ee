"""Several values in one UTF-16 frame, with a byte order mark each, in either order."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    first, second = "Ada Exämple".encode("utf-16"), "Bo Bœuf".encode("utf-16-be")
    third = "Cé".encode("utf-16-le")
    artists = b"\1" + first + b"\0\0" + b"\xfe\xff" + second + b"\0\0" + third + b"\0\0"
    frames = [audio.frame(b"TPE1", artists, version=3)]
    frames += [audio.text(b"TCON", "Folk", "Jazz", codec=1, version=3)]
    (folder / "input.mp3").write_bytes(audio.id3(*frames, version=3) + audio.mp3())
