"""Why a YAML text does not load: PyYAML's error turned into the mistake that people made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.yaml_reader import REFUSALS
from rtfm_check.show import quote

# `key: ` or `- ` at the start of a line, any number of them, and then the value.
_ENTRY = re.compile(r"[ \t]*(?:-[ \t]+)*(?:[^\s#'\"{\[,&*!|>%@`-][^:#\n]*:[ \t]+)?")
_KEY = re.compile(
    r"[ \t]*(?:-[ \t]+)*(?P<key>[\w$.-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?=[ \t\r\n]|$)"
)
_COMMENT = re.compile(r"[ \t]+#.*$")
_CLOSING = {"[": "]", "{": "}"}
_STARTS = {  # what a value may not begin with unless it is in quotes
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
_SAID = (  # part of PyYAML's message, what to say instead, how to go on
    (
        "mapping values are not allowed",
        "a colon that makes a key here, where none may stand",
        "put the value in quotes if it is text, or indent the line like the keys it belongs to",
    ),
    (
        "sequence entries are not allowed",
        "a `-` that begins a list in the middle of a line",
        "put the value in quotes if it is text, or begin the list on the next line",
    ),
    ("mapping keys are not allowed", "a `?` that makes a key here", "put the value in quotes"),
    (
        "unhashable key",
        "a map or list stands here as a key",
        "put the value in quotes if it is text",
    ),
    (
        "for merging",
        "`<<` merges maps, and this is none",
        "give it the alias of a map, as in `<<: *base`",
    ),
    ("duplicate anchor", "an anchor of this name is there already", "give it another name"),
    ("expected ',' or", "a comma or a closing bracket is missing before this", "add it"),
    (
        "expected '<document start>'",
        "something stands here behind the end of the mapping",
        "indent it like the keys it belongs to, or remove it",
    ),
    ("cannot start any token", "a character that no value may begin with", "use quotes"),
)


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
        return _tag(body, at)
    if str(error.context).endswith("scanning a tag"):
        return _tag(body, _index(error.context_mark, at))
    return (
        _tab(body, at, message)
        or _bare_template(body, at)
        or _escape(body, at, message)
        or _unclosed_quote(body, at)
        or _bare_colon(body, at)
        or _unclosed_bracket(body, at, error)
        or _after_quote(body, at)
        or _bad_start(body, at)
        or _no_colon(body, at, message, error)
        or _no_space(body, at)
        or _indentation(body, at, message)
        or _other(body, at, message)
    )


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
            except REFUSALS:
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


def _tokens(body: str) -> Iterator[Any]:
    """The tokens up to the first thing that is none; that error is reported already."""
    try:
        yield from yaml.scan(body, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return


def _tag(body: str, at: int) -> Problem:
    match = re.match(r"![^\s,\[\]{}]*", body[at:])
    end = at + len(match[0]) if match else at + 1
    if not match:
        return Problem(
            "yaml-syntax",
            at,
            end,
            f"{quote(body[at:end])} has a meaning of its own in YAML 1.1",
            "put it in quotes",
        )
    value = body[end : _line(body, end)[1]].strip()
    help = "remove the tag"
    if value[:1] not in ("{", "[", "|", ">"):
        in_flow = any(bracket in body[_line(body, at)[0] : at] for bracket in "[{")
        text = body[at : _end_of_value(body, at, in_flow=in_flow)]
        help += f", or write `{_double_quoted(text)}` if it is text"
    return Problem(
        "yaml-tag", at, end, f"the tag {quote(match[0])} is not one that plain YAML has", help
    )


def _tab(body: str, at: int, message: str) -> Problem | None:
    """A tab at the error, or in the indentation of its line."""
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
    """`{{ x }}` without quotes, at the error or before it; those that follow are related.

    Two maps that begin at one place cannot load: the inner one would be a key of the outer.
    """
    found = list(_bare_values(body))
    if not found or found[0][2] > at:
        return None
    start, end, _ = found[0]
    value = body[start:end]
    return Problem(
        "unquoted-template",
        start,
        end,
        f"{quote(value)} needs quotes: YAML reads the braces as a map",
        f"write `{_double_quoted(value)}`",
        tuple((more[0], more[1], "this needs quotes too") for more in found[1:]),
        _double_quoted(value),
    )


def _bare_values(body: str) -> Iterator[tuple[int, int, int]]:
    """The start and end of each value with `{{` outside quotes, and the place of the braces."""
    depth = 0
    behind = 0  # end of the last value found
    before: Any = None
    earlier: Any = None
    for token in _tokens(body):
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
                behind = _end_of_value(body, start, in_flow=depth > 1)
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


def _end_of_value(body: str, start: int, *, in_flow: bool) -> int:
    """Where the value that begins at `start` ends: with its line, in a flow before `,` or `}`."""
    _, end = _line(body, start)
    text = _COMMENT.sub("", body[start:end].rstrip())
    key = re.match(r"\{\{[^{}]*\}\}(?=:(?:[ \t]|$))", text)
    if key and not body[_line(body, start)[0] : start].strip(" \t-"):
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


def _escape(body: str, at: int, message: str) -> Problem | None:
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
        begun = _index(error.context_mark, at + 1)
        if "quoted scalar" in str(error.context) and begun <= at:
            return _quote_problem(body, begun, None)
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
    value = _COMMENT.sub("", body[entry.end() : end].rstrip())
    if not value or value[0] in "'\"[{&*!|>%@`#" or not re.search(r":(?:[ \t]|$)", value):
        return None
    return Problem(
        "unquoted-colon",
        entry.end(),
        entry.end() + len(value),
        f"{quote(value)} needs quotes: YAML reads a colon and a space as a key",
        f"write `{_double_quoted(value)}`",
        mended=_double_quoted(value),
    )


def _double_quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unclosed_bracket(body: str, at: int, error: yaml.MarkedYAMLError) -> Problem | None:
    """A `[` or `{` that swallowed the next lines, or ran to the end of the file."""
    if error.context_mark is None:
        return None
    begun = _index(error.context_mark, at)
    if at >= len(body.rstrip()):
        begun = _last_open(body, begun)
    opened = body[begun : begun + 1]
    if opened not in _CLOSING or "flow" not in str(error.context):
        return None
    closing = _CLOSING[opened]
    line_start, line_end = _line(body, at)
    first_start, _ = _line(body, begun)
    is_end = at >= len(body.rstrip())
    outside = _width(body, line_start) <= _width(body, first_start) and line_start > first_start
    if is_end or (outside and body[line_start:line_end].strip()[:1] not in ("]", "}", ",")):
        related = () if is_end else ((at, at + 1, "the parser gave up here"),)
        return Problem(
            "yaml-syntax",
            begun,
            begun + 1,
            f"the `{opened}` opened here is never closed",
            f"add `{closing}`",
            related,
        )
    if body[at : at + 1] in ("]", "}"):
        return Problem(
            "yaml-syntax",
            at,
            at + 1,
            f"`{body[at]}` closes the `{opened}` of line {error.context_mark.line + 1}",
            f"add `{closing}` before it",
            ((begun, begun + 1, "opened here"),),
        )
    return Problem(
        "yaml-syntax",
        at,
        min(at + 1, len(body)),
        f"a comma or the closing `{closing}` is missing before this",
        f"add the comma, or `{closing}`",
        ((begun, begun + 1, f"the `{opened}` is opened here"),),
    )


def _last_open(body: str, default: int) -> int:
    """The place of the last bracket that is opened and not closed."""
    opened = []
    for token in _tokens(body):
        if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
            opened.append(int(token.start_mark.index))
        elif isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken):
            del opened[-1:]
    return opened[-1] if opened else default


def _width(body: str, line_start: int) -> int:
    """The indentation of a line, in characters."""
    return len(body[line_start:]) - len(body[line_start:].lstrip(" "))


def _after_quote(body: str, at: int) -> Problem | None:
    """Text behind the closing quote of a value: `'it's'`."""
    start, end = _line(body, at)
    for token in _tokens(body):
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
        if mark == '"':
            fixed = inner.replace('\\"', '"').replace('"', '\\"') if '"' in rest else inner
            fixed = f'"{fixed.replace(mark, "", 1) if mark not in rest else fixed}"'
        else:
            fixed = (
                _double_quoted(inner) if mark in rest else _double_quoted(inner.replace("'", "", 1))
            )
        return Problem(
            "yaml-syntax",
            behind,
            behind + len(rest),
            f"{quote(rest)} stands behind the closing quote",
            f"write `{fixed}`",
            ((token.start_mark.index, token.start_mark.index + 1, "the quote is opened here"),),
        )
    return None


def _bad_start(body: str, at: int) -> Problem | None:
    """A value that begins with a character which has a meaning of its own."""
    start, end = _line(body, at)
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
    if first not in _STARTS or at < value_start or value_start == start:
        return None
    if first in "{" and not body.startswith("{%", value_start):
        return None
    entry_end = entry.end() if entry else start
    value = _COMMENT.sub("", body[value_start:end].rstrip())
    if value_start > entry_end:  # in a flow
        value = re.split(r"[,\]}]", value)[0].rstrip()
    value = value or first
    if not body[start:value_start].strip(" -{") or body[:value_start].rstrip()[-1:] in ("{", ","):
        value = re.split(r":(?:[ \t]|$)", value)[0]  # a key
    help = f"write `{_double_quoted(value)}`"
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
        f"{quote(value)} begins with `{first}`, {_STARTS[first]} in YAML, and needs quotes"
        if first not in "*" or len(value) == 1
        else f"{quote(value)} repeats an anchor, and there is none of this name",
        help,
    )


def _no_colon(body: str, at: int, message: str, error: yaml.MarkedYAMLError) -> Problem | None:
    """A line that should be `key: value` and has no colon, or no space behind it."""
    if "could not find expected ':'" in message and error.context_mark is not None:
        begun = _index(error.context_mark, 0)
    elif "mapping values are not allowed" in message:
        start, _ = _line(body, at)
        below = _KEY.match(body, start)
        above = body[:start].rstrip()
        line, _ = _line(body, len(above))
        if below is None or below.end() - 1 != at or not above or _KEY.match(body, line):
            return None
        begun = line + len(body[line:]) - len(body[line:].lstrip(" -"))
        if begun - line != below.start("key") - start or "#" in above[begun:]:
            return None
    else:
        return None
    text = body[begun : _line(body, begun)[1]].rstrip()
    key, blank, value = text.partition(":" if ":" in text else " ")
    what = "space behind its colon" if blank == ":" else "colon behind its key"
    return Problem(
        "yaml-syntax",
        begun,
        begun + len(text),
        f"{quote(text)} has no {what}",
        f"write `{key}: {value.strip()}`" if blank else f"write `{key}:`",
    )


def _no_space(body: str, at: int) -> Problem | None:
    """`match:{...}`: a key whose colon has no space behind it."""
    start, _ = _line(body, at)
    stuck = re.compile(r"[ \t]*(?:-[ \t]+)*([\w$.-]+:)(?=[\[{\"'])").match(body, start)
    if stuck is None:
        return None
    return Problem(
        "yaml-syntax",
        stuck.start(1),
        stuck.end(1),
        f"{quote(stuck[1])} has no space behind its colon",
        f"write `{stuck[1]} ` with a space",
    )


def _indentation(body: str, at: int, message: str) -> Problem | None:
    """A line that is indented otherwise than the ones it belongs to."""
    is_colon = "mapping values are not allowed" in message
    if "expected '<document start>'" in message:
        return _first_line(body, at)
    if "expected <block end>" not in message and not is_colon:
        return None
    start, _ = _line(body, at)
    key = _KEY.match(body, start)
    first = start + _width(body, start)
    if key is None or start == 0 or (not is_colon and at > key.start("key")):
        return None
    column = key.start("key") - start
    if is_colon and at != key.end() - 1:
        return None
    nearest: tuple[int, int, str] | None = None
    line = start
    while line > 0 and line > start - 4000:
        line = body.rfind("\n", 0, line - 1) + 1
        above = _KEY.match(body, line)
        if above is None:
            continue
        other = above.start("key") - line
        distance = abs(other - column)
        if distance and (nearest is None or distance < nearest[0]):
            nearest = (distance, other, above["key"])
    if nearest is None:
        return None
    _, wanted, name = nearest
    spaces = wanted - (column - (first - start))
    by = f"indent the line by {spaces} spaces" if spaces > 0 else "remove the indentation"
    return Problem(
        "yaml-syntax",
        key.start("key"),
        key.end("key"),
        f"{quote(key['key'])} is indented otherwise than the keys above it",
        f"{by}, so that it stands below `{name}`",
    )


def _first_line(body: str, at: int) -> Problem | None:
    """A file whose first key is indented and whose other keys are not."""
    key = re.compile(
        r"^[ ]+([\w$.-]+|\"[^\"\n]*\"|'[^'\n]*'):(?=[ \t\r\n]|$)", re.MULTILINE
    ).search(body)
    if (
        key is None
        or key.start() > at
        or re.search(r"^[^\s#%-]", body[: key.start()], re.MULTILINE)
    ):
        return None
    return Problem(
        "yaml-syntax",
        key.start(1),
        key.end(1),
        f"{quote(key[1])} is indented otherwise than the keys below it",
        "remove the spaces before it",
        ((at, at + 1, "the parser gave up here"),),
    )


def _other(body: str, at: int, message: str) -> Problem:
    """What no pattern above explains: at the character that PyYAML stopped at."""
    for part, words, help in _SAID:
        if part in message:
            return Problem("yaml-syntax", at, min(at + 1, len(body)), words, help)
    help = "look at the quotes, brackets and indentation here and on the line before"
    return Problem("yaml-syntax", at, min(at + 1, len(body)), message, help)
