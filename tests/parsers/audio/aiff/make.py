"""An AIFF with its own texts, cut off in the sound."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    texts = [(b"NAME", b"A name"), (b"AUTH", b"Ada"), (b"(c) ", b"2001 Ada"), (b"ANNO", b"remark")]
    (folder / "input.aiff").write_bytes(audio.aiff(b"AIFF", *texts)[:-9])
