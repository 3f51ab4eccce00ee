"""A WavPack file with an APE tag, which has several values behind each other."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    from mutagen.apev2 import BINARY, APEValue
    from mutagen.wavpack import WavPack

    path = folder / "input.wv"
    path.write_bytes(audio.wavpack())
    file = WavPack(path)
    file.add_tags()
    file.tags["Title"], file.tags["Artist"] = "A title", ["Ada", "Bo"]
    file.tags["Year"], file.tags["Track"], file.tags["Own key"] = "2001", "3/10", "own value"
    file.tags["Cover Art (Front)"] = APEValue(b"name.png\0\x89PNG", BINARY)
    file.save()
