"""A book that is encrypted against copying."""

from pathlib import Path

from tests.parsers import kindle


def make(folder: Path) -> None:
    records = kindle.old_book(b"<p>secret</p>", protection=2, title=b"Not yours")
    (folder / "input.azw").write_bytes(kindle.palm(records))
