"""The documents of a YAML text and their top-level keys, found by lines; nothing is constructed.

Where a key begins is judged by the indentation of the first one of its document: deeper lines,
items of a list, closing brackets and text without a colon belong to the key above, comments to the
key below. A text that is no YAML, such as a template, is cut in the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import yaml

_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NAMES = 100  # keys of a document in braces that its title names
_NAMED = 100_000  # characters of it in which they are looked for
_INDENTATION = 64  # columns in which a top-level key may stand
_MARK = re.compile(r"\n(?:---|\.\.\.)(?=[ \t\n]|\Z)")
_BLANKS = re.compile(r"[ \t]*")
_NO_CONTENT = ("#", "%", "{{", "{%")
# Lines without content: blank ones, comments, directives, those of a template.
_BEFORE = re.compile(r"(?:[ \t]*+(?:(?:\#|%|\{\{|\{%)[^\n]*+)?+\n)*+")
_PROPERTIES = re.compile(r"(?:[&!][^ \t\n]*+[ \t\n]++)*+")
_COMMENT = r"(?P<comment> \#)"
_KEY = r"""
    (?: [&!][^ \t\n]*+ [ \t]++ )*+
    (?: "(?P<double> [^"\\\n]*+ (?: \\[^\n] [^"\\\n]*+ )*+ )"
      | '(?P<single> [^'\n]*+ (?: '' [^'\n]*+ )*+ )'
      | (?P<plain> (?: [^\s\-?:,\[\]{}\#&!|>'"%@`] | [\-?:](?=\S) ) [^\n]*? )
    )
    [ \t]*+ : (?=[ \t\n]|\Z)
"""
_ASKED = r"\?[ \t]+ (?P<asked> [^\n]*)"  # a key of any kind, its value on a line of its own
_ITEM = r"(?P<item> -) (?=[ \t\n]|\Z)"
_IS_ITEM = re.compile(_ITEM, re.VERBOSE)


class Document(NamedTuple):
    """A document of the text: where it begins and ends."""

    lead: int  # of the comments and directives in front of its `---`; else as `start`
    start: int
    end: int


def documents(body: str) -> Iterator[Document]:
    """The documents of a text that has a line end in front of it, which is ours."""
    lead = -1
    for start, end in _regions(body):
        if _content(body, start, end) < end:
            yield Document(start if lead < 0 else lead, start, end)
            lead = -1
        elif lead < 0 and not body[start:end].isspace() and start < end:
            lead = start
    if lead >= 0:
        yield Document(lead, lead, len(body))


def is_list(body: str, document: Document) -> bool:
    """Whether the document is a list in lines of its own."""
    return bool(_IS_ITEM.match(body, _content(body, document.start, document.end)))


def starts_of(body: str, document: Document) -> list[tuple[int, str]]:
    """Where the blocks of a document begin, and their names; items are named by their numbers."""
    starts = list(_starts(body, document)) or [(document.lead, "root")]
    starts[0] = (document.lead, starts[0][1])
    return starts


def _regions(body: str) -> Iterator[tuple[int, int]]:
    """The stretches between marks; what stands behind a mark on its line belongs to the next."""
    start = 1
    for match in _MARK.finditer(body):
        if match.start() + 1 >= start:
            yield start, match.start() + 1
        behind = _BLANKS.match(body, match.end())
        assert behind is not None
        start = behind.end()
        if body.startswith("\n", start):
            start += 1
    yield start, len(body)


def _content(body: str, start: int, end: int) -> int:
    """Where the first thing stands that is no comment, directive or line of a template."""
    before = _BEFORE.match(body, start, end)
    assert before is not None
    blanks = _BLANKS.match(body, before.end(), end)
    assert blanks is not None
    if body.startswith(_NO_CONTENT, blanks.end(), end):  # in the last line, without a line end
        return end
    properties = _PROPERTIES.match(body, blanks.end(), end)
    assert properties is not None
    return properties.end()


def _starts(body: str, document: Document) -> Iterator[tuple[int, str]]:
    """Where the blocks of a document begin, and what they are named."""
    first = _content(body, document.start, document.end)
    indentation = first - (body.rfind("\n", 0, first) + 1)
    if body.startswith(("{", "["), first):
        yield first, _names(body[first : document.end])
        return
    if body[first - indentation : first].strip() or indentation > _INDENTATION:
        return
    count = 0
    comments = -1  # where comments begin that may stand above the next block
    pattern = _line(indentation, _IS_ITEM.match(body, first) is not None)
    for match in pattern.finditer(body, document.start - 1, document.end):
        kind = match.lastgroup
        if kind == "comment":
            if comments < 0:
                comments = match.start() + 1
            continue
        assert kind is not None
        name = match[kind]
        if kind == "item":
            name = str(count)
            count += 1
        elif kind == "double":
            name = _unescaped(name) or '""'
        elif kind == "single":
            name = name.replace("''", "'") or "''"
        elif " #" in name:
            continue  # the colon is in a comment
        start = match.start() + 1
        yield start if comments < 0 else _with_comments(body, start, comments), name
        comments = -1


def _unescaped(text: str) -> str:
    """What stands between double quotes; as it is written where JSON has other escapes."""
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text


def _with_comments(body: str, start: int, lowest: int) -> int:
    """Where the comments begin that stand right above a line, and not before `lowest`."""
    while start > lowest:
        above = body.rfind("\n", 0, start - 1) + 1
        text = body[above : start - 1].lstrip(" \t")
        if text and not text.startswith("#"):
            break
        start = above
    return start


def _names(text: str) -> str:
    """The keys of a document in braces, or the numbers of its items, for its title."""
    names: list[str] = []
    depth = count = 0
    opened: Any = None
    try:
        for event in yaml.parse(text[:_NAMED], Loader=_FAST):
            if depth == 1 and not isinstance(event, yaml.CollectionEndEvent):
                count += 1
                if count % 2 and isinstance(event, yaml.ScalarEvent):
                    names.append(event.value)
            if isinstance(event, yaml.CollectionStartEvent):
                opened = opened or event
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
                if not depth:
                    break
    except yaml.YAMLError:
        pass  # told by who checks the text
    if isinstance(opened, yaml.SequenceStartEvent):
        return "items" if depth else f"items [0-{max(count - 1, 0)}]"
    return ", ".join(names[:_NAMES]) or "root"


@lru_cache(maxsize=2 * _INDENTATION)
def _line(indentation: int, is_items: bool) -> re.Pattern[str]:
    """What matches a line of that indentation that begins a block or is a comment."""
    begins = _ITEM if is_items else f"{_KEY} | {_ASKED}"
    blanks = "[ ]" * indentation
    return re.compile(rf"\n{blanks} (?![ \t\n]) (?: {begins} | {_COMMENT} )", re.VERBOSE)
