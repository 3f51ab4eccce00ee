"""What stands in a text that is in another language, or that another tool has left there."""

from __future__ import annotations

import re

_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?:[ \r].*)?$", re.MULTILINE)
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,}).*")
_SLASHES = re.compile(r"^[ \t]*((?://|/\*).*?)[ \t]*$", re.MULTILINE)
_YAML = re.compile(r"---|%YAML|- \S|[\w$.-]+:(?:[ \t\r\n]|$)")

Found = tuple[int, int, str, str]  # start, end, message, help


def left_by_tools(text: str, at: int) -> Found | None:
    """A conflict of git's, or a fence of Markdown, at or before the place of an error."""
    conflict = _CONFLICT.search(text)
    if conflict and conflict.start() <= at:
        return (
            *conflict.span(),
            "a conflict of git's that nobody has resolved",
            "keep one of the two sides, and remove the lines of `<`, `=` and `>`",
        )
    fence = _FENCE.match(text)
    if fence and fence.end() >= at:
        return (
            *fence.span(),
            "a fence of Markdown, which does not belong to the file",
            "remove it, and the one at the end",
        )
    return None


def slashes(text: str, line: int, at: int) -> Found | None:
    """A comment of JavaScript or C in YAML, on the line that begins at `line` or the one before."""
    before = text.rfind("\n", 0, max(line - 1, 0)) + 1
    comment = _SLASHES.search(text, before, at + 1) or _SLASHES.match(text, line)
    if comment is None:
        return None
    said = f"YAML has no comments with `{comment[1][:2]}`"
    return (*comment.span(1), said, "begin it with `#`, or remove it")


def is_yaml(text: str, at: int) -> bool:
    """Whether what stands where JSON should begin is YAML."""
    return _YAML.match(text, at) is not None
