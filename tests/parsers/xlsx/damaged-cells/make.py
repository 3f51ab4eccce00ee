from pathlib import Path

from tests.parsers.office import xlsx


def make(folder: Path) -> None:
    cells = (
        '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>7</v></c><c r="C1"><v>abc</v></c>'
        '<c r="D1"><v>1e400</v></c><c r="E1" t="s"><v>x</v></c>'
    )
    sheets = {
        "Bad values": f'<sheetData><row r="1">{cells}</row></sheetData>',
        "Bad XML": "<sheetData><row><c><v>1</v></c></row><row><c><v>2</c></row>"
        "<row><c><v>3</v></c></row></sheetData>",
    }
    texts = ("<si><t>good</t></si>",)
    (folder / "input.xlsx").write_bytes(xlsx(sheets, texts=texts))
