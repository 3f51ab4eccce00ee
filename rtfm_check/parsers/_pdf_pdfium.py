"""PDF as PDFium reads it, by pypdfium2: faster, and a program in C++ that a file may bring down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pypdfium2 import PdfDocument, PdfiumError
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from rtfm_check.file import File
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._pdf_document import PROTECTED, Entry, Refused, damaged, reason

_INFO = {
    "title": "Title",
    "author": "Author",
    "subject": "Subject",
    "keywords": "Keywords",
    "created": "CreationDate",
    "modified": "ModDate",
}
_MOST_ENTRIES = 10_000  # of an outline
_PASSWORD = 4  # PDFium's number of the error


def open(file: File) -> Pdfium:
    """The document of a file. Raises Refused."""
    try:
        return Pdfium(PdfDocument(file.data))
    except PdfiumError as error:
        needs_password = getattr(error, "err_code", None) == _PASSWORD or "password" in str(error)
        raise Refused(PROTECTED if needs_password else damaged(reason(error))) from error


class Pdfium:
    """An open PDF."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self.count = len(document)

    def close(self) -> None:
        """Free what PDFium holds."""
        self._document.close()

    def info(self) -> dict[str, str]:
        """What the file says of itself."""
        found = self._document.get_metadata_dict(skip_empty=True)
        return {key: found[name] for key, name in _INFO.items() if name in found}

    def outline(self) -> Iterator[Entry]:
        """The outline, in its order."""
        for item in islice(self._document.get_toc(), _MOST_ENTRIES):
            target = item.get_dest()
            page = target.get_index() if target is not None else None
            if page is not None and page >= 0 and item.get_title():
                yield Entry(item.level, item.get_title(), page)

    def text(self, page: int) -> str:
        """The text of a page."""
        found = self._document[page]
        try:
            text: str = found.get_textpage().get_text_range()
        finally:
            found.close()
        return text.replace("\r\n", "\n")

    def notes(self, page: int) -> list[tuple[str, bool]]:
        """None: PDFium gives them to programs that draw pages alone."""
        return []

    def has_picture(self, page: int) -> bool:
        """Whether a page shows a picture."""
        found = self._document[page]
        try:
            return any(True for _ in found.get_objects(filter=[FPDF_PAGEOBJ_IMAGE], max_depth=4))
        finally:
            found.close()

    def told(self) -> Iterator[Problem]:
        """What was wrong with the file, and mended: PDFium does not say."""
        return iter(())
