"""Why a YAML text does not load: PyYAML's error turned into the mistake that people made."""

from __future__ import annotations

import re
from typing import Any

import yaml

from rtfm_check.mapping.node import Problem
from rtfm_check.show import quote

# `key: ` or `- ` at the start of a line, any number of them, and then the value.
_ENTRY = re.compile(r"[ \t]*(?:-[ \t]+)*(?:[^\s#'\"{\[,&*!|>%@`-][^:#\n]*:[ \t]+)?")
_OPENERS = ("[", "{", ",", ":", "-", "?")
_RESERVED = {"@": "a reserved character", "`": "a reserved character", "%": "a directive"}


def explain(body: str, error: Exception, shift: int) -> Problem:
    """The one problem to report for a text that PyYAML refuses.

    `shift` is what to add to places in `body` to get places in the file.
    """
    found = _explain(body, error)
    return found._replace(
        start=found.start + shift,
        end=found.end + shift,
        related=tuple((start + shift, end + shift, why) for start, end, why in found.related),
    )


def _explain(body: str, error: Exception) -> Problem:
    if isinstance(error, yaml.reader.ReaderError):
        at = error.position
        return Problem(
            "yaml-syntax",
            at,
            at + 1,
            f"the character {quote(body[at])} may not stand in YAML",
            "remove it, or write it as an escape in double quotes",
        )
    if not isinstance(error, yaml.MarkedYAMLError):
        return _bad_scalar(body, error)
    at = _index(error.problem_mark, _index(error.context_mark, 0))
    message = str(error.problem or error)
    if "another document" in message:
        return Problem(
            "multiple-documents",
            at,
            at + 3,
            "a second document begins here",
            "keep one mapping a file, and no `---` but at the top",
        )
    if "could not determine a constructor" in message:
        return _tag(body, at, message)
    tab = _tab(body, at, message)
    if tab is not None:
        return tab
    for bare in (_bare_template(body, at), _unclosed_quote(body, at), _bare_colon(body, at)):
        if bare is not None:
            return bare
    return _other(body, at, message, error)


def _index(mark: Any, default: int) -> int:
    return default if mark is None else int(mark.index)


def _bad_scalar(body: str, error: Exception) -> Problem:
    """A scalar that looks like a number or date and is none: PyYAML raises a bare error."""
    loader = yaml.SafeLoader(body)
    try:
        for node in _scalars(loader.get_single_node()):
            constructor = loader.yaml_constructors.get(node.tag)
            try:
                if constructor is not None:
                    constructor(loader, node)
            except (ValueError, TypeError, KeyError, AttributeError):
                kind = node.tag.rpartition(":")[2]
                return Problem(
                    "yaml-syntax",
                    node.start_mark.index,
                    node.end_mark.index,
                    f"{quote(node.value)} is read as YAML's {kind} and is not a valid one",
                    f"put it in quotes: `{_double_quoted(node.value)}`",
                )
    finally:
        loader.dispose()
    return Problem("yaml-syntax", 0, 0, f"PyYAML refuses the file: {error}")


def _scalars(root: Any) -> list[Any]:
    found, waiting, seen = [], [root], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            found.append(node)
        elif isinstance(node, yaml.SequenceNode):
            waiting += reversed(node.value)
        else:
            waiting += [part for pair in reversed(node.value) for part in reversed(pair)]
    return found


def _tag(body: str, at: int, message: str) -> Problem:
    match = re.match(r"!\S*", body[at:])
    end = at + len(match[0]) if match else at + 1
    tag = match[0] if match else message.rpartition(" ")[2]
    if not match:
        return Problem(
            "yaml-syntax",
            at,
            end,
            f"{quote(body[at:end])} has a meaning of its own in YAML 1.1",
            "put it in quotes",
        )
    return Problem(
        "yaml-tag",
        at,
        end,
        f"the tag {quote(tag)} is not one that plain YAML has",
        "remove the tag, or put the value in quotes if it is text",
    )


def _tab(body: str, at: int, message: str) -> Problem | None:
    """A tab at the error, or in the indentation of its line or of the lines before it."""
    if "\t" not in body:
        return None
    where = None
    if body[at : at + 1] == "\t":
        where = at
    else:
        start = body.rfind("\n", 0, at) + 1
        indentation = re.match(r"[ \t]*", body[start:])
        assert indentation is not None
        if "\t" in indentation[0]:
            where = start + indentation[0].index("\t")
        elif "found character" in message and "\\t" in message:
            where = body.find("\t", at)
    if where is None or where < 0:
        return None
    end = where
    while body[end : end + 1] == "\t":
        end += 1
    return Problem(
        "tab-indentation",
        where,
        end,
        "a tab where YAML allows only spaces",
        "replace the tab with spaces",
    )


def _line(body: str, at: int) -> tuple[int, int]:
    start = body.rfind("\n", 0, at) + 1
    end = body.find("\n", at)
    return start, len(body) if end < 0 else end


