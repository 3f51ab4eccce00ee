"""A file that only lists those that hold the pages."""

from pathlib import Path

from tests.parsers import djvu_files as djvu


def make(folder: Path) -> None:
    """Write the document."""
    listing = djvu.chunk(b"FORM", b"DJVM" + djvu.chunk(b"DIRM", b"\x01\0\x02" + b"\xff" * 20))
    (folder / "input.djvu").write_bytes(b"AT&T" + listing)
