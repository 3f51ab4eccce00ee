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
from rtfm_check.parsers._html_links import based, links
from rtfm_check.parsers._html_pairs import Pairs
from rtfm_check.parsers._html_tags import BLOCKS, BREAKS, DROPPED, HEADINGS, RAW, SPACED
from rtfm_check.parsers._markup import CDATA, END, LINKS, OPEN, START, Attribute, unescape
from rtfm_check.text.show import quote

__all__ = ["Block", "Item", "Mark", "Page"]

_PARTS = frozenset({"nav", "header", "footer"})
_INNER = frozenset({"article", "main", "section"})  # whose header and footer are text
_OF_PAGE = frozenset({"base", "html", "meta"})
_ALWAYS = LINKS.keys() | _OF_PAGE | {"ol"}  # whose attributes matter
_READINGS = frozenset({"rt", "rp"})  # how the word before is read, and brackets around it
_NOTED = _READINGS | {"a"}
_NAMES = {  # of elements that are more than inline ones; those are "" here
    name: name for name in BLOCKS | BREAKS | SPACED | RAW | _ALWAYS | _NOTED | {"br"}
}
_NAMED = HEADINGS.keys() | {"a"}  # whose `name` is an id
_LINE_NUMBER = "lineno"  # in the class of an element that stands before a line of code
_PERMALINKS = frozenset({"#", "¶", "§", "🔗", "\uf0c1"})  # that a generator puts into headings
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
        self._note = ""  # a tag right before, that changes how text is taken: a, /a, a line number

    def __iter__(self) -> Iterator[Item]:
        """Blocks, links and anchors, in the order of the page."""
        text, items = self._text, self._items
        names = {**_NAMES, **{each: each for each in self._marks}}  # as written -> in lower case
        for kind, name, before, start, end in _markup.tags(text, raw=RAW):
            if before < start:
                self._text_found(before, start)
            lower = names.get(name)
            if lower is None:
                lower = names[name] = names.get(name.lower(), "")
            if kind == END:
                if start >= self._part[1]:
                    self._end(lower)
            elif kind == START:
                if lower or not _is_plain(text, start + len(name) + 1, end):
                    self._start(lower or name.lower(), name, start, end)
                else:
                    self._note = ""
            elif kind:
                self._other(kind, name.lower(), start, end)
            if items:
                yield from items
                items.clear()
        self._flow.finish()
        yield from items

    def told(self) -> Iterator[Problem]:
        """What was wrong; call it behind the last item."""
        for problem, count in self._problems.values():
            more = f"; {count - 1:,} more such places" if count > 1 else ""
            yield problem._replace(message=problem.message + more)

    def _text_found(self, start: int, end: int) -> None:
        text = self._text[start:end]
        if "&" in text:
            text = unescape(text)
        if self._note or self._hidden >= 0 or self._is_title or start < self._part[1]:
            text = self._text_left(text, start)
        self._flow.text(text, start, end)

    def _text_left(self, text: str, start: int) -> str:
        """What of a text is text of the page, after tags that may change it."""
        note, self._note = self._note, ""
        if start < self._part[1]:
            if not text.isspace():
                self.left_out.setdefault(*self._part[::2])
            return ""
        if self._is_title:
            self._is_title = False
            self.title = " ".join(text.split())
            return ""
        if self._hidden >= 0 and not text.isspace():
            self._tell("hidden-content", "text of the page is hidden, and indexed", self._hidden)
            self._hidden = -1
        if note in _READINGS or (
            note == "a" and self._flow.is_heading and text.strip() in _PERMALINKS
        ):
            return ""
        return f"{text} " if note == _LINE_NUMBER else text

    def _start(self, name: str, written: str, start: int, end: int) -> None:
        flow, text = self._flow, self._text
        found = self._found(name, written, start, end)
        note, self._note = self._note, name if name in _NOTED else ""
        if start < self._part[1]:
            self._anchors(name, found, start, end)
            return
        if name in HEADINGS:
            has_end = self._pairs.end(start) >= 0
            flow.heading(HEADINGS[name], start, _ids(name, found), has_end=has_end)
            return
        if name in BLOCKS:
            if name in _PARTS and self._is_navigation(name, start):
                flow.paragraph()
            else:
                flow.start(name, start, _number(found) if name == "ol" else 1)
                self._inner += name in _INNER
        elif name in BREAKS:
            flow.paragraph(start)
        elif name == "br":
            flow.line_break()
        elif name in SPACED or (note == "/a" and name == "a"):
            flow.blank()
            self._in_svg |= name == "svg"
        elif name == "span" and text.find(_LINE_NUMBER, start, end) >= 0:
            self._note = _LINE_NUMBER
        if found:
            self._attributes(name, found, start, end)
        if name in self._marks:
            flow.paragraph(start)
            self._items.append(Mark(name, found, start))
        if name in BLOCKS and text.endswith("/", start, end - 1):
            self._end(name)

    def _end(self, name: str) -> None:
        self._hidden = -1
        self._note = "/a" if name == "a" else ""
        if not name:
            return
        if name in BLOCKS:
            self._flow.end(name)
            self._inner -= name in _INNER and self._inner > 0
        elif name in BREAKS:
            self._flow.paragraph()
        elif name in SPACED:
            self._flow.blank()
        elif name == "svg":
            self._in_svg = False

    def _other(self, kind: str, name: str, start: int, end: int) -> None:
        """What holds no tags, and what has no end."""
        if kind == OPEN:
            self._is_title = name == "title" and not self.title
            rule, message = _OPEN.get(name, _OPEN["*"])
            self._tell(rule, message.format(quote(f"<{name}>")), start)
        elif kind == CDATA:
            self._flow.text(self._text[start + 9 : end - 3], start, end)
        elif name == "title" and not self.title and not self._in_svg:
            self.title = " ".join(unescape(self._text[start:end]).split())
        elif name not in DROPPED:
            self._flow.text(unescape(self._text[start:end]), start, end)

    def _found(self, name: str, written: str, start: int, end: int) -> Mapping[str, Attribute]:
        """The attributes of a tag, if any may matter."""
        is_asked = name in _ALWAYS or name in self._marks
        if not is_asked and _is_plain(self._text, start + len(name) + 1, end):
            return _NONE
        return _markup.attributes(self._text, written, start, end)

    def _attributes(self, name: str, found: Mapping[str, Attribute], start: int, end: int) -> None:
        self._anchors(name, found, start, end)
        if name == "img" and "alt" in found:
            value, first, last = found["alt"]
            self._flow.text(f"{value} ", first, last)
        elif name in _OF_PAGE:
            self._page(name, found)
        if "hidden" in found or ("style" in found and _HIDDEN.search(found["style"].value)):
            self._hidden = start if name != "input" else -1

    def _page(self, name: str, found: Mapping[str, Attribute]) -> None:
        """What the page says of itself."""
        if name == "html" and "lang" in found:
            self.meta.setdefault("lang", found["lang"].value[:_META_CHARS])
        elif name == "base" and "href" in found:
            self._base = self._base or found["href"].value
        elif name == "meta" and "content" in found and len(self.meta) < _MOST_META:
            key = found.get("name") or found.get("property")
            if key:
                value = " ".join(found["content"].value[:_META_CHARS].split())
                self.meta.setdefault(key.value.lower()[:_META_CHARS], value)

    def _anchors(self, name: str, found: Mapping[str, Attribute], start: int, end: int) -> None:
        for each in _ids(name, found):
            self._items.append(Anchor("", 0, (each,), start))
        if name in LINKS:
            for link in links(self._text, name, found, start, end):
                if link.how is not How.ANCHOR or link.fragment not in ("", "top"):
                    self._items.append(based(link, self._base) if self._base else link)

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


def _is_plain(text: str, start: int, end: int) -> bool:
    """Whether no attribute in a range matters: no id, nothing hidden, no line number of code."""
    return start + 1 >= end or (
        text.find("id", start, end) < 0
        and text.find("style", start, end) < 0
        and text.find("ID", start, end) < 0
        and text.find(_LINE_NUMBER, start, end) < 0
    )


def _ids(name: str, found: Mapping[str, Attribute]) -> tuple[str, ...]:
    """The names that a fragment can have for an element."""
    first = found["id"].value if "id" in found else ""
    second = found["name"].value if "name" in found and name in _NAMED else ""
    if first and second and first != second:
        return first, second
    return (first or second,) if first or second else ()


def _number(found: Mapping[str, Attribute]) -> int:
    """The number of the first item of a list."""
    written = found["start"].value.strip() if "start" in found else ""
    return int(written) if written.isdecimal() and len(written) < 10 else 1
