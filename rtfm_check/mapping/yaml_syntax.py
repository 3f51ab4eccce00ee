"""Why a YAML text does not load: PyYAML's error turned into the mistake that people made."""

from __future__ import annotations

import re
from typing import Any

import yaml

from rtfm_check import limits
from rtfm_check.mapping.foreign_text import left_by_tools, slashes
from rtfm_check.mapping.node import Problem
from rtfm_check.mapping.yaml_layout import (
    block_text,
    block_without_colon,
    dash,
    indentation,
    line_above_without_colon,
    mark_at_the_end,
    no_colon,
    no_space,
    odd_blank,
    odd_line_end,
    tab,
    unclosed_bracket,
)
from rtfm_check.mapping.yaml_quoting import (
    after_quote,
    bad_start,
    bare_colon,
    bare_template,
    escape,
    unclosed_quote,
)
from rtfm_check.mapping.yaml_reader import REFUSALS
from rtfm_check.mapping.yaml_text import cut, double_quoted, end_of_value, index_of, line_of, write
from rtfm_check.mapping.yaml_values import quoted_values
from rtfm_check.text.show import quote

_LOOK = "look at the quotes, brackets and indentation here and on the line before"
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
    (
        "expected the node content",
        "a value is missing before this",
        "write it, or indent the line further if it belongs to the one before",
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
    found = quoted_values(body, found) or found
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
    at = index_of(error.problem_mark, index_of(error.context_mark, 0))
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
        anchor = re.compile(r"&\S+\s+").match(body, at)
        return _tag(body, anchor.end() if anchor else at)
    if "undefined alias" in message:
        return _lost_anchor(body, at) or _first(body, at, message, error)
    if str(error.context).endswith("scanning a tag"):
        return _tag(body, index_of(error.context_mark, at))
    if str(error.context).endswith("scanning a directive"):
        return _directive(body, index_of(error.context_mark, at))
    return _first(body, at, message, error)


def _directive(body: str, at: int) -> Problem:
    """A line that begins with `%`."""
    start, end = line_of(body, at)
    return Problem(
        "yaml-syntax",
        start,
        end,
        f"{quote(body[start:end])} begins with `%`, which makes it a directive of YAML",
        "remove the `%`, or put the text in quotes",
    )


def _first(body: str, at: int, message: str, error: yaml.MarkedYAMLError) -> Problem:
    """What the first pattern that fits says."""
    foreign = left_by_tools(body, at) or slashes(body, line_of(body, at)[0], at)
    if foreign:
        return Problem("yaml-syntax", *foreign)
    return (
        odd_line_end(body, at, error)
        or mark_at_the_end(body, at)
        or tab(body, at, message)
        or odd_blank(body, at)
        or block_without_colon(body, at)
        or bare_template(body, at)
        or escape(body, at, message)
        or unclosed_quote(body, at)
        or line_above_without_colon(body, at, message)
        or bare_colon(body, at)
        or unclosed_bracket(body, at, error)
        or after_quote(body, at)
        or bad_start(body, at)
        or no_colon(body, message, error)
        or no_space(body, at)
        or dash(body, at, message)
        or block_text(body, at, message)
        or indentation(body, at, message)
        or _other(body, at, message)
    )


def _lost_anchor(body: str, at: int) -> Problem | None:
    """`&name` that stands inside a text, so that the alias at `at` repeats nothing."""
    name = re.compile(r"\*([^\s,\[\]{}]+)").match(body, at)
    anchor = name and re.compile(rf"&{re.escape(name[1])}(?![^\s,\[\]{{}}])").search(body, 0, at)
    if not name or not anchor:
        return None
    return Problem(
        "yaml-syntax",
        *anchor.span(),
        f"{quote(anchor[0])} is part of a text here and no anchor",
        "write the colon and the space before it",
        ((*name.span(), "repeated here"),),
    )


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
                    _in_quotes(node.value),
                )
    finally:
        loader.dispose()
    return Problem("yaml-syntax", 0, 0, cut(f"PyYAML refuses the file: {error}"), _LOOK)


def _in_quotes(value: str) -> str:
    text = double_quoted(value)
    return f"put it in quotes: `{text}`" if len(text) <= limits.HELP_CHARS else "put it in quotes"


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
    value = body[end : line_of(body, end)[1]].strip()
    help = "remove the tag"
    if value[:1] not in ("{", "[", "|", ">"):
        in_flow = any(bracket in body[line_of(body, at)[0] : at] for bracket in "[{")
        text = body[at : end_of_value(body, at, in_flow=in_flow)]
        help += f", or {write(double_quoted(text))} if it is text"
    return Problem(
        "yaml-tag", at, end, f"the tag {quote(match[0])} is not one that plain YAML has", help
    )


def _other(body: str, at: int, message: str) -> Problem:
    """What no pattern above explains: at the character that PyYAML stopped at."""
    for part, words, help in _SAID:
        if part in message:
            return Problem("yaml-syntax", at, min(at + 1, len(body)), words, help)
    return Problem("yaml-syntax", at, min(at + 1, len(body)), cut(message), _LOOK)
