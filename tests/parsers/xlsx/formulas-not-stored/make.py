from pathlib import Path

from tests.parsers.office import xlsx


def make(folder: Path) -> None:
    data = (
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>sum</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>text</t></is></c></row>'
        '<row r="2"><c r="A2"><f>1+1</f><v></v></c><c r="B2"><f t="shared" si="0"/></c></row>'
        '<row r="3"><c r="A3"><f>2+2</f><v>4</v></c><c r="B3" t="str"><f>""</f><v></v></c></row>'
        "</sheetData>"
    )
    (folder / "input.xlsx").write_bytes(xlsx({"S": data}))
