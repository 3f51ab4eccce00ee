"""Where each character of a scalar's value stands in the text: through quotes, escapes, folds."""

from __future__ import annotations

import re
from functools import lru_cache

from rtfm_check.mapping.node import Node

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\r|\n|$)")
# What one or more characters of the text become in the value.
_DOUBLE = re.compile(
    r"""
    (?P<joined> \\ (?:\r\n|[\r\n\x85\u2028\u2029]) [ \t\r\n\x85\u2028\u2029]* )  # escaped line end
  | (?P<escape> \\ (?: x[0-9A-Fa-f]{2} | u[0-9A-Fa-f]{4} | U[0-9A-Fa-f]{8} | . ) )
  | (?P<space>  [ \t\r\n\x85\u2028\u2029]+ )
  | (?P<other>  . )
    """,
    re.VERBOSE | re.DOTALL,
)
_SINGLE = re.compile(
    r"(?P<escape>'')|(?P<space>[ \t\r\n\x85\u2028\u2029]+)|(?P<other>.)", re.DOTALL
)
_BARE = re.compile(r"(?P<space>[ \t\r\n\x85\u2028\u2029]+)|(?P<other>.)", re.DOTALL)
_BREAK = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
_BLANK = re.compile(r"[ \t\n\x85\u2028\u2029]*")
_SURROGATE_PAIR = re.compile(r"\\u[dD][89abAB][0-9A-Fa-f]{2}(\\u[dD][c-fC-F][0-9A-Fa-f]{2})")


def source_range(text: str, node: Node, start: int, end: int) -> tuple[int, int]:
    """The range of the text that the characters [start, end) of a string node's value come from.

    The whole node when the value is not a string, or its text cannot be followed.
    """
    value = node.value
    if not isinstance(value, str) or not 0 <= start <= end <= len(value):
        return node.start, node.end
    ranges = _placed(text, node)
    if isinstance(ranges, int):
        return ranges + start, ranges + end
    if ranges is None:
        return node.start, node.end
    if end == start:
        return ranges[start][0], ranges[start][0]
    return ranges[start][0], ranges[end - 1][1]


@lru_cache(maxsize=4)  # a template with many faults is asked about again and again
def _placed(text: str, node: Node) -> list[tuple[int, int]] | int | None:
    """The ranges of the characters of a node's value, or their offset where it stands verbatim.

    None when its text cannot be followed.
    """
    first, last, pattern = _body(text, node)
    if text[first:last] == node.value:
        return first
    return _ranges(text, first, last, node.value, pattern, is_block=node.style in ("|", ">"))


def _body(text: str, node: Node) -> tuple[int, int, re.Pattern[str]]:
    """The range of the scalar without its quotes, and how to read it."""
    first, last = node.start, node.end
    if node.style == "json":
        return first + 1, last - 1, _DOUBLE
    properties = _PROPERTIES.match(text, first, last)
    assert properties is not None
    first = properties.end()
    if node.style in ("'", '"'):
        return first + 1, last - 1, _SINGLE if node.style == "'" else _DOUBLE
    if node.style in ("|", ">"):
        header = _BLOCK_HEADER.match(text, first)
        return header.end() if header else first, last, _BARE
    return first, last, _BARE


def _ranges(
    text: str, first: int, last: int, value: str, pattern: re.Pattern[str], *, is_block: bool
) -> list[tuple[int, int]] | None:
    """The range in the text that each character of the value comes from, and one for the end.

    None when text and value fall out of step.
    """
    ranges: list[tuple[int, int]] = []
    at = first
    while at < last:
        match = pattern.match(text, at, last)
        assert match is not None
        kind, end = match.lastgroup, match.end()
        made = len(ranges)
        if kind == "escape":
            pair = _SURROGATE_PAIR.match(text, at, last)
            if pair and value[made : made + 1] > "\uffff":
                end = pair.end()
            ranges.append((at, end))
        elif kind == "other":
            if value[made : made + 1] != match[0]:
                return None
            ranges.append((at, end))
        else:
            breaks = len(_BREAK.findall(match[0]))
            if kind == "joined":
                width = breaks - 1
            elif is_block and (breaks or at == first):
                width = _blanks(value, made)
            else:
                width = _folded(match[0], breaks) if breaks else end - at
            starts = [min(at + step, end - 1) for step in range(width)]
            ranges += [(start, start + 1) for start in starts]
        at = end
    if len(ranges) < len(value):
        return None
    # Blanks at the end of a block need not be in the value.
    return [*ranges[: len(value)], (last, last)]


def _blanks(value: str, start: int) -> int:
    """The length of the run of blanks that a run of the text (with indentation) stands for."""
    run = _BLANK.match(value, start)
    assert run is not None
    return len(run[0])


def _folded(run: str, breaks: int) -> int:
    """How many characters a run of blanks with line ends becomes outside block scalars."""
    first = _BREAK.search(run)
    assert first is not None
    if first[0] in "\u2028\u2029":  # not folded
        return breaks
    return max(breaks - 1, 1)
