"""A document made up from a JSON Schema, to draft from where there is no sample yet.

It has every property that the schema names, with the constant or the first value that it allows.
References are followed inside the schema only; what is nested deeper than a draft looks, or
beyond the most fields, is left out.
"""

from __future__ import annotations

from typing import Any

from rtfm_check import limits
from rtfm_check.model import JsonValue

_FORMATS = {
    "date-time": "2026-05-04T08:12:41Z",
    "date": "2026-05-04",
    "time": "08:12:41Z",
    "uri": "https://example.org/page",
    "uuid": "3e671687-395b-41f5-a30f-a58921a69b79",
    "email": "ada@example.org",
}
_PROSE = ("text", "content", "body", "description", "message", "answer", "summary", "comment")
_LEAVES = {"integer": 1, "number": 1.5, "boolean": True}


def is_schema(data: JsonValue) -> bool:
    """Whether a document is a JSON Schema of objects."""
    if not isinstance(data, dict) or "json-schema.org" not in str(data.get("$schema"))[:200]:
        return False
    return any(key in data for key in ("properties", "$ref", "allOf"))


def made_up(schema: dict[str, JsonValue]) -> JsonValue:
    """A document that the schema describes."""
    document = _Maker(schema).value(schema, "document", 0)
    own = schema.get("$id")
    if isinstance(document, dict) and "$schema" in document and isinstance(own, str):
        document["$schema"] = own
    return document


class _Maker:
    def __init__(self, root: dict[str, JsonValue]) -> None:
        self.root = root
        self.left = limits.DRAFT_FIELDS  # values that may still be made

    def value(self, schema: JsonValue, name: str, depth: int) -> JsonValue:
        """A value that a part of the schema allows; None for one that cannot be made."""
        self.left -= 1
        if self.left < 0 or depth > limits.DRAFT_DEPTH:
            return None
        schema = self._merged(schema)
        for key in ("const", "default"):
            if key in schema:
                return schema[key]
        for key in ("enum", "examples"):
            if isinstance(schema.get(key), list) and schema[key]:
                return schema[key][0]
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = next((each for each in kind if each != "null"), None)
        if kind == "object" or isinstance(schema.get("properties"), dict):
            return self._object(schema, depth)
        if kind == "array" or "items" in schema:
            single = name.removesuffix("s")
            items = (self.value(schema.get("items", {}), single, depth + 1) for _ in range(2))
            return [each for each in items if each is not None]
        if isinstance(kind, str) and kind in _LEAVES:
            return _LEAVES[kind]
        return None if kind == "null" else self._text(schema, name)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, JsonValue]:
        properties = schema.get("properties")
        made = {}
        for key, inner in properties.items() if isinstance(properties, dict) else ():
            value = self.value(inner, key, depth + 1)
            if value is not None:
                made[key] = value
        return made

    def _merged(self, schema: JsonValue) -> dict[str, Any]:
        """A part of the schema with what it refers to and joins; of alternatives the first."""
        made: dict[str, Any] = {}
        waiting = [schema]
        for _ in range(32):  # a reference may lead back to itself
            if not waiting:
                break
            each = waiting.pop(0)
            if not isinstance(each, dict):
                continue
            properties = {**made.get("properties", {}), **_dict(each.get("properties"))}
            made = {**each, **made}
            if properties:
                made["properties"] = properties
            waiting.append(self._target(each.get("$ref")))
            waiting += each["allOf"][:32] if isinstance(each.get("allOf"), list) else []
            for key in ("oneOf", "anyOf"):
                waiting += each[key][:1] if isinstance(each.get(key), list) else []
        return made

    def _target(self, reference: JsonValue) -> JsonValue:
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return None
        value: JsonValue = self.root
        for part in reference[2:].split("/"):
            if not isinstance(value, dict):
                return None
            value = value.get(part.replace("~1", "/").replace("~0", "~"))
        return value

    def _text(self, schema: dict[str, Any], name: str) -> str:
        form = schema.get("format")
        if isinstance(form, str) and form in _FORMATS:
            return _FORMATS[form]
        if name.lower() in _PROSE:
            return f"The {name} of a document that is made up from its schema."
        return f"{name} {limits.DRAFT_FIELDS - self.left}"


def _dict(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}
