"""A PDF that needs a password."""

from pathlib import Path

import pytest

from tests.parsers.pdf_files import lines, pdf


def make(folder: Path) -> None:
    """Write the document."""
    pypdf = pytest.importorskip("pypdf")
    path = folder / "input.pdf"
    path.write_bytes(pdf([lines("A secret.")]))
    writer = pypdf.PdfWriter(clone_from=path)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(path)
