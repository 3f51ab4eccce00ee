"""Write Office documents with the libraries that RTFM reads them with, and ask RTFM for them.

Runs in the environment that has rtfm-ai with its extras; reads one JSON object a line, a document
as `{"format": "docx", "parts": [[kind, value], ...]}`, and answers a line each:
`{"data": base64 of the file, "chunks": [[title, content]], "error"}`.
"""

from __future__ import annotations

import base64
import datetime
import json
import logging
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

logging.disable(50)
warnings.simplefilter("ignore")

import rtfm.parsers  # noqa: E402,F401  registers RTFM's parsers
from rtfm.parsers.base import ParserRegistry  # noqa: E402


def docx(parts: list[Any], path: Path) -> None:
    """Write a DOCX."""
    from docx import Document

    made = Document()
    for kind, value in parts:
        if kind == "heading":
            made.add_heading(value[1], value[0])
        elif kind == "table":
            table = made.add_table(len(value), len(value[0]))
            for row, texts in zip(table.rows, value, strict=True):
                for cell, text in zip(row.cells, texts, strict=True):
                    cell.text = text
        elif kind == "merged cells":
            table = made.add_table(len(value), len(value[0]))
            for row, texts in zip(table.rows, value, strict=True):
                row.cells[0].text = texts[0]
            table.cell(0, 0).merge(table.cell(0, len(value[0]) - 1))
        elif kind == "item":
            made.add_paragraph(value, style="List Bullet")
        else:
            made.add_paragraph(value)
    made.save(str(path))


def odt(parts: list[Any], path: Path) -> None:
    """Write an ODT."""
    from odf.opendocument import OpenDocumentText
    from odf.table import Table, TableCell, TableRow
    from odf.text import H, List, ListItem, P, S, Section

    made = OpenDocumentText()
    for kind, value in parts:
        if kind == "heading":
            made.text.addElement(H(outlinelevel=value[0], text=value[1]))
        elif kind == "table":
            table = Table()
            for texts in value:
                row = TableRow()
                for text in texts:
                    cell = TableCell()
                    cell.addElement(P(text=text))
                    row.addElement(cell)
                table.addElement(row)
            made.text.addElement(table)
        elif kind == "list":
            items = List()
            for text in value:
                item = ListItem()
                item.addElement(P(text=text))
                items.addElement(item)
            made.text.addElement(items)
        elif kind == "section":
            section = Section(name="s")
            section.addElement(P(text=value))
            made.text.addElement(section)
        elif kind == "spaces":
            paragraph = P(text=value)
            paragraph.addElement(S(c=2))
            paragraph.addText(value)
            made.text.addElement(paragraph)
        else:
            made.text.addElement(P(text=value))
    made.save(str(path))


def xlsx(parts: list[Any], path: Path) -> None:
    """Write an XLSX; each part is a sheet of rows."""
    from openpyxl import Workbook

    made = Workbook()
    made.remove(made.active)
    for _, rows in parts:
        sheet = made.create_sheet()
        for row in rows:
            sheet.append([_value(each) for each in row])
    made.save(str(path))


def rtf(parts: list[Any], path: Path) -> None:
    """Write an RTF, by hand."""
    body = "\\par\n".join("".join(map(_escaped, value)) for _, value in parts)
    path.write_text("{\\rtf1\\ansi " + body + "}", "ascii")


def _escaped(character: str) -> str:
    if character in "\\{}":
        return f"\\{character}"
    if " " <= character <= "~":
        return character
    return "".join(
        f"\\u{int.from_bytes(character.encode('utf-16-le')[at : at + 2], 'little', signed=True)}?"
        for at in range(0, len(character.encode("utf-16-le")), 2)
    )


def _value(each: Any) -> Any:
    """A value of a cell: dates and times come as objects of one key."""
    if not isinstance(each, dict):
        return each
    ((kind, text),) = each.items()
    return getattr(datetime, kind).fromisoformat(text)


WRITERS = {"docx": docx, "odt": odt, "xlsx": xlsx, "rtf": rtf}


def main() -> None:
    """Answer each line."""
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            asked = json.loads(line)
            path = Path(folder) / f"a.{asked['format']}"
            WRITERS[asked["format"]](asked["parts"], path)
            answer: dict[str, Any] = {
                "data": base64.b64encode(path.read_bytes()).decode(),
                "chunks": [],
                "error": None,
            }
            try:
                parser = ParserRegistry.get_parser(path)
                about = dict(parser.extract_metadata(path) or {})
                answer["chunks"] = [[c.chapter_title, c.content] for c in parser.parse(path, about)]
            except Exception as error:
                answer["error"] = repr(error)
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
