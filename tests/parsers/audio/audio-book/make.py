"""An M4B with tags in boxes of their own, of its maker's, and of every type."""

from pathlib import Path

import pytest

from tests.parsers import audio_files as audio


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("mutagen")
    from mutagen.mp4 import MP4, MP4Cover, MP4FreeForm

    path = folder / "input.m4b"
    path.write_bytes(audio.m4a())
    file = MP4(path)
    file["\xa9nam"], file["\xa9ART"], file["\xa9wrt"] = ["A book"], ["Ada"], ["Reader"]
    file["trkn"], file["disk"], file["tmpo"], file["cpil"] = [(3, 10)], [(1, 0)], [90], True
    file["desc"], file["\xa9cmt"] = ["what it is about"], ["a comment"]
    file["\xa9lyr"], file["covr"] = ["all of\nits text"], [MP4Cover(b"\x89PNG")]
    file["----:com.apple.iTunes:PUBLISHER"] = [MP4FreeForm("Bücher".encode())]
    file["----:com.apple.iTunes:narrator"] = [MP4FreeForm(b"Bo")]
    file.save()
