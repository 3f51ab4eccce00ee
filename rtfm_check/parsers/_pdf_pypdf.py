"""PDF as pypdf reads it.

pypdf bounds what a hostile file can do: loops, depths, and how far a stream unpacks. Each bound is
an exception of some kind, and so is damage; the caller makes problems of them. The time that a
page takes has no bound here.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import Destination

from rtfm_check.file import File
from rtfm_check.parsers import _pdf_fonts as fonts
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._pdf_annotations import Annotations
from rtfm_check.parsers._pdf_document import (
    PROTECTED,
    Content,
    Entry,
    Refused,
    damaged,
    reason,
)
from rtfm_check.parsers._pdf_tree import pages

_LOG = logging.getLogger("pypdf")
_END = b"\nstartxref\n0\n%%EOF\n"  # with it, pypdf looks for the objects of a file that is cut off
_INFO = {
    "title": "/Title",
    "author": "/Author",
    "subject": "/Subject",
    "keywords": "/Keywords",
    "created": "/CreationDate",
    "modified": "/ModDate",
}
_MOST_ENTRIES = 10_000  # of an outline
_NOTE_CHARS = 200
_OF_FILE = ("xref", "eof marker", "pdf header", "root object")  # in what pypdf says
_OF_LIMITS = ("skip", "exceed", "limit")
_NEEDS_CRYPTOGRAPHY = Problem(
    "optional-dependency-missing",
    "the PDF is encrypted with AES, which needs cryptography, which is not installed",
    "pip install cryptography",
    "nothing of the file is in the index",
)


def open(file: File) -> Pypdf:
    """The document of a file. Raises Refused."""
    fonts.learn()
    notes = _Notes()
    try:
        return Pypdf(_reader(file.data), notes)
    except Refused:
        notes.close()
        raise
    except Exception as error:  # pypdf raises whatever a damaged object leads to
        notes.close()
        raise Refused(_problem(error)) from error


class Pypdf:
    """An open PDF."""

    def __init__(self, reader: PdfReader, notes: _Notes) -> None:
        self._reader = reader
        self._notes = notes
        self._tree = ""  # why the tree of pages had to be walked here
        try:
            self.count = len(reader.pages)
        except Exception as error:  # it loops, or is deeper or wider than pypdf goes
            self._tree = reason(error)
            reader.flattened_pages = pages(reader)
            self.count = len(reader.pages)
            if not self.count:
                raise

    def close(self) -> None:
        """Listen to pypdf no more."""
        self._notes.close()

    def info(self) -> dict[str, str]:
        """What the file says of itself."""
        found: dict[str, Any] = dict(self._reader.metadata or {})
        values = {key: found.get(name) for key, name in _INFO.items()}
        return {key: str(value) for key, value in values.items() if value is not None}

    def outline(self) -> Iterator[Entry]:
        """The outline, in its order."""
        open_ones: list[Iterator[Any]] = [iter(self._reader.outline)]
        left = _MOST_ENTRIES
        while open_ones and left:
            entry = next(open_ones[-1], None)
            left -= 1
            if entry is None:
                open_ones.pop()
            elif isinstance(entry, list):
                open_ones.append(iter(entry))
            elif isinstance(entry, Destination):
                page = self._reader.get_destination_page_number(entry)
                if page is not None and page >= 0 and entry.title:
                    yield Entry(len(open_ones) - 1, str(entry.title), page)

    def read(self, page: int) -> Content:
        """What a page holds."""
        found = self._reader.pages[page]
        try:
            text = found.extract_text()
        except DependencyError as error:  # of an encryption of which only a part of it is
            raise Refused(_NEEDS_CRYPTOGRAPHY) from error
        nameless = fonts.nameless(found, text)
        if nameless and fonts.name(found):
            text = found.extract_text()
            nameless = fonts.nameless(found, text)
        if "/Annots" not in found:
            return Content(text, nameless)
        lying = Annotations(self._reader, found.raw_get("/Annots"))
        return Content(text, nameless, lying.notes, lying.links, lying.damage, is_cut=lying.is_cut)

    def has_picture(self, page: int) -> bool:
        """Whether a page shows a picture."""
        return _shows_picture(self._reader.pages[page], 3)

    def told(self) -> Iterator[Problem]:
        """What was wrong with the file, and mended or left out."""
        if self._tree:
            yield Problem(
                "damaged-document",
                f"the tree of the PDF's pages is damaged, and was mended: {self._tree}",
                "write it again with the program that made it",
                "RTFM may give an error for the file",
            )
        for note in [] if self._tree else self._notes.of_file[:1]:
            yield Problem(
                "damaged-document",
                f"the table of the PDF's objects is damaged, and was mended: {note}",
                "write it again with the program that made it",
                "RTFM may give an error for the file",
            )
        for note in self._notes.of_limits[:1]:
            yield Problem("limit-reached", f"not all of the PDF was read: {note}")


class _Notes(logging.Handler):
    """Listens to what pypdf says, instead of the log, until it is closed."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.of_file: list[str] = []  # that its parts are not where they should be
        self.of_limits: list[str] = []  # that something is left out
        _LOG.addHandler(self)
        _LOG.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message, if it matters."""
        text = record.getMessage()[:_NOTE_CHARS].rstrip(".")
        low = text.lower()
        if not self.of_file and any(each in low for each in _OF_FILE):
            self.of_file.append(text)
        elif not self.of_limits and any(each in low for each in _OF_LIMITS):
            self.of_limits.append(text)

    def close(self) -> None:
        """Listen no more."""
        _LOG.removeHandler(self)
        super().close()


def _problem(error: Exception) -> Problem:
    if isinstance(error, DependencyError):
        return _NEEDS_CRYPTOGRAPHY
    if isinstance(error, NotImplementedError) and "encryption" in str(error):
        return PROTECTED._replace(message="the PDF is encrypted in a way that pypdf does not know")
    return damaged(reason(error))


def _reader(data: bytes) -> PdfReader:
    try:
        reader = PdfReader(io.BytesIO(data))
    except Exception:  # cut off, perhaps: its objects may be there all the same
        if b" obj" not in data or b"/Encrypt" in data:
            raise
        reader = PdfReader(io.BytesIO(data + _END))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Refused(PROTECTED)
    return reader


def _shows_picture(holder: Any, depth: int) -> bool:
    """Whether the resources of a page or form have a picture, or a form that has."""
    resources = holder.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    for each in objects.get_object().values() if objects is not None else ():
        found = each.get_object()
        kind = found.get("/Subtype")
        if kind == "/Image" or (kind == "/Form" and depth and _shows_picture(found, depth - 1)):
            return True
    return False
