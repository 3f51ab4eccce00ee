"""A document in UTF-16."""

from __future__ import annotations

from pathlib import Path


def make(folder: Path) -> None:
    (folder / "input.json").write_text('{"part": "brass valve, é"}', "utf-16")
