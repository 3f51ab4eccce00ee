"""What the tests of typed paths share: a project with JSON Schemas, and what is told of it."""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import Project

URL = "https://example.org/note.json"
NEWEST = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string"}


def closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def note(**properties: Any) -> dict[str, Any]:
    return {"$id": URL, **closed(**{"$schema": TEXT, **properties})}


def write(project: Project, chunks: str, *schemas: Any, match: str = "") -> None:
    project.write(".rtfm-check.yaml", "schemas: schemas\n")
    project.mapping(f"name: m\nmatch: {{schema_url: '{URL}'{match}}}\nchunks:\n{chunks}")
    for number, schema in enumerate(schemas):
        text = schema if isinstance(schema, str) else json.dumps(schema)
        project.write(f"schemas/{number}.json", text)


def told(project: Project, *arguments: str) -> list[tuple[str, str, str]]:
    return [(each["rule"], each["message"], each["help"] or "") for each in found(project)]


def found(project: Project) -> list[dict[str, Any]]:
    return [each for each in project.check() if each["severity"] != "info"]


def of_path(project: Project, path: str, schema: Any, *others: Any) -> list[str]:
    """What is told of a placeholder."""
    write(project, f'  - content: "{{{{ {path} }}}}"\n', schema, *others)
    return [each["rule"] for each in found(project)]
