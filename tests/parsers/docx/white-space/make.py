from pathlib import Path

from tests.parsers.office import docx, paragraph, run

STYLES = (
    '<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="MyCode"><w:name w:val="Mine"/>'
    '<w:basedOn w:val="Code"/></w:style>'
)


def make(folder: Path) -> None:
    body = (
        f"<w:p><w:pPr><w:tabs><w:tab w:val='left' w:pos='1'/></w:tabs></w:pPr>{run('left')}"
        f"<w:r><w:tab/></w:r>{run('right   wide ')}<w:r><w:br/></w:r>{run('next line')}"
        f"<w:r><w:noBreakHyphen/><w:t>joined soft</w:t><w:softHyphen/><w:t>hyphen</w:t></w:r></w:p>"
        + paragraph("def f(x):", "Code")
        + paragraph("    if x:", "MyCode")
        + paragraph("", "Code")
        + paragraph("        return  1", "Code")
        + paragraph("", "Code")
        + paragraph("Text again.")
    )
    (folder / "input.docx").write_bytes(docx(body, styles=STYLES))
