"""Typed paths: JSON Schemas that cannot be used, or that would never end."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.conftest import Project
from tests.schema_projects import TEXT, URL, note, write

HOSTILE: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "opened here is never closed"),
    "a list": ("[1]", ""),
    "no schema": ({"$id": URL, "type": "strin"}, "no JSON Schema"),
    "no schema deep inside": (note(a={"properties": []}), "no JSON Schema"),
    "a remote reference": (note(a={"$ref": "https://example.net/x.json"}), "leads to no file"),
    "a reference to a file": (note(a={"$ref": "file:///etc/passwd"}), "leads to no file"),
    "a reference up the tree": (note(a={"$ref": "../../../etc/passwd"}), "leads to no file"),
    "a reference to nothing": (note(a={"$ref": "#/$defs/none"}), "leads to nothing"),
    "a reference to no schema": (
        {**note(a={"$ref": "#/x-part"}), "x-part": {"properties": 1}}, "leads to what is no schema",
    ),
    "a bad pattern": (note(a={"pattern": "("}), "is no pattern"),
    "a bad id": (note(a={"$id": "http://["}), "is no URI"),
    "an unknown dialect": ({"$schema": "https://example.org/own", **note(a=TEXT)}, "the dialect"),
    "deep": ('{"$id": "' + URL + '", "a": ' + '{"not":' * 150 + "{}" + "}" * 151, "too deep"),
    "the same id twice": (note(a=TEXT), "the same `$id`"),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "message"), HOSTILE.values(), ids=HOSTILE)
def test_a_schema_that_cannot_be_used_ends_in_a_finding(
    project: Project, schema: Any, message: str
) -> None:
    others = [note(b=TEXT)] if message == "the same `$id`" else []
    write(project, '  - content: "{{ a }}"\n', *others, schema)
    project.fixture(json.dumps({"$schema": URL, "a": "words"}))
    result = project.run(".", "--format", "json")
    assert result.status in (0, 1), result
    unusable = [each for each in result.findings if each["rule"] == "schema-unusable"]
    assert all(each["path"].startswith("schemas/") for each in unusable)
    if message:
        assert len(unusable) == 1
        assert message in unusable[0]["message"]


FANS_OUT = {
    "$id": URL,
    "$ref": "#/$defs/0",
    "$defs": {
        **{str(i): {"allOf": [{"$ref": f"#/$defs/{i + 1}"}] * 2} for i in range(60)},
        "60": {"type": "object", "properties": {"a": TEXT}},
    },
}
FANS_OUT_BELOW = {
    "$id": URL,
    "allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}],
}
TURNS = {"$id": URL, "$ref": "#"}
CYCLE = {"$id": URL, "$ref": "#/$defs/a",
         "$defs": {"a": {"$ref": "#/$defs/b"},
                   "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}}  # fmt: skip
BACKTRACKS = note(a={"pattern": "^(a+)+$"}, **{"x": {"propertyNames": {"pattern": "(.*)*y"}}})
CHAIN = {
    "$id": URL,
    "$ref": "#/$defs/0",
    "$defs": {
        **{str(i): {"$ref": f"#/$defs/{i + 1}"} for i in range(5_000)},
        "5000": {"type": "object", "properties": {"a": {"$ref": "#/$defs/0"}}},
    },
}
RECURSIVE = note(a={"anyOf": [TEXT, {"$ref": "#"}]})
GIANT = note(a={"anyOf": [{"const": f"value {i}"} for i in range(20_000)]})
MANY = note(a={"enum": [{"v": i} for i in range(20_000)]})


@pytest.mark.parametrize(
    "schema",
    [FANS_OUT, FANS_OUT_BELOW, TURNS, CYCLE, BACKTRACKS, CHAIN, RECURSIVE, GIANT, MANY],
    ids=[
        *("fans out", "fans out below", "turns", "cycle", "backtracks", "a long chain"),
        *("recursive", "giant", "many values"),
    ],
)
def test_a_hostile_schema_ends_and_ends_soon(project: Project, schema: Any) -> None:
    deep: Any = "a" * 5_000 + "b"
    for _ in range(150):
        deep = {"a": deep}
    write(project, '  - content: "{{ a.a.a }} {{ a.b.c }}"\n', schema)
    project.fixture(json.dumps({"$schema": URL, "a": deep}), "deep.json")
    project.fixture(json.dumps({"$schema": URL, "a": "a" * 5_000 + "b"}), "flat.json")
    project.fixture(json.dumps({"$schema": URL, "a": [{"v": -1}] * 2_000}), "list.json")
    start = time.process_time()
    result = project.run(".", "--format", "json")
    assert result.status in (0, 1), result
    assert "internal-error" not in {each["rule"] for each in result.findings}
    assert time.process_time() - start < 25
