"""What a spreadsheet saves as Unicode text."""

from pathlib import Path


def make(folder: Path) -> None:
    """Write the document."""
    (folder / "input.tsv").write_text("naïve\tb\r\nß\t2\r\n", "utf-16", newline="")
