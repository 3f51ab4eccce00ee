"""HTML in a Markdown page: links, ids and headings that its tags make."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.parsers import _markdown_targets, _markup
from rtfm_check.parsers._contract import Anchor, Link
from rtfm_check.parsers._markup import LINKS

_RAW = frozenset({"script", "style", "textarea"})
_NAME = re.compile(r"<([a-zA-Z][^\s/><=\"']*+)")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HEADING = re.compile(r"<(/?)[hH][1-6]\b")
_TAG = re.compile(r"<[^<>]*+>")
_SET = re.compile(r"[^\s,][^\s]*+")  # an address in a srcset; what follows it is a size
_MOST_TITLE = 2000  # characters in which the end of a heading is looked for


def is_comment(text: str, start: int, end: int) -> bool:
    """Whether a stretch of HTML is one comment."""
    if not text.startswith("<!--", start):
        return False
    close = text.find("-->", start + 2, end)  # `<!-->` is one, too
    return close >= 0 and not text[close + 3 : end].strip()


def block(text: str, start: int, end: int) -> Iterator[Link | Anchor | int]:
    """What the tags of a stretch of HTML make; and where a comment begins that does not end."""
    for kind, name, begin, stop in _markup.tokens(text[start:end], raw=_RAW):
        if kind == _markup.START:
            yield from _tag(text, name, start + begin, start + stop)
        elif kind == _markup.OPEN and name == "!--":
            yield start + begin
            return


def inline(text: str, start: int, end: int) -> Iterator[Link | Anchor]:
    """What one tag in a paragraph makes."""
    match = _NAME.match(text, start, end)
    if match is not None:
        yield from _tag(text, match[1], start, end)


def _tag(text: str, name: str, start: int, end: int) -> Iterator[Link | Anchor]:
    lower = name.lower()
    level = _HEADINGS.get(lower, 0)
    found = _markup.attributes(text, name, start, end)
    ids = [found["id"].value] if "id" in found else []
    if (lower == "a" or level) and "name" in found:
        ids.append(found["name"].value)
    ids = [each for each in dict.fromkeys(ids) if each]
    if ids or level:
        yield Anchor(_title(text, end) if level else "", level, tuple(ids), start)
    for key in LINKS.get(lower, ()):
        if key not in found:
            continue
        value, first, last = found[key]
        if key == "srcset":
            if "&" not in text[first:last]:
                yield from _set(text, start, end, first, last)
            continue
        address = _markdown_targets.address(value)
        yield _markdown_targets.link(address, text, start, end, (first, last))


def _set(text: str, start: int, end: int, first: int, last: int) -> Iterator[Link]:
    """The addresses of `small.png 1x, large.png 2x`."""
    at = first
    while (match := _SET.search(text, at, last)) is not None:
        stop = match.end() - match[0].endswith(",")
        address = _markdown_targets.address(text[match.start() : stop])
        yield _markdown_targets.link(address, text, start, end, (match.start(), stop))
        comma = text.find(",", stop, last)
        at = comma + 1 if comma >= 0 else last


def _title(text: str, start: int) -> str:
    """The text of an HTML heading, without tags."""
    match = _HEADING.search(text, start, start + _MOST_TITLE)
    if match is None or not match[1]:
        return ""
    return " ".join(_markup.unescape(_TAG.sub("", text[start : match.start()])).split())
