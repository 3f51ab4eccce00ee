"""RTF: paragraphs and the rows of tables, joined to about 1,500 characters.

Read without a library, by a reader of control words that takes time in proportion to the file.
Edges: `link` for each HYPERLINK field. Bookmarks are anchors. Limits: 64 levels of tables.

Titles, numbers and pages as in RTFM 0.55.1, but for these. A paragraph ends with `\\par`, where
RTFM sees one paragraph in the whole document and cuts it at 3,000 characters. Rows of tables are
`a | b`. Bytes are decoded by the code page of the font, raw ones too. Headers and footers come at
the end, notes and comments behind their paragraph; text boxes, the texts of pictures, and title
and author of the document are not lost. Text that is marked as deleted is left out and told.
Soft hyphens are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.chunking import Block, paragraphs
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._rtf import Reader
from rtfm_check.parsers._sections import Sections
from rtfm_check.text.show import quote

_BEGIN = b"{\\rtf"
_BLANKS = b"\xef\xbb\xbf \t\r\n\0"


def parse(file: File) -> Iterator[Item]:
    """The text of a document, its links, and what was wrong."""
    if not file.data[:1024].lstrip(_BLANKS).startswith(_BEGIN):
        yield from _of_text(file)
        return
    reader = Reader(file.data)
    model = Draft(file.file_name, "", kind="paragraph")
    told = False
    for draft in Sections().drafts(model, reader.blocks()):
        if not told:
            told = True
            yield _about(file, reader)
        yield draft._replace(paragraph=1)
    if not told:
        yield _about(file, reader)
    yield from reader.found
    yield from _problems(reader)


def _about(file: File, reader: Reader) -> About:
    about = dict(reader.about)
    title = about.pop("title", file.title)
    author = {"author": about["author"]} if "author" in about else {}
    return About(title, metadata=about, extended=author)


def _of_text(file: File) -> Iterator[Item]:
    yield About(file.title)
    if file.text.strip():
        yield Problem(
            "extension-lies",
            f"the file is named {file.suffix} and does not begin with `{{\\rtf`",
            "rename it, or restore its beginning",
            "RTFM joins its lines without a blank; it is read as plain text here",
            line=1,
        )
    model = Draft(file.file_name, "", kind="paragraph")
    for draft in Sections().drafts(model, map(Block, paragraphs(file.text))):
        yield draft._replace(paragraph=1)


def _problems(reader: Reader) -> Iterator[Problem]:
    """What was met, each kind once."""
    for what, (count, first) in reader.seen.items():
        if what == "open" and "binary" in reader.seen:
            continue  # what comes after the bytes is missing: told already
        rule, message, help, note = _SEEN[what]
        if what == "page":
            message = message.format(quote(f"\\ansicpg{reader.unknown_page}"))
        if count > 1:
            message += f", and {count - 1:,} more"
        line, column = reader.place(first)
        yield Problem(rule, message, help, note, line=line, column=column)


_WRITE = "save it anew with the program that made it"
_SEEN = {
    "open": (
        "damaged-document",
        "the document is cut off: a group that `{` begins has no end",
        "restore the file",
        "RTFM reads up to the cut as well, and says nothing",
    ),
    "binary": (
        "damaged-document",
        "`\\bin` says that more bytes follow than the file has; nothing behind it is read",
        _WRITE,
        "",
    ),
    "brace": ("document-syntax", "a `}` ends a group that nothing began", _WRITE, ""),
    "escape": (
        "document-syntax",
        "`\\'` without two hexadecimal digits stands for no character",
        _WRITE,
        "",
    ),
    "character": (
        "document-syntax",
        "`\\u` with a number that Unicode does not have",
        _WRITE,
        "RTFM fails at such a number; it is U+FFFD here",
    ),
    "page": (
        "document-syntax",
        "{} is a code page that nobody knows; bytes are read as Windows' Latin",
        "name the code page that the text is in",
        "",
    ),
    "hidden": (
        "hidden-content",
        "a text that the document hides",
        "make sure that it is meant to be published",
        "it is in the index, as with RTFM",
    ),
    "deleted": (
        "hidden-content",
        "a text that is marked as deleted, and that the file still holds",
        "accept the changes before you publish it",
        "it is left out; RTFM indexes it",
    ),
    "comment": (
        "hidden-content",
        "a comment",
        "make sure that it is meant to be published",
        "it is in the index; RTFM leaves it out",
    ),
}
