"""A page of text between pages that are pictures."""

from pathlib import Path

import pytest

from tests.parsers.pdf_files import PICTURE, lines, pdf


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("pypdf")
    pages = [PICTURE, lines("A page of text."), PICTURE, PICTURE]
    (folder / "input.pdf").write_bytes(pdf(pages))
