"""HTML as blocks of text, with its links and anchors: pages, chapters of EPUB, books of MOBI.

    page = Page(text)
    for item in page:
        if isinstance(item, Block): ...
    page.title, page.meta  # known when the items are taken

Tags are looked for by `_markup`, in linear time whatever is not closed; the standard library's
`html.parser` takes quadratic time for several such texts. Scripts, styles, templates and comments
are no text. `title` and the `meta` elements are kept aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from rtfm_check.parsers import _markup
from rtfm_check.parsers._contract import Anchor, How, Problem
from rtfm_check.parsers._html_flow import Block, Flow, Item, Mark
from rtfm_check.parsers._html_links import ATTRIBUTES, based, links
from rtfm_check.parsers._html_pairs import Pairs
from rtfm_check.parsers._html_tags import BLOCKS, BREAKS, DROPPED, HEADINGS, RAW, SPACED
from rtfm_check.parsers._markup import CDATA, END, OPEN, START, TEXT, Attribute, unescape
from rtfm_check.show import quote

__all__ = ["Block", "Item", "Mark", "Page"]

_PARTS = frozenset({"nav", "header", "footer"})
_INNER = frozenset({"article", "main", "section"})  # whose header and footer are text
_ALWAYS = ATTRIBUTES.keys() | {"base", "html", "meta", "ol"}  # whose attributes matter
_WORTH = re.compile("id|name|display", re.IGNORECASE)  # attributes that may matter: hidden is one
_HIDDEN = re.compile(r"(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)", re.IGNORECASE)
_MOST_META = 64  # elements of `meta` that are kept
_META_CHARS = 2000  # of one of them
_NONE: dict[str, Attribute] = {}
_OPEN = {
    "": ("damaged-document", "the page ends inside a tag"),
    "!--": ("document-syntax", "a comment is never closed; what follows is read as text"),
    "![cdata[": (
        "document-syntax",
        "a CDATA section is never closed; what follows is read as text",
    ),
    "*": ("document-syntax", "{} is never closed; what follows is read as text"),
}


class Page:
    """The items of one page, to be iterated once."""

    def __init__(
        self, text: str, *, marks: Set[str] = frozenset(), without_navigation: bool = False
    ) -> None:
        """`marks` names, in lower case, start tags that are told of as they are.

        Navigation is a `nav` that is closed, and the `header` and `footer` of the page: closed,
        outside of `main`, `article` and `section`; a `header` with a heading is none.
        """
        self.title = ""
        self.meta: dict[str, str] = {}  # by name in lower case; `lang` is that of the page
        self.left_out: dict[str, int] = {}  # navigation that has text: its place, by element
        self._text = text
        self._marks = marks
        self._without_navigation = without_navigation
        self._flow = Flow()
        self._items = self._flow.items
        self._pairs = Pairs(text)
        self._problems: dict[str, tuple[Problem, int]] = {}  # the first of a kind, and how many
        self._base = ""
        self._part = ("", 0, 0)  # navigation that is left out, its end and its start
        self._inner = 0  # open elements whose header is text
        self._hidden = -1  # where an element without text so far is hidden
        self._is_title = False  # the next text is that of a title without an end
        self._in_svg = False
        self._last = ""  # the tag before, if nothing stands between: "/a" for an end

    def __iter__(self) -> Iterator[Item]:
        """Blocks, links and anchors, in the order of the page."""
        items, flow = self._items, self._flow
        for kind, name, start, end in _markup.tokens(self._text, raw=RAW):
            if kind == TEXT:
                self._text_found(start, end)
            elif start < self._part[1]:
                if kind == START:
                    lower = name.lower()
                    self._anchors(lower, self._found(lower, name, start, end), start, end)
            elif kind == START:
                self._start(name.lower(), name, start, end)
            elif kind == END:
                self._end(name.lower())
            else:
                self._other(kind, name.lower(), start, end)
            if items:
                yield from items
                items.clear()
        flow.finish()
        yield from items

    def told(self) -> Iterator[Problem]:
        """What was wrong; call it behind the last item."""
        for problem, count in self._problems.values():
            more = f"; {count - 1:,} more such places" if count > 1 else ""
            yield problem._replace(message=problem.message + more)

    def _text_found(self, start: int, end: int) -> None:
        text = self._text[start:end]
        if start < self._part[1]:
            if not text.isspace():
                self.left_out.setdefault(*self._part[::2])
            return
        if "&" in text:
            text = unescape(text)
        if self._is_title:
            self._is_title = False
            self.title = " ".join(text.split())
            return
        if self._hidden >= 0 and not text.isspace():
            self._tell("hidden-content", "text of the page is hidden, and indexed", self._hidden)
            self._hidden = -1
        self._flow.text(text, start, end)
        self._last = ""

    def _start(self, name: str, written: str, start: int, end: int) -> None:
        flow, text = self._flow, self._text
        found = self._found(name, written, start, end)
        if name in HEADINGS:
            has_end = self._pairs.end(start) >= 0
            flow.heading(HEADINGS[name], start, tuple(_ids(name, found)), has_end=has_end)
            return
        if name in _PARTS and self._is_navigation(name, start):
            flow.paragraph()
        elif name in BLOCKS:
            flow.start(name, start, _number(found))
            self._inner += name in _INNER
        elif name in BREAKS:
            flow.paragraph(start)
        elif name == "br":
            flow.line_break()
        elif name in SPACED or (name == "a" and self._last == "/a"):
            flow.blank()
        self._in_svg |= name == "svg"
        self._last = name
        if found:
            self._attributes(name, found, start, end)
        if name in self._marks:
            flow.paragraph(start)
            self._items.append(Mark(name, found, start))
        if name in BLOCKS and text.endswith("/", start, end - 1):
            self._end(name)

    def _end(self, name: str) -> None:
        if name in BLOCKS:
            self._flow.end(name)
            self._inner -= name in _INNER and self._inner > 0
        elif name in BREAKS:
            self._flow.paragraph()
        elif name in SPACED:
            self._flow.blank()
        self._in_svg &= name != "svg"
        self._hidden = -1
        self._last = f"/{name}"

    def _other(self, kind: str, name: str, start: int, end: int) -> None:
        """What holds no tags, and what has no end."""
        if kind == OPEN:
            self._is_title = name == "title" and not self.title
            rule, message = _OPEN.get(name, _OPEN["*"])
            self._tell(rule, message.format(quote(f"<{name}>")), start)
        elif kind == CDATA:
            self._flow.text(self._text[start:end], start, end)
        elif name == "title" and not self.title and not self._in_svg:
            self.title = " ".join(unescape(self._text[start:end]).split())
        elif name not in DROPPED:
            self._flow.text(unescape(self._text[start:end]), start, end)

    def _found(self, name: str, written: str, start: int, end: int) -> Mapping[str, Attribute]:
        """The attributes of a tag, if any may matter."""
        if end - start <= len(name) + 2:
            return _NONE
        is_asked = name in _ALWAYS or name in self._marks
        if not is_asked and not _WORTH.search(self._text, start + len(name), end):
            return _NONE
        return _markup.attributes(self._text, written, start, end)

    def _attributes(self, name: str, found: Mapping[str, Attribute], start: int, end: int) -> None:
        self._anchors(name, found, start, end)
        if name == "img" and "alt" in found:
            value, first, last = found["alt"]
            self._flow.text(f"{value} ", first, last)
        elif name == "meta":
            self._meta(found)
        elif name == "html" and "lang" in found:
            self.meta.setdefault("lang", found["lang"].value[:_META_CHARS])
        elif name == "base" and "href" in found:
            self._base = self._base or found["href"].value
        style = found.get("style")
        if name != "input" and ("hidden" in found or (style and _HIDDEN.search(style.value))):
            self._hidden = start

    def _anchors(self, name: str, found: Mapping[str, Attribute], start: int, end: int) -> None:
        self._items.extend(Anchor("", 0, (each,), start) for each in _ids(name, found))
        if name in ATTRIBUTES:
            for each in links(self._text, name, found, start, end):
                if each.how is not How.ANCHOR or each.fragment not in ("", "top"):
                    self._items.append(based(each, self._base) if self._base else each)

    def _meta(self, found: Mapping[str, Attribute]) -> None:
        name = found.get("name") or found.get("property")
        content = found.get("content")
        if name and content and len(self.meta) < _MOST_META:
            value = " ".join(content.value[:_META_CHARS].split())
            self.meta.setdefault(name.value.lower()[:_META_CHARS], value)

    def _is_navigation(self, name: str, start: int) -> bool:
        end = self._pairs.end(start) if self._without_navigation else -1
        if end < 0 or (name != "nav" and self._inner):
            return False
        if name == "header" and self._pairs.has_heading(start, end):
            return False
        self._part = (name, end + 1, start)
        return True

    def _tell(self, rule: str, message: str, start: int) -> None:
        key = f"{rule} {message}"
        first, count = self._problems.get(
            key, (Problem(rule, message, start=start, end=start + 1), 0)
        )
        self._problems[key] = (first, count + 1)


def _ids(name: str, found: Mapping[str, Attribute]) -> list[str]:
    """The names that a fragment can have for an element."""
    keys = ("id", "name") if name == "a" or name in HEADINGS else ("id",)
    return list(
        dict.fromkeys(found[key].value for key in keys if key in found and found[key].value)
    )


def _number(found: Mapping[str, Attribute]) -> int:
    """The number of the first item of a list."""
    written = found["start"].value.strip() if "start" in found else ""
    return int(written) if written.isdecimal() and len(written) < 10 else 1
