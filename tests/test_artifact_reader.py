"""Reading artifacts that others have made, or damaged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from rtfm_check.artifact.shapes import SHAPES
from tests.artifacts import KINDS
from tests.conftest import Project

TYPES = {
    **{"string": str, "integer": int, "number": float, "boolean": bool, "null": type(None)},
    **{"array": list, "object": dict},
}


def test_shapes_are_those_of_the_schemas() -> None:
    for kind, shape in SHAPES.items():
        schema: Any = KINDS[kind.removesuffix("s")].schema
        said = {}
        for key in schema["required"]:
            types = schema["properties"][key].get("type", "string")
            said[key] = {TYPES[each] for each in ([types] if isinstance(types, str) else types)}
            if float in said[key]:
                said[key].add(int)
        assert {key: set(types) for key, types in shape.items()} == said, kind


def chunk(**changes: Any) -> Callable[[dict[str, Any]], bytes]:
    return lambda record: json.dumps({**record, **changes}).encode() + b"\n"


@pytest.mark.parametrize(
    ("name", "damage", "said"),
    [
        ("chunks", lambda record: b"[]\n", "it is no object"),
        ("chunks", lambda record: b'{"a": 1}\n', "it has no "),
        ("chunks", lambda record: b"[" * 100_000, "line 1 is no record"),
        ("chunks", lambda record: b"\xff\n", "line 1 is no record"),
        ("chunks", chunk(content=5), "its content is of another type"),
        ("chunks", chunk(id=["\x1b::error::x"]), "its id is of another type"),
        ("chunks", chunk(metadata=[1]), "its metadata is of another type"),
        ("documents", lambda record: b'{"slug": []}\n', "its slug is of another type"),
        ("documents", chunk(chunk_count=True), "its chunk_count is of another type"),
        ("edges", lambda record: b"null\n", "it is no object"),
        ("manifest", lambda record: b"[]", "is no index"),
        ("manifest", lambda record: b"{" * 100_000, "cannot be read"),
        ("manifest", lambda record: b'{"format": "rtfm-index-v1"}', "it has no "),
        ("manifest", chunk(parsers=[1]), "its parsers is of another type"),
    ],
)
def test_a_damaged_artifact_is_told(
    project: Project, name: str, damage: Callable[[dict[str, Any]], bytes], said: str
) -> None:
    project.write("a.md", "# Words\n\nof a page\n")
    assert project.run("index", "-o", "../good").status == 0
    shutil.copytree("../good", "../bad")
    path = (
        project.root.parent / "bad" / ("manifest.json" if name == "manifest" else f"{name}.jsonl")
    )
    data = path.read_bytes()
    path.write_bytes(damage(json.loads(data) if data else {}))
    commands = [("diff", "../good", "../bad"), ("diff", "../bad", "../good")]
    commands += [("query", "words", "--index", "../bad")] if name in ("chunks", "manifest") else []
    for command in commands:
        result = project.run(*command)
        assert result.status == 2, (command, result)
        assert said in result.err
    assert project.run("merge", "../bad", "-o", "../made").status == 2
