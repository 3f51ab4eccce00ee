"""PDF: each page in chunks of running text, with the number that the page has in the file.

A page stands alone, as with RTFM: nothing goes on behind its end. Titles and ids are RTFM's,
`Page 3` and `p003-001`; what the file says of itself is metadata of the document, and the entry of
the outline that a page belongs to is metadata of its chunks. The file is read by pypdf, or by
PDFium where a run asks for it; a password that is not empty is never tried.

Edges: `link` for each address and file that annotations lead to, once, in the order of pages.

Differences from RTFM 0.55.1, which reads with pdftext: the text comes from another reader, so that
it may stand in another order, and paragraphs are told by their lines; ligatures are letters; short
lines are kept; a damaged page does not take the others along; pages that are pictures are told, and
so is text in fonts that do not name their characters, but for most of Japanese, Korean and Chinese;
texts, values of forms and comments that lie on a page are read, with pypdf; `page_count` counts all
pages. Words that are cut at the end of a line are joined, as there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import cast

from rtfm_check import limits
from rtfm_check.chunking import Block, fill
from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import About, Draft, Item, Link, MissingPart, Problem
from rtfm_check.parsers._pdf_document import (
    MOST_ANNOTATIONS,
    Backend,
    Content,
    Document,
    Entry,
    Refused,
    reason,
)
from rtfm_check.parsers._pdf_text import cleaned, is_legible, paragraphs

_DATE = re.compile(r"\AD:(\d{4})(\d\d)(\d\d)[\dZ+'-]*\Z")  # as PDF has it
_VALUE_CHARS = 1000  # of what a file says of itself
_TITLE_CHARS = 200  # of an entry of the outline
_MOST_LEVELS = 6  # of the outline that are named
_MOST_RANGES = 20  # of pages that are named in a message
_MEANT = "make sure that they are meant to be published"
_PART = 0.1  # of the text of a page: less may be signs of a formula
_OTHERWISE = "try `rtfm-check index --pdf-backend pdfium`, or text recognition"
_RECOGNIZE = "run it through text recognition: `ocrmypdf in.pdf out.pdf`"


def parse(file: File) -> Iterator[Item]:
    """The pages of a file."""
    backend = _backend(file.settings.pdf_backend)
    yield About(file.title)
    try:
        document = backend.open(file)
    except Refused as refused:
        yield refused.problem
        return
    try:
        yield About(pages=document.count, metadata=_info(document))
        pages = _Pages(document)
        for page in range(min(document.count, limits.PDF_PAGES)):
            yield from pages.items(page)
        yield from pages.told()
        yield from document.told()
    except Refused as refused:
        yield refused.problem
    finally:
        document.close()
    if document.count > limits.PDF_PAGES:
        message = f"{document.count:,} pages, of which {limits.PDF_PAGES:,} are read"
        yield Problem("limit-reached", message)


class _Pages:
    """Makes the drafts of pages, and knows afterwards what was wrong with them."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._outline = _Outline(document)
        self._failed: dict[str, tuple[str, list[int]]] = {}  # kind -> first reason, pages from 1
        self._damaged: dict[str, list[int]] = {}  # why not all that lies on pages is read
        self._links: set[Link] = set()
        self._cut: list[int] = []  # more lies on them than is read
        self._pictures: list[int] = []
        self._illegible: list[int] = []
        self._nameless: list[int] = []
        self._partly: list[int] = []  # of which some text is so
        self._commented: list[int] = []
        self._has_text = False

    def items(self, page: int) -> Iterator[Draft | Link]:
        """The chunks of a page, and links that no page before it has."""
        try:
            found = self._document.read(page)
            text = cleaned(found.text)
            is_blank = not (text + "".join(note for note, _ in found.notes)).strip()
            if is_blank and self._document.has_picture(page):
                self._pictures.append(page + 1)
        except Refused:
            raise
        except Exception as error:  # a backend raises whatever a damaged page leads to
            kind = type(error).__name__
            self._failed.setdefault(kind, (reason(error), []))[1].append(page + 1)
            return
        if not is_blank:
            if found.nameless > _PART:
                told = self._partly if found.nameless <= 0.5 else self._nameless
                told.append(page + 1)
            yield from self._drafts(page, text, found)
        for link in found.links:
            if link not in self._links:
                self._links.add(link)
                yield link
        if found.damage:
            self._damaged.setdefault(found.damage, []).append(page + 1)
        if found.is_cut:
            self._cut.append(page + 1)

    def _drafts(self, page: int, text: str, found: Content) -> Iterator[Draft]:
        number, notes = page + 1, found.notes
        if any(is_comment for _, is_comment in notes):
            self._commented.append(number)
        self._has_text = True
        if found.nameless <= _PART and not is_legible(text):
            self._illegible.append(number)
        section = self._outline.at(page)
        parts = (*paragraphs(text), *(cleaned(note) for note, _ in notes))
        blocks = (Block(part) for part in parts if part.strip())
        for paragraph, block in enumerate(fill(blocks), 1):
            yield Draft(
                f"Page {number}",
                block.text,
                pages=(number, number),
                number=number,
                paragraph=paragraph,
                kind="page",
                mark=f"p{number:03}",
                ordinal=paragraph,
                width=3,
                metadata={"outline": section} if section else None,
            )

    def told(self) -> Iterator[Problem]:
        """What was wrong with pages."""
        for why, pages in self._failed.values():
            message = f"{_named(pages)} cannot be read: {why}"
            yield Problem("damaged-document", message, "", "RTFM may read them, or give an error")
        for why, pages in self._damaged.items():
            message = f"not all annotations of {_named(pages)} can be read: {why}"
            yield Problem("damaged-document", message, "", "RTFM reads none")
        if self._cut:
            message = (
                f"{_named(self._cut)}: only the first {MOST_ANNOTATIONS:,} annotations are read"
            )
            yield Problem("limit-reached", message)
        if self._commented:
            message = f"{_named(self._commented)}: comments, which are indexed"
            yield Problem("hidden-content", message, _MEANT, "RTFM does not index them")
        if self._illegible:
            message = f"the text of {_named(self._illegible)} is none: its font names no characters"
            yield Problem("scanned-pdf-no-text", message, _RECOGNIZE, "RTFM indexes the same signs")
        for what, pages in (("the", self._nameless), ("part of the", self._partly)):
            if pages:
                message = f"{what} text of {_named(pages)} is none: its font names no characters"
                yield Problem("scanned-pdf-no-text", message, _OTHERWISE, "RTFM may read it")
        if self._pictures and self._has_text:
            message = f"{_named(self._pictures)}: a picture without text"
            yield Problem("scanned-pdf-no-text", message, _RECOGNIZE, "RTFM leaves them out")
        elif not self._has_text and not self._failed and self._document.count:
            message = "the PDF has no text layer"
            if self._pictures:
                message += ": its pages are pictures"
            yield Problem("scanned-pdf-no-text", message, _RECOGNIZE, "RTFM indexes nothing of it")


