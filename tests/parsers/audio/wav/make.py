"""A WAV with texts in chunks of its own: an INFO list, marks, a description, and an ID3 tag."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    info = audio.info(INAM=b"Valve hum\0", ICMT=b"hum of a valve\0", ISFT=b"by hand")
    labels = b"adtllabl" + (4 + 6).to_bytes(4, "little") + b"\1\0\0\0start\0"
    tag = audio.id3(audio.text(b"TIT2", "Valve hum"), audio.frame(b"USLT", b"\3eng\0hum hum"))
    chunks = [
        info,
        (b"LIST", labels),
        (b"bext", b"in the cellar".ljust(602, b"\0")),
        (b"id3 ", tag),
    ]
    (folder / "input.wav").write_bytes(audio.wav_with(*chunks))
