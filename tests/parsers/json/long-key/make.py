"""A key of more than 2,000 characters between short ones."""

from __future__ import annotations

import json
from pathlib import Path


def make(folder: Path) -> None:
    document = {"before": 1, "long": "A sentence of words. " * 120, "after": 2}
    (folder / "input.json").write_text(json.dumps(document, indent=2), "utf-8")