class _Outline:
    """The titles of the outline, by the pages that they begin on."""

    def __init__(self, document: Document) -> None:
        self._starts: list[int] = []
        self._titles: list[str] = []
        for entry, path in sorted(_paths(document), key=lambda each: each[0].page):
            self._starts.append(entry.page)
            self._titles.append(path)

    def at(self, page: int) -> str:
        """The titles of the last entry that begins on a page or before it, from the outermost."""
        found = bisect_right(self._starts, page) - 1
        return self._titles[found] if found >= 0 else ""


def _paths(document: Document) -> list[tuple[Entry, str]]:
    """The entries of the outline, each with its titles; of a damaged one what can be read."""
    found: list[tuple[Entry, str]] = []
    path: list[str] = []
    with suppress(Exception):  # whatever damage leads to; an outline repeats what pages say
        for entry in document.outline():
            path = [*path[: entry.level], " ".join(entry.title.split())[:_TITLE_CHARS]]
            found.append((entry, " > ".join(path[-_MOST_LEVELS:])))
    return found


def _info(document: Document) -> dict[str, JsonValue]:
    """What the file says of itself, as far as it can be read."""
    found: dict[str, JsonValue] = {}
    with suppress(Exception):  # as above: metadata that is damaged is none
        for key, value in document.info().items():
            text = _DATE.sub(r"\1-\2-\3", " ".join(value.split())[:_VALUE_CHARS])
            if text:
                found[key] = text
    return found


def _named(pages: list[int]) -> str:
    """Pages in words: `pages 2, 5-7`."""
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and ranges[-1][-1] == page - 1:
            ranges[-1][1:] = [page]
        else:
            ranges.append([page])
    shown = ", ".join("-".join(map(str, each)) for each in ranges[:_MOST_RANGES])
    more = ", ..." if len(ranges) > _MOST_RANGES else ""
    return f"page {shown}" if len(pages) == 1 else f"pages {shown}{more}"


def _backend(name: str) -> Backend:
    """The module of a backend, which is imported when it is needed."""
    try:
        return cast(Backend, import_module(f"rtfm_check.parsers._pdf_{name}"))
    except ModuleNotFoundError as error:
        if name == "pypdf" and (error.name or "").startswith("pypdf"):
            raise MissingPart("pypdf", "pdf") from error
        if name == "pdfium" and (error.name or "").startswith("pypdfium2"):
            raise MissingPart("pypdfium2", advice="pip install pypdfium2") from error
        raise
