"""Sound mappings of many shapes with good fixtures: no error and no warning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Project
from tests.sound import ITEMS, YAML


def _problems(project: Project) -> list[dict[str, Any]]:
    findings = project.run(".", "--format", "json").findings
    return [each for each in findings if each["severity"] != "info"]


@pytest.mark.parametrize("text", YAML.values(), ids=YAML.keys())
def test_a_sound_mapping_is_silent(project: Project, text: str) -> None:
    project.mapping(text)
    project.fixture(json.dumps(ITEMS))
    assert _problems(project) == []


@pytest.mark.parametrize("text", YAML.values(), ids=YAML.keys())
def test_it_is_silent_without_fixtures_too(project: Project, text: str) -> None:
    project.mapping(text)
    assert _problems(project) == []


@pytest.mark.parametrize("text", YAML.values(), ids=YAML.keys())
def test_and_with_windows_line_ends_and_a_byte_order_mark(project: Project, text: str) -> None:
    project.mapping(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    project.fixture(json.dumps(ITEMS, indent=1).replace("\n", "\r\n"))
    assert _problems(project) == []


def test_a_json_mapping(project: Project) -> None:
    mapping = {
        "$schema": "https://schemas.roomi-fields.com/rtfm-mapping-v1.json",
        "name": "notes",
        "match": {"discriminator": {"type": "note"}},
        "chunks": [
            {"title": "{{ title }}", "content": "{{ body }}", "metadata": {"by": "{{ title }}"}},
            {"foreach": "items", "content": "{{ text }}\n{{ by }}"},
        ],
    }
    project.mapping(json.dumps(mapping, indent=2), "m.json")
    project.fixture(json.dumps(ITEMS))
    assert _problems(project) == []


def test_fields_of_schema_documents(project: Project) -> None:
    project.mapping(
        "name: schemas\n"
        "match: {schema_url: 'https://json-schema.org/draft/2020-12/schema'}\n"
        "chunks:\n"
        '  - title: "{{ $schema }} {{ $id }}"\n'
        '    content: "{{ description }} {{ items.$ref }}"\n'
    )
    project.fixture(
        json.dumps(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": "https://example.org/pump.json",
                "description": "A pump.",
                "items": {"$ref": "#/$defs/part"},
            }
        )
    )
    assert _problems(project) == []


def test_documents_matched_by_their_id(project: Project) -> None:
    project.mapping(
        "name: pumps\n"
        "match: {schema_url: 'https://example.org/pump.json'}\n"
        'chunks: [{content: "{{ t }}"}]\n'
    )
    project.fixture('{"$id": "https://example.org/pump.json", "t": "words"}')
    assert _problems(project) == []


def test_both_rules_where_the_fixtures_agree(project: Project) -> None:
    project.mapping(
        "name: notes\n"
        "match: {schema_url: 'https://example.org/a.json', discriminator: {type: note}}\n"
        'chunks: [{content: "{{ t }}"}]\n'
    )
    project.fixture('{"$schema": "https://example.org/a.json", "type": "note", "t": "one"}')
    project.fixture('{"type": "note", "t": "two"}', "other.json")
    assert _problems(project) == []


def test_optional_fields_are_missing_in_some_fixtures(project: Project) -> None:
    project.mapping(
        "name: notes\n"
        "match: {discriminator: {type: note}}\n"
        "chunks:\n"
        '  - title: "{{ title }}"\n'
        '    content: "{{ body }} {{ remark }}"\n'
        '    metadata: {by: "{{ author.name }}", at: "{{ at }}"}\n'
        "  - foreach: comments\n"
        '    content: "{{ text }} {{ reply }}"\n'
    )
    project.fixture('{"type": "note", "title": "A", "body": "one", "remark": null}', "1.json")
    project.fixture(
        '{"type": "note", "body": "two", "remark": "r", "author": {"name": "Ann"}, "at": "noon",'
        ' "comments": [{"text": "c"}, {"text": "d", "reply": "e"}]}',
        "2.json",
    )
    project.fixture('{"type": "note", "title": "C", "body": "three", "comments": []}', "3.json")
    assert _problems(project) == []


def test_a_narrow_mapping_before_a_wide_one(project: Project) -> None:
    project.mapping(
        "name: pump\nmatch: {discriminator: {type: note, about: pump}}\n"
        'chunks: [{content: "Pump: {{ t }}"}]\n',
        "1-pump.yaml",
    )
    project.mapping(
        'name: notes\nmatch: {discriminator: {type: note}}\nchunks: [{content: "{{ t }}"}]\n',
        "2-notes.yaml",
    )
    project.mapping(
        "name: schema\nmatch: {schema_url: 'https://example.org/a.json'}\n"
        'chunks: [{content: "{{ t }}"}]\n',
        "3-schema.json.yml",
    )
    project.fixture('{"type": "note", "about": "pump", "t": "one"}', "1.json")
    project.fixture('{"type": "note", "about": "valve", "t": "two"}', "2.json")
    project.fixture('{"$schema": "https://example.org/a.json", "t": "three"}', "3.json")
    assert _problems(project) == []


def test_odd_values_that_documents_do_have(project: Project) -> None:
    """A fixture shows that what looks like a mistake is meant."""
    project.mapping(
        "name: odd\n"
        "match:\n"
        "  discriminator:\n"
        "    glob: '*.py'\n"
        "    list: [a, b]\n"
        "    version: 3.10\n"
        "    on-off: no\n"
        "    '*': star\n"
        "    my key: x\n"
        "    '@type': Note\n"
        'chunks: [{content: "{{ t }}"}]\n'
    )
    project.fixture(
        '{"glob": "*.py", "list": ["a", "b"], "version": 3.1, "on-off": false, "*": "star",'
        ' "my key": "x", "@type": "Note", "t": "words"}'
    )
    assert _problems(project) == []


def test_values_that_only_look_like_patterns(project: Project) -> None:
    project.mapping(
        "name: values\n"
        "match:\n"
        "  discriminator:\n"
        "    field: C*-algebra\n"
        "    price: in US$\n"
        "    path: /docs/v1.0/\n"
        "    mail: a+b@example.org\n"
        "    file: C:\\docs\n"
        "    name: Note (final?)\n"
        "    range: '[2024-01] report'\n"
        'chunks: [{content: "{{ t }}"}]\n'
    )
    assert _problems(project) == []


def test_a_field_of_the_item_with_a_name_that_could_be_a_prefix(project: Project) -> None:
    project.mapping(
        "name: notes\n"
        "match: {discriminator: {type: note}}\n"
        'chunks: [{foreach: rows, content: "{{ item.text }} {{ this.by }}"}]\n'
    )
    project.fixture('{"type": "note", "rows": [{"item": {"text": "one"}, "this": {"by": "Ann"}}]}')
    assert _problems(project) == []
