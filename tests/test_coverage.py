"""`rtfm-check coverage`: what of the text of the fixtures each mapping indexes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.conftest import SCHEMAS, Project

EXAMPLES = Path(__file__).parent / "examples"
SCHEMA = Draft202012Validator(
    json.loads((SCHEMAS / "rtfm-check-coverage-v1.json").read_text("utf-8"))
)
MAPPING = """\
name: m
match: {discriminator: {type: log}}
chunks:
  - foreach: entries
    title: "{{ date }}"
    content: "{{ text }}"
    metadata: {by: "{{ author.name }}"}
"""
DOCUMENT = {
    "type": "log",  # 3: compared
    "note": "nobody reads this",  # 17
    "entries": [
        # 4 and 5: indexed; 3: metadata; 2: not read
        {"date": "2026", "text": "words", "author": {"name": "Ann", "id": "a1"}, "n": 1},
        {"date": "2027", "text": " ", "author": {"name": "Bob"}},  # 8: a chunk that is dropped
    ],
}


def measured(project: Project, *arguments: str) -> dict[str, Any]:
    """The coverage of the only mapping."""
    result = project.run("coverage", *arguments, "--format", "json")
    assert result.status == 0, result
    record = json.loads(result.out)
    SCHEMA.validate(record)
    (mapping,) = record["mappings"]
    return mapping


def counts(mapping: dict[str, Any]) -> tuple[int, int, int]:
    assert mapping["characters"] == sum(mapping[each] for each in ("indexed", "read", "unread"))
    return mapping["indexed"], mapping["read"], mapping["unread"]


def test_text_shows_the_share_the_fields_and_the_placeholders(project: Project) -> None:
    project.mapping(MAPPING)
    project.fixture(json.dumps(DOCUMENT))
    assert project.run("coverage", ".") == (
        0,
        ".rtfm/mappings/m.yaml\n"
        "  1 fixture: 21.4 % of 42 characters indexed, 6 only in metadata, edges or match, "
        "27 not read\n"
        "  nobody reads:\n"
        "    17  note\n"
        "     4  entries.*.date\n"
        "     3  entries.*.author.name\n"
        "     2  entries.*.author.id\n"
        "     1  entries.*.text\n"
        "  3 placeholders: always find something\n",
        "",
    )


def test_a_path_that_is_not_always_there_is_told_with_its_rate(project: Project) -> None:
    project.mapping(
        'name: m\nmatch: {discriminator: {type: log}}\nchunks:\n  - content: "{{ a }}{{ b }}"\n'
    )
    project.fixture('{"type": "log", "a": "x"}', "1.json")
    project.fixture('{"type": "log", "a": "x", "b": null}', "2.json")
    project.fixture('{"type": "log", "a": "x", "b": "y"}', "3.json")
    assert project.run("coverage").out == (
        ".rtfm/mappings/m.yaml\n"
        "  3 fixtures: 30.7 % of 13 characters indexed, 9 only in metadata, edges or match\n"
        "  not always there:\n"
        "     33.3 %  line 4: chunks[0].content, `b`: in 1 of 3, null in 1\n"
    )
    assert project.run("coverage", "-v").out.endswith(
        "  placeholders:\n"
        "    100.0 %  line 4: chunks[0].content, `a`: in 3 of 3\n"
        "     33.3 %  line 4: chunks[0].content, `b`: in 1 of 3, null in 1\n"
    )


def test_markdown_has_a_row_for_each_mapping(project: Project) -> None:
    project.mapping(MAPPING)
    project.mapping(MAPPING.replace("name: m", "name: n").replace("log}", "other}"), "n.yaml")
    project.fixture(json.dumps(DOCUMENT))
    project.fixture('{"type": "<b>"}', "b.json")
    result = project.run("coverage", ".", "--format", "markdown=out.md")
    assert result == (0, "", "")
    assert (project.root / "out.md").read_text() == (
        "## rtfm-check coverage\n\n"
        "| mapping | fixtures | indexed | characters | not read |\n|---|---|---|---|---|\n"
        "| .rtfm/mappings/m.yaml | 1 | 21.4 % | 42 | 27 |\n"
        "| .rtfm/mappings/n.yaml | 0 | takes no fixture | 0 | 0 |\n"
        "\n### .rtfm/mappings/m.yaml\n"
        "\n| nobody reads | characters |\n|---|---|\n"
        "| note | 17 |\n"
        "| entries.\\*.date | 4 |\n"
        "| entries.\\*.author.name | 3 |\n"
        "| entries.\\*.author.id | 2 |\n"
        "| entries.\\*.text | 1 |\n"
        "\nNo mapping takes:\n\n- .rtfm/fixtures/b.json\n"
    )


@pytest.mark.parametrize(("least", "status"), [("20", 0), ("21.4%", 0), ("21.5", 1), ("100", 1)])
def test_fail_under_is_a_share_of_the_text(project: Project, least: str, status: int) -> None:
    project.mapping(MAPPING)
    project.fixture(json.dumps(DOCUMENT))
    result = project.run("coverage", ".", "--fail-under", least)
    assert result.status == status
    wanted = f"rtfm-check: .rtfm/mappings/m.yaml: 21.4 % is under {float(least.strip('%')):g} %\n"
    assert result.err == (wanted if status else "")


def test_a_mapping_that_takes_nothing_is_under_any_bar(project: Project) -> None:
    project.mapping(MAPPING)
    result = project.run("coverage", ".", "--fail-under", "0")
    assert result.status == 1
    assert "takes no fixture" in result.out
    project.fixture('{"type": "log", "entries": [{"text": 1}]}')
    assert project.run("coverage", ".", "--fail-under", "0").status == 0


@pytest.mark.parametrize("least", ["-1", "101", "nan", "many"])
def test_a_bar_that_is_no_percentage_is_wrong_usage(project: Project, least: str) -> None:
    result = project.run("coverage", "--fail-under", least)
    assert result.status == 2
    assert "is not a number from 0 to 100" in result.err


def test_without_mappings_nothing_is_covered(project: Project) -> None:
    assert project.run("coverage") == (0, "0 mappings found\n", "")
    assert project.run("coverage", "absent").status == 4


@pytest.mark.parametrize(
    ("content", "document", "wanted"),
    [
        ("{{ a }}", {"a": {"b": "12", "c": ["345"]}, "d": "6"}, (5, 1, 1)),
        ("{{ a.01 }}", {"a": ["1", "22", "333"]}, (2, 1, 4)),
        ("{{ a }}", {"a": "1", "b": "1", "c": ["1", "1"]}, (1, 1, 3)),
        ("{{ a }}", {"a": "word", "b": {"a": "word"}}, (4, 1, 4)),
        ("{{ absent }}", {"a": "word"}, (0, 1, 4)),
        ("{{ a.b }}", {"a": "word"}, (0, 1, 4)),
        ("{{ a }} {{ type }}", {"a": "word"}, (5, 0, 0)),
    ],
    ids=[
        "an object is read with all that is in it",
        "an index as Python reads it",
        "the same text in two fields is two texts",
        "a field of the same name elsewhere is another one",
        "a path that leads nowhere reads nothing",
        "a path into a text reads nothing",
        "what is compared and indexed is indexed",
    ],
)
def test_what_a_content_reads(
    project: Project, content: str, document: dict[str, Any], wanted: tuple[int, int, int]
) -> None:
    project.mapping(
        f'name: m\nmatch: {{discriminator: {{type: x}}}}\nchunks: [{{content: "{content}"}}]\n'
    )
    project.fixture(json.dumps({"type": "x", **document}))
    assert counts(measured(project)) == wanted


def test_items_that_are_no_objects_are_read_as_value(project: Project) -> None:
    project.mapping(
        "name: m\nmatch: {discriminator: {type: x}}\n"
        'chunks: [{foreach: a, content: "{{ value }}"}]\n'
        'edges: [{relation: link, foreach: b, target: "{{ value.0 }}"}]\n'
    )
    document = {"type": "x", "a": ["12", "", ["3"], {"value": "45"}], "b": [["67", "8"], "9"]}
    project.fixture(json.dumps(document))
    mapping = measured(project)
    assert counts(mapping) == (5, 3, 2)
    assert mapping["unread_fields"] == [
        {"path": ["b", "*"], "characters": 1},
        {"path": ["b", "*", "*"], "characters": 1},
    ]


def test_a_document_that_rtfm_fails_on_is_not_indexed(project: Project) -> None:
    project.mapping(
        "name: m\nmatch: {discriminator: {type: x}}\n"
        'chunks: [{content: "{{ t }}", metadata: {at: 2026-05-04}}]\n'
    )
    project.fixture('{"type": "x", "t": "text"}')
    assert counts(measured(project))[0] == 0


def test_a_schema_url_is_read_by_match(project: Project) -> None:
    project.mapping("name: m\nmatch: {schema_url: 'http://a/b'}\nchunks: [{content: '{{ t }}'}]\n")
    project.fixture('{"$schema": "http://a/b", "t": "text"}')
    assert counts(measured(project)) == (4, 10, 0)


def test_only_the_named_mapping_is_told(project: Project) -> None:
    project.mapping(MAPPING)
    project.mapping(MAPPING.replace("name: m", "name: n").replace("log}", "other}"), "n.yaml")
    project.fixture(json.dumps(DOCUMENT))
    assert measured(project, ".rtfm/mappings/m.yaml")["path"] == ".rtfm/mappings/m.yaml"
    assert measured(project, ".rtfm/mappings/n.yaml")["fixtures"] == 0


def test_keys_that_are_data_are_one_field(project: Project) -> None:
    project.mapping(MAPPING)
    routes = {f"/route/{number}": {"summary": "ab"} for number in range(100)}
    project.fixture(json.dumps({"type": "log", "routes": routes}))
    assert measured(project)["unread_fields"] == [
        {"path": ["routes", "*", "summary"], "characters": 200}
    ]


def test_hostile_fixtures_cost_little_and_are_named(project: Project) -> None:
    project.mapping(MAPPING)
    project.fixture(json.dumps({"type": "log", "\x1b[31m" + "k" * 5000: "text"}), "a.json")
    deep = '{"type": "log", "a": ' + "[" * 150 + '"x"' + "]" * 150 + "}"
    project.fixture(deep, "b.json")
    many = [{f"a{number}": {f"b{inner}": "x" for inner in range(30)}} for number in range(1000)]
    project.fixture(json.dumps({"type": "log", "many": many}), "c.json")
    project.fixture("{", "broken.json")
    project.fixture("[1]", "list.json")
    result = project.run("coverage", "--color", "never")
    assert result.status == 0
    assert "    5,004" not in result.out
    assert f"  \\x1b[31m{'k' * 35}…\n" in project.run("coverage", "-v").out
    assert result.out.endswith(
        "not tried: .rtfm/fixtures/broken.json\nnot tried: .rtfm/fixtures/list.json\n"
    )
    mapping = measured(project)
    assert mapping["unread"] == 4 + 1 + 30_000
    assert sum(each["characters"] for each in mapping["unread_fields"]) <= mapping["unread"]


@pytest.mark.parametrize("example", ["notebooklm", "linear", "test-reports"])
def test_the_examples_index_most_of_their_text(project: Project, example: str) -> None:
    result = project.run("coverage", str(EXAMPLES / example), "--fail-under", "60")
    assert (result.status, result.err) == (0, "")


def test_several_formats_in_one_run(project: Project) -> None:
    project.mapping('name: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: "{{ t }}"}]\n')
    project.fixture('{"type": "x", "t": "words"}')
    result = project.run("coverage", "--format", "json=out.json", "--format", "markdown")
    assert (result.status, result.out.splitlines()[0]) == (0, "## rtfm-check coverage")
    SCHEMA.validate(json.loads((project.root / "out.json").read_text("utf-8")))
