"""A quick yes: whether data holds to a schema, each part of which is compiled to one function.

It knows the keywords that the schema of mappings has, and words nothing. Importing jsonschema,
which explains what is wrong, takes longer than all else that is done with one mapping.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rtfm_check.model import JsonValue

Check = Callable[[JsonValue], bool]
Schema = dict[str, Any]

# RFC 3986: a scheme, a colon, and no character that a URI may not hold.
_URI = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+"
)
_PROSE = {"$schema", "$id", "$defs", "title", "description", "default"}


def is_uri(value: object) -> bool:
    """Whether a string is an absolute URI by RFC 3986; other values are not judged."""
    return not isinstance(value, str) or _URI.fullmatch(value) is not None


def compiled(schema: Schema | bool, root: Schema) -> Check | None:
    """The check of a part of the root schema; None where all is right.

    Raises KeyError, or TypeError, for a keyword, type or format that it does not know.
    """
    if isinstance(schema, bool):
        return None if schema else lambda value: False
    words = {key: value for key, value in schema.items() if key not in _PROSE}
    if not words:
        return None
    if "$ref" in words:
        return compiled(root["$defs"][words["$ref"].removeprefix("#/$defs/")], root)
    makers: dict[str, Callable[..., Check]]
    makers = {"object": _object, "array": _array, "string": _string}
    return makers[words.pop("type")](root, **words)


def _object(
    root: Schema,
    *,
    properties: Schema | None = None,
    additionalProperties: Schema | bool = True,  # a keyword of JSON Schema
    required: tuple[str, ...] = (),
    minProperties: int = 0,
    anyOf: tuple[dict[str, list[str]], ...] = (),
) -> Check:
    checks = {key: compiled(part, root) for key, part in (properties or {}).items()}
    other = compiled(additionalProperties, root)
    wanted = frozenset(required)
    choices = [frozenset(names) for part in anyOf for (names,) in [part.values()]]

    def check(value: JsonValue) -> bool:
        if type(value) is not dict or len(value) < minProperties or not wanted <= value.keys():
            return False
        for key, each in value.items():
            is_right = checks.get(key, other)
            if is_right is not None and not is_right(each):
                return False
        return not choices or any(names <= value.keys() for names in choices)

    return check


def _array(root: Schema, *, items: Schema | bool = True, minItems: int = 0) -> Check:
    check = compiled(items, root) or (lambda value: True)
    return lambda value: type(value) is list and len(value) >= minItems and all(map(check, value))


def _string(
    root: Schema,
    *,
    minLength: int = 0,
    enum: list[str] | None = None,
    format: str = "",
) -> Check:
    is_right = {"uri": is_uri, "": None}[format]

    def check(value: JsonValue) -> bool:
        if type(value) is not str or len(value) < minLength or (enum and value not in enum):
            return False
        return is_right is None or is_right(value)

    return check
