"""A KFX book, which is encrypted, under another name."""

from pathlib import Path


def make(folder: Path) -> None:
    (folder / "input.azw3").write_bytes(b"\xeaDRMION\xee" + bytes(200))
