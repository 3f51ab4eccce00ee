"""A section of more than 4,000 characters: cells are whole where they can be."""

import json
from pathlib import Path


def make(folder: Path) -> None:
    """Write the document."""
    sources = [
        ("markdown", "# Long"),
        ("code", "\n".join(f"first_{number} = {number}" for number in range(180))),
        ("code", "second = 'whole'\n" * 100),
        ("markdown", "the end"),
    ]
    cells = [{"cell_type": kind, "source": source} for kind, source in sources]
    (folder / "input.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
