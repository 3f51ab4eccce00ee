"""DOCX: the body in its order, in sections by heading, with all that stands beside it.

Read without a library. Edges: `link` for each hyperlink, as an element or as a field. Headings
and bookmarks are anchors. Limits: those of archives and of XML; a cell that spans others is
repeated up to 1,000 characters. What says how to pronounce a word is left out.

Titles, numbers and pages as in RTFM 0.55.1, but for these. A heading is what has an outline
level, of its own or by its style, whatever the style is called; RTFM knows the English names. A
heading without text is a chunk of its own. Short paragraphs are not dropped. Rows of tables have
a line each; tables in cells come under their row. Footnotes, endnotes, comments, text boxes and
texts for pictures come behind their paragraph, headers and footers at the end. Content controls,
tracked insertions, fields, formulas, symbols and the texts of charts are read; tracked deletions
are left out and told. Lines of code keep their white space.
"""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.chunking import Block
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Anchor, Item, Problem
from rtfm_check.parsers._docx_events import PREFIXES
from rtfm_check.parsers._docx_styles import Styles
from rtfm_check.parsers._docx_text import Note, PartReader
from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._sections import Heading, Outline
from rtfm_check.parsers._xml import END, START
from rtfm_check.text.show import quote
from rtfm_check.text.wording import plural

_FAILS = "RTFM gives an error for the file"
_MAIN = "word/document.xml"


def parse(file: File) -> Iterator[Item]:
    """The text of a document, its links, and what was wrong."""
    package = Package(file.data, _FAILS)
    yield _about(file, package)
    main = package.main(_MAIN)
    if main in package.archive:
        document = _Document(package, main)
        yield from Outline(document.items()).drafts()
        yield from document.reader.found
        yield from document.problems()
    elif package.archive.names and not package.archive.is_damaged:
        yield Problem(
            "damaged-document",
            f"the archive holds no document: {quote(main)} is missing",
            "save it anew with the program that made it",
            _FAILS,
        )
    yield from package.told()


class _Document:
    """The parts of a document, as they are met."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        relations = package.relations(main)
        self._parts = {each.kind: each.target for each in relations.values()}
        styles = self._parts.get("styles", "word/styles.xml")
        self._styles = Styles(package, styles, PREFIXES)
        self._notes: dict[str, dict[str, Note]] = {}
        self._count = 0
        self._comments = 0
        self.reader = PartReader(package, main, self._styles)
        self.reader.on_note = self._refer

    def items(self) -> Iterator[Heading | Block]:
        """The body, and then what is on every page."""
        for item in self.reader.items():
            if isinstance(item, Heading):
                self.reader.found.append(Anchor(item.title, min(item.level, 6)))
            yield item
        left = list(self._left())
        if left:
            yield Heading("Notes", 3)
            yield from left
        headers = {
            item.text if isinstance(item, Block) else item.title: None
            for part in self.reader.headers
            for item in self._of_header(part)
        }
        if headers:
            yield Heading("Headers and footers", 3)
            yield from map(Block, headers)

    def problems(self) -> Iterator[Problem]:
        """What is to be told of the text."""
        reader = self.reader
        if reader.deletions:
            yield _hidden(
                f"{plural(reader.deletions, 'deletion')} that the document still holds",
                "accept or reject the changes before you publish it",
                "what was deleted is left out here, as with RTFM",
            )
        if self._comments:
            yield _hidden(
                f"{plural(self._comments, 'comment')}",
                "make sure that they are meant to be published",
                "they are in the index; RTFM leaves them out",
            )
        if reader.hidden:
            yield _hidden(
                f"{plural(reader.hidden, 'stretch', 'stretches')} of hidden text",
                "make sure that it is meant to be published",
                "it is in the index, as with RTFM",
            )
        if reader.unread:
            more = f", and {len(reader.unread) - 1:,} more" if len(reader.unread) > 1 else ""
            yield Problem(
                "limit-reached",
                f"the part {quote(reader.unread[0])}{more} is a document inside of the document",
                "open it in Word and save it, which makes it text",
                "its text is not read, neither by RTFM",
            )

    def _refer(self, kind: str, id: str) -> None:
        """Put a note behind the paragraph that refers to it."""
        note = self._of_kind(kind).pop(id, None)
        if note is not None:
            self.reader.flow.later(*self._shown(kind, note))

    def _shown(self, kind: str, note: Note) -> list[str]:
        if kind == "comments":
            self._comments += 1
            mark = f"Comment by {note.author}: " if note.author else "Comment: "
        else:
            self._count += 1
            mark = f"[{self._count}] "
        return [mark + note.texts[0], *note.texts[1:]]

    def _of_kind(self, kind: str) -> dict[str, Note]:
        """The notes of a kind that are not shown yet, by id."""
        notes = self._notes.get(kind)
        if notes is None:
            notes = self._notes[kind] = self._read(self._parts.get(kind, f"word/{kind}.xml"))
        return notes

    def _read(self, part: str) -> dict[str, Note]:
        if part not in self._package.archive:
            return {}
        reader = PartReader(self._package, part, self._styles)
        for _ in reader.items():
            pass
        self.reader.found += reader.found
        return reader.notes

    def _left(self) -> Iterator[Block]:
        """Notes that nothing refers to."""
        for kind in ("footnotes", "endnotes", "comments"):
            for note in self._of_kind(kind).values():
                yield from map(Block, self._shown(kind, note))

    def _of_header(self, part: str) -> Iterator[Heading | Block]:
        reader = PartReader(self._package, part, self._styles)
        yield from reader.items()
        self.reader.found += reader.found


def _about(file: File, package: Package) -> About:
    """What the document says of itself."""
    parts = [each.target for each in package.relations("").values() if "core" in each.kind]
    found: dict[str, str] = {}
    out = ""
    for kind, name, _, _ in package.events(parts[0] if parts else "docProps/core.xml"):
        if kind == START:
            out = name
        elif kind == END:
            out = ""
        elif out:
            found[out] = found.get(out, "") + name
    told = {name: " ".join(text.split()) for name, text in found.items() if text.strip()}
    metadata = {
        name: told[element]
        for name, element in (
            ("author", "creator"),
            ("subject", "subject"),
            ("keywords", "keywords"),
            ("description", "description"),
        )
        if element in told
    }
    author = {"author": metadata["author"]} if "author" in metadata else {}
    return About(told.get("title", file.title), metadata=metadata, extended=author)


def _hidden(message: str, help: str, note: str) -> Problem:
    return Problem("hidden-content", message, help, note)
