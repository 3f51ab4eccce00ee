from pathlib import Path

from tests.parsers.office import docx, paragraph


def make(folder: Path) -> None:
    good = "".join(paragraph(f"Paragraph {number} of the text.") for number in range(3))
    body = good + "<w:p><w:r><w:t>cut &oops; here</w:r></w:p>" + paragraph("behind the damage")
    (folder / "input.docx").write_bytes(docx(body))
