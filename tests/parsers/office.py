"""Packages for tests, written as XML: what no library writes can be written too."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_EXCEL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_CORE = (
    'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)
_WORD_NAMESPACES = (
    f'xmlns:w="{_WORD}" xmlns:r="{_TYPE}" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
_ODF = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "style", "meta")
) + (
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def archive(members: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive, always the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def relations(*each: tuple[str, str] | tuple[str, str, str]) -> str:
    """A part of relations: kind and target, and `External` if it leads out; ids from rId1."""
    made = "".join(
        f'<Relationship Id="rId{number}" Type="{_TYPE}/{kind}" Target="{target}"'
        + (f' TargetMode="{mode[0]}"' if mode else "")
        + "/>"
        for number, (kind, target, *mode) in enumerate(each, 1)
    )
    return f"<Relationships>{made}</Relationships>"


def xlsx(
    sheets: Mapping[str, str],
    *,
    texts: Sequence[str] = (),
    formats: Sequence[int | str] = (),
    states: Mapping[str, str] = {},
    more: Mapping[str, str | bytes] = {},
) -> bytes:
    """A workbook of sheets, each given as what is in its `worksheet`.

    `texts` are shared by the cells; `formats` are those of styles from 1: a number, or a code.
    """
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}" '
        f'state="{states.get(name, "visible")}"/>'
        for number, name in enumerate(sheets, 1)
    )
    count = len(sheets)
    codes = "".join(
        f'<numFmt numFmtId="{170 + number}" formatCode={quoteattr(each)}/>'
        for number, each in enumerate(formats)
        if isinstance(each, str)
    )
    styles = "".join(
        f'<xf numFmtId="{each if isinstance(each, int) else 170 + number}"/>'
        for number, each in enumerate(formats)
    )
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_EXCEL}" xmlns:r="{_TYPE}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            *(("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, count + 1)),
            ("sharedStrings", "sharedStrings.xml"),
            ("styles", "styles.xml"),
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{_EXCEL}">{"".join(texts)}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{_EXCEL}"><numFmts>{codes}</numFmts>'
        f'<cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>',
    }
    for number, inside in enumerate(sheets.values(), 1):
        members[f"xl/worksheets/sheet{number}.xml"] = (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="{_EXCEL}" '
            f'xmlns:r="{_TYPE}">{inside}</worksheet>'
        )
    return archive({**members, **more})


def rows(*each: Sequence[str]) -> str:
    """The data of a sheet: rows of values; text is written into its cell, numbers as they are."""
    made = []
    for number, values in enumerate(each, 1):
        cells = "".join(
            f'<c r="{chr(65 + column)}{number}"><v>{value}</v></c>'
            if value.replace(".", "").isdecimal()
            else f'<c r="{chr(65 + column)}{number}" t="inlineStr"><is><t>{value}</t></is></c>'
            for column, value in enumerate(values)
            if value
        )
        made.append(f'<row r="{number}">{cells}</row>')
    return f"<sheetData>{''.join(made)}</sheetData>"


def docx(
    body: str,
    *,
    styles: str = "",
    about: str = "",
    parts: Mapping[str, tuple[str, str]] = {},
    links: Sequence[str] = (),
) -> bytes:
    """A document of what is in its `body`.

    `parts` are those beside it, by name: the kind and what is in the root; they are related to the
    document as rId1, rId2 and so on, and after them the addresses that hyperlinks lead to.
    """
    related = [(kind, f"{name}.xml") for name, (kind, _) in parts.items()]
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations(
            ("officeDocument", "word/document.xml"),
            ("metadata/core-properties", "docProps/core.xml"),
        ),
        "docProps/core.xml": f"<cp:coreProperties {_CORE}>{about}</cp:coreProperties>",
        "word/document.xml": f"<w:document {_WORD_NAMESPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations(
            *related,
            *(("hyperlink", link, "External") for link in links),
            ("styles", "styles.xml"),
        ),
        "word/styles.xml": f"<w:styles {_WORD_NAMESPACES}>{styles}</w:styles>",
    }
    for name, (_, inside) in parts.items():
        members[f"word/{name}.xml"] = f"<w:part {_WORD_NAMESPACES}>{inside}</w:part>"
    return archive(members)


def paragraph(text: str, style: str = "") -> str:
    """A paragraph of a DOCX; what is text in it is written as it stands."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}{run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    """A run of a DOCX."""
    inside = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inside}<w:t xml:space="preserve">{text}</w:t></w:r>'


def odt(
    text: str, *, about: str = "", styles: str = "", more: Mapping[str, str | bytes] = {}
) -> bytes:
    """A document of what is in its `office:text`; `styles` are its automatic ones."""
    members: dict[str, str | bytes] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {_ODF}>"
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{text}</office:text></office:body></office:document-content>",
        "meta.xml": f"<office:document-meta {_ODF}><office:meta>{about}</office:meta>"
        "</office:document-meta>",
    }
    return archive({**members, **more})
