"""A document in UTF-8 with a byte order mark."""

from __future__ import annotations

from pathlib import Path


def make(folder: Path) -> None:
    (folder / "input.json").write_text('{"part": "copper pipe"}', "utf-8-sig")
