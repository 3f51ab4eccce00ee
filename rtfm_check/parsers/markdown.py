"""Markdown: a chunk or more for each section, which a heading begins.

A heading is one of CommonMark: `#` and underlined, outside code, HTML and comments. Those in lists
and quotations begin no section, and can be linked to. Running text is folded to single blanks as
RTFM does; code, tables, lists, quotations and HTML keep their lines. Sections are filled to about
1,500 characters; code and tables are not cut where they fit in a chunk.

Front matter gives the title, and its values are metadata of the document and of each chunk. A
mapping under `extended`, which is all that RTFM gives to chunks, is merged into them and wins.
Front matter in TOML, between lines `+++`, is text.

Edges: `link`, for inline and reference links, images, autolinks, wikilinks with alias, heading,
block and embed, `href` and `src` in HTML, and wikilinks in the values of front matter. The address
of a reference is that of its definition; a definition without a use counts as a link. Nothing in
code and comments is a link. What is indented below an admonition or a tab of MkDocs is the text of
a list's item, and no code; links and places in directives of MyST count, each of them one block.

Limits: 4,000,000 characters are read at a time; labels are known in their own stretch only.
Front matter has up to 65,536 characters, and 8,192 of it are kept with each chunk.

Other than RTFM 0.55.1:

* Short paragraphs are kept; code, tables and lists keep white space and lines; a text without a
  sentence end is cut all the same.
* `#` in code, HTML and comments begins no section; an underlined heading does; `##` at the end is
  no part of a title, and a title of more than 300 characters is cut and stands in the text too.
* A number is taken out of a title behind Chapter, Part or Section, or in front of `.`, `:` or `)`:
  `2024 was a year`, `4.2 Foo` and `2 Methods` stay as they are.
* The lines and pages of a chunk are its own, not those of its section; its id has RTFM's page.
* Front matter ends with a line, not with the first `---`; RTFM reads 2,000 characters of it.
* The title of a page is its first heading of level 1, wherever it stands.
* Targets are decoded, without title, query and fragment, and brackets in them are balanced; RTFM
  sees no references and no HTML, and takes what looks like a link in code for one.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.chunking import PROSE, Block, fill
from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.parsers import _front_matter, _markdown_targets, _markdown_title
from rtfm_check.parsers._contract import About, Anchor, Draft, Item, Link, Problem
from rtfm_check.parsers._front_matter import FrontMatter
from rtfm_check.parsers._markdown_page import LIST, PARAGRAPH, Page
from rtfm_check.text.show import quote

_PAGE = 2500  # characters that RTFM takes for a page
_MAY_BE_CUT = PROSE.most - PROSE.target  # characters; no chunk of shorter blocks is ever cut
_SHORT = limits.CHUNK_METADATA_CHARS // 8  # of front matter: it need not be measured as JSON
_JOINER = "\n\n"
_WIKILINK = re.compile(r"!?\[\[[^\[\]\n]{1,1000}+\]\]")


class Section(NamedTuple):
    """A heading, and where it stands."""

    title: str
    number: int | None
    kind: str
    mark: str  # its level, and RTFM's page


def parse(file: File) -> Iterator[Item]:
    """The sections of a page, its links, and the places in it."""
    text = file.text
    front = _front_matter.read(text)
    end = _border(text, 0)
    page = Page(text[:end], front.end)
    has_headings = any(kind > 0 for _, _, kind in page.blocks)
    yield from _about(file, page, front)
    if end < len(text):
        yield _too_long(end)
    yield from _links_in_values(text, front)
    top = Section("", None, "intro" if has_headings else "content", "0-p001")
    stretch = _Stretch(page, 0, 1, top)
    yield from stretch.items(front.end)
    while end < len(text):
        start, end = end, _border(text, end)
        line = stretch.line + len(page.lines) - 1
        page = Page(text[start:end])
        stretch = _Stretch(page, start, line, stretch.section, stretch.paragraph)
        yield from stretch.items()


class _Stretch:
    """A stretch of a document that is read at one time: nearly always all of it."""

    def __init__(
        self, page: Page, start: int, line: int, section: Section, paragraph: int = 0
    ) -> None:
        """`start` and `line`, from 1, are where it begins in the document."""
        self.start = start
        self.line = line
        self.section = section  # that is read, and goes on in the next stretch
        self.paragraph = paragraph  # chunks of it so far
        self._page = page

    def items(self, front: int = 0) -> Iterator[Item]:
        """All that it holds; its first `front` characters are front matter."""
        page, line = self._page, self.line
        lines = page.lines
        blocks: list[Block] = []  # of the section
        heading: list[Block] = []  # of the section, for one that has nothing else
        at = 0  # the first line that is in no block yet
        if front:
            at = page.text.count("\n", 0, front) + 1
            blocks.append(self._as_it_is(0, at))
        for first, last, kind in page.blocks:
            if last < at:
                continue
            if first < at:
                first = at
            elif first > at and (first > at + 1 or lines[at]):
                blocks += self._gap(at, first)
            at = last + 1
            if kind == PARAGRAPH:
                text = lines[first] if first == last else " ".join(lines[first:at])
                is_odd = page.may_have_odd_blanks or "  " in text
                text = " ".join(text.split()) if is_odd else text.strip()
                if text:  # not only white space that Markdown does not know as such
                    blocks.append(Block(text, first + line, last + line))
                continue
            if kind == LIST:
                blocks += self._items(first, at)
                continue
            title = _markdown_title.raw(lines[first:at]) if kind > 0 else ""
            if not title:
                blocks.append(self._as_it_is(first, at))
                continue
            yield from self._drafts(blocks or heading)
            blocks = []
            heading = [Block(title, first + line, last + line)]
            self._begin(kind, title, first)
            if len(title) > _markdown_title.MOST:
                blocks.append(self._as_it_is(first, at)._replace(is_whole=False))
        blocks += self._gap(at, len(lines))
        yield from self._drafts(blocks or heading)
        yield from page.problems if not self.start else self._moved(page.problems)
        yield from page.links if not self.start else self._moved(page.links)
        yield from page.anchors if not self.start else self._moved(page.anchors)

    def _begin(self, level: int, title: str, line: int) -> None:
        number, title = _markdown_title.numbered(title)
        page = (self.start + self._page.offset(line)) // _PAGE + 1
        kind = "chapter" if level <= 2 else "section"
        mark = f"{level}-p{page:03}"
        self.section = Section(_markdown_title.shortened(title), number, kind, mark)
        self.paragraph = 0

    def _as_it_is(self, first: int, end: int) -> Block:
        """Lines with all their white space, as one block."""
        text = "\n".join(self._page.lines[first:end]).rstrip()
        return Block(text, first + self.line, end - 1 + self.line, is_whole=True)

    def _items(self, first: int, end: int) -> Iterator[Block]:
        """A list, parted where a blank line is before an item."""
        lines = self._page.lines
        start = first
        for line in range(first + 2, end):
            if not lines[line - 1] and lines[line - 2] and lines[line][:1] not in ("", " ", "\t"):
                yield self._as_it_is(start, line - 1)
                start = line
        yield self._as_it_is(start, end)

    def _gap(self, at: int, end: int) -> Iterator[Block]:
        """What stands between blocks: definitions, lines across the page, what is in comments."""
        lines = self._page.lines
        while at < end:
            if lines[at] and not lines[at].isspace():
                first = at
                while at < end and lines[at] and not lines[at].isspace():
                    at += 1
                yield self._as_it_is(first, at)
            at += 1

    def _drafts(self, blocks: list[Block]) -> Iterable[Draft]:
        """The chunks of a section."""
        sizes = [len(block.text) for block in blocks]
        if not sizes:
            return ()
        if max(sizes) >= _MAY_BE_CUT:
            return self._counted(blocks)
        if sum(sizes) + len(_JOINER) * len(sizes) < PROSE.target:  # `fill` would make one of it
            text = _JOINER.join([block.text for block in blocks]).rstrip()
            return (self._draft(text, blocks[0].first, blocks[-1].last),)
        return (self._draft(text, first, last) for text, first, last, _ in fill(blocks))

    def _draft(self, text: str, first: int, last: int, start: int = -1, end: int = 0) -> Draft:
        """A chunk of whole lines, or of what is between two characters in them."""
        if start < 0:
            offset = self._page.offset
            start, end = offset(first - self.line), offset(last - self.line + 1) - 1
        pages = (self.start + start) // _PAGE + 1, (self.start + end) // _PAGE + 1
        self.paragraph += 1
        title, number, kind, mark = self.section
        return Draft(title, text, (first, last), pages, number, self.paragraph, kind, mark)

    def _counted(self, blocks: list[Block]) -> Iterator[Draft]:
        """The chunks of a section with blocks that are cut: places by what is no white space.

        Of that, a chunk holds what its lines hold, however they were folded and cut.
        """
        start = blocks[0].first - self.line
        before = [0]  # characters before each line
        for line in self._page.lines[start : blocks[-1].last - self.line + 1]:
            before.append(before[-1] + len("".join(line.split())))
        at = 0
        for block in fill(blocks):
            size = len("".join(block.text.split()))
            first = bisect_right(before, at) - 1
            last = bisect_right(before, at + size - 1) - 1
            begin = self._page.offset(start + first) + at - before[first]
            at += size
            end = self._page.offset(start + last) + at - before[last] - 1
            text = block.text if block.is_whole else block.text.lstrip()
            shift = start + self.line
            yield self._draft(text, first + shift, last + shift, begin, end)

    def _moved(self, found: list[Problem] | list[Link] | list[Anchor]) -> Iterator[Item]:
        """The same where they stand in the document."""
        for each in found:
            if isinstance(each, Anchor):
                yield each._replace(start=each.start + self.start)
            else:
                yield each._replace(start=each.start + self.start, end=each.end + self.start)


def _border(text: str, start: int) -> int:
    """Where a stretch ends: before a heading, if there is one late in it."""
    end = start + limits.MARKDOWN_CHARS
    if end >= len(text):
        return len(text)
    lowest = end - limits.MARKDOWN_CHARS // 4
    for mark in ("\n\n# ", "\n\n## ", "\n\n", "\n"):
        at = text.rfind(mark, lowest, end)
        if at >= 0:
            return at + len(mark.rstrip("# "))
    return end


def _too_long(end: int) -> Problem:
    return Problem(
        "limit-reached",
        f"the document has more than {limits.MARKDOWN_CHARS:,} characters",
        "cut it into several documents",
        "it is read in stretches; code and labels do not reach from one into the next",
        start=end,
        end=end,
    )


# -- front matter ----------------------------------------


def _about(file: File, page: Page, front: FrontMatter) -> Iterator[Item]:
    title = front.title or next(
        (
            _markdown_title.raw(page.lines[first : last + 1])
            for first, last, kind in page.blocks
            if kind == 1
        ),
        None,
    )
    is_short = front.end < _SHORT and "*" not in page.text[: front.end]
    kept, left_out = _for_chunks(front.values or {}, is_short=is_short)
    title = _markdown_title.shortened(title or file.title)
    yield About(title, front.pages, front.values, kept)
    yield from front.problems
    if left_out:
        yield Problem(
            "limit-reached",
            f"the front matter has more than {limits.CHUNK_METADATA_CHARS:,} characters of values",
            "keep what is long in the text of the page",
            f"chunks are without {', '.join(left_out)}; the document has them",
            line=1,
        )


def _for_chunks(
    values: dict[str, JsonValue], *, is_short: bool
) -> tuple[dict[str, JsonValue], list[str]]:
    """What each chunk gets, and the names of what is too much for that."""
    extended = values.get("extended")
    if isinstance(extended, dict):
        values = {key: value for key, value in values.items() if key != "extended"} | extended
    if is_short:
        return values, []
    kept: dict[str, JsonValue] = {}
    left_out = []
    room = limits.CHUNK_METADATA_CHARS
    for key, value in values.items():
        room -= len(key) + len(json.dumps(value))
        if room >= 0:
            kept[key] = value
        else:
            left_out.append(quote(key))
    return kept, left_out


def _links_in_values(text: str, front: FrontMatter) -> Iterator[Link]:
    """The wikilinks in texts of the front matter, as Obsidian has them."""
    if text.find("[[", 0, front.end) < 0:
        return
    found = set()
    waiting: list[JsonValue] = [front.values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.update(_WIKILINK.findall(value))
        elif isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
    for match in _WIKILINK.finditer(text, 0, front.end):
        link = _markdown_targets.wikilink(text, *match.span()) if match[0] in found else None
        if link is not None:
            yield link
