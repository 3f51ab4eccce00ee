"""A FLAC with comments, of which some are of its maker's own."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    from mutagen.flac import FLAC

    path = folder / "input.flac"
    path.write_bytes(audio.flac())
    file = FLAC(path)
    file["title"] = ["A title"]
    file["artist"] = ["Ada", "Bö"]
    file["Album Artist"] = ["Various"]
    file["tracknumber"], file["tracktotal"] = ["3"], ["10"]
    file["organization"] = ["A label"]
    file["comment"], file["description"] = ["a comment"], ["a description"]
    file["lyrics"] = ["line one\nline two"]
    file["metadata_block_picture"] = ["AAAA"]
    file["mood"] = ["quiet"]
    file.save()
