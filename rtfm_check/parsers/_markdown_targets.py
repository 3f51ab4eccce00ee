"""What is written as the target of a link in Markdown: where it stands, and what it means.

A target is looked for inside the range of its link, which the reader of Markdown gives: behind the
last `](` that its address follows. What is told of a link is cut where it is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from rtfm_check.parsers._contract import How, Link, Problem
from rtfm_check.text.show import quote

Range = tuple[int, int]

_PATH, _URL = How.PATH, How.URL
_PLAIN = re.compile(r"[\w./-]*\w")  # a path without escapes, in most links
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+-]+:|//")  # `main.py:12` and `C:` are none
_LABEL = re.compile(r"\[((?:[^\\\[\]]++|\\.)*+)\]:", re.DOTALL)
_BLANK = re.compile(r"(?:[ \t]++|\n[ \t>]*+)*+")  # with the marks of a quotation
_WRITTEN = re.compile(r"<(?P<inside>(?:[^<>\n\\]++|\\.)*+)>|(?P<plain>\S*)")
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
_NO_PAGE = re.compile(r"[\[\]\n]")  # in what looks like a wikilink
_MOST_TRIES = 32  # places in one link that look like the start of its address
_LONG = 2000  # characters of a link that are told
_MAY_HAVE_BLANKS = re.compile(r"\]\([^()<>\[\]{}%\n\"'\\: ]{0,200}+ ")
_WITH_BLANKS = re.compile(r"(?<=\]\()([^()<>\[\]{}%\n\"'\\:#]{1,300}+)(#[^()<>\s]{0,200}+)?(?=\))")
_OF_FILE = re.compile(
    r"\S.*? .*\.(?:md|markdown|html?|txt|pdf|png|jpe?g|gif|svg|webp|py|ipynb|json|ya?ml|csv|docx)",
    re.IGNORECASE,
)


class Address(NamedTuple):
    """What an address means."""

    target: str
    how: How
    fragment: str = ""


def address(written: str) -> Address:
    """What an address means; `written` has no escapes any more."""
    written = written.strip()
    if (":" in written or "//" in written) and _SCHEME.match(written):
        return Address(written, How.URL)
    path, _, fragment = written.partition("#")
    path = path.partition("?")[0]
    if "%" in written:
        path, fragment = unquote(path), unquote(fragment)
    return Address(path, _PATH if path else How.ANCHOR, fragment)


def link(found: Address, text: str, start: int, end: int, target: Range) -> Link:
    """The link that takes [start, end); an image is told without its `!`."""
    meant, how, fragment = found
    return Link("link", meant, _detail(text, start, end), how, fragment, *target)


def _detail(text: str, start: int, end: int) -> str:
    """The link as it is written; of a long one its start and its end."""
    if text[start] == "!":
        start += 1
    if end - start <= _LONG:
        return text[start:end]
    return f"{text[start : start + _LONG // 2]}…{text[end - _LONG // 2 : end]}"


def inline(text: str, start: int, end: int, meant: str) -> Link:
    """The link of `[text](address "title")`."""
    at = end - 1 - len(meant)
    if not text.startswith("](", at - 2) or not text.startswith(meant, at):
        return link(address(meant), text, start, end, _inline_target(text, start, end, meant))
    if meant.startswith("http"):
        if meant.startswith(("https://", "http://")):
            return Link("link", meant, _detail(text, start, end), _URL, "", at, end - 1)
    elif _PLAIN.fullmatch(meant) and "//" not in meant:
        return Link("link", meant, _detail(text, start, end), _PATH, "", at, end - 1)
    return link(address(meant), text, start, end, (at, end - 1))


def _inline_target(text: str, start: int, end: int, meant: str) -> Range:
    """Where the address is written; all of the link if it is not found."""
    before = end
    for _ in range(_MOST_TRIES):
        before = text.rfind("](", start, before)
        if before < 0:
            break
        at = _behind_blanks(text, before + 2, end)
        if meant and text.startswith(meant, at) and _ENDED.match(text, at + len(meant)):
            return at, at + len(meant)
        target = _written(text, at, end - 1)
        if _is_same(text[slice(*target)], meant):
            return target
    return start, end


def definition_target(text: str, start: int, end: int) -> Range:
    """Where the address of `[label]: address "title"` is written."""
    label = _LABEL.match(text, start, end)
    if label is None:
        return start, end
    return _written(text, _behind_blanks(text, label.end(), end), end)


def _behind_blanks(text: str, at: int, end: int) -> int:
    match = _BLANK.match(text, at, end)
    return match.end() if match else at


def _written(text: str, at: int, end: int) -> Range:
    match = _WRITTEN.match(text, at, end)
    if match is None:
        return at, at
    return match.span("inside") if match["inside"] is not None else match.span("plain")


def _is_same(written: str, meant: str) -> bool:
    """Whether an address with its escapes is the one that is meant; entities are not decoded."""
    return "&" in written or _ESCAPE.sub(r"\1", written).strip() == meant.strip()


def bracketed(text: str, start: int, end: int) -> Link | None:
    """The link of `[[text]](address)`, whose text in brackets ends at `end`."""
    match = _BRACKETED.match(text, end)
    if match is None:
        return None
    group = "plain" if match["plain"] is not None else "inside"
    found = address(_ESCAPE.sub(r"\1", match[group]))
    return link(found, text, start, match.end(), match.span(group))


def wikilink(text: str, start: int, end: int) -> Link | None:
    """The link of `[[page#heading|shown]]` or `![[page]]`; None for what only looks like one."""
    inside = start + 2 if text[start] == "[" else start + 3
    stop = text.find("|", inside, end)
    if stop < 0:
        stop = end - 2
    elif text[stop - 1] == "\\":  # as tables have to write it
        stop -= 1
    written = text[inside:stop]
    page, _, fragment = written.partition("#")
    page, fragment = page.strip(), fragment.strip()
    if _NO_PAGE.search(written) or not (page or fragment):
        return None
    if "://" in written:
        found = Address(written.strip(), How.URL)
    else:
        found = Address(page, How.WIKILINK if page else How.ANCHOR, fragment)
    return link(found, text, start, end, (inside, stop))


def undefined(text: str, start: int, end: int, label: str) -> Link | None:
    """The link of `[text][label]` or `[label][]` without a definition; None for other brackets."""
    before = text[start - 1] if start else " "
    if before.isalnum() or before in "_])}" or not label.strip() or label[0] in "^!":
        return None  # a[i][j], and footnotes
    if text.startswith("[^", start):
        return None
    at = start
    if text.startswith("[]", end):
        end += 2
    else:
        at = max(start, text.rfind("[", start, end - 1))
    return link(Address(" ".join(label.split()), How.REFERENCE), text, start, end, (at, end))


def may_have_blanks(text: str) -> bool:
    """Whether a text is worth a look for what `with_blanks` tells of."""
    return "](" in text and _MAY_HAVE_BLANKS.search(text) is not None


def with_blanks(text: str, start: int, end: int) -> Iterator[Problem]:
    """What looks like links to files in a stretch of text, and is none for the blanks in it."""
    for found in _WITH_BLANKS.finditer(text, start, end):
        opened = text.rfind("[", max(0, found.start() - _LONG), found.start())
        before = text[opened - 1] if opened > 0 else ""
        if opened >= 0 and before != "\\" and not before.isalnum() and _OF_FILE.fullmatch(found[1]):
            yield Problem(
                "document-syntax",
                f"{quote(found[0])} makes no link: a target has no blanks",
                f"write {quote(f'<{found[0]}>')}, or `%20` for each blank",
                "it is shown as it is written; RTFM makes an edge of it",
                start=found.start(),
                end=found.end(),
            )
