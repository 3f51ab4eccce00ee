from pathlib import Path

from tests.parsers.office import relations, rows, xlsx


def make(folder: Path) -> None:
    more = {
        "xl/_rels/workbook.xml.rels": relations(
            ("worksheet", "worksheets/sheet1.xml"), ("chartsheet", "chartsheets/sheet1.xml")
        ),
        "xl/chartsheets/sheet1.xml": '<chartsheet><drawing r:id="rId1"/></chartsheet>',
        "xl/chartsheets/_rels/sheet1.xml.rels": relations(("drawing", "../drawings/drawing1.xml")),
        "xl/drawings/drawing1.xml": "<wsDr/>",
        "xl/drawings/_rels/drawing1.xml.rels": relations(("chart", "../charts/chart1.xml")),
        "xl/charts/chart1.xml": '<c xmlns:a="a"><a:p><a:r><a:t>Flow by month</a:t></a:r></a:p></c>',
    }
    sheets = {"Data": rows(("month", "flow"), ("1", "20")), "Chart": "<sheetData/>"}
    (folder / "input.xlsx").write_bytes(xlsx(sheets, more=more))
