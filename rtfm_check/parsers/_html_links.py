"""The links of HTML: the attributes that name a file, and what they mean."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from rtfm_check.parsers._contract import How, Link
from rtfm_check.parsers._markdown_targets import address, link
from rtfm_check.parsers._markup import LINKS, Attribute

_NO_FILES = ("data:", "javascript:")
_REFRESH = re.compile(
    r"""\s*+[\d.]++\s*+[;,]\s*+(?:url\s*+=\s*+)?+(?:"([^"]++)|'([^']++)|([^"'\s]\S*+))""",
    re.IGNORECASE,
)
_SET = re.compile(r"[^\s,][^\s]*+")  # an address in a srcset; what follows it is a size


def links(
    text: str, name: str, found: Mapping[str, Attribute], start: int, end: int
) -> Iterator[Link]:
    """The links of a start tag, by its name in lower case and its attributes."""
    for key in LINKS.get(name, ()):
        if key not in found:
            continue
        value, first, last = found[key]
        if value[:11].lower().startswith(_NO_FILES):
            continue
        if key != "srcset":
            yield link(address(value), text, start, end, (first, last))
        elif "&" not in text[first:last]:
            yield from _set(text, start, end, first, last)
    told = found["http-equiv"].value if name == "meta" and "http-equiv" in found else ""
    if told.strip().lower() == "refresh" and "content" in found:
        yield from _sent_on(text, found["content"], start, end)


def _sent_on(text: str, content: Attribute, start: int, end: int) -> Iterator[Link]:
    """The address of `5; url=other.html`."""
    value, first, last = content
    match = _REFRESH.match(value)
    target = match[match.lastindex or 0] if match else ""
    if match and target and not target[:11].lower().startswith(_NO_FILES):
        place = match.start(match.lastindex or 0)
        if "&" not in text[first:last]:
            first, last = first + place, first + place + len(target)
        yield link(address(target), text, start, end, (first, last))


def based(found: Link, base: str) -> Link:
    """A link of a page that says itself what its links are relative to."""
    if found.how is not How.PATH:
        return found
    start = address(base)
    if start.how is How.URL:
        return found._replace(target=urljoin(base, found.target), how=How.URL)
    return found._replace(target=posixpath.join(posixpath.dirname(start.target), found.target))


def _set(text: str, start: int, end: int, first: int, last: int) -> Iterator[Link]:
    """The addresses of `small.png 1x, large.png 2x`."""
    at = first
    while (match := _SET.search(text, at, last)) is not None:
        stop = match.end() - match[0].endswith(",")
        address_of = address(text[match.start() : stop])
        yield link(address_of, text, start, end, (match.start(), stop))
        comma = text.find(",", stop, last)
        at = comma + 1 if comma >= 0 else last
