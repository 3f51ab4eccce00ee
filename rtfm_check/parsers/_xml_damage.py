"""Damaged XML: what is wrong in a user's words, and the rest of the document all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pyexpat import ErrorString

from rtfm_check import limits
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._markup import (
    CDATA,
    END,
    OPEN,
    START,
    TEXT,
    attributes,
    tokens,
    unescape,
)
from rtfm_check.text.show import quote

_ENDS_EARLY = (3, 5, 6, 20)  # expat's numbers: nothing there, and three ways to be cut off
_NO_ELEMENT = 2
_MISMATCH = 7
_TAG_CHARS = 1000  # of a tag that is cut off at the end


def described(code: int, opened: list[str], rest: str, place: tuple[int, int]) -> Problem:
    """The first mistake, by expat's number; `rest` is the text from there, or its beginning."""
    if code in _ENDS_EARLY:
        inside = f"inside {quote(f'<{opened[-1]}>')}" if opened else "before its first element"
        return Problem("damaged-document", f"the document ends {inside}", "", "", *place)
    reason = ErrorString(code) or "not well-formed"
    here = quote(rest.partition("\n")[0][:40])
    if code == _MISMATCH and opened:
        reason = (
            f"{quote(rest[: rest.find('>') + 1])} where {quote(f'</{opened[-1]}>')} is expected"
        )
    elif code == _NO_ELEMENT:
        reason = f"no XML, but {here}"
    else:
        reason = f"{reason}: {here}"
    return Problem(
        "document-syntax", f"{reason}; the rest is read as far as it goes", "", "", *place
    )


def mended(text: str, at: int, opened: list[str]) -> Iterator[tuple[str, str, dict[str, str], int]]:
    """The rest of a document: kind, name as written or text, attributes, and where it is.

    An end tag ends what is open below its element; one that ends nothing is left out.
    """
    for kind, name, start, end in tokens(text, at):
        if kind == TEXT:
            yield TEXT, unescape(text[start:end]), {}, start
        elif kind == CDATA:
            yield TEXT, text[start:end], {}, start
        elif kind == OPEN and not name and len(text) - start < _TAG_CHARS:
            return  # the document is cut off inside a tag
        elif kind == END and name in opened:
            while opened:
                last = opened.pop()
                yield END, last, {}, start
                if last == name:
                    break
        elif kind == START:
            found = attributes(text, name, start, end, is_xml=True)
            is_empty = text.endswith("/", start, end - 1)
            if len(opened) >= limits.XML_DEPTH:
                continue
            yield START, name, {key: each.value for key, each in found.items()}, start
            if is_empty:
                yield END, name, {}, start
            else:
                opened.append(name)
