"""Whether a part of a JSON Schema is one: what each keyword has to hold.

Not the schemas of schemas: holding a large schema against those takes a hundred times as long, and
tells the place of a mistake less well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rtfm_check.model import JsonValue, Pointer
from rtfm_check.text.show import a_kind_of, quote
from rtfm_check.typed.scan import ENTRIES, INNER, NAMED, Fault

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_TEXTS = (
    *("$ref", "$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor", "pattern"),
    "format",
)
_COUNTS = (
    *("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"),
    *("maxContains", "minContains"),
)
_NUMBERS = ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum")


def _is_schema(value: JsonValue) -> bool:
    return isinstance(value, dict | bool)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_names(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_type(value: JsonValue) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(isinstance(each, str) and each in _TYPES for each in names)


_Rule = tuple[Callable[[JsonValue], bool], str]
_RULES: dict[str, _Rule] = {
    **{key: (lambda value: isinstance(value, str), "a text") for key in _TEXTS},
    **dict.fromkeys(INNER, (_is_schema, "a schema")),
    **{
        key: (
            lambda value: isinstance(value, list) and bool(value) and all(map(_is_schema, value)),
            "a list of schemas",
        )
        for key in ENTRIES
    },
    **{
        key: (
            lambda value: isinstance(value, dict) and all(map(_is_schema, value.values())),
            "an object of schemas",
        )
        for key in NAMED
    },
    "items": (
        lambda value: (
            _is_schema(value) or (isinstance(value, list) and all(map(_is_schema, value)))
        ),
        "a schema, or a list of them",
    ),
    "dependencies": (
        lambda value: (
            isinstance(value, dict)
            and all(_is_schema(each) or _is_names(each) for each in value.values())
        ),
        "an object of schemas or lists of names",
    ),
    "dependentRequired": (
        lambda value: isinstance(value, dict) and all(map(_is_names, value.values())),
        "an object of lists of names",
    ),
    "type": (_is_type, "one of " + ", ".join(_TYPES) + ", or a list of them"),
    "enum": (lambda value: isinstance(value, list), "a list of values"),
    "required": (_is_names, "a list of names"),
    "uniqueItems": (lambda value: isinstance(value, bool), "true or false"),
    "multipleOf": (lambda value: _is_number(value) and value > 0, "a number above 0"),
    **{
        key: (lambda value: _is_number(value) and value >= 0, "a number from 0 on")
        for key in _COUNTS
    },
    **dict.fromkeys(_NUMBERS, (_is_number, "a number")),
}


def faults(part: dict[str, JsonValue], where: Pointer) -> Iterator[Fault]:
    """The keywords of a part that hold what they may not."""
    for key, value in part.items():
        is_right, wanted = _RULES.get(key, (None, ""))
        if is_right is not None and not is_right(value):
            shown = quote(value) if isinstance(value, str) else a_kind_of(value)
            message = f"no JSON Schema: {quote(key)} is {shown}, and has to be {wanted}"
            yield Fault((*where, key), message, "correct the schema")
