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
    for name in ("office", "text", "table", "style", "meta", "drawing", "presentation")
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
