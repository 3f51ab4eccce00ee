"""A Markdown page as pyromark reads it: its blocks by lines, its links, the places in it.

pyromark knows CommonMark with tables, footnotes and wikilinks, and tells of everything with the
bytes that it takes. They become characters in `_Offsets` and lines in `Page.line`, and nowhere
else. It does not tell where the address of a link stands (`_markdown_links` looks for it), takes
`[[text]](address)` for a wikilink, and needs time for each level of nesting and line: so what
nests a line deeper than 256 characters is hidden from it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, NamedTuple

import pyromark
from pyromark import Options

from rtfm_check.parsers import _markdown_html, _markdown_links
from rtfm_check.parsers._contract import Anchor, Link, Problem
from rtfm_check.parsers._markdown_links import Definition

PROSE, OTHER = 0, -1  # kinds of blocks; those of headings are their levels

_OPTIONS = (
    Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_GFM
    | Options.ENABLE_WIKILINKS
)
_DEPTH = 256  # characters at the start of a line that may nest it
_DEEP = re.compile(rf"[ \t>*+\-0-9.)]{{{_DEPTH}}}([ \t>*+\-0-9.)]*+)")
_NESTS = re.compile(r">|[-+*.)][ \t]")
_VISIBLE = re.compile(r"[^\n]")
_BLOCK_ID = re.compile(r"(?:^|\s)(\^[A-Za-z0-9-]+)[ \t]*$")
_STEP = 512  # bytes


class Block(NamedTuple):
    """A block of the page that no other is around."""

    first: int  # line, from 0
    last: int
    kind: int


class _Offsets:
    """Characters for bytes of a text."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._before = [0]  # characters before each step
        for start in range(0, len(data), _STEP):
            self._before.append(self._before[-1] + _characters(data[start : start + _STEP]))

    def at(self, offset: int) -> int:
        """The character at a byte."""
        step = offset // _STEP
        return self._before[step] + _characters(self._data[step * _STEP : offset])


_CONTINUED = bytes(range(0x80, 0xC0))


def _characters(data: bytes) -> int:
    """The characters that begin in a stretch of UTF-8."""
    return len(data.translate(None, _CONTINUED))


