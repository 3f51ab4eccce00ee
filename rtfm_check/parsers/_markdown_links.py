"""The links of a Markdown page: what is written as their target, and what it means.

A target is looked for inside the range of its link, which the reader of Markdown gives: behind the
last `](` that its address follows. What is told of a link is cut where it is long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote

from rtfm_check.parsers._contract import How, Link

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+-]+:|//")  # `main.py:12` and `C:` are none
_LABEL = re.compile(r"\[((?:[^\\\[\]]++|\\.)*+)\]:", re.DOTALL)
_BLANK = re.compile(r"(?:[ \t]*+\n[ \t>]*+|[ \t]++)*+")  # with the marks of a quotation
_ADDRESS = re.compile(r"<(?P<inside>(?:[^<>\n\\]++|\\.)*+)>|(?P<plain>\S*)")
_ENDED = re.compile(r"[\s)]|\Z")
_BRACKETED = re.compile(  # behind `[[text]]`, which makes it an ordinary link
    r"""
    \( \s*+
    (?: <(?P<inside>[^<>\n]*+)> | (?P<plain> [^\s()<]++ (?: \( [^\s()]*+ \) [^\s()]*+ )*+ ) )
    (?: \s++ (?: "[^"]*+" | '[^']*+' | \([^()]*+\) ) )?+
    \s*+ \)
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_IN_WIKILINK = re.compile(r"[\[\]\n]")
_MOST_TRIES = 32  # places in one link that look like the start of its address
_LONG = 2000  # characters of a link that are told


class Address(NamedTuple):
    """What an address means."""

    target: str
    how: How
    fragment: str = ""


class Definition(NamedTuple):
    """`[label]: address "title"`."""

    address: Address
    start: int  # of the definition
    end: int
    target: tuple[int, int]  # where the address is written


def address(written: str) -> Address:
    """What an address means; `written` has no escapes any more."""
    written = written.strip()
    if _SCHEME.match(written):
        return Address(written, How.URL)
    path, _, fragment = written.partition("#")
    path = unquote(path.partition("?")[0])
    return Address(path, How.PATH if path else How.ANCHOR, unquote(fragment))


def detail(text: str, start: int, end: int) -> str:
    """The link as it is written; of a long one its start and its end."""
    if end - start <= _LONG:
        return text[start:end]
    return f"{text[start : start + _LONG // 2]}…{text[end - _LONG // 2 : end]}"


def link(found: Address, text: str, start: int, end: int, target: tuple[int, int]) -> Link:
    """The record of a link whose address is known; an image is told without its `!`."""
    written = detail(text, start + text.startswith("!", start), end)
    return Link("link", found.target, written, found.how, found.fragment, *target)


def inline_target(text: str, start: int, end: int, meant: str) -> tuple[int, int]:
    """Where the address of `[text](address "title")` is written; all of it if it is not found."""
    before = end
    for _ in range(_MOST_TRIES):
        before = text.rfind("](", start, before)
        if before < 0:
            break
        blank = _BLANK.match(text, before + 2, end)
        at = blank.end() if blank else before + 2
        if text.startswith(meant, at) and meant and _ENDED.match(text, at + len(meant)):
            return at, at + len(meant)
        span = _span(text, at, end - 1)
        if _same(text[slice(*span)], meant):
            return span
    return start, end


def _span(text: str, at: int, end: int) -> tuple[int, int]:
    match = _ADDRESS.match(text, at, end)
    if match is None:
        return at, at
    return match.span("inside") if match["inside"] is not None else match.span("plain")


def _same(written: str, meant: str) -> bool:
    """Whether an address with its escapes is the one that is meant; entities are not decoded."""
    return "&" in written or _ESCAPE.sub(r"\1", written).strip() == meant.strip()


def bracketed(text: str, at: int) -> tuple[Address, int, tuple[int, int]] | None:
    """The address in brackets behind `[[text]]`, where it ends, and its range."""
    match = _BRACKETED.match(text, at)
    if match is None:
        return None
    group = "plain" if match["plain"] is not None else "inside"
    return address(_ESCAPE.sub(r"\1", match[group])), match.end(), match.span(group)


def wikilink(text: str, start: int, end: int) -> Link | None:
    """The link of `[[page#heading|shown]]` or `![[page]]`; None for what only looks like one."""
    inside = text.index("[[", start) + 2
    bar = text.find("|", inside, end)
    stop = bar if bar >= 0 else end - 2
    if bar >= 0 and text.startswith("\\", bar - 1):  # as tables have to write it
        stop = bar - 1
    written = text[inside:stop]
    if _IN_WIKILINK.search(written) or not written.strip():
        return None
    if "://" in written:
        return link(Address(written.strip(), How.URL), text, start, end, (inside, stop))
    page, _, fragment = written.partition("#")
    found = Address(page.strip(), How.WIKILINK if page.strip() else How.ANCHOR, fragment.strip())
    return link(found, text, start, end, (inside, stop))


def label_key(label: str) -> str:
    """Two labels that are the same have the same key."""
    return " ".join(label.split()).casefold()


def definition(text: str, start: int, end: int, meant: str) -> Definition:
    """A definition by its range."""
    label = _LABEL.match(text, start, end)
    target = (start, end)
    if label is not None:
        blank = _BLANK.match(text, label.end(), end)
        target = _span(text, blank.end() if blank else label.end(), end)
    return Definition(address(meant), start, end, target)


def by_label(definitions: Mapping[str, Definition], label: str) -> Definition | None:
    """The definition that a label means."""
    return definitions.get(label_key(label)) if definitions else None


def undefined(text: str, start: int, end: int, label: str) -> Link | None:
    """The link of `[text][label]` or `[label][]` without a definition; None for other brackets."""
    if text.startswith("[]", end):
        end += 2
    before = text[start - 1] if start else " "
    if before.isalnum() or before in "_])}" or not label.strip() or label.startswith(("^", "!")):
        return None  # a[i][j], and footnotes
    start += text.startswith("!", start)
    at = text.rfind("[", start, end - 1) if not text.startswith("[]", end - 2) else start
    shown = " ".join(label.split())
    return Link("link", shown, detail(text, start, end), How.REFERENCE, "", at, end)
