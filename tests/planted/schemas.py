"""The sound mappings with the JSON Schema of their documents in the place of the documents."""

from __future__ import annotations

import json
from typing import Any

from tests.planted import edit
from tests.planted.mappings import MAPPINGS, Mapping

URL = "https://example.org/schemas/documents-v1.json"
_KINDS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def with_url(mapping: Mapping) -> Mapping:
    """The mapping with the URL of a schema beside its discriminator; its own where it has one."""
    sites = {site.pointer: site for site in edit.sites(mapping)}
    if ("match", "schema_url") in sites:
        return mapping
    site = sites["match", "discriminator"]
    assert site.key is not None
    start, text = site.key[0], mapping.text
    pair = f'"schema_url": "{URL}"'
    if site.in_flow:
        pair += ", "
    else:
        line = max(text.rfind(end, 0, start) for end in "\r\n") + 1
        pair += ("\r\n" if "\r\n" in text else "\n") + text[line:start].removeprefix("\ufeff")
    return mapping._replace(text=text[:start] + pair + text[start:])


TYPED = tuple(map(with_url, MAPPINGS))


def schema(mapping: Mapping, *, is_closed: bool) -> dict[str, Any]:
    """What all documents of a mapping are, as exactly as a schema can say it."""
    data = edit.load(mapping.text, mapping.file)
    made = _schema(list(mapping.documents), is_closed=is_closed)
    made["properties"]["$schema"] = {"type": "string"}
    for path, value in data["match"].get("discriminator", {}).items():
        inner = made
        for part in path.split("."):
            inner = inner["items"] if part.isdigit() else inner["properties"][part]
        if not any(part.isdigit() for part in path.split(".")):
            inner["const"] = value
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def _schema(values: list[Any], *, is_closed: bool) -> dict[str, Any]:
    kinds = {type(value) for value in values}
    if kinds == {dict}:
        names = dict.fromkeys(name for value in values for name in value)
        made: dict[str, Any] = {
            "type": "object",
            "properties": {
                name: _schema([each[name] for each in values if name in each], is_closed=is_closed)
                for name in names
            },
            "required": [name for name in names if all(name in value for value in values)],
        }
        return {**made, "additionalProperties": False} if is_closed else made
    if kinds == {list}:
        items = [item for value in values for item in value]
        return {"type": "array", "items": _schema(items, is_closed=is_closed) if items else {}}
    return {"type": sorted(_KINDS[kind] for kind in kinds)}


def write(mapping: Mapping, *, is_closed: bool) -> str:
    """The text of the schema, under the URL that the mapping has."""
    url = edit.load(mapping.text, mapping.file)["match"]["schema_url"]
    return json.dumps({"$id": url, **schema(mapping, is_closed=is_closed)})
