"""The text of the second page is damaged, and the end of the file is missing."""

from pathlib import Path

from tests.parsers import djvu_files as djvu


def make(folder: Path) -> None:
    """Write the document."""
    wrong = djvu.page("second").replace(b"\0\0\x06second", b"\xff\xff\xffsecond")
    path = djvu.bundle(folder, djvu.page("first page"), wrong, djvu.page("third page"), djvu.page())
    djvu.edit(path, 'set-outline\n(bookmarks ("Chapter" "#1"))\n.\n')
    path.write_bytes(path.read_bytes()[:-6])
