"""Mobipocket and Kindle books: MOBI, AZW and AZW3 (KF8), and PalmDOC texts. Nothing is unpacked
to disk.

A chapter is a document of KF8; in an older book it begins at a page break or where the table of
contents points, else at its main headings. Its title is its first heading, else that of the table
of contents. A book that a file holds in both forms is read as KF8. Title and author are the
book's own.

Edges: none. Links in a book point to places in it.

Limits: 256 MiB of text, and 200 bytes of it for each byte of the file.

Where RTFM 0.55.1 differs:
- of KF8 it indexes the bytes of an archive; of a book, no chapters, title and author;
- it drops paragraphs of up to 20 characters, and text outside of paragraphs where there are some;
- it says nothing of a book that is cut off, and "possibly DRM-protected" of all it cannot read.

A book that is protected against copying is told as such, and not read; so is a KFX file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.chunking import paragraphs
from rtfm_check.file import File, decode
from rtfm_check.parsers import _mobi_kf8
from rtfm_check.parsers._book import Book, names
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._html import Block, Page
from rtfm_check.parsers._mobi_index import Index
from rtfm_check.parsers._mobi_page import BREAKS, chapters, places
from rtfm_check.parsers._mobi_records import NONE, Head, NoBook, Records, head
from rtfm_check.parsers._mobi_text import Text, unpacked
from rtfm_check.text import charset

_BOUNDARY = 121  # in the extended header: the record where KF8 begins
_AUTHOR, _TITLE = 100, 503
_PLACE, _LABEL, _FRAGMENT = 1, 3, 6  # tags of the table of contents
_MARKUP = re.compile(r"<(?:html|head|body|p|div|h[1-6]|br|mbp:)", re.IGNORECASE)
_HEAD = 64 * 1024  # characters in which markup shows
_OTHERS = (  # what is not read, by how it begins
    (b"\xeaDRMION\xee", "protected-document", "an encrypted KFX book"),
    (b"CONT", "extension-lies", "a KFX book"),
    (b"TPZ", "extension-lies", "a Topaz book"),
)
_NAME = 1000  # bytes of a title or name
_RTFM = "RTFM gives an error"
_RTFM_NAMES = (
    "RTFM does not read them; here they are read in the character set that they seem to be in"
)


class _Form(NamedTuple):
    """One of the forms in which a file holds its book."""

    head: Head
    first: int  # the number of the record with its header
    text: Text = Text(b"")


def parse(file: File) -> Iterator[Item]:
    """The chapters of a book."""
    yield About(title=file.title)
    data = file.data
    if not data:
        return
    try:
        records = Records(data)
        forms = list(_forms(records))
        if any(form.head.protection for form in forms):
            yield _protected()
            return
        form = _best(records, forms, len(data))
    except NoBook as why:
        yield _unreadable(file, data, str(why))
        return
    yield from _about(file, form.head)
    yield from _of_damage(records, form)
    if form.text.data.startswith(b"%MOP"):
        yield _of_replica()
        return
    book = Book()
    is_new = form.head.version >= 8
    yield from _documents(records, form, book) if is_new else _page(records, form, book)
    yield from book.told()


def _forms(records: Records) -> Iterator[_Form]:
    """The forms of the book, the newest first. Raises NoBook."""
    old = head(records[0])
    for value in old.extended.get(_BOUNDARY, ()):
        number = int.from_bytes(value[:4], "big")
        if records[number][16:20] == b"MOBI":
            yield _Form(head(records[number]), number)
    yield _Form(old, 0)


def _best(records: Records, forms: list[_Form], size: int) -> _Form:
    """The first form whose text is whole, or else the one with most text. Raises NoBook."""
    most = min(limits.ZIP_BYTES, max(limits.ZIP_SMALL_BYTES, limits.ZIP_RATIO * size))
    found: list[_Form] = []
    for form in forms:
        try:
            text = unpacked(records, form.head, form.first, most)
        except NoBook:
            if form is forms[-1] and not found:
                raise
            continue
        found.append(form._replace(text=text))
        if not text.damaged:
            return found[-1]
    return max(found, key=lambda form: len(form.text.data))


def _about(file: File, head: Head) -> Iterator[Item]:
    titles = [*head.extended.get(_TITLE, ()), head.title]
    title = next(filter(None, (_plain(each, head) for each in titles)), file.title)
    metadata = names(_plain(each, head) for each in head.extended.get(_AUTHOR, ()))
    yield About(title=title, metadata=metadata, extended=metadata)
    said = (*titles[:1], *head.extended.get(_AUTHOR, ()))
    if any("\ufffd" in each[:_NAME].decode(head.encoding, "replace")[:-1] for each in said):
        message = f"its title or names are not {head.encoding.upper()}, as it says"
        yield Problem("encoding-replaced", message, "make the book anew", _RTFM_NAMES)


def _documents(records: Records, form: _Form, book: Book) -> Iterator[Draft]:
    """KF8: a chapter for each document."""
    contents = _contents(records, form)
    labels: dict[int, bytes] = {}  # the first of each fragment
    for entry in contents.entries:
        labels.setdefault(entry.number(_FRAGMENT), contents.string(entry.number(_LABEL)))
    for document in _mobi_kf8.documents(form.text.data, records, form.head, form.first):
        text, encoding = decode(document.text, form.head.encoding)
        book.tell_encoding(encoding, form.head.encoding)
        page = Page(book.as_html(text))
        blocks = [item for item in page if isinstance(item, Block)]
        label = next((labels[each] for each in document.fragments if each in labels), b"")
        yield from book.chapter(blocks, partial(_plain, label, form.head))
        for problem in page.told():
            book.tell(problem)


def _page(records: Records, form: _Form, book: Book) -> Iterator[Draft]:
    """An older book: one page, or a text without markup."""
    data = form.text.data
    text, encoding = decode(data, form.head.encoding)
    book.tell_encoding(encoding, form.head.encoding)
    if not _MARKUP.search(text, 0, _HEAD):
        yield from book.chapter([Block(each) for each in paragraphs(text)])
        return
    contents = _contents(records, form)
    entries = (
        (entry.number(_PLACE), _plain(contents.string(entry.number(_LABEL)), form.head))
        for entry in contents.entries
    )
    page = Page(text, marks=BREAKS)
    for chapter in chapters(page, places(data, encoding.name, entries)):
        yield from book.chapter(chapter.blocks, partial(str, chapter.label))
    for problem in page.told():
        book.tell(problem)


def _contents(records: Records, form: _Form) -> Index:
    number = form.head.contents
    return Index(records, form.first + number if number != NONE else len(records))


def _plain(text: bytes, head: Head) -> str:
    """A title or name, without markup and in one line."""
    data = text[:_NAME]
    shown = data.decode(head.encoding, "replace")
    if "\ufffd" in shown[: -1 if len(data) == _NAME else None]:  # the last one may be cut
        shown = charset.decoded(data, charset.charset([data]))
    return " ".join(unescape(shown).split())


def _of_damage(records: Records, form: _Form) -> Iterator[Problem]:
    text, total = form.text, form.head.texts
    if text.is_limited:
        yield Problem(
            "limit-reached",
            f"the book unpacks to more than {len(text.data):,} bytes of text",
            note="the rest is not read",
        )
    elif text.damaged:
        yield Problem(
            "damaged-document",
            f"the book is damaged or cut off: {text.damaged:,} of the {total:,} records of its "
            "text are missing or cannot be unpacked",
            "restore the file from a copy",
            "RTFM indexes nothing of it without a word, or gives an error; the rest is read here",
        )
    elif records.is_cut:
        yield Problem(
            "damaged-document",
            "the book is cut off behind its text",
            "restore the file from a copy",
            _RTFM,
        )


def _protected() -> Problem:
    return Problem(
        "protected-document",
        "the book is encrypted to protect it against copying (DRM)",
        "publish a copy without it, or leave the file out",
        f"{_RTFM}; nothing of it is read",
    )


def _of_replica() -> Problem:
    return Problem(
        "extension-lies",
        "the book is a print replica: what it holds is a PDF, which is not read",
        "publish the PDF",
    )


def _unreadable(file: File, data: bytes, why: str) -> Problem:
    for start, rule, what in _OTHERS:
        if data.startswith(start):
            return Problem(
                rule,
                f"the file is named {file.suffix} and holds {what}, which is not read",
                "publish the book as EPUB or AZW3, without protection",
                _RTFM,
            )
    return Problem(
        "damaged-document",
        f"the file cannot be read as a book: {why}",
        "restore it from a copy, or rename it to what it is",
        f'{_RTFM} that says "possibly DRM-protected"',
    )
