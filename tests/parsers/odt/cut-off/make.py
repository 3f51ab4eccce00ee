from pathlib import Path

from tests.parsers.office import odt


def make(folder: Path) -> None:
    text = "".join(f"<text:p>Paragraph {number * 7919} of many.</text:p>" for number in range(80))
    data = odt(f"<text:h>Title</text:h>{text}")
    (folder / "input.odt").write_bytes(data[: len(data) // 2])
