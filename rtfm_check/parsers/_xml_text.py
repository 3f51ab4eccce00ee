"""The text of XML whose meaning is not known: a line for each element that holds text.

An element that holds text beside elements is a paragraph, and those are inline; one that holds
text alone is a line `name attribute=value: text`, or the text alone where it is long or the name is
one of prose. Attributes of all other elements are lines, too. An element called title begins a
section.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from rtfm_check.chunking import PROSE, Block, pack
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, Item
from rtfm_check.parsers._lines import Lines
from rtfm_check.parsers._xml import START, TEXT, Event, Reader

_TITLES = frozenset({"title", "titre", "heading", "head"})
_PROSE = frozenset({"p", "para", "simpara", "li", "item", "td", "th", "entry", "line"})
_SHORT = 120  # characters of a text that stands behind the name of its element
_TITLE_CHARS = 300
_MOST_HELD = 64  # elements that may turn out to be inline


class _Line(NamedTuple):
    """A line of text."""

    text: str
    at: int  # of its element
    end: int
    is_title: bool = False


class _Element:
    """An element that is open."""

    __slots__ = ("at", "attributes", "has_text", "held", "is_told", "name", "parts", "text_at")

    def __init__(self, name: str, attributes: dict[str, str], at: int) -> None:
        self.name = name
        self.attributes = attributes
        self.at = self.text_at = at  # where it and its text begin
        self.parts: list[str] = []
        self.has_text = False  # of its own
        self.held: list[_Line] = []  # of its elements so far, which may turn out to be inline
        self.is_told = False  # they did not

    def add(self, text: str, at: int) -> None:
        """Text, beside its elements."""
        if not text.isspace():
            self.text_at = self.text_at if self.has_text else at
            self.has_text = True
        elif self.is_told and not self.has_text:
            return
        self.parts.append(text)

    def take(self, inner: _Element, end: int) -> Iterator[_Line]:
        """An element of it has ended."""
        if inner.is_told or (inner.held and not inner.has_text):
            yield from inner.end(end)
            return
        text = "".join(inner.parts)
        line = inner.line(" ".join(text.split()), end)
        if self.is_told:
            yield from [line] if line.text else []
            return
        self.parts.append(text)
        if line.text:
            self.held.append(line)
        if len(self.held) > _MOST_HELD:
            yield from self.tell()

    def tell(self) -> Iterator[_Line]:
        """Its own line, and those of its elements so far: they are not inline."""
        if not self.is_told:
            self.is_told = True
            self.parts.clear()
            if self.attributes:
                yield self.line("", self.at)
            yield from self.held
            self.held.clear()

    def end(self, end: int) -> Iterator[_Line]:
        """What is left of it."""
        text = " ".join("".join(self.parts).split()) if self.has_text else ""
        yield from self.tell()
        self.parts.clear()
        self.has_text = False
        if text:
            yield _Line(text, self.text_at, end)

    def line(self, text: str, end: int) -> _Line:
        """The line of an element that holds text alone, or nothing."""
        name = self.name.lower()
        if text and name in _TITLES and len(text) <= _TITLE_CHARS:
            return _Line(text, self.at, end, is_title=True)
        if text and (self.held or len(text) > _SHORT or name in _PROSE):
            return _Line(text, self.at, end)
        attributes = "".join(f" {key}={value}" for key, value in self.attributes.items())
        label = f"{self.name}{attributes}"
        if text:
            return _Line(f"{label}: {text}", self.at, end)
        return _Line(label if attributes else "", self.at, end)


def drafts(file: File, reader: Reader, events: Iterable[Event]) -> Iterator[Item]:
    """The text of a document in chunks."""
    yield About(file.stem)
    lines = Lines(file.text)
    place = reader.offset
    count = 0
    for (_, title), group in groupby(_sections(_lines(events)), key=lambda each: each[:2]):
        blocks = (
            Block(f"{line.text}\n", lines.of(place(line.at)), lines.of(place(line.end)))
            for _, _, line in group
        )
        for paragraph, pieces in enumerate(pack(blocks, PROSE), 1):
            count += 1
            text = "".join(each.text for each in pieces).rstrip()
            yield Draft(
                title or file.stem,
                text,
                (pieces[0].first, max(pieces[0].first, pieces[-1].last)),
                (count, count),
                paragraph=paragraph,
            )


def _sections(lines: Iterable[_Line]) -> Iterator[tuple[int, str, _Line]]:
    """Each line with the number and the title of its section; a title alone is a line."""
    number, waiting = 0, None
    title = ""
    for line in lines:
        if waiting is not None and line.is_title:
            yield number, title, waiting
        if line.is_title:
            number, title, waiting = number + 1, line.text, line
        else:
            waiting = None
            yield number, title, line
    if waiting is not None:
        yield number, title, waiting


def _lines(events: Iterable[Event]) -> Iterator[_Line]:
    root = _Element("", {}, 0)
    root.is_told = True
    open_ones = [root]
    inline = 0  # elements that are open in a paragraph
    for kind, name, attributes, at in events:
        top = open_ones[-1]
        if kind == TEXT:
            top.add(name, at)
        elif kind == START:
            is_whole = len(open_ones) <= 2  # the document's own element is no paragraph
            if inline or (top.has_text and not is_whole):
                inline += 1
                continue
            if is_whole:
                yield from top.end(at)
            else:
                yield from open_ones[-2].tell()  # it holds an element that holds one
            open_ones.append(_Element(name, attributes, at))
        elif inline:
            inline -= 1
        else:
            open_ones.pop()
            yield from open_ones[-1].take(top, at)
    yield from root.end(0)
