"""Three pages, the second one blank; words are cut, and letters are joined to ligatures."""

from pathlib import Path

import pytest

from tests.parsers.pdf_files import lines, pdf

FIRST = lines(
    "The o\x02ce con\x01guration of the station is de-",
    "scribed here, with all that the co-operation needs for",
    "a start.",
    "It ends here (perhaps), and goes on in the next",
    "page.",
)
THIRD = lines(
    "Pump Flow",
    "P1 40",
    "• one thing that is to be checked before the long start",
    "• another one",
    "Contents . . . . . . . . . . 12",
)


def make(folder: Path) -> None:
    """Write the document."""
    pytest.importorskip("pypdf")
    info = "<</Title(A manual)/Author(Ada)/Producer(by hand)>>"
    outline = [("Introduction", 0), ("Checks", 2)]
    (folder / "input (draft).pdf").write_bytes(pdf([FIRST, b"", THIRD], info=info, outline=outline))
