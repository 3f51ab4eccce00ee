from pathlib import Path

from tests.parsers.office import docx, paragraph, run

ADDRESS = ' HYPERLINK "a%20b.docx" \\l "x" '


def field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run(result)}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def make(folder: Path) -> None:
    choice = (
        "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:ddList><w:result w:val='1'/>"
        "<w:listEntry w:val='red'/><w:listEntry w:val='green'/></w:ddList></w:ffData></w:fldChar>"
        "</w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>"
        "<w:r><w:fldChar w:fldCharType='end'/></w:r>"
    )
    body = (
        "<w:sdt><w:sdtPr><w:alias w:val='Cover'/></w:sdtPr><w:sdtContent>"
        f"{paragraph('On the cover page')}</w:sdtContent></w:sdt>"
        f"<w:p>{run('Name: ')}<w:sdt><w:sdtContent>{run('in a control')}</w:sdtContent></w:sdt>"
        f"<w:smartTag>{run(' tagged')}</w:smartTag>{choice}</w:p>"
        f"<w:p><w:hyperlink r:id='rId1' w:anchor='part'>{run('a guide')}</w:hyperlink>{run(', ')}"
        f"<w:hyperlink w:anchor='seals'>{run('below')}</w:hyperlink>{run(', ')}"
        f"<w:hyperlink r:id='rId2'>{run('the site')}</w:hyperlink></w:p>"
        f"<w:p>{field(ADDRESS, 'by a field')} "
        f"<w:fldSimple w:instr='PAGE'>{run('7')}</w:fldSimple></w:p>"
        f"<w:p>{run('Dear ')}<w:r><w:fldChar w:fldCharType='begin'/></w:r>"
        f"<w:r><w:instrText>IF </w:instrText></w:r>{field('MERGEFIELD sex', 'f')}"
        "<w:r><w:instrText> = 'f' 'Ms' 'Mr'</w:instrText></w:r>"
        f"<w:r><w:fldChar w:fldCharType='separate'/></w:r>{run('Ms ')}"
        f"{field('MERGEFIELD name', 'Example')}<w:r><w:fldChar w:fldCharType='end'/></w:r>"
        f"{run(', ')}{field('PAGE', '8')}</w:p>"
        "<w:p><w:bookmarkStart w:id='1' w:name='seals'/>"
        "<m:oMath><m:r><m:t>E=mc</m:t></m:r><m:sSup><m:t>2</m:t></m:sSup></m:oMath>"
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>'
        "<w:altChunk r:id='rId3'/>"
    )
    links = ("docs/guide%20one.md", "https://example.org/", "chunk.html")
    (folder / "input.docx").write_bytes(docx(body, links=links))
