"""What the published schemas say of the keys and values at a place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from rtfm_check import resources
from rtfm_check.mapping.contract import SCHEMA

FIELDS_SCHEMA = "rtfm-fields-v1"


class KnownKey(NamedTuple):
    """A key that an object may have."""

    name: str
    about: str
    kind: str  # of its value: string, object or array
    is_required: bool


@cache
def _schema(name: str) -> Any:
    return json.loads(resources.schema_text(name))


def _deref(schema: Any, root: Any) -> Any:
    """A schema without a reference on its top; what stands beside one is kept."""
    while "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        schema = {**target, **{key: each for key, each in schema.items() if key != "$ref"}}
    return schema


def at(name: str, pointer: Sequence[str | int]) -> dict[str, Any]:
    """The part of a schema for what is at a pointer; empty where it has nothing to say."""
    root = _schema(name)
    schema = root
    for part in pointer:
        for choice in [schema, *schema.get("oneOf", ())]:
            below = _below(_deref(choice, root), part)
            if below is not None:
                break
        if not isinstance(below, dict):
            return {}
        schema = _deref(below, root)
    found: dict[str, Any] = schema
    return found


def _below(schema: dict[str, Any], part: str | int) -> Any:
    if isinstance(part, int):
        return schema.get("items")
    return schema.get("properties", {}).get(part, schema.get("additionalProperties"))


def keys(name: str, pointer: Sequence[str | int]) -> list[KnownKey]:
    """The keys of the object at a pointer, the required ones first."""
    schema = at(name, pointer)
    required = schema.get("required", ())
    root = _schema(name)
    found = []
    for key, value in schema.get("properties", {}).items():
        value = _deref(value, root)
        kind = value.get("type") or ("array" if "oneOf" in value else "string")
        found.append(KnownKey(key, value.get("description", ""), kind, key in required))
    return sorted(found, key=lambda each: (not each.is_required, each.name == "$schema"))


def about(name: str, pointer: Sequence[str | int]) -> str:
    """What a schema says of the value at a pointer."""
    text: str = at(name, pointer).get("description", "")
    return text


def schema_of(*, is_fields: bool) -> str:
    """The schema of a mapping, or of a field profile."""
    return FIELDS_SCHEMA if is_fields else SCHEMA
