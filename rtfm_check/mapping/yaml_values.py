"""Which values of a line need quotes, or other quotes, where YAML cannot read the line.

The patterns of `yaml_quoting` say what a mistake is. What is said here has been tried: with it the
line loads, and texts are texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.yaml_quoting import STARTS
from rtfm_check.mapping.yaml_reader import REFUSALS
from rtfm_check.mapping.yaml_text import double_quoted, line_of, tokens, write
from rtfm_check.text.show import quote

_MOST = 1000  # characters of a line that is looked at
_QUOTES = ("'", '"')
_NAME = r"(?:[\w$.-]+|\"[^\"\n]*\"|'[^'\n]*')"
_DASHES = re.compile(r"[ \t]*(?:-[ \t]+)*")
_KEY = re.compile(rf"({_NAME})[ \t]*:[ \t]+")
_FLOW_KEY = re.compile(rf"[{{,\[][ \t]*({_NAME})[ \t]*:[ \t]+")
_FLOW = re.compile(rf"(?!\{{\{{)[{{\[][{{\[ \t]*{_NAME}[ \t]*:[ \t]")
_NEXT = re.compile(rf",[ \t]*(?={_NAME}[ \t]*:[ \t])")
_QUOTED = re.compile(r"(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\n]|'')*')(?=[ \t]*(?:[,}\]]|[ \t]#|$))")
_PIECES = re.compile(r"(['\"])[^'\"]*\1[ \t][^'\"]*(?:[ \t]\1[^'\"]*\1)?")  # "a" by b, "a" by "b"
_COMMENT = re.compile(r"[ \t]+#(?![^\s#][^\n]*\}\}).*$")  # not `#{{ number }}`
_ALIAS = re.compile(r"(?:^|[\s,\[{])\*[\w-]+(?=[\s,\]}]|$)")
_WRITE = re.compile(r"write `(.*?)`(?: with a space| if it is text|, or .*)?", re.DOTALL)
_TEXTS = frozenset(
    ("name", "schema_url", "title", "content", "foreach", "relation", "target", "target_kind")
)
_FIRST = STARTS | {"!": "a tag", "[": "a list", "#": "a comment"}


class _Value(NamedTuple):
    """A value of a line, and the key before it."""

    key: str
    start: int
    end: int


def quoted_values(body: str, found: Problem) -> Problem | None:
    """What to say of the line of a problem instead, where the help that it has does not mend it."""
    if found.rule not in ("yaml-syntax", "unquoted-template", "unquoted-colon") and not (
        found.rule == "yaml-tag" and body.startswith(("![", "!{", "!("), found.start)
    ):
        return None
    start, end = line_of(body, found.start)
    line = body[start:end].rstrip("\r")
    if end - start > _MOST or _ALIAS.search(line) or found.message.startswith("the character U+"):
        return None
    if "behind the closing" in found.message:
        return None
    if _is_inside_flow(body, start):
        line = _in_braces(line)
        if found.end - start > len(line):  # it takes the comma behind the value along
            found = found._replace(end=start + len(line) - 1, help="")
    if _is_mended(line, found, start) or _is_sound(line):
        return None
    values = [each for each in _values(line) if _is_broken(line, each)]
    mended = _mended(line, values)
    if mended is None:
        return None
    first = values[0]
    if found.message.endswith("` opened here is never closed") and "#" not in line[first.start :]:
        return None
    rule, message = _said(line[first.start : first.end], mended[0], found.rule)
    return Problem(
        rule,
        start + first.start,
        start + first.end,
        message,
        write(mended[0], "put one pair of quotes around all of it"),
        tuple((start + v.start, start + v.end, "this needs quotes too") for v in values[1:]),
        mended[0] if rule != "yaml-syntax" else None,
    )


def _is_inside_flow(body: str, at: int) -> bool:
    """Whether a line begins inside brackets that were opened on a line before it."""
    depth = 0
    for token in tokens(body):
        if token.start_mark.index >= at:
            break
        if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
            depth += 1
        elif isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken):
            depth -= 1
    return depth > 0


def _in_braces(line: str) -> str:
    """A line inside brackets as a map of its own, each character where it was."""
    text = line.rstrip().removesuffix(",").rstrip()
    first = len(line) - len(line.lstrip(" "))
    if first == 0 or text[first : first + 1] in ("{", "["):
        return text
    return f"{line[: first - 1]}{{{text[first:]}}}"


def _said(value: str, mended: str, rule: str) -> tuple[str, str]:
    """The rule and the message for a value that has to be written otherwise."""
    first, last = value[0], value[-1]
    if first in _QUOTES:
        if value.count(first) == 1:
            return "yaml-syntax", "the quote opened here is never closed"
        return "yaml-syntax", f"the text of {quote(value)} ends at a quote inside it"
    if len(mended) == len(value) + 1:
        return "yaml-syntax", f"the `{last}` at the end of {quote(value)} is opened nowhere"
    needs = f"{quote(value)} needs quotes: YAML reads "
    if value.startswith("{{") or (rule == "unquoted-template" and first not in _FIRST):
        return "unquoted-template", f"{needs}the braces as a map"
    if first in _FIRST:
        rule = "unquoted-template" if rule == "unquoted-template" else "yaml-syntax"
        starts = f"begins with `{first}`, {_FIRST[first]} in YAML, and needs quotes"
        return rule, f"{quote(value)} {starts}"
    if re.search(r":(?:[ \t]|$)", value):
        return "unquoted-colon", f"{needs}a colon and a space as a key"
    if re.search(r"[ \t]#", value):
        return "yaml-syntax", f"{needs}a comment from the `#` on"
    if "{{" in value:
        return "unquoted-template", f"{needs}the braces as a map"
    return "yaml-syntax", f"{quote(value)} needs quotes"


def _is_mended(line: str, found: Problem, shift: int) -> bool:
    """Whether what the help of a problem writes out makes the line sound."""
    start, end = found.start - shift, found.end - shift
    if "never closed" in found.message and found.help.endswith("at the end of the line"):
        is_other = line.rstrip().endswith(_QUOTES) and line.rstrip()[-1] != line[start]
        return not is_other and _is_sound(line + line[start])
    text = _WRITE.fullmatch(found.help)
    if text is None or end > len(line):
        return False
    is_half = line[end - 1] in _QUOTES and line[start:end].count(line[end - 1]) == 1
    return not is_half and _is_sound(f"{line[:start]}{text[1]}{line[end:]}")


def _is_sound(line: str) -> bool:
    """Whether a line loads by itself, its texts as texts."""
    if _load(line.strip(" \t")) is None:
        return False
    return not any(value.key in _TEXTS and _is_broken(line, value) for value in _values(line))


def _load(text: str) -> Any:
    """What a text loads as; None where it does not."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, *REFUSALS):
        return None


