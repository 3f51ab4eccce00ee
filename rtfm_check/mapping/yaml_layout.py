"""YAML errors of layout: tabs, indentation, colons, brackets."""

from __future__ import annotations

import re

import yaml

from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.yaml_text import (
    COMMENT,
    KEY,
    indentation_of,
    index_of,
    line_of,
    tokens,
    write,
)
from rtfm_check.text.show import quote

_CLOSING = {"[": "]", "{": "}"}
_HEAD = re.compile(
    r"^[ \t]*(?:-[ \t]+)*(?P<text>(?P<key>[\w$.-]+)(?:(?P<colon>:)|[ \t]+)(?P<mark>[|>][-+0-9]*))"
    r"[ \t]*\r?$",
    re.MULTILINE,
)
_COMMENT_LINE = re.compile(r"^[ \t]*#.*$")
_STUCK_DASH = re.compile(r"[ \t]*(-[A-Za-z_]\w*:)(?=[ \t\r\n]|$)")
_FIRST_KEY = re.compile(r"[ \t]*([A-Za-z_]\w*:)")
_OPENS_BLOCK = re.compile(r"(?:^|[:-][ \t]+)[|>][-+0-9]*(?:[ \t]+#.*)?$")
_LINE_ENDS = ("\x85", "\u2028", "\u2029")
_WORD = re.compile(r"[\w$.-]+")
_AT_THE_TOP = ("name", "match", "chunks", "edges", "$schema")

_ODD_BLANK = re.compile(r"[ \t]*(?:-[ \t]*)?(?:[\w$.-]+:)?([\xa0\u2000-\u200b\u202f\u205f\u3000])")


def tab(body: str, at: int, message: str) -> Problem | None:
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


def unclosed_bracket(body: str, at: int, error: yaml.MarkedYAMLError) -> Problem | None:
    """A `[` or `{` that swallowed the next lines, or ran to the end of the file."""
    if error.context_mark is None:
        return None
    if body[at : at + 1] in ("]", "}") and "expected the node content" in str(error.problem):
        return _closed_by_another(body, at)
    begun = index_of(error.context_mark, at)
    if at >= len(body.rstrip()):
        begun = _last_open(body, begun)
    opened = body[begun : begun + 1]
    if opened not in _CLOSING or "flow" not in str(error.context):
        return None
    closing = _CLOSING[opened]
    line_start, line_end = line_of(body, at)
    first_start, _ = line_of(body, begun)
    is_end = at >= len(body.rstrip())
    outside = (
        indentation_of(body, line_start) <= indentation_of(body, first_start)
        and line_start > first_start
    )
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


def _closed_by_another(body: str, at: int) -> Problem | None:
    """The bracket that is open where one of another kind closes."""
    begun = _last_open(body[:at], at)
    opened = body[begun]
    if _CLOSING.get(opened, body[at]) == body[at]:
        return None
    return Problem(
        "yaml-syntax",
        begun,
        begun + 1,
        f"the `{opened}` opened here is never closed",
        f"add `{_CLOSING[opened]}`",
        ((at, at + 1, "the parser gave up here"),),
    )


def _last_open(body: str, default: int) -> int:
    """The place of the last bracket that is opened and not closed."""
    opened = []
    for token in tokens(body):
        if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
            opened.append(int(token.start_mark.index))
        elif isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken):
            del opened[-1:]
    return opened[-1] if opened else default


def block_without_colon(body: str, at: int) -> Problem | None:
    """`content |`: the head of a block of lines, without a colon or without a blank before it."""
    for head in _HEAD.finditer(body, 0, line_of(body, at)[0]):
        start, _ = line_of(body, head.start("text"))
        following, end = line_of(body, head.end() + 1)
        is_deeper = indentation_of(body, following) > indentation_of(body, start)
        if is_deeper and body[following:end].strip():
            return _without_colon(*head.span("text"), head["key"], head["mark"], head["colon"])
    return None


