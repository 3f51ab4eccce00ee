"""Tags in HTML and in damaged XML: where they are, whatever the text looks like.

Takes time in proportion to the text: a tag or comment that is never closed is looked for a few
times at most. Knows nothing of what a tag means.
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

Token = tuple[str, str, int, int]  # kind, name as it is written, start and end in the text

_TAG = re.compile(
    r"""
    <(/?) ([a-zA-Z][^\s/><="']*+)              # the name
    (?: [^>=]++                                # the attributes, a `>` in quotes among them
      | =\s*+"[^"]*+" | =\s*+'[^']*+' | =
    )*+ >
    """,
    re.VERBOSE,
)
_BLIND_TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/><="']*+)[^>]*+>""")  # it ends at the first `>`
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


def tokens(text: str, at: int = 0, *, raw: Set[str] = frozenset()) -> Iterator[Token]:
    """Tags, and the text between them; comments and declarations are left out.

    `raw` names, in lower case, the elements that hold text alone, as `script` does.
    """
    begin, pending = at, at  # pending: the start of text that was not yielded yet
    scan = _Scan(text)
    while (begin := text.find("<", begin)) >= 0:
        match = scan.tag(begin)
        if match is not None:
            kind, name, end = END if match[1] else START, match[2], match.end()
        else:
            kind, name, end = scan.other(begin)
        if end <= begin:  # a `<` that is text
            begin += 1
            continue
        if pending < begin:
            yield TEXT, "", pending, begin
        pending = end
        if kind == CDATA:
            yield CDATA, "", begin + 9, end - 3
        elif kind:
            yield kind, name, begin, end
        if kind == START and raw and name.lower() in raw:
            close = scan.close(name, end)
            yield (OPEN, name, begin, end) if close < 0 else (RAW, name, end, close)
            pending = max(end, close)
        begin = pending
    if pending < len(text):
        yield TEXT, "", pending, len(text)


def attributes(
    text: str, name: str, start: int, end: int, *, is_xml: bool = False
) -> dict[str, Attribute]:
    """The attributes of a start tag; the first of a name counts.

    Their names are in lower case, but for those of XML.
    """
    found: dict[str, Attribute] = {}
    for match in _ATTRIBUTE.finditer(text, start + 1 + len(name), end - 1):
        group = match.lastindex or 1
        value = match[group] if group > 1 else ""
        if "&" in value:
            value = _REFERENCE.sub(lambda each: html.unescape(each[0]), value)
        span = match.span(group) if group > 1 else (match.end(), match.end())
        key = match[1] if is_xml else match[1].lower()
        found.setdefault(key, Attribute(value, *span))
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
        self._text = text
        self._patience = _PATIENCE
        self._is_cut = False  # told that the text ends inside a tag
        self._missing: set[str] = set()  # ends that do not come any more

    def tag(self, begin: int) -> re.Match[str] | None:
        if ">" in self._missing:
            return None
        match = _TAG.match(self._text, begin) if self._patience else None
        if match is None and _BEGIN.match(self._text, begin) and self._behind(">", begin):
            self._patience = max(0, self._patience - 1)
            return _BLIND_TAG.match(self._text, begin)
        return match

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
        if text.startswith(("<!", "<?", "</"), begin):
            return "", "", self._behind(">", begin + 2)
        if _BEGIN.match(text, begin) and not self._is_cut:
            self._is_cut = True
            return OPEN, "", begin + 1
        return "", "", 0

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
