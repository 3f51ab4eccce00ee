"""A text packed with Huffman codes for phrases; nothing but headings says where chapters begin."""

from pathlib import Path

from tests.parsers import kindle

PAGE = "<html><body>" + "".join(
    f"<h2>Part {part}</h2>"
    + "".join(
        f"<p>Paragraph {part}.{number} of the word{number} and the rest</p>" for number in range(5)
    )
    for part in range(3)
)


def make(folder: Path) -> None:
    records = kindle.old_book(PAGE.encode(), packing=0x4448, trailing=1, size=150, title=b"Packed")
    (folder / "input.azw").write_bytes(kindle.palm(records))
