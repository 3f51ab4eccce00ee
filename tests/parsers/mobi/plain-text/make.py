"""A PalmDOC text: no markup, and no header but the first."""

import struct
from pathlib import Path

from tests.parsers import kindle

TEXT = "A first paragraph,\nin two lines, of a na\xefve text.\n\nShort.\n\n1 < 2 and 3 > 2.\n"


def make(folder: Path) -> None:
    text = TEXT.encode("cp1252")
    head = struct.pack(">HHIHHHH", 2, 0, len(text), 1, 4096, 0, 0)
    data = kindle.palm([head, kindle.paired(text)], b"TEXtREAd", b"A text")
    (folder / "input.mobi").write_bytes(data)
