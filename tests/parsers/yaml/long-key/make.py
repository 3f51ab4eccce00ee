"""A key of more than 2,000 characters, and a short rest."""

from __future__ import annotations

from pathlib import Path


def make(folder: Path) -> None:
    items = [f"  - the item {number}" for number in range(200)]
    lines = ["before: 1", "items:", *items, "after: 2"]
    (folder / "input.yaml").write_text("\n".join(lines) + "\n", "utf-8")
