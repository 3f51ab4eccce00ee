"""A WMA, whose tags have names of their own."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    from mutagen.asf import ASF

    path = folder / "input.wma"
    path.write_bytes(audio.wma())
    file = ASF(path)
    file["Title"], file["Author"], file["WM/AlbumTitle"] = "A title", ["Ada", "Bo"], "An album"
    file["WM/TrackNumber"], file["IsVBR"] = 3, True
    file["Description"], file["WM/Lyrics"], file["WM/Mood"] = "a comment", "la la", "quiet"
    file.save()
