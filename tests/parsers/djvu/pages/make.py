"""Three pages, the second without text; the layer has marks of lines, paragraphs and columns."""

from pathlib import Path

from tests.parsers import djvu_files as djvu


def make(folder: Path) -> None:
    """Write the document."""
    first = "le réservoir \nprincipal \n\037de la station \037\013"
    djvu.bundle(folder, djvu.page(first), djvu.page(), djvu.page("No.\n\nthird page: 42 €"))