def _bare_template(body: str, at: int) -> Problem | None:
    """`{{ x }}` without quotes where a value begins, at the error or on a line before it."""
    start, end = _line(body, at)
    for _ in range(3):  # the parser may give up on a later line than the one that is wrong
        brace = _bare_brace(body, start, end)
        if brace is not None:
            value = _value_text(body, brace, end)
            return Problem(
                "unquoted-template",
                brace,
                brace + len(value),
                f"{quote(value)} needs quotes: YAML reads `{{` as the start of a map",
                f"write `{_double_quoted(value)}`",
            )
        if start == 0:
            break
        start, end = _line(body, start - 1)
    return None


def _bare_brace(body: str, start: int, end: int) -> int | None:
    """The first `{{` of a line that stands outside quotes, at the start of a value."""
    inside = ""
    at = start
    before = ":"
    while at < end:
        character = body[at]
        if inside:
            if character == "\\" and inside == '"':
                at += 1
            elif character == inside:
                inside = ""
        elif character in "'\"" and before in _OPENERS:
            inside = character
        elif character == "#" and body[at - 1 : at] in (" ", "\t", "\n", ""):
            return None
        elif body.startswith("{{", at) and before in _OPENERS:
            return at
        if not character.isspace():
            before = character
        at += 1
    return None


def _value_text(body: str, start: int, end: int) -> str:
    """The rest of the line from `start`, without a comment; in a flow, up to its own `}}`."""
    text = body[start:end].rstrip()
    text = re.sub(r"[ \t]+#.*$", "", text)
    line_start = body.rfind("\n", 0, start) + 1
    entry = _ENTRY.match(body, line_start)
    closing = text.find("}}")
    if entry and entry.end() < start and closing >= 0:
        return text[: closing + 2]
    return text


def _unclosed_quote(body: str, at: int) -> Problem | None:
    """A quote that swallowed the next lines: it began on an earlier line than the error."""
    quoted: Any = None
    try:
        for token in yaml.scan(body, Loader=yaml.SafeLoader):
            if token.start_mark.index > at:
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                quoted = token
    except yaml.MarkedYAMLError as error:
        if error.context and "quoted scalar" in str(error.context) and error.context_mark:
            return _quote_problem(body, error.context_mark.index, None)
    if quoted is None or quoted.start_mark.line == quoted.end_mark.line:
        return None
    if quoted.end_mark.line != body.count("\n", 0, at):
        return None
    return _quote_problem(body, quoted.start_mark.index, at)


def _quote_problem(body: str, start: int, gave_up: int | None) -> Problem:
    opened = body[start]
    related = ((gave_up, gave_up + 1, "the parser gave up here"),) if gave_up else ()
    return Problem(
        "yaml-syntax",
        start,
        start + 1,
        "the quote opened here is never closed",
        f"add the closing `{opened}` at the end of the line",
        related,
    )


def _bare_colon(body: str, at: int) -> Problem | None:
    """`title: Q: text`: a plain value with a colon and a space in it."""
    start, end = _line(body, at)
    entry = _ENTRY.match(body, start)
    if entry is None or entry.end() in (start, end) or body[entry.end() - 1] not in " \t":
        return None
    value = re.sub(r"[ \t]+#.*$", "", body[entry.end() : end].rstrip())
    if not value or value[0] in "'\"[{&*!|>%@`#" or not re.search(r":(?:[ \t]|$)", value):
        return None
    return Problem(
        "unquoted-colon",
        entry.end(),
        entry.end() + len(value),
        f"{quote(value)} needs quotes: YAML reads a colon and a space as a key",
        f"write `{_double_quoted(value)}`",
    )


def _double_quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _other(body: str, at: int, message: str, error: yaml.MarkedYAMLError) -> Problem:
    """What no pattern above explains: PyYAML's words, at the character it stopped at."""
    start, end = _line(body, at)
    entry = _ENTRY.match(body, start)
    value_start = entry.end() if entry else start
    first = body[value_start : value_start + 1]
    if "undefined alias" in message:
        word = re.match(r"\*\S*", body[at:])
        return Problem(
            "yaml-syntax",
            at,
            at + len(word[0] if word else " "),
            "a value that begins with `*` repeats an anchor, and there is none of this name",
            "put the value in quotes if it is text",
        )
    if first in _RESERVED and at >= value_start:
        value = body[value_start:end].rstrip()
        return Problem(
            "yaml-syntax",
            value_start,
            value_start + len(value),
            f"a value that begins with `{first}`, {_RESERVED[first]} in YAML, needs quotes",
            f"write `{_double_quoted(value)}`",
        )
    context = f" ({error.context})" if error.context else ""
    if at >= len(body.rstrip()) and error.context_mark is not None:
        begun = _index(error.context_mark, at)
        opened = body[begun : begun + 1]
        if opened in ("[", "{"):
            closing = {"[": "]", "{": "}"}[opened]
            return Problem(
                "yaml-syntax",
                begun,
                begun + 1,
                f"the `{opened}` opened here is never closed",
                f"add `{closing}`",
            )
    return Problem("yaml-syntax", at, min(at + 1, len(body)), f"{message}{context}")
