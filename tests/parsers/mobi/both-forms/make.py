"""A file that holds its book in both forms: the text is read once, from the newer one."""

from pathlib import Path

from tests.parsers import kindle


def make(folder: Path) -> None:
    page = b"<html><body><h1>One</h1><p>The text of both forms</p></body></html>"
    new = kindle.new_book([(page, [])], title=b"Both")
    old = kindle.old_book(page, title=b"Both", values=[(kindle.EXTH_BOUNDARY, bytes(4))])
    start = (len(old) + 1).to_bytes(4, "big")
    old = kindle.old_book(page, title=b"Both", values=[(kindle.EXTH_BOUNDARY, start)])
    (folder / "input.mobi").write_bytes(kindle.palm([*old, b"BOUNDARY", *new]))
