"""Where each character of a scalar's value stands in the text: through quotes, escapes, folds."""

from __future__ import annotations

import re

from rtfm_check.mapping.node import Node

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\r|\n|$)")
# What one or more characters of the text become in the value.
_DOUBLE = re.compile(
    r"""
    (?P<joined> \\ (?:\r\n|[\r\n\x85\u2028\u2029]) [ \t]* )      # escaped line end: nothing
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
_BLANK = re.compile(r"[ \t\n\x85\u2028\u2029]*")
_SURROGATE_PAIR = re.compile(r"\\u[dD][89abAB][0-9A-Fa-f]{2}(\\u[dD][c-fC-F][0-9A-Fa-f]{2})")


def source_range(text: str, node: Node, start: int, end: int) -> tuple[int, int]:
    """The range of the text that the characters [start, end) of a string node's value come from.

    The whole node when the value is not a string, or its text cannot be followed.
    """
    value = node.value
    if not isinstance(value, str) or not 0 <= start <= end <= len(value):
        return node.start, node.end
    first, last, pattern = _body(text, node)
    if text[first:last] == value:
        return first + start, first + end
    offsets = _offsets(text, first, last, value, pattern)
    if offsets is None:
        return node.start, node.end
    if end == start:
        return offsets[start], offsets[start]
    last_one = offsets[end - 1]
    return offsets[start], offsets[end] if text[last_one] == "\\" else last_one + 1


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


def _offsets(
    text: str, first: int, last: int, value: str, pattern: re.Pattern[str]
) -> list[int] | None:
    """For each character of the value the index in the text it comes from, and one for the end.

    A run of blanks in the text stands for the run of blanks that the value has there (line ends
    fold, indentation goes); None when text and value fall out of step.
    """
    offsets: list[int] = []
    at = first
    while at < last:
        match = pattern.match(text, at, last)
        assert match is not None
        kind = match.lastgroup
        width = 1
        if kind == "joined":
            width = 0
        elif kind == "space" and any(blank not in " \t" for blank in match[0]):
            run = _BLANK.match(value, len(offsets))
            assert run is not None
            width = len(run[0])
        elif kind == "space":
            width = len(match[0])
        elif kind == "escape":
            pair = _SURROGATE_PAIR.match(text, at, last)
            if pair and value[len(offsets) : len(offsets) + 1] > "\uffff":
                offsets.append(at)
                at = pair.end()
                continue
        if kind == "other" and value[len(offsets) : len(offsets) + 1] != match[0]:
            return None
        size = len(match[0])
        offsets += [at + min(step, size - 1) for step in range(width)]
        at = match.end()
    if len(offsets) > len(value):  # blanks at the end that the value does not have
        offsets = offsets[: len(value)]
    if len(offsets) < len(value):
        return None
    offsets.append(last)
    return offsets
