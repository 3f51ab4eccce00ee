"""Typed paths: where JSON Schemas lie, what else they are held against, and when they are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SCHEMAS, Project
from tests.schema_projects import TEXT, URL, closed, found, note, told, write

EXAMPLE = Path(__file__).parent / "examples" / "typed-paths"


def test_the_bundled_demonstration_finds_the_mistakes_of_its_twin(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert found(project) == []
    text = (EXAMPLE / ".rtfm/mappings/nblm-answer.yaml").read_text("utf-8")
    monkeypatch.chdir(project.root)
    project.write(".rtfm-check.yaml", "schemas: schemas\n")
    project.write(
        "schemas/nblm-answer-v1.json", (SCHEMAS / "nblm-answer-v1.json").read_text("utf-8")
    )
    for right, wrong in (
        ("{{ answer.text }}", "{{ anwser.text }}"),
        ("{{ notebook.id }}", "{{ notebook }}"),
        ("foreach: citations\n    title", "foreach: metadata\n    title"),
        ("{{ marker }} {{", "{{ question }} {{"),
        ("type: nblm-answer", "type: nblm-anser"),
    ):
        assert right in text
        text = text.replace(right, wrong, 1)
    project.mapping(text)
    assert told(project) == [
        (
            "discriminator-not-in-schema",
            '`type` is never `"nblm-anser"`: schemas/nblm-answer-v1.json allows only '
            '`"nblm-answer"`',
            'did you mean `"nblm-answer"`?',
        ),
        (
            "path-not-described",
            "`anwser.text` is not described: a document has no `anwser` in "
            "schemas/nblm-answer-v1.json",
            "did you mean `answer.text`?",
        ),
        (
            "no-text-in-schema",
            "`notebook` is an object in schemas/nblm-answer-v1.json",
            "did you mean `notebook.id`?",
        ),
        (
            "foreach-no-list-in-schema",
            "`metadata` is an object in schemas/nblm-answer-v1.json, and no list",
            "did you mean `metadata.tags`?",
        ),
    ]


def test_the_example_has_the_bundled_schema() -> None:
    own, bundled = (folder / "nblm-answer-v1.json" for folder in (EXAMPLE / "schemas", SCHEMAS))
    assert own.read_bytes() == bundled.read_bytes()


def test_references_lead_to_other_files_by_id_and_by_name(project: Project) -> None:
    write(
        project,
        '  - content: "{{ a.t }} {{ a.x }} {{ b.t }} {{ b.x }}"\n',
        note(a={"$ref": "parts/by-name.json#/$defs/a"}, b={"$ref": "urn:example:b"}),
        {"$id": "urn:example:b", **closed(t=TEXT)},
    )
    project.write("schemas/deep/parts/by-name.json", json.dumps({"$defs": {"a": closed(t=TEXT)}}))
    assert [each["column"] for each in found(project)] == [28, 48]


def test_a_schema_is_found_by_its_file_name_too(project: Project) -> None:
    write(project, '  - content: "{{ a.b }}"\n', closed(a=TEXT))
    (project.root / "schemas/0.json").rename(project.root / "schemas/note.json")
    assert [each["rule"] for each in found(project)] == [
        "url-not-in-schema",
        "path-not-in-schema",
    ]


def test_optional_fields_are_told_where_that_is_asked_for(project: Project) -> None:
    item = {**closed(a=TEXT, b=TEXT), "required": ["a"]}
    schema = {**note(t=TEXT, u=TEXT, list={"type": "array", "items": item}), "required": ["t"]}
    write(project, '  - content: "{{ t }} {{ u }}"\n'
          '  - {foreach: list, content: "{{ a }} {{ b }}"}\n', schema)  # fmt: skip
    assert found(project) == []
    asked = project.check("--select", "optional-in-schema")
    assert [(each["message"], each["line"]) for each in asked] == [
        ("`u` is not required by schemas/0.json", 4),
        ("`b` is not required by schemas/0.json", 5),
    ]


@pytest.mark.parametrize(
    ("document", "message", "help", "line"),
    [
        ({"t": 3}, "`t` is a number, and has to be a string", "", 3),
        ({"t": "x", "kinds": "a"}, "`kinds` is not in the schema", "did you mean `kind`?", 4),
        ({}, "the document has no `t`, which is required", "", 2),
        ({"t": "x", "kind": "b"}, '`kind` is `"b"`, none of the values in the schema',
         "write one of `\"a\"`, `\"aa\"`", 4),
        ({"t": "x", "at": "noon"}, '`at` is `"noon"`, which is no date-time', "", 4),
        ({"t": "x", "list": [{"m": "y"}, {"m": None}]},
         "`list.1.m` is null, and has to be a string", "", 9),
        ({"t": "x", "code": "b1"},
         "`code` does not fit `pattern`: `b1` does not match `^a`", "", 4),
        ({"t": "x", "list": 1.5}, "`list` is a number, and has to be a list", "", 4),
    ],
)  # fmt: skip
def test_a_fixture_is_held_against_its_schema(
    project: Project, document: dict[str, Any], message: str, help: str, line: int
) -> None:
    schema = {
        **note(
            t=TEXT,
            kind={"enum": ["a", "aa"]},
            at={"type": "string", "format": "date-time"},
            list={"type": "array", "items": closed(m=TEXT)},
            code={"type": "string", "pattern": "^a"},
        ),
        "required": ["t"],
    }
    write(project, '  - content: "Note: {{ t }}"\n', schema)
    project.fixture(json.dumps({"$schema": URL, **document}, indent=1))
    (one,) = [each for each in found(project) if each["rule"] == "fixture-not-of-schema"]
    assert (one["message"], one["help"] or "", one["line"]) == (message, help, line)


def test_a_verdict_does_not_outlive_a_change_of_a_schema(project: Project) -> None:
    write(project, '  - content: "{{ a }}"\n', note(a=TEXT))
    assert project.run(".").status == 0
    assert project.run(".").status == 0
    project.write("schemas/0.json", json.dumps(note(b=TEXT)))
    assert project.run(".").status == 1
    (project.root / "schemas/0.json").unlink()
    project.write("schemas/other/1.json", json.dumps(note(a=TEXT)))
    assert project.run(".").status == 0


def test_links_that_lead_out_of_the_project_are_not_read(project: Project) -> None:
    outside = project.root.parent / "outside.json"
    outside.write_text(json.dumps(note(b=TEXT)))
    write(project, '  - content: "{{ a }}"\n')
    (project.root / "schemas").mkdir()
    (project.root / "schemas/note.json").symlink_to(outside)
    (one,) = found(project)
    assert (one["rule"], one["path"]) == ("schema-unusable", "schemas/note.json")
    assert "leads out of the project" in one["message"]


def test_schemas_beside_the_mappings_are_no_stray_mappings(project: Project) -> None:
    write(project, '  - content: "{{ a }}{{ b }}"\n')
    project.write(".rtfm-check.yaml", "schemas: .rtfm/mappings/schemas\n")
    project.write(".rtfm/mappings/schemas/note.json", json.dumps(note(a=TEXT)))
    assert [each["rule"] for each in found(project)] == ["path-not-in-schema"]


def test_a_setting_of_the_environment_is_relative_to_here(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, '  - content: "{{ b }}"\n', note(a=TEXT))
    (project.root / ".rtfm-check.yaml").unlink()
    assert found(project) == []
    monkeypatch.setenv("RTFM_CHECK_SCHEMAS", "schemas")
    assert [each["rule"] for each in found(project)] == ["path-not-in-schema"]


def test_ci_and_standard_input_use_the_schemas_too(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys
    from types import SimpleNamespace

    write(project, '  - content: "{{ b }}"\n', note(a=TEXT))
    result = project.run("ci", ".", "--format", "concise")
    assert "error[path-not-in-schema]" in result.out
    text = (project.root / ".rtfm/mappings/m.yaml").read_bytes().replace(b"{{ b", b"{{ c")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    name = ".rtfm/mappings/m.yaml"
    result = project.run("--stdin-filename", name, "-", "--format", "concise")
    assert "`c` cannot be there" in result.out