def line_above_without_colon(body: str, at: int, message: str) -> Problem | None:
    """A key whose colon cannot be one, because the line above it is no `key: value`."""
    start, _ = line_of(body, at)
    below = KEY.match(body, start)
    above = _without_comments(body[:start])
    line, _ = line_of(body, len(above))
    if below is None or not above or KEY.match(body, line):
        return None
    is_colon = "mapping values are not allowed" in message and at == below.end() - 1
    is_key = "expected '<document start>'" in message and at == below.start("key")
    if not is_colon and not is_key:
        return None
    begun = len(above) - len(above[line:].lstrip(" -"))
    is_beside = begun - line == below.start("key") - start
    is_parent = begun - line < below.start("key") - start and _WORD.fullmatch(above, begun)
    if not (is_beside or is_parent):
        return None
    return _key_and_value(body, begun)


def no_colon(body: str, message: str, error: yaml.MarkedYAMLError) -> Problem | None:
    """A line that should be `key: value` and has no colon, or no space behind it."""
    if "could not find expected ':'" not in message or error.context_mark is None:
        return None
    return _key_and_value(body, index_of(error.context_mark, 0))


def _without_comments(text: str) -> str:
    """A text without comments, blanks and empty lines at its end."""
    while True:
        text = text.rstrip()
        line, _ = line_of(text, len(text))
        kept = _COMMENT_LINE.sub("", COMMENT.sub("", text[line:]))
        if text[line:] == kept:
            return text
        text = text[:line] + kept


def _key_and_value(body: str, begun: int) -> Problem:
    """The problem of a line whose text begins at `begun`."""
    text = COMMENT.sub("", body[begun : line_of(body, begun)[1]]).rstrip()
    mark = re.match(r"//|/\*|--(?=\s)", text)
    if mark:
        said = f"YAML has no comments with `{mark[0]}`"
        help = "begin it with `#`, or remove it"
        return Problem("yaml-syntax", begun, begun + len(text), said, help)
    key, blank, value = text.partition(":" if ":" in text else " ")
    value = re.sub(r"^[=:]?>?[ \t]+", "", value.lstrip()) if value.lstrip()[:1] == "=" else value
    return _without_colon(
        begun, begun + len(text), key.rstrip(), value.strip(), blank.strip(), text
    )


def _without_colon(
    start: int, end: int, key: str, value: str, colon: str, text: str = ""
) -> Problem:
    text = text or f"{key}{colon or ' '}{value}".rstrip()
    return Problem(
        "yaml-syntax",
        start,
        end,
        f"{quote(text)} has no {'space behind its colon' if colon else 'colon behind its key'}",
        write(f"{key}: {value}".rstrip(), "write `key: value`, with a colon and a blank"),
    )


def no_space(body: str, at: int) -> Problem | None:
    """`match:{...}`: a key whose colon has no space behind it."""
    start, _ = line_of(body, at)
    stuck = re.compile(r"[ \t]*(?:-[ \t]+)*([\w$.-]+:)(?=[\[{\"'])").match(body, start)
    if stuck is None:
        return None
    return Problem(
        "yaml-syntax",
        stuck.start(1),
        stuck.end(1),
        f"{quote(stuck[1])} has no space behind its colon",
        f"{write(stuck[1] + ' ', 'write it')} with a space",
    )


def odd_line_end(body: str, at: int, error: yaml.MarkedYAMLError) -> Problem | None:
    """A character that ends a line in YAML and hardly anywhere else, before the error."""
    begun = index_of(error.context_mark, at)
    at = begun if body[:begun].rstrip(" ")[-1:] in _LINE_ENDS else at
    start, _ = line_of(body, at)
    where = max(body.rfind(each, start, at) for each in _LINE_ENDS)
    if where < 0:
        return None
    code = f"U+{ord(body[where]):04X}"
    return Problem(
        "yaml-syntax",
        where,
        where + 1,
        f"the character {code}, which is not seen, ends a line in YAML",
        "remove it, or put the text in double quotes",
    )


