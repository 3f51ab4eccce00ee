from pathlib import Path

from tests.parsers.office import docx, paragraph, run

BOX = f"<w:txbxContent>{paragraph('Text in a box')}{paragraph('and its end')}</w:txbxContent>"
PARTS = {
    "footnotes": (
        "footnotes",
        f'<w:footnote w:type="separator" w:id="-1">{paragraph("no text")}</w:footnote>'
        f'<w:footnote w:id="2">{paragraph("see the annex")}{paragraph("and its end")}</w:footnote>'
        f'<w:footnote w:id="3">{paragraph("nothing refers to this")}</w:footnote>',
    ),
    "endnotes": ("endnotes", f'<w:endnote w:id="2">{paragraph("at the very end")}</w:endnote>'),
    "comments": (
        "comments",
        f'<w:comment w:id="0" w:author="Ada Example">{paragraph("check with ops")}</w:comment>',
    ),
    "header1": ("header", paragraph("Header text")),
    "header2": ("header", paragraph("Header text")),
    "footer1": ("footer", paragraph("Footer text")),
    "charts/chart1": ("chart", "<a:p><a:r><a:t>Flow by month</a:t></a:r></a:p>"),
}


def make(folder: Path) -> None:
    shape = (
        "<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:docPr descr='A drawing'/>"
        f"<wps:txbx>{BOX}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        "<v:shape alt='A drawing'>"
        f"<v:textbox>{BOX}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>"
    )
    body = (
        f"<w:p>{run('The seal')}<w:r><w:footnoteReference w:id='2'/></w:r>"
        f"<w:commentRangeStart w:id='0'/>{run(' holds')}<w:commentRangeEnd w:id='0'/>"
        f"<w:r><w:commentReference w:id='0'/></w:r>{run('.')}</w:p>"
        f"<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr><w:r>{shape}</w:r>{run('A heading')}</w:p>"
        f"<w:p>{run('Beside the box.')}<w:r><w:endnoteReference w:id='2'/></w:r>"
        '<w:r><w:drawing><c:chart r:id="rId7"/></w:drawing></w:r>'
        "<w:r><w:pict><v:shape><v:textpath string='Word art'/></v:shape></w:pict></w:r></w:p>"
        "<w:sectPr><w:headerReference r:id='rId4'/><w:headerReference r:id='rId5'/>"
        "<w:footerReference r:id='rId6'/></w:sectPr>"
    )
    (folder / "input.docx").write_bytes(docx(body, parts=PARTS))
