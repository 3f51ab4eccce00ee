"""Shell: each function is a chunk, and all lines outside of functions are a chunk "global".

The lines outside stand together and come first, as RTFM has them, so that the few words between
two functions are no chunks of their own; the lines of such a chunk are those of its first and its
last line. A function is `name()` or `function name`, with a body in braces or parentheses on the
same line or a later one; a function inside a function stays with it. Edges: none.

Differences from RTFM 0.55.1: braces in quotes, comments, here-documents, `${..}` and arithmetic
are none, so no function ends early and no line is in two chunks; one-liners, indented functions,
`function name()`, bodies in parentheses, comments behind the brace and names with `.`, `-` and
`::` are seen; a text in a here-document is no function; parts have their own lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.file import File
from rtfm_check.parsers._code import drafts
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._shell_scan import Function, functions
from rtfm_check.text.show import quote

_MOST = 2000


class _Range(NamedTuple):
    """The whole lines of a function."""

    name: str
    start: int
    end: int  # behind the last line end
    line: int  # the first


def parse(file: File) -> Iterator[Item]:
    """The lines outside of functions, then the functions."""
    yield About(title=file.file_name)
    text = file.text
    ranges: list[_Range] = []
    at, line = 0, 1
    for found in functions(text, is_zsh=_is_zsh(file)):
        line += text.count("\n", at, found.start)
        at = text.find("\n", found.end - 1) + 1 or len(text)
        ranges.append(_Range(found.name, found.start, at, line))
        line += text.count("\n", found.start, at)
        if not found.is_closed:
            yield _unclosed(found)
    yield from _outside(text, ranges)
    for name, start, end, line in ranges:
        yield from drafts(f"function {name}", text, start, end, line, _MOST)


def _outside(text: str, ranges: list[_Range]) -> Iterator[Draft]:
    """The lines that are in no function, as one text."""
    texts: list[str] = []
    numbers: list[int] = []  # of each of them
    at, line = 0, 1
    for each in (*ranges, _Range("", len(text), 0, 0)):
        texts.append(text[at : each.start])
        behind = line + texts[-1].count("\n")
        numbers.extend(range(line, behind))
        at, line = each.end, each.line + text.count("\n", each.start, each.end)
    numbers.append(behind)
    rest = "".join(texts)
    for draft in drafts("global", rest, 0, len(rest), 1, _MOST):
        first, last = draft.lines or (1, 1)
        first, last = numbers[first - 1], numbers[last - 1]
        yield draft._replace(lines=(first, last), pages=(first, first))


def _unclosed(function: Function) -> Problem:
    return Problem(
        "document-syntax",
        f"the function {quote(function.name)} is not closed",
        "look for a brace, a quote or a here-document that is open",
        "all lines from here on are in its chunk",
        start=function.start,
        end=function.header,
    )


def _is_zsh(file: File) -> bool:
    first_line = file.text[:100].partition("\n")[0]
    return file.suffix == ".zsh" or (first_line.startswith("#!") and "zsh" in first_line)
