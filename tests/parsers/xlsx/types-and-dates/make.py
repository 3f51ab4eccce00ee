from pathlib import Path

from tests.parsers.office import xlsx

FORMATS = (14, 22, 21, "[h]:mm", "yyyy\\-mm", '"d"0.00', "[Red]0.00", "_-* #,##0.00 [$€-407]_-", 9)
VALUES = ("46146", "45293.5", "0.5", "1.25", "59", "1.5", "-2", "3", "0.25")


def make(folder: Path) -> None:
    head = "".join(f'<c r="{"ABCDEFGHI"[at]}1" t="s"><v>{at}</v></c>' for at in range(9))
    cells = "".join(
        f'<c r="{"ABCDEFGHI"[at]}2" s="{at + 1}"><v>{value}</v></c>'
        for at, value in enumerate(VALUES)
    )
    rest = (
        '<c r="A3" t="b"><v>1</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3"><v>1E+20</v></c>'
        '<c r="D3" t="str"><f>A1&amp;"x"</f><v>&lt;text&gt;</v></c><c r="E3" t="d">'
        '<v>2024-05-06T07:08:09</v></c><c r="F3" s="1"><v>99999999999</v></c>'
        '<c r="G3"><v>-7</v></c>'
        '<c r="H3" t="s"><v>9</v></c><c r="I3" t="s"><v>10</v></c>'
    )
    names = ("day", "moment", "time", "hours", "month", "d", "red", "euro", "percent")
    texts = [f"<si><t>{name}</t></si>" for name in names]
    texts += [
        "<si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space='preserve'> and plain</t></r></si>",
        "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si>",
    ]
    made = (f'<row r="{at}">{each}</row>' for at, each in enumerate((head, cells, rest), 1))
    data = f"<sheetData>{''.join(made)}</sheetData>"
    (folder / "input.xlsx").write_bytes(xlsx({"S": data}, texts=texts, formats=FORMATS))
