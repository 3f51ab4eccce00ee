"""DjVu files with a text layer and without pictures, or with what passes for one."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest


def need_programs() -> None:
    """Skip the test where DjVuLibre is not installed."""
    if any(shutil.which(name) is None for name in ("djvutxt", "djvused", "djvm")):
        pytest.skip("needs DjVuLibre: apt-get install djvulibre-bin")


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk, padded."""
    return name + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)


def text_layer(text: str | bytes) -> bytes:
    """A text layer that is not packed: the text, and the one zone that is the page."""
    data = text.encode() if isinstance(text, str) else text
    zone = struct.pack(">BHHHHH", 1, 0x8000, 0x8000, 0x8040, 0x8040, 0x8000)
    zone += len(data).to_bytes(3, "big") + b"\0\0\0"
    return chunk(b"TXTa", len(data).to_bytes(3, "big") + data + b"\1" + zone)


def page(text: str | bytes = "", *more: bytes) -> bytes:
    """A page, with more chunks in front of its text."""
    info = chunk(b"INFO", struct.pack(">HHBBHBB", 64, 64, 24, 0, 300, 22, 1))
    layer = text_layer(text) if text else b""
    return b"AT&T" + chunk(b"FORM", b"DJVU" + info + b"".join(more) + layer)


def bundle(folder: Path, *pages: bytes) -> Path:
    """One file of several pages."""
    need_programs()
    names = [folder / f"page{number}.djvu" for number in range(len(pages))]
    for name, data in zip(names, pages, strict=True):
        name.write_bytes(data)
    path = folder / "input.djvu"
    subprocess.run(["djvm", "-c", path, *names], check=True)
    for name in names:
        name.unlink()
    return path


def edit(path: Path, script: str) -> None:
    """Run a script of djvused on a file and save it."""
    subprocess.run(["djvused", path, "-s"], input=script.encode(), check=True)