class Page:
    """What a text holds; offsets are characters of it, lines count from 0."""

    def __init__(self, text: str, front: int = 0) -> None:
        """The first `front` characters are not Markdown, and nothing is looked for in them."""
        self.text = text
        self.lines = text.split("\n")
        self.blocks: list[Block] = []
        self.links: list[Link] = []
        self.anchors: list[Anchor] = []
        self.problems: list[Problem] = []
        shown = self._shown(front)
        data = shown.encode()
        self._starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
        self.at: Callable[[int], int] = int if len(data) == len(text) else _Offsets(data).at
        self._has_block_ids = "^" in text
        self._comments: list[tuple[int, int]] = []  # over several blocks, which it hides
        self._passed = (-1, -1)  # the last wikilink, which a label may follow
        self._definitions: dict[str, Definition] = {}
        self._used: set[int] = set()
        self._undefined: list[tuple[int, int, str]] = []
        self._read(shown)

    def offset(self, line: int) -> int:
        """The character that a line begins with."""
        return self.at(self._starts[line]) if line < len(self._starts) else len(self.text)

    def line(self, byte: int) -> int:
        """The line of a byte."""
        return bisect_right(self._starts, byte) - 1

    # -- what pyromark gets to see ----------------------------------------

    def _shown(self, front: int) -> str:
        """The text without front matter and without nesting that has no end."""
        text = self.text
        if front:
            text = _VISIBLE.sub(" ", text[:front]) + text[front:]
        deep = [line for line in self.lines if len(line) > _DEPTH and _nesting(line)]
        if not deep:
            return text
        start = text.index(deep[0])
        self.problems.append(
            Problem(
                "limit-reached",
                f"lists and quotations are nested in more than {_DEPTH} characters",
                "write them less deep",
                "what is deeper is read as text",
                start=start + _DEPTH,
                end=start + _DEPTH + 1,
            )
        )
        return "\n".join(map(_flat, text.split("\n")))

    # -- reading ----------------------------------------

    def _read(self, shown: str) -> None:
        self._define(shown)
        top = 0  # the end of the block that is read
        events = pyromark.events_with_range(
            shown,
            options=_OPTIONS,
            merge_text=True,
            broken_link_callback=self._note_undefined if "][" in shown else None,
        )
        for event, place in events:
            if event.__class__ is str:
                continue
            tag = event.get("Start")
            if tag is None:
                if "InlineHtml" in event or self._has_block_ids:
                    self._other(event, place)
                continue
            start = place["start"]
            if start >= top:
                top = place["end"]
                self._block(tag, start, top)
            if tag.__class__ is dict:
                if "Heading" in tag:
                    self._heading(tag["Heading"], events, place)
                elif "Link" in tag or "Image" in tag:
                    self._link(tag, place)
            elif tag == "HtmlBlock":
                self._html(place)
        self._close()

    def _block(self, tag: Any, start: int, end: int) -> None:
        if self._comments and self._is_hidden(self.at(start)):
            return
        first, last = self.line(start), self.line(end - 1)
        while last > first and not self.lines[last].strip():
            last -= 1
        kind = OTHER
        if tag == "Paragraph":
            kind = PROSE
        elif tag.__class__ is dict and "Heading" in tag:
            kind = int(tag["Heading"]["level"][1])
        self.blocks.append(Block(first, last, kind))

    def _other(self, event: Any, place: Any) -> None:
        """A tag in a paragraph, or a text that may end with the id of a block."""
        if "InlineHtml" in event:
            start, end = self.at(place["start"]), self.at(place["end"])
            self._add(_markdown_html.inline(self.text, start, end))
        elif "Text" in event and "^" in event["Text"]:
            end = self.at(place["end"])
            match = _BLOCK_ID.search(event["Text"])
            if match is not None and self.text.startswith("\n", end) | (end == len(self.text)):
                self._add([Anchor("", 0, (match[1],), self.text.rfind("^", 0, end))])

    def _heading(self, data: Any, events: Iterable[Any], place: Any) -> None:
        """Read a heading up to its end; its title is what a reader sees of it."""
        shown: list[str] = []
        images = 0  # that are around; what stands for them is not part of the title
        start = self.at(place["start"])
        found = len(self.anchors)
        for event, inner in events:
            if event.__class__ is str:
                shown.append(" ")
            elif "Text" in event or "Code" in event:
                if not images:
                    shown += event.values()
            elif "End" in event:
                if event["End"].__class__ is dict and "Heading" in event["End"]:
                    break
                images -= event["End"] == "Image"
            elif "InlineHtml" in event:
                self._other(event, inner)
            elif event.get("Start").__class__ is dict:
                self._link(event["Start"], inner)
                images += "Image" in event["Start"]
        title, ids = _with_ids("".join(shown))
        if not self._is_hidden(start):
            self.anchors.insert(found, Anchor(title, int(data["level"][1]), ids, start))

    def _html(self, place: Any) -> None:
        start, end = self.at(place["start"]), self.at(place["end"])
        if self._is_hidden(start):
            return
        for each in _markdown_html.block(self.text, start, end):
            if not isinstance(each, int):
                self._add([each])
                continue
            close = self.text.find("-->", end)
            if close >= 0:
                self._comments.append((each, close + 3))
            else:
                self.problems.append(
                    Problem(
                        "document-syntax",
                        "the comment that begins here has no end",
                        "close it with `-->`",
                        "a reader sees nothing of what follows; it is indexed as text, by RTFM too",
                        start=each,
                        end=each + 4,
                    )
                )

    def _is_hidden(self, at: int) -> bool:
        """Whether a place is in a comment that began in an earlier block."""
        if not self._comments:
            return False
        index = bisect_right(self._comments, (at, at)) - 1
        return index >= 0 and at < self._comments[index][1]

    # -- links ----------------------------------------

    def _add(self, found: Iterable[Link | Anchor]) -> None:
        for each in found:
            if self._is_hidden(each.start):
                continue
            if isinstance(each, Link):
                self.links.append(each)
            else:
                self.anchors.append(each)

    def _link(self, tag: Any, place: Any) -> None:
        data = tag.get("Link") or tag.get("Image")
        if data is None:
            return
        start = self.at(place["start"])
        if self._is_hidden(start):
            return
        end = self.at(place["end"])
        kind = data["link_type"]
        meant = data["dest_url"]
        if kind == "Inline":
            target = _markdown_links.inline_target(self.text, start, end, meant)
            found = _markdown_links.address(meant)
            self.links.append(_markdown_links.link(found, self.text, start, end, target))
        elif kind.__class__ is dict:
            self._wikilink(kind["WikiLink"]["has_pothole"], start, end)
        elif kind in ("Autolink", "Email"):
            found = _markdown_links.address(meant if kind == "Autolink" else f"mailto:{meant}")
            target = (start + 1, end - 1)
            self.links.append(_markdown_links.link(found, self.text, start, end, target))
        else:
            self._reference(data["id"], meant, start, end)

    def _wikilink(self, has_other_text: bool, start: int, end: int) -> None:
        text = self.text
        if text.startswith("[[", start):
            ordinary = _markdown_links.bracketed(text, end)
            if ordinary is not None:
                found, stop, target = ordinary
                self.links.append(_markdown_links.link(found, text, start, stop, target))
                return
            if not has_other_text and self._defined(text[start + 2 : end - 2]) is not None:
                self._reference(text[start + 2 : end - 2], "", start + 1, end - 1)
                return
        link = _markdown_links.wikilink(text, start, end)
        if link is not None:
            self.links.append(link)
            self._passed = (start, end)

    def _reference(self, label: str, meant: str, start: int, end: int) -> None:
        if start == self._passed[1]:  # `[[text]][label]`
            self.links.pop()
            start = self._passed[0]
        known = self._defined(label)
        if known is None:
            found, target = _markdown_links.address(meant), (start, end)
        else:
            found, target = known.address, known.target
            self._used.add(known.start)
        if self.text.startswith("[]", end):
            end += 2
        self.links.append(_markdown_links.link(found, self.text, start, end, target))

    def _defined(self, label: str) -> Definition | None:
        return _markdown_links.by_label(self._definitions, label)

    def _define(self, shown: str) -> None:
        if "]:" not in shown:
            return
        found = pyromark.reference_definitions(shown, options=_OPTIONS)
        for label, data in found.items():
            start, end = self.at(data["span"]["start"]), self.at(data["span"]["end"])
            self._definitions[_markdown_links.label_key(label)] = _markdown_links.definition(
                self.text, start, end, data["dest"]
            )

    def _note_undefined(self, broken: Any) -> None:
        if broken["link_type"] in ("Reference", "Collapsed"):
            span = broken["span"]
            self._undefined.append((span["start"], span["end"], broken["reference"]))

    def _close(self) -> None:
        """Add what pyromark tells apart: labels without definition, definitions without a use."""
        for first, last, label in self._undefined:
            link = _markdown_links.undefined(self.text, self.at(first), self.at(last), label)
            if link is not None:
                self._add([link])
        for each in self._definitions.values():
            if each.start not in self._used and not self._is_hidden(each.start):
                span = each.start, each.end
                self.links.append(_markdown_links.link(each.address, self.text, *span, each.target))


def _nesting(line: str) -> re.Match[str] | None:
    """What nests a line too deep."""
    match = _DEEP.match(line)
    return match if match is not None and _NESTS.search(match[1] + " ") else None


def _flat(line: str) -> str:
    match = _nesting(line) if len(line) > _DEPTH else None
    if match is None:
        return line
    return line[:_DEPTH] + "x" * len(match[1]) + line[match.end() :]


def _with_ids(title: str) -> tuple[str, tuple[str, ...]]:
    """A title without the `{#id .class}` at its end, and the ids in it."""
    if not title.rstrip().endswith("}"):
        return title, ()
    before, brace, inside = title.rstrip()[:-1].rpartition("{")
    words = inside.removeprefix(":").split()
    if not brace or not words or not all(word[0] in "#." or "=" in word for word in words):
        return title, ()
    return before.rstrip(), tuple(word[1:] for word in words if word[0] == "#" and word[1:])
