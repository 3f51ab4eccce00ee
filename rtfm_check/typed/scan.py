"""The parts of a JSON Schema, each with its place, and the references and patterns in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urljoin

from rtfm_check.model import JsonValue, Pointer
from rtfm_check.text.show import quote
from rtfm_check.typed import regexes

# The keywords that hold a schema, a list of them, or named ones; and those that hold either.
INNER = (
    *("additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "not"),
    *("propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"),
)
ENTRIES = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("$defs", "definitions", "properties", "patternProperties", "dependentSchemas")
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


class Fault(NamedTuple):
    """Something of a schema that cannot be used."""

    pointer: Pointer
    message: str
    help: str = ""
    is_key: bool = False  # the key at the pointer is meant, not its value


class Reference(NamedTuple):
    """A reference, where it stands, and the URI that it is relative to."""

    pointer: Pointer
    text: str
    base: str


class Scan:
    """What was found in a schema and in all that lies in it."""

    def __init__(self) -> None:
        self.references: list[Reference] = []
        self.faults: list[Fault] = []
        self.is_malformed = False  # it is no schema, for one of the faults
        self.bases: set[str] = set()  # of the parts that have an id of their own
        self.dialects: list[tuple[Pointer, str]] = []  # that parts name
        self.parts: list[dict[str, JsonValue]] = []


def scan(schema: JsonValue, base: str, pointer: Pointer, *, is_legacy: bool) -> Scan:
    """Look through a schema; `$schema` is taken out of each part, so that one dialect counts.

    `is_legacy`: of a draft in which nothing counts beside a `$ref`, its `$id` neither.
    """
    from rtfm_check.typed.wellformed import faults  # which needs the keywords above

    found = Scan()
    waiting = [(pointer, schema, base)]
    seen: set[int] = set()
    while waiting:
        where, part, around = waiting.pop()
        if not isinstance(part, dict) or id(part) in seen:
            continue
        seen.add(id(part))
        found.parts.append(part)
        malformed = list(faults(part, where))
        found.faults += malformed
        found.is_malformed = found.is_malformed or bool(malformed)
        if isinstance(part.get("$schema"), str):
            found.dialects.append((where, part.pop("$schema")))
        own = None if is_legacy and "$ref" in part else part.get("$id")
        if isinstance(own, str) and not own.startswith("#"):  # up to draft 7, that is an anchor
            try:
                around = urljoin(around, own).rstrip("#")
            except ValueError:
                fault = Fault((*where, "$id"), f"{quote(own)} is no URI", "correct the `$id`")
                found.faults.append(fault)
                found.is_malformed = True
            found.bases.add(around)
        for key in REFERENCES:
            if isinstance(part.get(key), str):
                found.references.append(Reference((*where, key), part[key], around))
        found.faults += _patterns(part, where)
        inner = [(each, value, around) for each, value in _inside(part, where)]
        waiting += reversed(inner)
    return found


def _inside(part: dict[str, JsonValue], where: Pointer) -> Iterator[tuple[Pointer, JsonValue]]:
    """The schemas directly in a part."""
    for key in (*INNER, "items"):
        if isinstance(part.get(key), dict):
            yield (*where, key), part[key]
    for key in (*ENTRIES, "items"):
        if isinstance(part.get(key), list):
            yield from (((*where, key, i), each) for i, each in enumerate(part[key]))
    for key in (*NAMED, "dependencies"):
        if isinstance(part.get(key), dict):
            yield from (((*where, key, name), each) for name, each in part[key].items())


def _patterns(part: dict[str, JsonValue], where: Pointer) -> Iterator[Fault]:
    own = part.get("pattern")
    patterns = [((*where, "pattern"), own, False)] if isinstance(own, str) else []
    named = part.get("patternProperties")
    for pattern in named if isinstance(named, dict) else ():
        patterns.append(((*where, "patternProperties", pattern), pattern, True))
    for pointer, pattern, is_key in patterns:
        try:
            regexes.compile(pattern)
        except regexes.BadPattern as error:
            yield Fault(
                pointer, f"{quote(pattern)} is no pattern: {error}", "correct the pattern", is_key
            )
