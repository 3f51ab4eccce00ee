"""FictionBook: each section is a unit with its title, however deep it is nested, in every body.

Any version, any namespace or none, any encoding that Python knows. Title and author are the book's
own; so are its translator, keywords, series and more, in the metadata of the document.

Edges: none; the links of a book lead to its notes, or elsewhere.

Where RTFM 0.55.1 differs:
- it indexes nothing of a book of version 2.1, without a namespace, without sections, or with a
  mistake in its XML, and says nothing of it;
- it reads the first body alone, and of that no annotation and no text outside of sections; here
  the notes come last, and what stands in no section has the number 0;
- it glues the lines of poems, the cells of tables and the paragraphs of titles together, and drops
  paragraphs of up to 20 characters, and what is said of pictures;
- it does not find a section that has a title alone; here the title is its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.chunking import Block
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, How, Item, Problem
from rtfm_check.parsers._fb2_about import Description
from rtfm_check.parsers._fb2_text import INLINE, Blocks
from rtfm_check.parsers._hyperlinks import link
from rtfm_check.parsers._sections import Sections
from rtfm_check.parsers._xml import START, TEXT, Reader, of_file
from rtfm_check.parsers._zip import SafeZip

_ROOT = re.compile(r"<(?:[\w.-]{1,40}:)?FictionBook(?=[\s>])[^>]{0,4000}>")
_ZIP = b"PK\x03\x04"
_HEAD = 8192  # characters in which the root stands
_NAMESPACE = re.compile(r"""["']http://www\.gribuser\.ru/xml/fictionbook/2\.0["']""")
_NO_TEXT = frozenset({"binary", "stylesheet"})
_INNER = frozenset({"annotation", "cite", "epigraph", "poem", "table"})
_SAID = ("title", "alt")  # of a picture
_TITLE = 300  # characters; a title that is longer is text as well
_NOTHING = "RTFM indexes nothing of the file"
_SILENT = f"{_NOTHING}, without a word"


def parse(file: File) -> Iterator[Item]:
    """The sections of a book."""
    yield About(title=file.title)
    if not file.data:
        return
    if file.data.startswith(_ZIP):
        yield from _packed(file)
        return
    reader = of_file(file)
    book = _Book(reader, file.title)
    yield from book.items()
    problems = list(reader.told(_NOTHING))
    yield from problems or _lost_by_rtfm(file, book)


def _packed(file: File) -> Iterator[Item]:
    """The book in an archive that bears the name of one."""
    archive = SafeZip(file.data)
    names = [name for name in archive.names if name.lower().endswith(".fb2")]
    what = "read here" if names else "there is no book in it"
    yield Problem(
        "extension-lies",
        f"the file is named {file.suffix} and holds a zip archive",
        "unpack it" if names else "rename it",
        f"{_SILENT}; {what}",
    )
    for name in names[:1]:
        reader = Reader(archive.stream(name), name=name)
        yield from _Book(reader, file.title).items()
        yield from reader.told(_NOTHING)
    yield from archive.told()


class _Unit:
    """A section that is open, or a body."""

    def __init__(self, number: int, depth: int) -> None:
        self.number = number
        self.depth = depth
        self.title = ""
        self.chunks = 0


class _Book:
    """A book while it is read."""

    def __init__(self, reader: Reader, title: str) -> None:
        self.sections = 0
        self._reader = reader
        self._title = title
        self._known: set[str] = set()  # what the title of a body need not say again
        self._units = [_Unit(0, 0)]
        self._blocks = Blocks()
        self._heading: Blocks | None = None  # the title that is read
        self._inner = 0  # open elements whose titles are text
        self._drafts = Sections()
        self._found: list[Item] = []

    def items(self) -> Iterator[Item]:
        """What the document gives."""
        found, blocks = self._found, self._blocks
        text, paragraph = blocks.text, blocks.paragraph
        for kind, name, attributes, _ in self._reader:
            if kind == TEXT:
                text(name)
            elif name == "p":
                paragraph()
            elif name in INLINE:
                if kind == START and attributes:
                    self._link(attributes)
                    if name == "image":
                        said = (f" {attributes[each]} " for each in _SAID if each in attributes)
                        text("".join(said))
                if name == "code":
                    self._blocks.code()
            else:
                if kind == START:
                    self._start(name)
                else:
                    self._end(name)
                blocks = self._heading or self._blocks
                text, paragraph = blocks.text, blocks.paragraph
                yield from found
                found.clear()
        while len(self._units) > 1:
            self._end_section()
        self._flush()
        yield from found

    def _start(self, name: str) -> None:
        if name == "section":
            self._flush()
            self.sections += 1
            self._units.append(_Unit(self.sections, self._units[-1].depth + 1))
        elif name == "title" and self._is_heading():
            self._heading = Blocks()
        elif name in _NO_TEXT:
            _skip(self._reader)
        elif name == "description" and not self.sections:
            self._describe()
        elif name == "body":
            self._flush()
            self._units = [_Unit(0, 0)]
        else:
            (self._heading or self._blocks).start(name)
            self._inner += name in _INNER

    def _end(self, name: str) -> None:
        if name == "section":
            self._end_section()
        elif name == "title" and self._heading:
            self._end_heading()
        elif name == "body":
            self._flush()
        else:
            (self._heading or self._blocks).end(name)
            self._inner -= name in _INNER

    def _is_heading(self) -> bool:
        """Whether a title is that of the section, or body, in which it stands."""
        unit = self._units[-1]
        is_first = not (unit.title or unit.chunks or self._inner or self._heading)
        return is_first and not self._blocks.done

    def _end_heading(self) -> None:
        assert self._heading is not None
        lines = [block.text for block in self._heading.take()]
        self._heading = None
        unit = self._units[-1]
        if not unit.depth:
            lines = [line for line in lines if line.casefold() not in self._known]
        unit.title = " ".join(" ".join(lines).split())
        if len(unit.title) > _TITLE:
            self._blocks.done.append(Block(unit.title))

    def _end_section(self) -> None:
        self._flush()
        if len(self._units) > 1:
            self._units.pop()

    def _flush(self) -> None:
        """Make drafts of the text so far, which belongs to the innermost section."""
        unit, blocks = self._units[-1], self._blocks.take()
        if not blocks and unit.title and not unit.chunks:
            blocks = [Block(unit.title)]  # or nobody would find it
        self._add(unit, blocks)

    def _add(self, unit: _Unit, blocks: list[Block]) -> None:
        title = unit.title or (f"Section {unit.number}" if unit.number else self._title)
        model = Draft(
            title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…",
            "",
            number=unit.number,
            kind="chapter" if unit.depth < 2 else "section",
            mark=f"s{unit.number:03}",
        )
        for draft in self._drafts.drafts(model, blocks):
            unit.chunks += 1
            is_next = draft.paragraph == unit.chunks
            self._found.append(draft if is_next else draft._replace(paragraph=unit.chunks))

    def _describe(self) -> None:
        about = Description(self._reader)
        self._title = about.title or self._title
        self._known = {about.title.casefold(), *(each.casefold() for each in about.authors)}
        self._found.append(About(title=self._title, metadata=about.metadata))
        unit = _Unit(0, 0)
        unit.title = "Annotation"
        self._add(unit, about.annotation)

    def _link(self, attributes: dict[str, str]) -> None:
        found = link(attributes.get("href", ""))
        if found is not None and found.how is How.URL:
            self._found.append(found)


def _skip(reader: Reader) -> None:
    """Pass over the element that has begun."""
    depth = 1
    for kind, *_ in reader:
        depth += 0 if kind == TEXT else 1 if kind == START else -1
        if not depth:
            break


def _lost_by_rtfm(file: File, book: _Book) -> Iterator[Problem]:
    """Why RTFM indexes nothing of a sound book."""
    root = _ROOT.search(file.text, 0, _HEAD)
    if root is None or not _NAMESPACE.search(root[0]):
        what = "the root of the book is not `FictionBook` of version 2.0"
        advice = 'write `xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"` in it'
    elif not book.sections:
        what, advice = "the text of the book stands in no section", "put it into `<section>`"
    else:
        return
    at = root.span() if root else (0, 1)
    yield Problem("rtfm-loses-document", what, advice, _SILENT, *at)
