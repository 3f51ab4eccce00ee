"""The front matter of a page: YAML between two lines `---` at its top.

Read as mappings are, with the same limits on depth, size and aliases. RTFM reads it with PyYAML
from the first 2,000 characters; on some of it the whole document fails, which is told.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from rtfm_check import limits
from rtfm_check.mapping import yaml_reader
from rtfm_check.mapping.node import Node
from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import Problem
from rtfm_check.text.show import kind_of

_RTFM_CHARS = 2000  # that RTFM looks at
_MOST_INTEGER = 2**63 - 1  # of SQLite
_FENCE = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_PLUSES = re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE)
_KEY = re.compile(r"[A-Za-z_][\w-]*:(?:[ \t\n]|$)")
_BAD = re.compile("[\0\ud800-\udfff]")
_RULES = {  # of what reads YAML, where it is not that the text is no YAML
    "alias-cycle": ("rtfm-loses-document", "RTFM cannot store such a value"),
    "alias-expansion": ("limit-reached", ""),
    "nested-too-deep": ("limit-reached", ""),
}
_OF_MAPPINGS = ("alias-expansion", "nested-too-deep", "multiple-documents")  # their help is
_FAILS = "RTFM fails on the whole document"


class FrontMatter(NamedTuple):
    """What was found at the top of a page."""

    end: int  # of it in the text, behind its last line; 0: there is none
    values: dict[str, JsonValue] | None = None  # as JSON has them
    title: str | None = None
    pages: int | None = None
    problems: tuple[Problem, ...] = ()


def read(text: str) -> FrontMatter:
    """Read the front matter of a text."""
    if text.startswith("+++\n"):  # TOML, of which no more is known than where it ends
        end = _PLUSES.search(text, 4, limits.FRONT_MATTER_CHARS)
        return FrontMatter(end.end() if end else 0)
    first = text.find("\n")
    if not text.startswith("---") or text[3:first].strip(" \t") or first < 0:
        return FrontMatter(0)
    close = _FENCE.search(text, first + 1, first + 1 + limits.FRONT_MATTER_CHARS)
    if close is None:
        return FrontMatter(0, problems=tuple(_unclosed(text, first + 1)))
    body = text[: close.start()]
    try:
        reading = yaml_reader.read(body, first + 1)
    except yaml_reader.Refused as refused:
        if text.startswith("\n", first + 1):  # a line across the page, and no front matter
            return FrontMatter(0)
        return FrontMatter(close.end(), problems=(_refused(refused.problem),))
    if reading.root is None:
        return FrontMatter(close.end())
    if not isinstance(reading.data, dict):
        return FrontMatter(0)
    title = reading.data.get("title")
    pages = reading.data.get("page_count")
    breaks = _breaks(reading.root) if close.end() <= _RTFM_CHARS else iter(())
    return FrontMatter(
        close.end(),
        _json(reading.data),
        _title(body, reading.root) if _is_scalar(title) else None,
        pages if type(pages) is int and 0 < pages <= _MOST_INTEGER else None,
        (*_repeated(reading.problems), *breaks),
    )


def _unclosed(text: str, start: int) -> Iterator[Problem]:
    if not _KEY.match(text, start):
        return
    if _FENCE.search(text, start):
        yield Problem(
            "limit-reached",
            f"the front matter has more than {limits.FRONT_MATTER_CHARS:,} characters",
            "keep what is long in the text of the page",
            "it is indexed as text; RTFM looks at 2,000 characters",
            start=0,
            end=3,
        )
    else:
        yield Problem(
            "document-syntax",
            "the front matter that begins here has no end",
            "write `---` on a line of its own behind it",
            "RTFM takes it for text, as is done here",
            start=0,
            end=3,
        )


def _refused(problem: Any) -> Problem:
    rule, note = _RULES.get(problem.rule, ("document-syntax", "RTFM sees no front matter"))
    help = "" if problem.rule in _OF_MAPPINGS else problem.help
    message = f"the front matter cannot be read: {problem.message}".replace("the file", "it")
    return Problem(rule, message, help, note, start=problem.start, end=problem.end)


def _repeated(problems: tuple[Any, ...]) -> Iterator[Problem]:
    found = [each for each in problems if each.rule == "duplicate-key"]
    for each in found[:1]:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        yield Problem(
            "document-syntax",
            f"{each.message}{more}",
            each.help,
            "the last value counts, for RTFM too",
            start=each.start,
            end=each.end,
        )


def _is_scalar(value: JsonValue) -> bool:
    return value is not None and not isinstance(value, dict | list | tuple | set)


def _title(body: str, root: Node) -> str | None:
    """The title as it is written, so that a date or a number stays what it looks like."""
    assert root.members is not None
    node = root.members["title"][1]
    value = node.value if isinstance(node.value, str) else body[node.start : node.end]
    return " ".join(_BAD.sub("\ufffd", value).split()) or None


# -- what RTFM fails on ----------------------------------------


def _breaks(root: Node) -> Iterator[Problem]:
    """What RTFM cannot store: by the columns of its table, and by what JSON has."""
    members = root.members or {}
    for key, what in (("title", "a title"), ("page_count", "a number of pages")):
        if key in members:
            yield from _unbindable(members[key][1], what)
    if _has_bad_key(root.value):
        yield from _bad_keys(root)
    extended = members["extended"][1] if "extended" in members else None
    if extended is not None and extended.members is not None:
        yield from _bad_values(extended)


def _is_bad_key(key: JsonValue) -> bool:
    """Whether JSON has no such key."""
    return not isinstance(key, str | int | float) and key is not None


def _has_bad_key(value: JsonValue) -> bool:
    if isinstance(value, dict):
        return any(map(_is_bad_key, value)) or any(map(_has_bad_key, value.values()))
    return isinstance(value, list) and any(map(_has_bad_key, value))


def _bad_keys(root: Node) -> Iterator[Problem]:
    for node, is_key in _nodes(root):
        if is_key and _is_bad_key(node.value):
            kind = _kind(node.value)
            yield _break(node, f"{kind} stands here as a key", "put it in quotes")


def _bad_values(root: Node) -> Iterator[Problem]:
    for node, is_key in _nodes(root):
        value = node.value
        is_json = isinstance(value, str | int | float | dict | list) or value is None
        if not is_key and not is_json:
            yield _break(node, f"{_kind(value)} stands here in `extended`", "put it in quotes")


def _unbindable(node: Node, what: str) -> Iterator[Problem]:
    value = node.value
    if not _is_scalar(value) and value is not None:
        yield _break(node, f"{what} cannot be {_kind(value)}", "write one value")
    elif isinstance(value, int) and abs(value) > _MOST_INTEGER:
        yield _break(node, f"{what} cannot be a number that large", "put it in quotes")
    elif isinstance(value, str) and "\ud800" <= max(value, default="") <= "\udfff":
        yield _break(node, f"{what} holds half of a surrogate pair", "write the character itself")


def _break(node: Node, message: str, help: str) -> Problem:
    end = max(node.start, node.end)
    return Problem("rtfm-loses-document", message, help, _FAILS, start=node.start, end=end)


def _kind(value: JsonValue) -> str:
    if isinstance(value, datetime.date):
        return "a date"
    if isinstance(value, bytes):
        return "binary data"
    if isinstance(value, set):
        return "a set"
    return "an object" if isinstance(value, dict) else f"a {kind_of(value)}"


def _nodes(root: Node) -> Iterator[tuple[Node, bool]]:
    """The nodes below one, each once and in order, and whether it is a key."""
    waiting, seen = [(root, False)], {id(root)}
    while waiting:
        node, is_key = waiting.pop()
        if node is not root:
            yield node, is_key
        parts: list[tuple[Node, bool]] = [(each, False) for each in node.items or ()]
        for key, value in (node.members or {}).values():
            parts += [(key, True), (value, False)]
        waiting += [part for part in reversed(parts) if id(part[0]) not in seen]
        seen.update(id(part[0]) for part in parts)


# -- values as JSON has them ----------------------------------------


def _json(value: JsonValue) -> Any:
    """The value with dates as ISO 8601 writes them, and keys as texts; depth is limited already."""
    if isinstance(value, str):
        return _BAD.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_key(key): _json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    if isinstance(value, set):
        return sorted(map(_key, value))
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    return value if isinstance(value, int) or value is None else _key(value)


def _key(value: JsonValue) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return _BAD.sub("\ufffd", str(value))
