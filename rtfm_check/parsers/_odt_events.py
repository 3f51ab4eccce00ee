"""The events of a part of an ODT: which of them are text, and what has paragraphs of its own.

White space in the XML stands for single blanks; what is more than one, a tab and a line end are
elements. Paragraphs may stand in paragraphs: in notes, comments, frames and shapes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rtfm_check.chunking import Block
from rtfm_check.parsers._flow import Flow
from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._sections import Heading
from rtfm_check.parsers._xml import START, TEXT

_ODF = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
PREFIXES = {
    **{_ODF.format(name): name for name in ("office", "text", "table", "style", "meta", "chart")},
    _ODF.format("drawing"): "draw",
    _ODF.format("svg-compatible"): "svg",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
}
_SKIPPED = {
    *("text:tracked-changes", "text:ruby-text", "office:scripts", "office:font-face-decls"),
    *("text:table-of-content-source", "text:alphabetical-index-source", "text:user-index-source"),
    *("text:illustration-index-source", "text:table-index-source", "text:object-index-source"),
    *("text:bibliography-source", "office:forms", "text:list-style"),
}
_BOXES = {
    *("draw:text-box", "draw:custom-shape", "draw:rect", "draw:ellipse", "draw:circle"),
    *("draw:line", "draw:polyline", "draw:polygon", "draw:path", "draw:connector"),
    *("draw:caption", "draw:regular-polygon", "draw:measure"),
}
_BLANKS = re.compile("[ \t\r\n]+")

Attributes = dict[str, str]


@dataclass(slots=True)
class Place:
    """What a paragraph is in: it ends where something begins that has paragraphs of its own."""

    depth: int = 0  # of lists
    is_first: bool = False  # paragraph of an item
    paragraphs: int = 0  # that are open
    style: str = ""  # of the last of them


class TextEvents:
    """Goes through one part; what its elements mean is for others."""

    starts: Mapping[str, Callable[[Any, Attributes], None]]
    ends: Mapping[str, Callable[[Any], None]]

    def __init__(self, package: Package, part: str) -> None:
        self.flow = Flow()
        self.package = package
        self.part = part
        self.deletions = 0
        self.out: list[str] | None = None  # where text goes that is in no paragraph
        self.place = Place()
        self._places: list[Place] = []  # around this one
        self._skipped = 0  # elements that are open and not read

    def items(self) -> Iterator[Heading | Block]:
        """The headings and blocks of the part."""
        items = self.flow.items
        starts, ends = self.starts, self.ends
        for kind, name, attributes, _ in self.package.events(self.part, PREFIXES):
            if kind == TEXT:
                if self._skipped:
                    continue
                if self.out is not None:
                    self.out.append(name)
                elif self.place.paragraphs:
                    self.flow.out.append(_blanks_folded(name))
            elif self._skipped:
                self._skipped += 1 if kind == START else -1
                if kind == START and name == "text:deletion":
                    self.deletions += 1
            elif kind == START:
                start = starts.get(name)
                if start is not None:
                    start(self, attributes)
                elif name in _BOXES:
                    self.begin_box()
                elif name in _SKIPPED:
                    self._skipped = 1
            else:
                end = ends.get(name)
                if end is not None:
                    end(self)
                elif name in _BOXES:
                    self.end_box()
                if items:
                    yield from items
                    items.clear()
        yield from self.flow.done()

    def enter(self) -> None:
        """Something begins that has paragraphs of its own."""
        self._places.append(self.place)
        self.place = Place()

    def leave(self) -> None:
        """It ends: what was around it goes on."""
        if self._places:
            self.place = self._places.pop()

    def begin_box(self, _: Attributes | None = None) -> None:
        """A box begins: a note, a comment, a frame."""
        self.enter()
        self.flow.begin_box()

    def take_box(self) -> list[str]:
        """A box ends: its paragraphs."""
        self.leave()
        return self.flow.end_box()

    def end_box(self) -> None:
        """A box ends, and its paragraphs come behind the one that it is in."""
        self.flow.later(*self.take_box())


def _blanks_folded(text: str) -> str:
    if "\n" in text or "  " in text or "\t" in text or "\r" in text:
        return _BLANKS.sub(" ", text)
    return text
