"""HTML that XML quotes, as `<![CDATA[<p>..</p>]]>` or with `&lt;`: the elements that a reader sees.

Only tags of HTML whose attributes are written as such are taken for tags, so that `si a < b` and
`<nom>` stay as they are. Character references that were quoted are decoded. What a text opens ends
with it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Set

from rtfm_check import limits
from rtfm_check.parsers._html_tags import BLOCKS, BREAKS, DROPPED, ENDS, RAW, SPACED, walls
from rtfm_check.parsers._markup import RAW as RAW_TEXT
from rtfm_check.parsers._markup import attributes, tags
from rtfm_check.parsers._xml import END, START, TEXT, Event

_EMPTY = frozenset({"area", "br", "col", "hr", "img", "input", "wbr"})  # they have no end
INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i"}
    | {"ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup"}
    | {"time", "tt", "u", "var", "wbr"}
)
_NAMES = BREAKS | SPACED | INLINE | DROPPED | _EMPTY | {"colgroup", "map"}
_BARE = "checked|compact|disabled|hidden|ismap|multiple|noshade|nowrap|readonly|reversed|selected"
_REST = re.compile(  # of a tag, behind its name
    r"(?:\s++[\w:-]++\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'>]++)|\s++(?:" + _BARE + r"))*+\s*+/?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_P = frozenset({"p"})
_NONE: dict[str, str] = {}


def unquoted(events: Iterable[Event]) -> Iterator[Event]:
    """The events of a document, and those of the HTML that its texts quote."""
    held: list[str] = []
    place = 0  # of the tag before the text
    for event in events:
        if event[0] == TEXT:
            held.append(event[1])
            continue
        if held:
            yield from _Run("".join(held), place).events()
            held.clear()
        place = event[3]
        yield event
    if held:
        yield from _Run("".join(held), place).events()


class _Run:
    """A text between two tags of the document."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at
        self._open: list[str] = []

    def events(self) -> Iterator[Event]:
        """The elements in it, each with its end, and the text between."""
        text = self._text
        if "<" not in text:
            yield self._said(text)
            return
        for kind, name, before, start, end in tags(text, raw=RAW):
            if before < start:
                yield self._said(text[before:start])
            lower = name.lower()
            if kind == START and self._is_tag(lower, start + 1 + len(name), end):
                yield from self._start(lower, name, start, end)
            elif kind == END and self._is_tag(lower, start + 2 + len(name), end):
                yield from self._end(lower)
            elif kind == RAW_TEXT:
                yield from [] if lower in DROPPED else [self._said(text[start:end])]
            elif start < end and not text.startswith("<!--", start):  # no HTML, or without an end
                yield TEXT, text[start:end], _NONE, self._at
        yield from self._close(len(self._open))

    def _is_tag(self, name: str, start: int, end: int) -> bool:
        return name in _NAMES and _REST.fullmatch(self._text, start, end - 1) is not None

    def _start(self, name: str, written: str, start: int, end: int) -> Iterator[Event]:
        opened = self._open
        if name in BREAKS:
            yield from self._close_one(_P, BLOCKS)
        if name in ENDS:
            yield from self._close_one(*ENDS[name])
        found = attributes(self._text, written, start, end)
        values = {key: each.value for key, each in found.items() if key != "/"}
        yield START, name, values, self._at
        opened.append(name)
        if name in _EMPTY or len(opened) > limits.XML_DEPTH or self._text[end - 2] == "/":
            yield from self._close(1)

    def _end(self, name: str) -> Iterator[Event]:
        if name == "br":  # which browsers take for the tag itself
            yield START, name, _NONE, self._at
            yield END, name, _NONE, self._at
        elif name not in _EMPTY:
            yield from self._close_one({name}, walls(name) if name in BLOCKS else BLOCKS)

    def _close_one(self, names: Set[str], walls: Set[str]) -> Iterator[Event]:
        """End the innermost of some elements, and what is in it; not beyond a wall."""
        for depth, name in enumerate(reversed(self._open), 1):
            if name in names:
                yield from self._close(depth)
                return
            if name in walls:
                return

    def _close(self, count: int) -> Iterator[Event]:
        for _ in range(count):
            yield END, self._open.pop(), _NONE, self._at

    def _said(self, text: str) -> Event:
        if "&" in text:
            text = _REFERENCE.sub(lambda each: html.unescape(each[0]), text)
        return TEXT, text, _NONE, self._at