def _values(line: str) -> list[_Value]:
    """The values of a line that are no map or list: one, or those of a map in braces."""
    dashes = _DASHES.match(line)
    at = dashes.end() if dashes else 0
    key = _KEY.match(line, at)
    at = key.end() if key else at
    if _FLOW.match(line, at):
        return list(_flow_values(line, at))
    quoted = _QUOTED.match(line, at)
    end = quoted.end() if quoted else at + len(_COMMENT.sub("", line[at:].rstrip()))
    return [_Value(key[1].strip("'\""), at, end)] if key and end > at else []


def _flow_values(line: str, at: int) -> Iterator[_Value]:
    """The values in a map in braces; each ends before the next key."""
    while key := _FLOW_KEY.search(line, at):
        at = key.end()
        if _FLOW.match(line, at):
            continue
        quoted = _QUOTED.match(line, at)
        following = _NEXT.search(line, at)
        limit = following.start() if following else len(line.rstrip())
        end = quoted.end() if quoted else _end(line, at, limit)
        if end > at:
            yield _Value(key[1].strip("'\""), at, end)
        at = end


def _end(line: str, start: int, limit: int) -> int:
    """Where a value ends before a bracket that closes what it is in."""
    depth = 0
    for index in range(start, limit):
        if line[index] in "{[":
            depth += 1
        elif line[index] in "}]":
            if depth == 0:
                limit = index
                break
            depth -= 1
    return start + len(line[start:limit].rstrip())


def _is_broken(line: str, value: _Value) -> bool:
    """Whether YAML reads another value than is written, or none."""
    text = line[value.start : value.end]
    if _QUOTED.fullmatch(text):
        return _load(f"[{text}]") is None
    if re.search(r"(?:^|[ \t])#", text):
        return True
    loaded = _load(f"{{k: {text}\n}}" if _is_in_flow(line, value) else f"k: {text}")
    if not isinstance(loaded, dict) or list(loaded) != ["k"]:
        return True
    return value.key in _TEXTS and isinstance(loaded["k"], dict | list)


def _is_in_flow(line: str, value: _Value) -> bool:
    return any(bracket in line[: value.start] for bracket in "{[")


def _mended(line: str, values: list[_Value]) -> list[str] | None:
    """How to write each of some values so that the line loads."""
    written: list[str] = []
    for value in values:
        meant = (m for m in _meant(line[value.start : value.end]) if _load(f"[{m}]") is not None)
        written.append(next(meant, ""))
    if not written or not all(written):
        return None
    for value, text in zip(reversed(values), reversed(written), strict=True):
        line = f"{line[: value.start]}{text}{line[value.end :]}"
    return written if _is_sound(line) else None


def _meant(value: str) -> Iterator[str]:
    """How a value may have been meant, in quotes, the likeliest first."""
    first, last = value[0], value[-1]
    if first not in _QUOTES:
        is_half = last == '"' and value.count(last) % 2 == 1
        is_half = is_half or (last == "'" and value.count(last) == 1)
        yield double_quoted(value[:-1] if is_half else value)
        return
    if last in _QUOTES and _QUOTED.fullmatch(value[:-1]):
        yield value[:-1]
    if _PIECES.fullmatch(value):
        yield double_quoted(value.replace(first, ""))
    if value.count(first) == 3 and (value.startswith(first * 2) or value.endswith(first * 2)):
        yield double_quoted(value.strip(first))
    inner = value[1:]
    is_other = last in _QUOTES and not re.search(rf"(?:^|\s){last}(?=\S)", inner)
    if inner and (last == first or is_other):
        inner = inner[:-1]
    if first == '"':
        yield '"' + re.sub(r'(?<!\\)"', r"\"", inner) + '"'
    if "'" not in inner:
        yield f"'{inner}'"
    yield double_quoted(inner)
