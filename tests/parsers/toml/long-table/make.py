"""A table of more than 3,000 characters."""

from __future__ import annotations

from pathlib import Path


def make(folder: Path) -> None:
    lines = ["[before]", "a = 1", "", "[long]", *(f"key_{n} = 'value {n}'" for n in range(170))]
    (folder / "input.toml").write_text("\n".join([*lines, "", "[after]", "b = 2", ""]), "utf-8")
