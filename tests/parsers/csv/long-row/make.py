"""A row of more than 4,000 characters, most of them in one cell."""

from pathlib import Path


def make(folder: Path) -> None:
    """Write the document."""
    text = " ".join(f"word{number}" for number in range(500))
    (folder / "input.csv").write_text(f"id,text,end\n1,{text},last\n2,b,c\n", "utf-8")
