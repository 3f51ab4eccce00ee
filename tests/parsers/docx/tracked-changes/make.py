from pathlib import Path

from tests.parsers.office import docx, run

SHOWN = '<w:vanish w:val="0"/>'


def make(folder: Path) -> None:
    body = (
        "<w:p><w:pPr><w:pStyle w:val='A'/><w:rPr><w:ins w:id='9'/></w:rPr><w:pPrChange><w:pPr>"
        "<w:pStyle w:val='Title'/></w:pPr></w:pPrChange></w:pPr>"
        "<w:del w:id='1'><w:r><w:delText>Three</w:delText></w:r></w:del>"
        f"<w:ins w:id='2'>{run('Two ')}</w:ins>{run('primary theories ')}<w:ins>{run('argue')}"
        f"<w:del><w:r><w:delText> not</w:delText></w:r></w:del></w:ins>{run('.')}</w:p>"
        f"<w:p><w:moveFrom>{run('Moved here')}</w:moveFrom></w:p>"
        f"<w:p><w:moveTo>{run('Moved here')}</w:moveTo>"
        f"{run(' and hidden', '<w:vanish/>')}{run(' and shown', SHOWN)}</w:p>"
        "<w:p><w:pPr><w:rPr><w:del w:id='7'/></w:rPr></w:pPr>"
        f"<w:r><w:txbxContent><w:p>{run('In a box')}</w:p></w:txbxContent></w:r>"
        f"{run('Its end')}</w:p>"
        f"<w:p>{run(' was deleted.')}</w:p>"
        "<w:p><w:pPr><w:rPr><w:del w:id='8'/></w:rPr></w:pPr>"
        f"{run('In front of a table')}</w:p>"
        f"<w:tbl><w:tr><w:tc><w:p>{run('cell')}</w:p></w:tc></w:tr></w:tbl>"
    )
    (folder / "input.docx").write_bytes(docx(body))
