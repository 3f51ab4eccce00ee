"""Nasty documents of an office: DOCX, XLSX, ODT, and databases."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench.nasty import Case, Make, numbered, repeated, stored
from tests.parsers import office


def docx(body: Make) -> Make:
    """A document with that body."""
    return lambda size: stored(office.docx(body(size).decode()))


def odt(body: Make) -> Make:
    """A document with that text."""
    return lambda size: stored(office.odt(body(size).decode()))


def xlsx(body: Make) -> Make:
    """A workbook of one sheet."""
    return lambda size: stored(office.xlsx({"S": body(size).decode()}))


def _xlsx_shared(size: int) -> bytes:
    count = size // 40
    texts = [f"<si><t>text {n}</t></si>" for n in range(count)]
    rows = "".join(f'<row><c t="s"><v>{n}</v></c></row>' for n in range(count))
    return stored(office.xlsx({"S": f"<sheetData>{rows}</sheetData>"}, texts=texts))


def _xlsx_sheets(size: int) -> bytes:
    return stored(
        office.xlsx({f"S{n}": office.rows(("a", "b"), ("1", "2")) for n in range(size // 700)})
    )


def _xlsx_formats(size: int) -> bytes:
    count = size // 90
    rows = "".join(f'<row><c s="{n}"><v>{n}</v></c></row>' for n in range(1, count))
    formats = [f'0.0"{n}"' for n in range(count)]
    return stored(office.xlsx({"S": f"<sheetData>{rows}</sheetData>"}, formats=formats))


def _docx_notes(size: int) -> bytes:
    count = size // 150
    body = "".join(f'<w:p><w:r><w:footnoteReference w:id="{n}"/></w:r></w:p>' for n in range(count))
    notes = "".join(f'<w:footnote w:id="{n}"><w:p/></w:footnote>' for n in range(count))
    return stored(office.docx(body, parts={"footnotes": ("footnotes", notes)}))


def _docx_styles(size: int) -> bytes:
    count = size // 200
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{n}"><w:name w:val="heading 1"/>'
        f'<w:basedOn w:val="s{n - 1}"/></w:style>'
        for n in range(count)
    )
    body = "".join(office.paragraph("text", f"s{n}") for n in range(count))
    return stored(office.docx(body, styles=styles))


def database(script: Callable[[sqlite3.Connection, int], None]) -> Make:
    """A database made by a script for a size."""

    def made(size: int) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "made.db"
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("BEGIN")
            script(connection, size)
            connection.execute("COMMIT")
            connection.close()
            return path.read_bytes()

    return made


def _rows(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL)")
    connection.executemany(
        "INSERT INTO t VALUES (?, ?, ?)", ((n, f"text {n}", n / 3) for n in range(size // 30))
    )


def _tables(connection: sqlite3.Connection, size: int) -> None:
    for n in range(size // 4500):
        connection.execute(f"CREATE TABLE t{n} (a, b REFERENCES t{n - 1 if n else 0})")
        connection.execute(f"INSERT INTO t{n} VALUES (1, 'x')")


def _views(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a)")
    for n in range(size // 60):
        connection.execute(f"CREATE VIEW v{n} AS SELECT a FROM t WHERE a = {n}")


def _cell(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a)")
    connection.executemany("INSERT INTO t VALUES (?)", [("word " * 20_000,)] * (size // 100_000))


def _columns(connection: sqlite3.Connection, size: int) -> None:
    names = ", ".join(f"c{n}" for n in range(900))
    connection.execute(f"CREATE TABLE t ({names})")
    marks = ",".join("?" * 900)
    connection.executemany(
        f"INSERT INTO t VALUES ({marks})", (range(n, n + 900) for n in range(size // 2700))
    )


def _blobs(connection: sqlite3.Connection, size: int) -> None:
    connection.execute("CREATE TABLE t (a)")
    connection.executemany("INSERT INTO t VALUES (?)", [(bytes(2000),)] * (size // 2000))


CASES: dict[str, Case] = {
    "docx: paragraphs": docx(repeated(office.paragraph("some text"))),
    "docx: one paragraph": docx(repeated(office.run("word "), "<w:p>", "</w:p>")),
    "docx: one run": docx(repeated("word ", "<w:p><w:r><w:t>", "</w:t></w:r></w:p>")),
    "docx: headings": docx(repeated(office.paragraph("A title", "Heading1"))),
    "docx: rows": docx(
        repeated(
            "<w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>", "<w:tbl>", "</w:tbl>"
        )
    ),
    "docx: tables in tables": docx(repeated("<w:tbl><w:tr><w:tc>")),
    "docx: fields": docx(
        repeated('<w:r><w:fldChar w:fldCharType="begin"/></w:r>', "<w:p>", "</w:p>")
    ),
    "docx: notes": _docx_notes,
    "docx: styles": _docx_styles,
    "docx: broken": docx(repeated("<w:p><w:r></w:p>")),
    "xlsx: rows": xlsx(
        repeated("<row><c><v>1</v></c><c><v>2</v></c></row>", "<sheetData>", "</sheetData>")
    ),
    "xlsx: one row": xlsx(repeated("<c><v>1</v></c>", "<sheetData><row>", "</row></sheetData>")),
    "xlsx: one cell": xlsx(
        repeated(
            "word ",
            '<sheetData><row><c t="inlineStr"><is><t>',
            "</t></is></c></row></sheetData>",
        )
    ),
    "xlsx: far cells": xlsx(
        repeated('<row><c r="XFD1"><v>1</v></c></row>', "<sheetData>", "</sheetData>")
    ),
    "xlsx: wrong places": xlsx(
        repeated(
            '<row r="-1"><c r="ZZZZ9" t="s"><v>99</v></c></row>', "<sheetData>", "</sheetData>"
        )
    ),
    "xlsx: shared": _xlsx_shared,
    "xlsx: sheets": (_xlsx_sheets, 800_000, 6_400_000),
    "xlsx: formats": _xlsx_formats,
    "xlsx: merged": xlsx(
        numbered('<mergeCell ref="A{n}:B{n}"/>', "<sheetData/><mergeCells>", "</mergeCells>")
    ),
    "odt: paragraphs": odt(repeated("<text:p>some text</text:p>")),
    "odt: one paragraph": odt(repeated("word ", "<text:p>", "</text:p>")),
    "odt: spans": odt(repeated("<text:span>x</text:span>", "<text:p>", "</text:p>")),
    "odt: headings": odt(numbered('<text:h text:outline-level="1">T {n}</text:h>')),
    "odt: rows": odt(
        repeated(
            "<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>"
            "</table:table-row>",
            "<table:table>",
            "</table:table>",
        )
    ),
    "odt: lists in lists": odt(repeated("<text:list><text:list-item>")),
    "odt: blanks": odt(repeated('<text:s text:c="9"/>x', "<text:p>", "</text:p>")),
    "db: rows": database(_rows),
    "db: tables": database(_tables),
    "db: views": database(_views),
    "db: cells": database(_cell),
    "db: columns": database(_columns),
    "db: blobs": database(_blobs),
}
