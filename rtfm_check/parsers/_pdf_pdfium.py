"""PDF as PDFium reads it, by pypdfium2: faster, and a program in C++ that a file may bring down."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from pypdfium2 import PdfDocument, PdfiumError, PdfPage, raw

from rtfm_check.file import File
from rtfm_check.parsers._contract import Link, Problem
from rtfm_check.parsers._pdf_document import (
    MOST_ANNOTATIONS,
    PROTECTED,
    Content,
    Entry,
    Refused,
    damaged,
    reason,
)
from rtfm_check.parsers._pdf_links import to_address, to_file

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

    def read(self, page: int) -> Content:
        """What a page holds, but for notes: PDFium gives them to programs that draw pages alone."""
        found = self._document[page]
        try:
            text: str = found.get_textpage().get_text_range()
            links = [*islice(self._links(found), MOST_ANNOTATIONS + 1)]
        finally:
            found.close()
        known = [link for link in links[:MOST_ANNOTATIONS] if link is not None]
        is_cut = len(links) > MOST_ANNOTATIONS
        return Content(text.replace("\r\n", "\n"), links=known, is_cut=is_cut)

    def _links(self, page: PdfPage) -> Iterator[Link | None]:
        """Where the links of a page lead; None for one that leads to no address or file."""
        place, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page.raw, place, link):
            action = raw.FPDFLink_GetAction(link)
            yield self._link(action) if action else None

    def _link(self, action: Any) -> Link | None:
        """Where an action leads: to an address, or to another file."""
        kind = raw.FPDFAction_GetType(action)
        if kind == raw.PDFACTION_URI:
            return to_address(_string(raw.FPDFAction_GetURIPath, self._document.raw, action))
        if kind in (raw.PDFACTION_REMOTEGOTO, raw.PDFACTION_LAUNCH):
            return to_file(_string(raw.FPDFAction_GetFilePath, action))
        return None

    def has_picture(self, page: int) -> bool:
        """Whether a page shows a picture."""
        found = self._document[page]
        try:
            return any(
                True for _ in found.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)
            )
        finally:
            found.close()

    def told(self) -> Iterator[Problem]:
        """What was wrong with the file, and mended: PDFium does not say."""
        return iter(())


def _string(function: Callable[..., int], *given: Any) -> bytes:
    """What a function of PDFium writes into a buffer of the size that it says first."""
    size = function(*given, None, 0)
    if size <= 1:
        return b""
    buffer = ctypes.create_string_buffer(size)
    function(*given, buffer, size)
    return buffer.raw[: size - 1]
