"""A book that was not loaded to its end: the records that are there are read."""

from pathlib import Path

from tests.parsers import kindle


def make(folder: Path) -> None:
    page = "<html><body>" + "".join(f"<p>Line {number} of a book</p>" for number in range(20))
    data = kindle.palm(kindle.old_book(page.encode(), size=100, title=b"Half a book"))
    (folder / "input.mobi").write_bytes(data[: len(data) * 9 // 10])
