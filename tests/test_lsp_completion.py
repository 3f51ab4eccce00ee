"""The language server: what is offered at a cursor in mappings, fixtures and field profiles."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Project
from tests.language_client import Client, edited
from tests.language_sessions import LOG, MODELINE, SOUND, completed, log_project

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")


CHUNK = ["content", "title", "foreach", "metadata"]
TEXTS = ["date", "text", "author.name", "hours", "author"]
HALF_WRITTEN = [  # a text with a cursor, what is offered, and the line with the first of it
    ("na|\n", ["name", "match", "chunks", "edges"], "name: "),
    ("name: m\nm|\nchunks: []\n", ["match", "edges"], "match:"),
    ("match:\n  |\n", ["schema_url", "discriminator"], "  schema_url: "),
    ("match:\n  dis|: {}\n", ["schema_url", "discriminator"], "  schema_url: {}"),
    ("match:\n  discriminator:\n    t|\n", ["type", "title"], "    type: "),
    ("match:\n  discriminator:\n    type: |\n", ["log"], "    type: log"),
    ("chunks:\n  |\n", CHUNK, '  - content: "{{ $0 }}"'),
    ("chunks:\n  - |", CHUNK, '  - content: "{{ $0 }}"'),
    ("chunks:\n- title: a\n  |\n  content: b\n- foreach: c\n", CHUNK[2:], "  foreach: "),
    ("chunks:\n- title: a\n  fo| # why\n", ["content", *CHUNK[2:]], '  content: "{{ $0 }}" # why'),
    ("chunks: [{content: x, ti|}]", CHUNK[1:], 'chunks: [{content: x, title: "{{ $0 }}"}]'),
    ("chunks: [{content: x, |\nedges: []\n", CHUNK[1:], 'chunks: [{content: x, title: "{{ $0 }}"'),
    ("edges:\n  - target_kind: |\n", ["literal", "slug", "url"], "  - target_kind: literal"),
    ("edges:\n  - relation: |\n", ["link", "import", "include"], "  - relation: link"),
    ("chunks:\n  - foreach: |\n", ["tags", "entries"], "  - foreach: tags"),
    ("chunks:\n  - foreach: 'e|'\n", ["tags", "entries"], "  - foreach: 'tags'"),
    ('chunks:\n  - foreach: entries\n    title: "{{ |', TEXTS, '    title: "{{ date }}'),
    ('chunks:\n  - foreach: entries\n    title: "{{|}}"', TEXTS, '    title: "{{ date }}"'),
    (
        'chunks:\n  - foreach: entries\n    title: "|"',
        [f"{{{{ {each} }}}}" for each in TEXTS],
        '    title: "{{ date }}"',
    ),
    (
        'chunks:\n  - title: "{{ va|x }}: x"\n    foreach: tags\n',
        ["value"],
        '  - title: "{{ value }}: x"',
    ),
    (
        "chunks:\n  - content: >\n      one {{ va|\n      two\n    foreach: tags\n",
        ["value"],
        "      one {{ value }}",
    ),
    (
        "chunks:\n  - metadata:\n      by: |\n    foreach: tags\n",
        ['"{{ value }}"'],
        '      by: "{{ value }}"',
    ),
    ("chunks:\n  - metadata:\n      |\n    foreach: tags\n", [], ""),
    ("name: |\n", [], ""),
    ("# na|\n", [], ""),
]


@pytest.mark.parametrize(("marked", "labels", "line"), HALF_WRITTEN)
def test_what_is_offered_in_half_written_yaml(
    marked: str, labels: list[str], line: str, project: Project, server: Client
) -> None:
    path = log_project(project)
    server.open(path)
    assert server.diagnostics(path) == []
    found = completed(server, path, marked)
    assert [label for label, _ in found] == labels
    assert found[:1] == ([(labels[0], line)] if labels else [])
    server.close(path)


def test_completion_in_json(project: Project, server: Client) -> None:
    project.fixture(json.dumps(LOG))
    path = project.mapping("{}\n", "m.json")
    server.open(path)
    server.diagnostics(path)
    assert completed(server, path, '{"name": "log", |}\n') == [
        ("match", '{"name": "log", "match": {$0}}'),
        ("chunks", '{"name": "log", "chunks": [$0]}'),
        ("edges", '{"name": "log", "edges": [$0]}'),
        ("$schema", '{"name": "log", "\\$schema": "$0"}'),
    ]
    assert completed(server, path, '{"edges": [{"target_kind": "|"}]}\n')[1] == (
        "slug",
        '{"edges": [{"target_kind": "slug"}]}',
    )
    assert completed(server, path, '{"chunks": [{"ti|": "x"}]}\n')[1] == (
        "title",
        '{"chunks": [{"title": "x"}]}',
    )
    offered = completed(server, path, '{"chunks": [{"foreach": "tags", "title": "{{ |"}]}\n')
    assert offered == [("value", '{"chunks": [{"foreach": "tags", "title": "{{ value }}"}]}')]
    server.close(path)


def test_the_key_that_a_snippet_completes_has_no_snippet_where_the_editor_knows_none(
    project: Project,
) -> None:
    path = log_project(project)
    client = Client(project.root)
    client.open(path)
    client.diagnostics(path)
    assert completed(client, path, "chunks:\n  - |\n")[0] == ("content", "  - content: ")
    assert client.end() == 0


def test_rules_are_offered_in_a_comment_those_that_found_something_first(
    project: Project, server: Client
) -> None:
    path = log_project(project, SOUND.replace("content:", "legacy: 1\n    content:"))
    server.open(path)
    assert [each["code"] for each in server.diagnostics(path)] == ["unknown-key"]
    comment = "legacy: 1  # rtfm-check: ignore[|]"
    first, *others = completed(server, path, path.read_text().replace("legacy: 1", comment))
    assert first == ("unknown-key", "    legacy: 1  # rtfm-check: ignore[unknown-key]")
    assert ("yaml-syntax", "    legacy: 1  # rtfm-check: ignore[yaml-syntax]") in others
    server.close(path)


PROFILE = "files: [data/*.jsonl]\njson_text_fields: [title]\nsource_identifier: id\n"
RECORDS = '{"id": 1, "title": "a", "author": {"name": "Ann"}, "tags": ["x"]}\n' * 2


def test_field_profiles(project: Project, server: Client) -> None:
    project.write("data/a.jsonl", RECORDS.replace("1", "2", 1))
    path = project.write(".rtfm/fields/p.yaml", PROFILE)
    server.open(path)
    assert server.diagnostics(path) == []
    server.change(path, PROFILE.replace("[title]", "[titel]"))
    told = server.diagnostics(path)
    assert "field-path-not-found" in [each["code"] for each in told]
    offered = completed(server, path, PROFILE.replace("[title]", "[title, |]"))
    assert [label for label, _ in offered] == [
        *("title", "tags.*", "author.name", "id", "author", "tags"),
    ]
    assert offered[1][1] == 'json_text_fields: [title, "tags.*"]'
    assert [label for label, _ in completed(server, path, PROFILE + "json|")] == [
        "json_metadata_fields",
        "config",
    ]
    hover = server.at("textDocument/hover", path, 2, 19)
    assert hover is None  # the text of now ends elsewhere
    server.change(path, PROFILE)
    hover = server.at("textDocument/hover", path, 2, 19)
    assert hover["contents"]["value"] == "`id`: `number, 2 of 2: 2`"
    server.close(path)


def test_profiles_in_dot_notation(project: Project, server: Client) -> None:
    project.write("data/a.jsonl", RECORDS)
    text = "files = data/*.jsonl\nsource_identifier = id\njson_text_fields.titel\n"
    path = project.write(".rtfm/fields/p.conf", text)
    server.open(path)
    codes = [each["code"] for each in server.diagnostics(path)]
    assert "field-path-not-found" in codes
    suppress = next(each for each in server.actions(path, 2, 2) if each["title"].endswith("here"))
    changed = edited(text, suppress["edit"]["changes"][path.as_uri()])
    assert "id\n# rtfm-check: ignore[field-path-not-found]\njson_text" in changed
    offered = completed(server, path, "files = data/*.jsonl\njson_text_fields.au|\n")
    assert ("author.name", "json_text_fields.author.name") in offered
    assert completed(server, path, "json|")[0] == ("json_text_fields", "json_text_fields.")
    server.close(path)


SCHEMA = {
    "$id": "https://example.org/pump.json",
    "type": "object",
    "required": ["type", "readings"],
    "properties": {
        "type": {"const": "pump"},
        "readings": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["note"],
                "properties": {"note": {"type": "string"}, "bar": {"type": "number"}},
            },
        },
    },
}


def test_paths_from_a_schema_where_there_is_no_document(project: Project, server: Client) -> None:
    project.write("pyproject.toml", "[tool.rtfm-check]\nschemas = 'schemas'\n")
    project.write("schemas/pump.json", json.dumps(SCHEMA))
    head = f"{MODELINE}name: pump\nmatch:\n  schema_url: https://example.org/pump.json\nchunks:\n"
    path = project.mapping(head + '  - foreach: readings\n    content: "{{ note }}"\n')
    server.open(path)
    server.diagnostics(path)
    assert completed(server, path, head + "  - foreach: |") == [
        ("readings", "  - foreach: readings")
    ]
    marked = head + '  - foreach: readings\n    content: "{{ |'
    assert completed(server, path, marked) == [
        ("note", '    content: "{{ note }}'),
        ("bar", '    content: "{{ bar }}'),
    ]
    marked = "match:\n  schema_url: |\n"
    assert completed(server, path, marked)[0][0] == "https://example.org/pump.json"
    text = head + '  - foreach: readings\n    content: "{{ note }} {{ bra }}"\n'
    server.change(path, text)
    assert [each["code"] for each in server.diagnostics(path)] == ["path-not-described"]
    hover = server.at("textDocument/hover", path, 6, text.split("\n")[6].index("note"))
    assert hover["contents"]["value"].endswith("By the schema: string, always there.")
    hover = server.at("textDocument/hover", path, 6, text.split("\n")[6].index("bra"))
    assert hover["contents"]["value"].endswith("The schema does not describe `bra`.")
    server.close(path)
