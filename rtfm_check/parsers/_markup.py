"""Tags in HTML and in damaged XML: where they are, whatever the text looks like.

Takes time in proportion to the text: a tag or comment that is never closed is looked for a few
times at most. Knows nothing of what a tag means
but for which attributes name a file.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Set
from typing import NamedTuple

START, END, TEXT = "start", "end", "text"
CDATA = "cdata"  # text in which `&` is no entity
RAW = "raw"  # what is inside an element that holds no tags, such as a script
OPEN = "open"  # a comment, a tag or a raw element without an end; what follows is read on

LINKS = {  # element -> its attributes that name a file
    "a": ("href",),
    "area": ("href",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "iframe": ("src",),
    "frame": ("src",),
    "meta": (),  # where it sends the reader on to
    "embed": ("src",),
    "object": ("data",),
}

Token = tuple[str, str, int, int]  # kind, name as it is written, start and end in the text
Tag = tuple[str, str, int, int, int]  # the same with the start of the text before it, behind name

_MARKUP = r"""
    < (?: (/?) ([a-zA-Z][^\s/><="']*+)  # the name
          %s >
        | [!?/a-zA-Z]                   # no tag, or one without an end
      )
    """
_TAG = re.compile(_MARKUP % r"""(?: [^>=]++ | =\s*+"[^"]*+" | =\s*+'[^']*+' | = )*+""", re.VERBOSE)
_BLIND_TAG = re.compile(_MARKUP % "[^>]*+", re.VERBOSE)  # it ends at the first `>`
_NO_TAG = re.compile("<()()[!?/a-zA-Z]")
_BEGIN = re.compile("</?[a-zA-Z]")
_ATTRIBUTE = re.compile(
    r"""
    ([^\s"'>/=]++)
    (?: \s*+ = \s*+ (?: "([^"]*+)" | '([^']*+)' | ([^\s>]++) ) )?+
    """,
    re.VERBOSE,
)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[a-zA-Z][a-zA-Z0-9]{1,31};)")
_LONG_NUMBER = re.compile(r"&#[0-9]{8,};?")
_PATIENCE = 8  # tags whose quotes hide all `>` up to the end of the text


class Attribute(NamedTuple):
    """The value of an attribute, and where it is written."""

    value: str  # decoded
    start: int
    end: int


_new = tuple.__new__  # half the time of a NamedTuple's own


def tokens(text: str, at: int = 0, *, raw: Set[str] = frozenset()) -> Iterator[Token]:
    """Tags, and the text between them; comments and declarations are left out.

    `raw` names, in lower case, the elements that hold text alone, as `script` does.
    """
    for kind, name, before, start, end in tags(text, at, raw=raw):
        if before < start:
            yield TEXT, "", before, start
        if kind == CDATA:
            yield CDATA, "", start + 9, end - 3
        elif kind:
            yield kind, name, start, end


def tags(text: str, at: int = 0, *, raw: Set[str] = frozenset()) -> Iterator[Tag]:
    """Tags, each with the text before it; what is none of these has no kind."""
    scan = _Scan(text)
    begin = before = at
    is_raw = dict.fromkeys(raw, True)
    while (match := scan.search(text, begin)) is not None:
        start, end = match.span()
        slash, name = match.group(1, 2)
        if name:
            kind = END if slash else START
        else:
            kind, name, end = scan.other(start)
            if end <= start:  # a `<` that is text
                begin = start + 1
                continue
        yield kind, name, before, start, end
        begin = before = end
        if raw and kind is START and is_raw.setdefault(name, name.lower() in raw):
            if text.startswith("/", end - 2):
                continue
            close = scan.close(name, end)
            yield (OPEN, name, end, start, end) if close < 0 else (RAW, name, end, end, close)
            begin = before = max(end, close)
    if before < len(text):
        yield "", "", before, len(text), len(text)


def attributes(
    text: str, name: str, start: int, end: int, *, is_xml: bool = False
) -> dict[str, Attribute]:
    """The attributes of a start tag; the first of a name counts.

    Their names are in lower case, but for those of XML.
    """
    found: dict[str, Attribute] = {}
    for match in _ATTRIBUTE.finditer(text, start + 1 + len(name), end - 1):
        group = match.lastindex
        key = match[1] if is_xml else match[1].lower()
        if key in found:
            continue
        if group == 1 or group is None:
            found[key] = Attribute("", match.end(), match.end())
            continue
        value = match[group]
        if "&" in value:
            value = _REFERENCE.sub(lambda each: html.unescape(each[0]), value)
        found[key] = _new(Attribute, (value, *match.span(group)))
    return found


def unescape(text: str) -> str:
    """The text with its character references decoded, as HTML has them."""
    if "&" not in text:
        return text
    if "&#" in text:
        text = _LONG_NUMBER.sub("\ufffd", text)  # Python refuses to read numbers of 4300 digits
    return html.unescape(text)


class _Scan:
    """What is known of the text behind the cursor, so that nothing is looked for in vain twice."""

    def __init__(self, text: str) -> None:
        self.search = _TAG.search  # for the next tag, or what looks like one
        self._text = text
        self._patience = _PATIENCE
        self._is_cut = False  # told that the text ends inside a tag
        self._missing: set[str] = set()  # ends that do not come any more

    def other(self, begin: int) -> tuple[str, str, int]:
        """What begins with a `<` and is no tag: its kind, if it matters, and its end."""
        text = self._text
        if text.startswith("<!--", begin):
            if text.startswith((">", "->"), begin + 4):
                return "", "", text.index(">", begin) + 1
            end = self._behind("-->", begin + 4)
            return ("", "", end) if end else (OPEN, "!--", begin + 4)
        if text.startswith("<![CDATA[", begin):
            end = self._behind("]]>", begin + 9)
            return (CDATA, "", end) if end else (OPEN, "![CDATA[", begin + 9)
        return self._unclosed(begin)

    def _unclosed(self, begin: int) -> tuple[str, str, int]:
        """A declaration, or a tag whose quotes hide its end."""
        end = self._behind(">", begin + 1)
        if not end:
            self.search = _NO_TAG.search
        is_tag = _BEGIN.match(self._text, begin) is not None
        if not is_tag:
            return "", "", end
        if not end:
            self._is_cut, was_cut = True, self._is_cut
            return OPEN, "", begin + (not was_cut)
        self._patience -= 1
        if not self._patience:
            self.search = _BLIND_TAG.search
        match = _BLIND_TAG.match(self._text, begin)
        assert match is not None
        return END if match[1] else START, match[2], match.end()

    def close(self, name: str, start: int) -> int:
        """Where the end tag of a raw element begins, or -1."""
        key = f"</{name.lower()}"
        if key in self._missing:
            return -1
        pattern = re.compile(rf"</{re.escape(name)}(?=[\s/>])", re.IGNORECASE)
        match = pattern.search(self._text, start)
        if match is None:
            self._missing.add(key)
            return -1
        return match.start()

    def _behind(self, mark: str, start: int) -> int:
        """Behind the next such mark, or 0."""
        if mark in self._missing:
            return 0
        at = self._text.find(mark, start)
        if at < 0:
            self._missing.add(mark)
        return at + len(mark) if at >= 0 else 0
