"""Sound mappings of many shapes with good fixtures: no error and no warning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Project

ITEMS = {
    "type": "note",
    "title": "Pump log",
    "body": "Pump 4 was primed at noon.",
    "items": [{"text": "one", "by": "Ann"}, {"text": "two", "by": "Bo"}],
    "tags": ["pump", "log"],
    "answer": {"text": "Close the valve first.", "parts": [{"text": "a"}, {"text": "b"}]},
    "rows": [[1, 2], [3, 4]],
    "draft": False,
    "count": 12,
}

YAML = {
    "block style": """\
# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
name: notes

match:
  discriminator:
    type: note

chunks:
  - title: "{{ title }}"
    content: "{{ body }}"
    metadata:
      kind: note
      title: "{{ title }}"
""",
    "flow style": """\
{name: notes, match: {discriminator: {type: note}}, chunks: [{content: "{{ body }}"}]}
""",
    "plain templates that do not begin with braces": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - title: Note {{ title }}
    content: Log - {{ body }}
""",
    "single quotes, and quotes in them": """\
name: 'the pump''s notes'
match: {discriminator: {'type': 'note'}}
chunks: [{title: 'It''s {{ title }}', content: '{{ body }}'}]
""",
    "a literal block": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: |
      # {{ title }}

      {{ body }}
""",
    "a folded block, stripped": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: >-
      {{ title }}:
      {{ body }}
""",
    "comments everywhere": """\
# A mapping.
name: notes  # its name
match:  # what it takes
  # by type
  discriminator:
    type: note  # {{ not a template }}
chunks:
  # the text: of the note
  - content: "{{ body }} # {{ title }}"  # all of it
""",
    "anchors and aliases": """\
name: notes
match: {discriminator: {type: &kind note}}
chunks:
  - content: "{{ body }}"
    metadata: &stored {kind: *kind, title: "{{ title }}"}
  - foreach: items
    content: "{{ text }}"
    metadata: {kind: *kind}
  - title: Answer
    content: "{{ answer.text }}"
    metadata: *stored
""",
    "a merge key that is overridden": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - &first
    title: "{{ title }}"
    content: "{{ body }}"
  - <<: *first
    content: "{{ answer.text }}"
""",
    "a document start and end": """\
---
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{ body }}"}]
...
""",
    "a list that is not indented": """\
name: notes
match:
  discriminator:
    type: note
chunks:
- content: "{{ body }}"
- foreach: items
  content: "{{ text }}"
""",
    "keys in quotes": """\
"name": "notes"
"match": {"discriminator": {"type": "note"}}
"chunks": [{"content": "{{ body }}"}]
""",
    "foreach over objects, scalars and a nested path": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ body }}"
  - foreach: items
    title: "{{ by }}"
    content: "{{ text }}"
  - foreach: tags
    content: "Tagged {{ value }}"
  - foreach: answer.parts
    content: "{{ text }}"
""",
    "foreach over lists": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ body }}"
  - foreach: rows
    content: "{{ value.0 }} and {{ value.1 }}"
""",
    "numbers in paths": """\
name: notes
match: {discriminator: {type: note, tags.0: pump}}
chunks:
  - content: "{{ items.0.text }} {{ items.1.by }} {{ rows.0.1 }} {{ tags.1 }}"
""",
    "numbers and booleans that are meant": """\
name: notes
match: {discriminator: {type: note, count: 12, draft: false}}
chunks: [{content: "{{ body }}"}]
""",
    "constants of all kinds in metadata": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ body }}"
    metadata:
      kind: note
      weight: 1.5
      version: "3.10"
      rank: 3
      public: true
      draft: False
      since: "2026-05-04"
      country: "no"
      parent: null
      labels: [a, b]
      about: {part: pump}
""",
    "an empty metadata and no edges": """\
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{ body }}", metadata: {}, title: ''}]
edges: []
""",
    "edges of all kinds": """\
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{ body }}"}]
edges:
  - {relation: link, target: "https://example.org/{{ title }}", target_kind: url}
  - {relation: link, target: "{{ title }}", target_kind: slug}
  - {relation: include, target: "{{ title }}.md", target_kind: literal}
  - {relation: import, target: "{{ title }}"}
  - {relation: written-by, foreach: items, target: "{{ by }}"}
  - {relation: tagged, foreach: tags, target: "tag/{{ value }}"}
""",
    "text that looks like templates of others": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - title: "{{ title }} (100 %)"
    content: "{{ body }} costs $5 {or more}, a|b, [[x]], <b>, 1 < 2 # 3"
""",
    "JSON around placeholders": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: '{"title": "{{ title }}", "answer": {"text": {{ count }}}}'
""",
    "text in many scripts": """\
name: заметки-насос
match: {discriminator: {type: note}}
chunks:
  - title: "笔记 {{ title }} — naïve 😀"
    content: "{{ body }}"
    metadata: {язык: русский}
""",
    "two templates side by side": """\
name: notes
match: {discriminator: {type: note}}
chunks: [{content: "{{title}}{{body}} {{   count   }}"}]
""",
    "YAML's own tags": """\
name: !!str notes
match: {discriminator: {type: !!str note}}
chunks: [{content: "{{ body }}"}]
""",
    "a quoted value over two lines": """\
name: notes
match: {discriminator: {type: note}}
chunks:
  - content: "{{ title }}
      {{ body }}"
""",
}


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