def mark_at_the_end(body: str, at: int) -> Problem | None:
    """A comma or semicolon behind a value, as other languages have it."""
    mark = body[at : at + 1]
    if mark not in (",", ";") or COMMENT.sub("", body[at + 1 : line_of(body, at)[1]]).strip():
        return None
    said = f"a `{mark}` behind the value"
    return Problem("yaml-syntax", at, at + 1, said, "remove it: YAML has the line end")


def dash(body: str, at: int, message: str) -> Problem | None:
    """An entry of a list that has no dash, or no blank behind it; the error comes later."""
    start, _ = line_of(body, at)
    column = indentation_of(body, start)
    is_entry = "found '-'" in message or body.startswith("- ", start + column)
    inner = start  # the last line that is no further in than the one of the error
    line = start
    while line > 0 and line > start - 4000:
        line = body.rfind("\n", 0, line - 1) + 1
        text = body[line : line_of(body, line)[1]].strip()
        if not text or text.startswith("#"):
            continue
        stuck = _STUCK_DASH.match(body, line)
        if stuck and indentation_of(body, line) < column:
            return Problem(
                "yaml-syntax",
                *stuck.span(1),
                f"{quote(stuck[1])} has no space behind its dash",
                write(f"- {stuck[1][1:]}", "write a blank behind the dash"),
            )
        if indentation_of(body, line) <= column and not text.startswith("-"):
            first = _FIRST_KEY.match(body, inner)
            if not is_entry or inner == start or text not in ("chunks:", "edges:") or not first:
                return None
            return Problem(
                "yaml-syntax",
                *first.span(1),
                f"the entry that begins with {quote(first[1])} has no dash, and the next one has",
                write(f"- {first[1]}", "write a dash before it"),
                ((start + column, start + column + 1, "the next entry"),),
            )
        inner = line
    return None


def block_text(body: str, at: int, message: str) -> Problem | None:
    """A line of a block of text that is indented less than the first line of the block."""
    start, end = line_of(body, at)
    if "found '<scalar>'" not in message or KEY.match(body, start) or body[start:at].strip():
        return None
    line, deepest = start, 0
    while line > 0:
        line = body.rfind("\n", 0, line - 1) + 1
        text = body[line : line_of(body, line)[1]].rstrip()
        if _OPENS_BLOCK.search(text):
            break
        deepest = indentation_of(body, line) if text else deepest
    if line <= 0 or deepest <= at - start or indentation_of(body, line) >= at - start:
        return None
    return Problem(
        "yaml-syntax",
        at,
        at + len(body[at:end].rstrip()),
        f"the line is indented by {at - start} spaces, and the text it belongs to by {deepest}",
        "indent all lines of the text alike",
    )


def odd_blank(body: str, at: int) -> Problem | None:
    """A no-break space or another odd one where YAML needs a space: line start, dash or colon."""
    start, end = line_of(body, at)
    found = _ODD_BLANK.match(body, start, end)
    if found is None:
        return None
    code = f"U+{ord(body[found.start(1)]):04X}"
    return Problem(
        "yaml-syntax",
        *found.span(1),
        f"the character {code} looks like a space and is none to YAML",
        "write a plain space",
    )


def indentation(body: str, at: int, message: str) -> Problem | None:
    """A line that is indented otherwise than the ones it belongs to."""
    is_colon = "mapping values are not allowed" in message
    if "expected '<document start>'" in message:
        return _first_line(body, at)
    if "expected <block end>" not in message and not is_colon:
        return None
    start, _ = line_of(body, at)
    key = KEY.match(body, start)
    first = start + indentation_of(body, start)
    if key is None or start == 0 or (not is_colon and at > key.start("key")):
        return None
    column = key.start("key") - start
    if is_colon and at != key.end() - 1:
        return None
    nearest: tuple[float, int, str] | None = None
    line = start
    while line > 0 and line > start - 4000:
        line = body.rfind("\n", 0, line - 1) + 1
        above = KEY.match(body, line)
        if above is None:
            continue
        other = above.start("key") - line
        distance = abs(other - column) - (other == 0 and key["key"] in _AT_THE_TOP) * 0.5
        if distance > 0 and (nearest is None or distance < nearest[0]):
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
        f"{by}, so that it stands below {quote(name)}",
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
