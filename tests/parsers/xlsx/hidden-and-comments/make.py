from pathlib import Path

from tests.parsers.office import relations, rows, xlsx


def make(folder: Path) -> None:
    data = rows(("Region", "", "Due"), ("North", "A", "1"), ("South", "B", "2"))
    data = data.replace('<row r="2">', '<row r="2" hidden="1">')
    sheets = {
        "Plan": f'<cols><col min="2" max="2" hidden="1"/></cols>{data}'
        '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells><hyperlinks>'
        '<hyperlink ref="A2" r:id="rId3" location="north"/>'
        '<hyperlink ref="A3" location="\'Backup\'!A1"/></hyperlinks>',
        "Backup": rows(("k",), ("backup plan",)),
        "Deep": rows(("very hidden",)),
    }
    more = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations(
            ("comments", "../comments1.xml"),
            ("drawing", "/xl/drawings/drawing1.xml"),
            ("hyperlink", "docs/north%20pole.md", "External"),
        ),
        "xl/comments1.xml": "<comments><authors><author>qa</author><author/></authors><commentList>"
        '<comment ref="A2" authorId="0"><text><r><t>check with </t></r>'
        "<r><t>ops</t></r></text></comment>"
        '<comment ref="A3" authorId="1"><text><t>no author&#10;two lines</t></text></comment>'
        "</commentList></comments>",
        "xl/drawings/drawing1.xml": '<d xmlns:a="a" xmlns:xdr="x"><xdr:cNvPr descr="A map"/>'
        "<a:p><a:r><a:t>Text in </a:t></a:r><a:r><a:t>a box</a:t></a:r></a:p></d>",
    }
    states = {"Backup": "hidden", "Deep": "veryHidden"}
    (folder / "input.xlsx").write_bytes(xlsx(sheets, states=states, more=more))
