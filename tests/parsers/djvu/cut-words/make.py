"""What programs that read pictures write: words that are cut, ligatures, soft hyphens."""

from pathlib import Path

from tests.parsers import djvu_files as djvu


def make(folder: Path) -> None:
    """Write the document."""
    text = "The main\xad\n\037tenance of the hyphen- \nated pump in the of\ufb01ce, "
    text += "well-\nKnown.\013Next."
    (folder / "input.djvu").write_bytes(djvu.page(text))
