"""A list with an item of more than 2,000 characters, and a short rest."""

from __future__ import annotations

import json
from pathlib import Path


def make(folder: Path) -> None:
    items = [
        {"id": 1, "label": "first"},
        "second",
        {"id": 3, "words": [f"word {number}" for number in range(150)]},
        "fourth " * 110,
        5,
    ]
    (folder / "input.json").write_text(json.dumps(items), "utf-8")
