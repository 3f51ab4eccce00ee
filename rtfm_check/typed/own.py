"""What the keywords of one part of a schema say, without the parts that they name."""

from __future__ import annotations

from rtfm_check import limits
from rtfm_check.model import JsonValue
from rtfm_check.text.show import kind_of
from rtfm_check.typed import regexes

KINDS: frozenset[str] = frozenset(("object", "list", "string", "number", "boolean", "null"))
_KIND_OF = {"array": "list", "integer": "number"}


def own_kinds(schema: JsonValue) -> frozenset[str]:
    """The kinds that the keywords of a part leave."""
    if not isinstance(schema, dict):
        return frozenset() if schema is False else KINDS
    kinds = KINDS
    named = schema.get("type")
    if isinstance(named, str | list):
        names = [named] if isinstance(named, str) else named
        kinds = KINDS & {_KIND_OF.get(each, each) for each in names if isinstance(each, str)}
    values = own_constants(schema)
    return kinds if values is None else kinds & {kind_of(value) for value in values}


def own_constants(schema: JsonValue) -> list[JsonValue] | None:
    if not isinstance(schema, dict):
        return None
    if "const" in schema:
        return [schema["const"]]
    return schema["enum"] if isinstance(schema.get("enum"), list) else None


def common(lists: list[list[JsonValue] | None]) -> list[JsonValue] | None:
    """The values that are in all lists; None for no list."""
    given = [each for each in lists if each is not None]
    if not given:
        return None
    shortest = min(given, key=len)
    if len(given) == 1:
        return shortest
    return [value for value in shortest[: limits.SCHEMA_NAMES] if all(value in g for g in given)]


def forbids(schema: dict[str, JsonValue], name: str) -> bool:
    """Whether a part says by other keywords that an object has no such name."""
    if schema.get("maxProperties") == 0:
        return True
    denied = schema.get("not")
    if isinstance(denied, dict) and list(denied) == ["required"] and denied["required"] == [name]:
        return True
    names = schema.get("propertyNames")
    if names is False:
        return True
    if not isinstance(names, dict):
        return False
    values = own_constants(names)
    pattern = names.get("pattern")
    return (values is not None and name not in values) or (
        isinstance(pattern, str) and regexes.search(pattern, name) is False
    )


def index_of(segment: str) -> int | None:
    """The index that a segment is, as RTFM takes it."""
    try:
        return int(segment)
    except ValueError:
        return None


def members(schema: dict[str, JsonValue], key: str) -> dict[str, JsonValue]:
    value = schema.get(key)
    return value if isinstance(value, dict) else {}


def entries(schema: dict[str, JsonValue], key: str) -> list[JsonValue]:
    value = schema.get(key)
    return value if isinstance(value, list) else []
