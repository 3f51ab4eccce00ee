"""`{{ path }}` templates: the only scanner and the only renderer, compiled once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.mapping import paths
from rtfm_check.model import JsonValue

# What RTFM replaces; everything else is copied as it stands, braces included.
_PLACEHOLDER = re.compile(r"\{\{\s*([a-zA-Z_$][\w.$]*)\s*\}\}")

_MARKS = frozenset("{}$%<#")  # of templates of any language
ITEM = ("item", "this", "$")  # what people call the item of a loop, or the document


class Placeholder(NamedTuple):
    """A `{{ path }}` of a template."""

    path: str
    segments: tuple[str, ...]
    start: int  # of the path in the template
    end: int
    outer: tuple[int, int]  # with its braces


def _text(value: JsonValue) -> str:
    """A value as RTFM writes it: a string as it is, nothing for None, Python's str() of others."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def _is_usual(placeholder: Placeholder) -> bool:
    segments = placeholder.segments
    return all(segments) and segments[0] not in ITEM and len(segments) <= limits.PATH_SEGMENTS


class TooLong(Exception):
    """A template renders to more text than we make."""


class Template:
    """A compiled template."""

    __slots__ = ("_alone", "_behind", "_segments", "is_plain", "literals", "placeholders", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.placeholders: list[Placeholder] = []
        self.literals: list[str] = []  # one more than placeholders, around and between them
        behind = 0
        for match in _PLACEHOLDER.finditer(text):
            self.literals.append(text[behind : match.start()])
            self.placeholders.append(
                Placeholder(match[1], paths.split(match[1]), *match.span(1), match.span())
            )
            behind = match.end()
        self.literals.append(text[behind:])
        self._behind = self.literals[1:]
        self._segments = [each.segments for each in self.placeholders]
        is_alone = self.literals == ["", ""]  # as most templates are
        self._alone = self._segments[0] if is_alone else None
        # Nothing but usual paths, and words that cannot be meant as another syntax
        self.is_plain = all(map(_is_usual, self.placeholders)) and all(
            each.isascii() and _MARKS.isdisjoint(each) for each in self.literals
        )

    def fill(self, context: JsonValue) -> str:
        """What `render` makes of the values in a context."""
        if self._alone is not None:
            value = paths.resolve(context, self._alone)
            text = value if type(value) is str else _text(value)
            if len(text) > limits.CHUNK_CHARS:
                raise TooLong
            return text
        return self.render(self.values(context))

    def values(self, context: JsonValue) -> list[JsonValue]:
        """What each placeholder finds in the context, in order; None for missing and null."""
        return [paths.resolve(context, segments) for segments in self._segments]

    def render(self, values: list[JsonValue]) -> str:
        """The text with the values in their places.

        Raises TooLong, and RecursionError for a value that Python cannot print.
        """
        pieces = [self.literals[0]]
        size = len(pieces[0])
        for value, literal in zip(values, self._behind, strict=True):
            text = value if type(value) is str else _text(value)
            size += len(text) + len(literal)
            if size > limits.CHUNK_CHARS:
                raise TooLong
            pieces += (text, literal)
        return "".join(pieces)


@lru_cache(maxsize=4096)
def compile(text: str) -> Template:
    """The template of a text, compiled once."""
    return Template(text)
