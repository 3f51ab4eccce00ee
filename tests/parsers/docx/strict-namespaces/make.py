from pathlib import Path

from tests.parsers.office import archive


def make(folder: Path) -> None:
    text = (
        '<document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main" '
        'xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><body><p><pPr>'
        '<pStyle x:val="H"/></pPr><r><t>A heading</t></r></p><p><r><t>text</t></r></p></body>'
        "</document>"
    )
    styles = (
        '<x:styles xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main">'
        '<x:style x:styleId="H"><x:name x:val="h"/>'
        '<x:pPr><x:outlineLvl x:val="2"/></x:pPr></x:style>'
        "</x:styles>"
    )
    (folder / "input.docx").write_bytes(
        archive({"word\\document.xml": text, "word\\styles.xml": styles})
    )
