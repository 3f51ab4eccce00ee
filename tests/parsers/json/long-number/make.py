"""A number of more digits than Python takes."""

from __future__ import annotations

from pathlib import Path


def make(folder: Path) -> None:
    text = '{"text": "kept", "number": ' + "12345" * 861 + "}"
    (folder / "input.json").write_text(text, "utf-8")
