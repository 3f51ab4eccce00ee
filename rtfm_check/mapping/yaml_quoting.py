"""YAML errors that quotes make or mend: values without them, and quotes left open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.yaml_text import (
    COMMENT,
    double_quoted,
    end_of_value,
    index_of,
    line_of,
    tokens,
    write,
)
from rtfm_check.text.show import quote

# `key: ` or `- ` at the start of a line, any number of them, and then the value.
_ENTRY = re.compile(r"[ \t]*(?:-[ \t]+)*(?:[^\s#'\"{\[,&*!|>%@`-][^:#\n]*:[ \t]+)?")
_STUCK = re.compile(r"[{,][ \t]*([\w$.-]+:)(['\"])")  # a key in a flow map
_TYPOGRAPHIC = re.compile(r"[“”„][^“”„\"]*[“”]|[‘’‚][^‘’‚\"]*[‘’]")  # typed for `"` and `'`
_SHOWN = 20  # values of one kind
STARTS = {  # what a value may not begin with unless it is in quotes
    "@": "a reserved character",
    "`": "a reserved character",
    "%": "a directive",
    "*": "an alias",
    "&": "an anchor",
    "|": "a block of lines",
    ">": "a block of lines",
    "{": "a map",
    "-": "a list",
    "?": "a key",
    ",": "a separator",
    "]": "the end of a list",
    "}": "the end of a map",
}


def bare_template(body: str, at: int) -> Problem | None:
    """`{{ x }}` without quotes, at the error or before it; those that follow are related.

    Two maps that begin at one place cannot load: the inner one would be a key of the outer.
    """
    found = list(islice(_bare_values(body), _SHOWN))
    if not found or found[0][2] > at:
        return None
    start, end, _ = found[0]
    value = body[start:end]
    typographic = _TYPOGRAPHIC.fullmatch(value)
    written = double_quoted(value[1:-1] if typographic else value)
    what = "has typographic quotes" if typographic else "needs quotes"
    return Problem(
        "unquoted-template",
        start,
        end,
        f"{quote(value)} {what}: YAML reads the braces as a map",
        write(written),
        tuple((more[0], more[1], "this needs quotes too") for more in found[1:]),
        written,
    )


def _bare_values(body: str) -> Iterator[tuple[int, int, int]]:
    """The start and end of each value with `{{` outside quotes, and the place of the braces."""
    depth = 0
    behind = 0  # end of the last value found
    before: Any = None
    earlier: Any = None
    for token in tokens(body):
        if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
            if (
                isinstance(token, yaml.FlowMappingStartToken)
                and isinstance(before, yaml.FlowMappingStartToken)
                and before.start_mark.index >= behind
            ):
                brace = before.start_mark.index
                if _is_swallowing(earlier, brace, body):
                    return
                is_text = _is_text_before(body, earlier, brace)
                start = earlier.start_mark.index if is_text else brace
                behind = end_of_value(body, start, in_flow=depth > 1)
                yield start, behind, brace
            depth += 1
        elif isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken):
            depth -= 1
        earlier, before = before, token


def _is_text_before(body: str, token: Any, brace: int) -> bool:
    """Whether a token is plain text that the braces continue on the same line."""
    return (
        isinstance(token, yaml.ScalarToken)
        and token.plain
        and not body[token.end_mark.index : brace].strip(" ")
    )


def _is_swallowing(token: Any, brace: int, body: str) -> bool:
    """Whether a token is a quote that ran over line ends and stops right before the braces."""
    return (
        isinstance(token, yaml.ScalarToken)
        and not token.plain
        and token.start_mark.line < token.end_mark.line
        and not body[token.end_mark.index : brace].strip(" ")
    )


def escape(body: str, at: int, message: str) -> Problem | None:
    """A backslash in double quotes that begins no escape."""
    if "escape character" not in message and "escape sequence" not in message:
        return None
    start = body.rfind("\\", 0, at + 1)
    if start < 0:
        return None
    return Problem(
        "yaml-syntax",
        start,
        start + 2,
        f"{quote(body[start : start + 2])} is no escape that YAML knows in double quotes",
        f"write `\\{body[start : start + 2]}`, or use single quotes",
    )


def unclosed_quote(body: str, at: int) -> Problem | None:
    """A quote that swallowed the next lines: it began on an earlier line than the error."""
    quoted: Any = None
    try:
        for token in yaml.scan(body, Loader=yaml.SafeLoader):
            if token.start_mark.index > at:
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                quoted = token
    except yaml.MarkedYAMLError as error:
        begun = index_of(error.context_mark, at + 1)
        if "quoted scalar" in str(error.context) and begun <= at:
            return _quote_problem(body, begun, None)
    if quoted is None or quoted.start_mark.line == quoted.end_mark.line:
        return None
    if quoted.end_mark.line != body.count("\n", 0, at):
        return None
    return _quote_problem(body, quoted.start_mark.index, at)


def _quote_problem(body: str, start: int, gave_up: int | None) -> Problem:
    opened = body[start]
    line, _ = line_of(body, start)
    stuck = _STUCK.search(body[line:start])
    if stuck and stuck[2] == opened:  # that quote was part of the key; this one closes it
        return Problem(
            "yaml-syntax",
            line + stuck.start(1),
            line + stuck.end(1),
            f"{quote(stuck[1])} has no space behind its colon",
            f"{write(stuck[1] + ' ', 'write it')} with a space",
        )
    related = ((gave_up, gave_up + 1, "the parser gave up here"),) if gave_up else ()
    return Problem(
        "yaml-syntax",
        start,
        start + 1,
        "the quote opened here is never closed",
        f"add the closing `{opened}` at the end of the line",
        related,
    )


def bare_colon(body: str, at: int) -> Problem | None:
    """`title: Q: text`: a plain value with a colon and a space in it."""
    start, end = line_of(body, at)
    entry = _ENTRY.match(body, start)
    if entry is None or entry.end() in (start, end) or body[entry.end() - 1] not in " \t":
        return None
    value = COMMENT.sub("", body[entry.end() : end].rstrip())
    if not value or value[0] in "'\"[{&*!|>%@`#" or not re.search(r":(?:[ \t]|$)", value):
        return None
    if not body[start : entry.end()].strip() and re.fullmatch(r"[\w$.-]+:", value):
        return None  # a key
    return Problem(
        "unquoted-colon",
        entry.end(),
        entry.end() + len(value),
        f"{quote(value)} needs quotes: YAML reads a colon and a space as a key",
        write(double_quoted(value)),
        mended=double_quoted(value),
    )


def after_quote(body: str, at: int) -> Problem | None:
    """Text behind the closing quote of a value: `'it's'`."""
    start, end = line_of(body, at)
    for token in tokens(body):
        if token.start_mark.index >= at:
            break
        if not isinstance(token, yaml.ScalarToken) or token.style not in ("'", '"'):
            continue
        behind = token.end_mark.index
        if not start <= behind <= at:
            continue
        rest = body[behind:end].strip(" ").rstrip()
        behind = body.index(rest, behind) if rest else behind
        if rest[:1] in ("", ":", ",", "#", "]", "}"):
            continue
        mark = token.style
        inner = body[token.start_mark.index + 1 : end].rstrip().removesuffix(mark)
        is_letter = behind == token.end_mark.index and rest[0].isalpha()  # as in `'it's`
        if rest in ("'", '"'):
            fixed = body[token.start_mark.index : behind].rstrip()
        elif mark == '"':
            fixed = inner.replace('\\"', '"').replace('"', '\\"') if '"' in rest else inner
            fixed = f'"{fixed.replace(mark, "", 1) if mark not in rest else fixed}"'
        else:
            is_kept = mark in rest or is_letter
            fixed = double_quoted(inner if is_kept else inner.replace("'", "", 1))
        if rest.startswith("//"):
            return Problem(
                "yaml-syntax",
                behind,
                behind + len(rest),
                "YAML has no comments with `//`",
                write(f"#{rest[2:]}", "begin it with `#`"),
            )
        return Problem(
            "yaml-syntax",
            behind,
            behind + len(rest),
            f"{quote(rest)} stands behind the closing quote",
            write(fixed, "put one pair of quotes around all of it"),
            ((token.start_mark.index, token.start_mark.index + 1, "the quote is opened here"),),
        )
    return None


def bad_start(body: str, at: int) -> Problem | None:
    """A value that begins with a character which has a meaning of its own."""
    start, end = line_of(body, at)
    entry = _ENTRY.match(body, start)
    value_start = entry.end() if entry else start
    if body[at - 1 : at] in ("*", "&") and at - 1 >= value_start:
        value_start = at - 1  # in a flow
    elif body[at : at + 1] in ("*", "&", "@", "`", "%") and at >= value_start:
        if body[value_start] not in ("{", "["):
            at = value_start
        elif not body.startswith("{%", value_start):
            value_start = at
    first = body[value_start : value_start + 1]
    if first not in STARTS or at < value_start or value_start == start:
        return None
    if first in "{" and not body.startswith("{%", value_start):
        return None
    entry_end = entry.end() if entry else start
    value = COMMENT.sub("", body[value_start:end].rstrip())
    if value_start > entry_end:  # in a flow
        value = re.split(r"[,\]}]", value)[0].rstrip()
    value = value or first
    if not body[start:value_start].strip(" -{") or body[:value_start].rstrip()[-1:] in ("{", ","):
        value = re.split(r":(?:[ \t]|$)", value)[0]  # a key
    help = write(double_quoted(value))
    if first in "*&":
        help += " if it is text"
    elif first in "|>":
        help += ", or begin the text on the next line"
    elif first in "-" and body.startswith("- ", value_start):
        help += ", or begin the list on the next line"
    return Problem(
        "yaml-syntax",
        value_start,
        value_start + len(value),
        f"{quote(value)} begins with `{first}`, {STARTS[first]} in YAML, and needs quotes"
        if first not in "*" or len(value) == 1
        else f"{quote(value)} repeats an anchor, and there is none of this name",
        help,
    )
