"""Dotted paths into a record: names, list indices, and `*` for all that is there."""

from __future__ import annotations

import re
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.model import JsonValue

WILDCARD = "*"
_BRACKETS = re.compile(r"\[\s*['\"]?([^\[\]'\"]*)['\"]?\s*\]")


class FieldPath(NamedTuple):
    """A path that can be followed."""

    text: str
    segments: tuple[str, ...]
    has_wildcard: bool  # it may lead to more than one value

    @property
    def is_technical(self) -> bool:
        """Whether it says more of the record's layout than of what the value is."""
        return len(self.segments) > 1 or self.has_wildcard


class BadPath(Exception):
    """A text that is no path; `meant` is the path that it most likely stands for, or ""."""

    def __init__(self, message: str, meant: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.meant = meant


def parse(text: str) -> FieldPath:
    """The path that a text writes. Raises BadPath."""
    meant = _meant(text)
    if text.startswith(("$", "@")) and meant != text:
        raise BadPath("the path is written as JSONPath", meant)
    if _BRACKETS.search(text):
        raise BadPath("an index is written in brackets", meant)
    if text.startswith("/"):
        raise BadPath("the path is written as a JSON Pointer", meant)
    segments = tuple(text.split("."))
    if "" in segments:
        raise BadPath("the path has an empty part", meant)
    if len(segments) > limits.PATH_SEGMENTS:
        raise BadPath(f"the path has more than {limits.PATH_SEGMENTS} parts")
    return FieldPath(text, segments, WILDCARD in segments)


def _meant(text: str) -> str:
    """The dotted path that JSONPath, a JSON Pointer or a slip stands for."""
    text = text[: limits.HELP_CHARS]
    if text.startswith("/"):
        text = text.replace("/", ".")
    text = _BRACKETS.sub(lambda match: f".{match[1].strip() or WILDCARD}", text)
    if text[:1] in ("$", "@") and text[1:2] in (".", ""):
        text = text[1:]
    return ".".join(part for part in text.split(".") if part)


def values(record: JsonValue, path: FieldPath) -> list[JsonValue]:
    """All that a path leads to, in the order of the document; null is nothing."""
    if path.has_wildcard:
        return _all(record, path.segments)
    value = record
    for segment in path.segments:
        if isinstance(value, dict):
            value = value.get(segment)
        elif isinstance(value, list):
            value = _item(value, segment)
        else:
            return []
    return [] if value is None else [value]


def _all(record: JsonValue, segments: tuple[str, ...]) -> list[JsonValue]:
    found = [record]
    for segment in segments:
        following: list[JsonValue] = []
        for value in found:
            if isinstance(value, dict):
                if segment == WILDCARD:
                    following += value.values()
                elif segment in value:
                    following.append(value[segment])
            elif isinstance(value, list):
                if segment == WILDCARD:
                    following += value
                else:
                    following.append(_item(value, segment))
        found = following
    return [value for value in found if value is not None]


def is_empty(record: JsonValue, path: FieldPath) -> bool:
    """Whether a path leads to null, or ends at a null, an empty list or an empty object."""
    reached = [record]
    for segment in path.segments:
        following: list[JsonValue] = []
        for value in reached:
            if isinstance(value, dict):
                following += value.values() if segment == WILDCARD else ()
                if segment != WILDCARD and segment in value:
                    following.append(value[segment])
            elif isinstance(value, list) and segment == WILDCARD:
                following += value
            elif isinstance(value, list) and _item(value, segment) is not None:
                following.append(_item(value, segment))
        if any(value is None or value == [] or value == {} for value in following):
            return True
        reached = following
    return False


def _item(items: list[JsonValue], segment: str) -> JsonValue:
    """The entry of a list that a part of a path names; None if it names none."""
    if not (segment.isdecimal() and segment.isascii() and len(segment) < 10):
        return None
    index = int(segment)
    return items[index] if index < len(items) else None
