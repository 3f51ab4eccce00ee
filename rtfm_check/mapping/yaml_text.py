"""Looking around in a YAML text that does not load: lines, tokens, where a value ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from rtfm_check import limits

KEY = re.compile(
    r"[ \t]*(?:-[ \t]+)*(?P<key>[\w$.-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?=[ \t\r\n]|$)"
)
COMMENT = re.compile(r"(?<![ \t])[ \t]+#.*$")


def index_of(mark: Any, default: int) -> int:
    """Where one of PyYAML's marks is; an error need not have it."""
    return default if mark is None else int(mark.index)


def line_of(body: str, at: int) -> tuple[int, int]:
    """The start and end of the line that a place is in."""
    start = body.rfind("\n", 0, at) + 1
    end = body.find("\n", at)
    return start, len(body) if end < 0 else end


def indentation_of(body: str, line_start: int) -> int:
    """The indentation of a line, in characters."""
    return len(body[line_start:]) - len(body[line_start:].lstrip(" "))


def tokens(body: str) -> Iterator[Any]:
    """The tokens up to the first thing that is none; that error is reported already."""
    try:
        yield from yaml.scan(body, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return


def end_of_value(body: str, start: int, *, in_flow: bool) -> int:
    """Where the value that begins at `start` ends: with its line, in a flow before `,` or `}`."""
    _, end = line_of(body, start)
    text = COMMENT.sub("", body[start:end].rstrip())
    key = re.match(r"\{\{[^{}]*\}\}(?=:(?:[ \t]|$))", text)
    if key and not body[line_of(body, start)[0] : start].strip(" \t-"):
        return start + key.end()
    if not in_flow:
        return start + len(text)
    inside = 0
    for index, character in enumerate(text):
        if character in "{[":
            inside += 1
        elif character in "}],":
            if inside == 0:
                return start + len(text[:index].rstrip())
            if character != ",":
                inside -= 1
    return start + len(text)


def double_quoted(value: str) -> str:
    """A text as YAML writes it in double quotes."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write(text: str, instead: str = "put it in quotes") -> str:
    """The help that writes a text out, or says it in words where the text is long."""
    return f"write `{text}`" if len(text) <= limits.HELP_CHARS else instead


def cut(message: str) -> str:
    """A message of PyYAML's, which may quote the file, cut when long."""
    return message if len(message) <= limits.HELP_CHARS else f"{message[: limits.HELP_CHARS - 1]}…"
