from pathlib import Path

from tests.parsers.office import docx, paragraph


def cell(inside: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inside}</w:tc>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblGrid/>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def make(folder: Path) -> None:
    empty = "<w:p/>"
    nested = table(cell(paragraph("in one")) + cell(paragraph("in two")))
    body = (
        paragraph("Before")
        + table(
            cell(paragraph("Region"), '<w:gridSpan w:val="2"/>') + cell(paragraph("Due")),
            cell(paragraph("North"), '<w:vMerge w:val="restart"/>')
            + cell(paragraph("first   line") + paragraph("second"))
            + cell(paragraph("1")),
            cell(empty, "<w:vMerge/>") + cell(empty) + cell(paragraph("2")),
            cell(empty) + cell(empty) + cell(empty),
            cell(paragraph("outer") + nested + paragraph("after")) + cell(paragraph("last")),
        )
        + paragraph("Between")
        + table(
            *(cell(paragraph(f"row {number}")) + cell(paragraph("x" * 90)) for number in range(20))
        )
        + paragraph("After")
    )
    (folder / "input.docx").write_bytes(docx(body))
