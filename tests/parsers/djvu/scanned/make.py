"""A page of a picture without text."""

from pathlib import Path

from tests.parsers import djvu_files as djvu


def make(folder: Path) -> None:
    """Write the document."""
    (folder / "input.djvu").write_bytes(djvu.page("", djvu.chunk(b"Sjbz", b"\0" * 5000)))
