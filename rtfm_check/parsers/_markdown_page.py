"""A Markdown page as pyromark reads it: its blocks by lines, its links, the places in it.

pyromark knows CommonMark with tables, footnotes and wikilinks, and tells of everything with the
bytes that it takes. They become characters in `Offsets` and lines in `Page._block`, and nowhere
else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

import pyromark
from pyromark import Options

from rtfm_check.parsers import (
    _markdown_containers,
    _markdown_html,
    _markdown_ids,
    _markdown_targets,
)
from rtfm_check.parsers._contract import Anchor, Link, Problem
from rtfm_check.parsers._markdown_depth import bounded
from rtfm_check.parsers._markdown_links import Links
from rtfm_check.parsers._markdown_offsets import Ascii, Offsets, starts

Block = tuple[int, int, int]  # that no other is around: first line, last line, kind
PARAGRAPH, LIST, OTHER = 0, -1, -2  # kinds of blocks; that of a heading is its level

_OPTIONS = (
    Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_GFM
    | Options.ENABLE_WIKILINKS
)
_LEAVES = ("Paragraph", "Heading", "CodeBlock", "HtmlBlock", "Table")  # with nothing but text
_VISIBLE = re.compile(r"[^\n]+")
_HALF = re.compile("[\ud800-\udfff]")


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
        self.html: list[tuple[int, int]] = []  # where HTML stands, comments too
        shown = self._shown(front)
        try:
            events = self._events(shown)
        except UnicodeEncodeError:  # halves of surrogate pairs, from a notebook in JSON
            shown = _HALF.sub("\ufffd", shown)
            events = self._events(shown)
        data = shown.encode()  # which Python keeps since pyromark asked for it
        self.may_have_odd_blanks = 9 in data or 0xA0 in data or 11 in data or 12 in data
        self._starts = self._first_bytes = starts(self.lines)
        self._span = Ascii().span
        if len(data) > len(text):
            self._first_bytes = starts(data.split(b"\n"))
            self._span = Offsets(shown, data).span
        may_have_blanks = _markdown_targets.may_have_blanks(text)
        self._has_ids = may_have_blanks or _markdown_ids.may_stand_in(text)
        self._comments: list[tuple[int, int]] = []  # over several blocks, which it hides
        self._links = Links(text)
        self._define(shown, data)
        self._read(events)
        if self._directives:
            self.blocks = list(_joined(self.blocks, self._directives))
        self.anchors += _markdown_ids.labels(text, data)
        if data.count(b"]:") > self._links.count:
            self._read_again(shown)

    def offset(self, line: int) -> int:
        """The character that a line begins with."""
        return self._starts[line]

    def _shown(self, front: int) -> str:
        """The text as pyromark gets it: without front matter, and nested within bounds."""
        text = self.text
        if front:
            text = _VISIBLE.sub(_blanks, text[:front]) + text[front:]
        text, self._directives = _markdown_containers.shown(text)
        text, problems = bounded(text, self.lines)
        self.problems += problems
        return text

    def _events(self, shown: str) -> Iterator[Any]:
        return pyromark.events_with_range(
            shown,
            options=_OPTIONS,
            merge_text=True,
            broken_link_callback=self._note_undefined,
        )

    def _read(self, events: Iterable[Any]) -> None:
        top = 0  # the end of the block that is read
        code = 0  # the end of the last block of code
        has_ids = self._has_ids
        for event, place in events:
            if event.__class__ is str:
                continue
            tag = event.get("Start")
            if tag is None:
                if "InlineHtml" in event:
                    self._inline_html(place)
                elif has_ids and "Text" in event and place["start"] >= code:
                    self._ids(event["Text"], place)
                continue
            start = place["start"]
            if start >= top:
                top = place["end"]
                self._block(tag, start, top)
            if tag.__class__ is dict:
                if "Link" in tag:
                    self._link(tag["Link"], place)
                elif "Heading" in tag:
                    self._heading(tag["Heading"], events, place)
                elif "Image" in tag:
                    self._link(tag["Image"], place)
                elif "CodeBlock" in tag:
                    code = place["end"]
            elif tag == "HtmlBlock":
                self._html(place)
        self._add(self._links.unused())

    def _read_again(self, shown: str) -> None:
        """Look for definitions of labels that have one: pyromark tells of the first alone."""
        found = list(self._links.again(shown))
        if not found:
            return
        taken = [
            self._span(place["start"], place["end"])
            for event, place in pyromark.events_with_range(shown, options=_OPTIONS)
            if _is_leaf(event)
        ]
        for link in found:
            index = bisect_right(taken, (link.start, len(shown))) - 1
            if index < 0 or link.start >= taken[index][1]:
                self._add([link])

    # -- blocks ----------------------------------------

    def _block(self, tag: Any, start: int, end: int) -> None:
        """Add a block that takes some bytes."""
        if self._comments and self._is_hidden(self._span(start, end)[0]):
            return
        starts, lines = self._first_bytes, self.lines
        first = bisect_right(starts, start) - 1
        last = bisect_right(starts, end - 1, first) - 1
        while last > first and (not lines[last] or lines[last].isspace()):
            last -= 1
        kind = OTHER
        if tag == "Paragraph":
            kind = PARAGRAPH
        elif tag.__class__ is dict:
            if "Heading" in tag:
                kind = int(tag["Heading"]["level"][1])
            elif "List" in tag:
                kind = LIST
        self.blocks.append((first, last, kind))

    def _heading(self, data: Any, events: Iterable[Any], place: Any) -> None:
        """Read a heading up to its end; its title is what a reader sees of it."""
        title = ""
        images = 0  # that are around; what stands for them is not part of the title
        found = len(self.anchors)
        start, _ = self._span(place["start"], place["end"])
        for event, inner in events:
            if event.__class__ is str:
                title += " "
            elif "End" in event:
                if event["End"].__class__ is dict and "Heading" in event["End"]:
                    break
                images -= event["End"] == "Image"
            elif "Text" in event or "Code" in event:
                title += "" if images else event.get("Text") or event.get("Code", "")
            elif "InlineHtml" in event:
                self._inline_html(inner)
            elif (tag := event.get("Start")).__class__ is dict:
                self._link(tag.get("Link") or tag["Image"], inner)
                images += "Image" in tag
        if not self._is_hidden(start):
            title, ids = _markdown_ids.with_ids(title)
            self.anchors.insert(found, Anchor(title, int(data["level"][1]), ids, start))

    def _html(self, place: Any) -> None:
        start, end = self._span(place["start"], place["end"])
        self.html.append((start, end))
        if self._is_hidden(start) or _markdown_html.is_comment(self.text, start, end):
            return
        for each in _markdown_html.block(self.text, start, end):
            if not isinstance(each, int):
                self._add([each])
                continue
            close = self.text.find("-->", end)
            if close >= 0:
                self._comments.append((each, close + 3))
            else:
                self.problems.append(_unclosed_comment(each))

    def _inline_html(self, place: Any) -> None:
        start, end = self._span(place["start"], place["end"])
        self.html.append((start, end))
        self._add(_markdown_html.inline(self.text, start, end))

    def _ids(self, text: str, place: Any) -> None:
        """Note the ids in a text, and what only looks like a link.

        Ids stand behind a block, as Obsidian has them, and in attributes.
        """
        start, end = self._span(place["start"], place["end"])
        match = _markdown_ids.BLOCK_ID.search(text) if "^" in text else None
        if match is not None and self.text[end : end + 1] in ("", "\n"):
            self._add([Anchor("", 0, (match[0],), self.text.rfind("^", 0, end))])
        if "{" in text:
            self._add(
                Anchor("", 0, (each[1],), start) for each in _markdown_ids.ATTRIBUTES.finditer(text)
            )
        if "](" in text and not self._is_hidden(start):
            self.problems += _markdown_targets.with_blanks(self.text, start, end)

    # -- links ----------------------------------------

    def _link(self, data: Any, place: Any) -> None:
        start, end = self._span(place["start"], place["end"])
        if self._comments and self._is_hidden(start):
            return
        if data["link_type"] == "Inline":
            if not data["dest_url"] and _markdown_ids.ATTRIBUTES.match(self.text, end):
                return  # `[](){#id}` is a place to link to
            self.links.append(_markdown_targets.inline(self.text, start, end, data["dest_url"]))
        else:
            self._links.add(self.links, data, start, end)

    def _define(self, shown: str, data: bytes) -> None:
        if b"]:" not in data:
            return
        found = pyromark.reference_definitions(shown, options=_OPTIONS)
        for label, each in found.items():
            start, end = self._span(each["span"]["start"], each["span"]["end"])
            self._links.define(label, start, end, each["dest"])

    def _note_undefined(self, broken: Any) -> None:
        """What pyromark calls for a label that has no definition, when it comes to it."""
        if broken["link_type"] in ("Reference", "Collapsed"):
            start, end = self._span(broken["span"]["start"], broken["span"]["end"])
            link = _markdown_targets.undefined(self.text, start, end, broken["reference"])
            self._add([link] if link is not None else [])

    def _add(self, found: Iterable[Link | Anchor]) -> None:
        for each in found:
            if self._is_hidden(each.start):
                continue
            if isinstance(each, Link):
                self.links.append(each)
            else:
                self.anchors.append(each)

    def _is_hidden(self, at: int) -> bool:
        """Whether a place is in a comment that began in an earlier block."""
        index = bisect_right(self._comments, (at, at)) - 1
        return index >= 0 and at < self._comments[index][1]


def _joined(blocks: list[Block], directives: list[tuple[int, int]]) -> Iterator[Block]:
    """The blocks, where a directive is one, whatever is in it."""
    waiting = [(first, last, OTHER) for first, last in directives][::-1]
    for block in blocks:
        first, last, _ = block
        while waiting and waiting[-1][1] < first:
            yield waiting.pop()
        is_around = False
        while (
            waiting and waiting[-1][0] <= last and (waiting[-1][0] > first or waiting[-1][1] < last)
        ):
            is_around = bool(waiting.pop())  # as a list is
        if is_around or not waiting or last < waiting[-1][0]:
            yield block
    yield from waiting[::-1]


def _is_leaf(event: Any) -> bool:
    tag = event.get("Start") if event.__class__ is dict else None
    return (next(iter(tag)) if tag.__class__ is dict else tag) in _LEAVES


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _unclosed_comment(start: int) -> Problem:
    return Problem(
        "document-syntax",
        "the comment that begins here has no end",
        "close it with `-->`",
        "a reader sees nothing of what follows; it is indexed as text, by RTFM too",
        start=start,
        end=start + 4,
    )
