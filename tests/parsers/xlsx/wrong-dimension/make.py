from pathlib import Path

from tests.parsers.office import rows, xlsx


def make(folder: Path) -> None:
    data = rows(("id", "note"), ("1", "row one value"), ("2", "row two value"))
    sheets = {
        "Too small": f'<dimension ref="A1"/>{data}',
        "Too large": f'<dimension ref="A1:XFD1048576"/>{data}',
        "None": data,
        "Blank rows first": data.replace('r="1"', 'r="5"')
        .replace('r="2"', 'r="6"')
        .replace('r="3"', 'r="9"'),
    }
    (folder / "input.xlsx").write_bytes(xlsx(sheets))
