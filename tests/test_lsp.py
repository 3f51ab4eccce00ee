"""The language server, spoken with as an editor does: over pipes, in whole sessions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project
from tests.language_client import Client, edited

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

MODELINE = "# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json\n"
LOG = {
    "type": "log",
    "title": "East pump",
    "tags": ["a", "b"],
    "entries": [
        {"date": "2026-03-01", "text": "Seal replaced.", "author": {"name": "Ann"}},
        {"date": "2026-03-02", "text": "Hose checked.", "author": {"name": "Bob"}, "hours": 2},
    ],
}
SOUND = (
    f"{MODELINE}name: log\nmatch:\n  discriminator:\n    type: log\nchunks:\n"
    '  - foreach: entries\n    title: "{{ date }}"\n    content: "{{ text }}"\n'
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for the tests of this module: it serves any number of projects."""
    item = {"snippetSupport": True}
    client = Client(
        tmp_path_factory.mktemp("cwd"),
        capabilities={"textDocument": {"completion": {"completionItem": item}}},
    )
    yield client
    assert client.end() == 0


def log_project(project: Project, mapping: str = SOUND) -> Path:
    """A project with a fixture and a mapping of it; the path of the mapping."""
    project.fixture(json.dumps(LOG))
    return project.mapping(mapping)


def split(text: str) -> tuple[str, int, int]:
    """A text without the `|` that marks the cursor, and the line and column of that."""
    before, _, after = text.partition("|")
    return before + after, before.count("\n"), len(before) - before.rfind("\n") - 1


def completed(client: Client, path: Path, marked: str) -> list[tuple[str, str]]:
    """The labels offered at the cursor, and the line with each one taken."""
    text, line, column = split(marked)
    client.change(path, text)
    found = client.at("textDocument/completion", path, line, column)
    return [
        (each["label"], edited(text, [each["textEdit"]]).split("\n")[line])
        for each in sorted(found, key=lambda each: each["sortText"])
    ]


def test_a_session_from_start_to_end(project: Project) -> None:
    path = log_project(project)
    broken = SOUND.replace("text }}", "txet }}").replace("title:", "titel:")
    client = Client(project.root, "--stdio")
    assert client.server["serverInfo"]["name"] == "rtfm-check"
    assert client.server["capabilities"]["positionEncoding"] == "utf-16"

    client.open(path)
    assert client.diagnostics(path) == []

    client.change(path, broken)
    told = client.diagnostics(path)
    path.write_text(broken)
    expected = project.run("--format", "json").findings
    assert [(each["code"], each["range"]["start"], each["range"]["end"]) for each in told] == [
        (
            each["rule"],
            {"line": each["line"] - 1, "character": each["column"] - 1},
            {"line": each["end_line"] - 1, "character": each["end_column"] - 1},
        )
        for each in expected
    ]
    assert [each["code"] for each in told] == ["unknown-key", "path-never-resolves"]
    assert told[1]["message"].split("\n")[:2] == [
        "`txet` resolves in 0 of 2 items",
        "did you mean `text`?",
    ]
    assert {each["severity"] for each in told} == {1}

    line = next(n for n, each in enumerate(broken.splitlines()) if "txet" in each)
    hover = client.at("textDocument/hover", path, line, broken.splitlines()[line].index("txet"))
    assert hover["contents"]["value"].startswith("**path-never-resolves** (RTM302, error): `txet`")

    column = broken.splitlines()[line].index("txet")
    offered = client.at("textDocument/completion", path, line, column)
    assert [each["label"] for each in offered] == [
        *("date", "text", "author.name", "hours", "author"),
    ]

    rename = client.actions(path, line - 1, line - 1)[0]
    assert (rename["title"], rename["kind"]) == ("Rename to `title`", "quickfix")
    mended = edited(broken, rename["edit"]["changes"][path.as_uri()])
    project.run("--fix")
    assert mended == path.read_text()

    client.change(path, SOUND)
    assert client.diagnostics(path) == []
    client.close(path)
    assert client.end() == 0


def test_an_end_without_shutdown_is_told_by_the_status(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.notify("exit", None)
    assert client.ended() == 1


def test_the_extra_is_named_where_it_is_missing(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['pygls'] = None\n"
        "from rtfm_check.cli import main; raise SystemExit(main(['lsp']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "rtfm-check: the language server needs pygls: pip install 'rtfm-check[lsp]'\n"
    )


@pytest.mark.parametrize(
    ("encoding", "column"), [("utf-16", 2), ("utf-8", 4), ("utf-32", 1), (None, 2)]
)
def test_columns_are_counted_as_agreed(encoding: str | None, column: int, project: Project) -> None:
    general = {"positionEncodings": [encoding]} if encoding else {}
    text = SOUND.replace("{{ text }}", "😀{{ txet }}")
    path = log_project(project, text)
    client = Client(project.root, capabilities={"general": general})
    assert client.server["capabilities"]["positionEncoding"] == (encoding or "utf-16")
    client.open(path)
    (told,) = client.diagnostics(path)
    start = len('    content: "') + column + len("{{ ")
    assert told["range"]["start"] == {"line": 8, "character": start}
    assert told["range"]["end"] == {"line": 8, "character": start + 4}
    offered = client.at("textDocument/completion", path, 8, start + 2)
    assert offered[0]["textEdit"]["range"] == told["range"]
    assert client.end() == 0


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
    marked: str, labels: list[str], line: str, project: Project, shared: Client
) -> None:
    path = log_project(project)
    shared.open(path)
    assert shared.diagnostics(path) == []
    found = completed(shared, path, marked)
    assert [label for label, _ in found] == labels
    assert found[:1] == ([(labels[0], line)] if labels else [])
    shared.close(path)


def test_completion_in_json(project: Project, shared: Client) -> None:
    project.fixture(json.dumps(LOG))
    path = project.mapping("{}\n", "m.json")
    shared.open(path)
    shared.diagnostics(path)
    assert completed(shared, path, '{"name": "log", |}\n') == [
        ("match", '{"name": "log", "match": {$0}}'),
        ("chunks", '{"name": "log", "chunks": [$0]}'),
        ("edges", '{"name": "log", "edges": [$0]}'),
        ("$schema", '{"name": "log", "\\$schema": "$0"}'),
    ]
    assert completed(shared, path, '{"edges": [{"target_kind": "|"}]}\n')[1] == (
        "slug",
        '{"edges": [{"target_kind": "slug"}]}',
    )
    assert completed(shared, path, '{"chunks": [{"ti|": "x"}]}\n')[1] == (
        "title",
        '{"chunks": [{"title": "x"}]}',
    )
    offered = completed(shared, path, '{"chunks": [{"foreach": "tags", "title": "{{ |"}]}\n')
    assert offered == [("value", '{"chunks": [{"foreach": "tags", "title": "{{ value }}"}]}')]
    shared.close(path)


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
    project: Project, shared: Client
) -> None:
    path = log_project(project, SOUND.replace("content:", "legacy: 1\n    content:"))
    shared.open(path)
    assert [each["code"] for each in shared.diagnostics(path)] == ["unknown-key"]
    comment = "legacy: 1  # rtfm-check: ignore[|]"
    first, *others = completed(shared, path, path.read_text().replace("legacy: 1", comment))
    assert first == ("unknown-key", "    legacy: 1  # rtfm-check: ignore[unknown-key]")
    assert ("yaml-syntax", "    legacy: 1  # rtfm-check: ignore[yaml-syntax]") in others
    shared.close(path)


HOVERS = [
    (
        'title: "{{ da|te }}"',
        "`date`: string in 2 of 2 items\n\n"
        '- `"2026-03-01"` (`.rtfm/fixtures/doc.json`)\n'
        '- `"2026-03-02"` (`.rtfm/fixtures/doc.json`)',
    ),
    (
        'hours: "{{ hours| }}"',
        "`hours`: number in 1 of 2 items\n\n- `2` (`.rtfm/fixtures/doc.json`)",
    ),
    (
        "foreach: ent|ries",
        "`entries`: a list in 1 of 1 documents, 2 items\n\n"
        '- `date`: `string, 2 of 2: "2026-03-01"`\n'
        '- `text`: `string, 2 of 2: "Seal replaced."`\n'
        '- `author.name`: `string, 2 of 2: "Ann"`\n'
        "- `hours`: `number, 1 of 2: 2`\n"
        "- `author`: `object, 2 of 2: {name}`",
    ),
    ("type: lo|g", '`type` in the fixtures: `"log"`'),
    (
        "mat|ch:",
        "Which documents the mapping takes: those that either of the two rules accepts.\n\n"
        "Takes 1 of the fixtures: `.rtfm/fixtures/doc.json`",
    ),
    ("fore|ach:", "Dotted path of a list: one chunk for each item, which the templates then see"),
    ("# rtfm-check: ignore[unknown-k|ey] old", "**unknown-key** (RTM103)\n\n"),
    ("name: lo|g", ""),
]


@pytest.mark.parametrize(("marked", "shown"), HOVERS)
def test_what_is_shown_under_the_mouse(
    marked: str, shown: str, project: Project, shared: Client
) -> None:
    text = (
        f'{SOUND}    metadata: {{hours: "{{{{ hours }}}}"}}\n'
        "    legacy: 1  # rtfm-check: ignore[unknown-key] old\n"
    )
    path = log_project(project, text)
    shared.open(path)
    shared.diagnostics(path)
    before, _, after = marked.partition("|")
    at = text.index(before + after) + len(before)
    line, column = text[:at].count("\n"), at - text.rfind("\n", 0, at) - 1
    found = shared.at("textDocument/hover", path, line, column)
    if shown:
        assert found["contents"]["kind"] == "markdown"
        assert found["contents"]["value"].startswith(shown)
    else:
        assert found is None
    shared.close(path)


def test_a_finding_under_the_mouse_comes_with_the_documentation_of_its_rule(
    project: Project, shared: Client
) -> None:
    path = log_project(project, SOUND.replace("title:", "titel:"))
    shared.open(path)
    (told,) = shared.diagnostics(path)
    start = told["range"]["start"]
    value = shared.at("textDocument/hover", path, start["line"], start["character"])["contents"]
    assert value["value"].startswith("**unknown-key** (RTM103, error): `titel` is not a chunk key")
    assert project.run("explain", "unknown-key").out.split("\n")[2] in value["value"]
    shared.close(path)


def titles(found: list[dict[str, Any]]) -> list[str]:
    return [each["title"] for each in found]


def test_a_finding_can_be_suppressed_here_or_in_the_file(project: Project, shared: Client) -> None:
    text = SOUND.replace("title:", "legacy: 1\n    title:")
    path = log_project(project, text)
    shared.open(path)
    assert [each["code"] for each in shared.diagnostics(path)] == ["unknown-key"]
    found = shared.actions(path, 7, 7)
    assert titles(found) == [
        "Suppress unknown-key here",
        "Suppress unknown-key in this file",
    ]
    for action, comment in zip(
        found, ("    # rtfm-check: ignore[", "# rtfm-check: ignore-file["), strict=True
    ):
        changed = edited(text, action["edit"]["changes"][path.as_uri()])
        assert f"{comment}unknown-key]\n" in changed
        assert action["diagnostics"][0]["code"] == "unknown-key"
        shared.change(path, changed)
        assert shared.diagnostics(path) == []
    shared.close(path)


def test_no_comment_is_put_where_it_would_be_text(project: Project, shared: Client) -> None:
    text = SOUND.replace('title: "{{ date }}"', "title: >-\n      {{ date }}\n      {{ tixe }}")
    path = log_project(project, text)
    shared.open(path)
    assert [each["code"] for each in shared.diagnostics(path)] == ["path-never-resolves"]
    found = shared.actions(path, 0, 20)
    assert titles(found) == ["Suppress path-never-resolves in this file"]
    shared.close(path)


def test_all_that_fix_mends_is_one_action(project: Project, shared: Client) -> None:
    text = SOUND.removeprefix(MODELINE).replace("title:", "titel:").replace("content", "contnet")
    path = log_project(project, text)
    shared.open(path)
    assert len(shared.diagnostics(path)) == 3
    (action,) = shared.actions(path, 0, 0, only=["source.fixAll"])
    assert action["kind"] == "source.fixAll.rtfm-check"
    mended = edited(text, action["edit"]["changes"][path.as_uri()])
    project.run("--fix")
    assert mended == path.read_text()
    assert mended.startswith(MODELINE)
    shared.close(path)


def test_the_edits_are_versioned_where_the_editor_knows_versions(project: Project) -> None:
    edit = {"workspaceEdit": {"documentChanges": True}}
    path = log_project(project, SOUND.replace("title:", "titel:"))
    client = Client(project.root, capabilities={"workspace": edit})
    client.open(path)
    client.diagnostics(path)
    change = client.actions(path, 7, 7)[0]["edit"]["documentChanges"][0]
    assert change["textDocument"] == {"uri": path.as_uri(), "version": 1}
    assert [each["newText"] for each in change["edits"]] == ["title"]
    assert client.end() == 0


def test_the_whole_folder_and_its_fixtures_count_as_they_are_in_the_editor(
    project: Project, shared: Client
) -> None:
    path = log_project(project)
    other = project.mapping(SOUND, "z.yaml")
    fixture = project.root / ".rtfm/fixtures/doc.json"
    shared.open(path)
    assert [each["code"] for each in shared.diagnostics(other)] == ["duplicate-mapping-name"]
    shared.open(fixture)
    shared.change(fixture, "{")
    (told,) = shared.diagnostics(fixture)
    assert told["code"] == "fixture-invalid-json"
    shared.close(fixture)
    assert shared.diagnostics(fixture) == []
    shared.close(path)
    assert shared.diagnostics(other) == []


def test_related_places_lead_to_other_files(project: Project) -> None:
    path = log_project(project)
    other = project.mapping(SOUND, "z.yaml")
    client = Client(project.root)
    client.open(path)
    (told,) = client.diagnostics(other)
    (related,) = told["relatedInformation"]
    assert related["location"]["uri"] == path.as_uri()
    assert related["location"]["range"]["start"]["line"] == 1
    assert client.end() == 0


def test_settings_count_and_wrong_ones_are_told(project: Project) -> None:
    text = SOUND.replace("title:", "titel:").replace("{{ text", "{{ txet")
    path = log_project(project, text)
    settings = project.write("pyproject.toml", "[tool.rtfm-check]\nignore = ['unknown-key']\n")
    watched = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    client = Client(project.root, capabilities={"workspace": watched})
    client.open(path)
    assert [each["code"] for each in client.diagnostics(path)] == ["path-never-resolves"]
    settings.write_text("[tool.rtfm-check]\nignroe = ['unknown-key']\n")
    assert client.asked == ["client/registerCapability"]
    changes = {"changes": [{"uri": settings.as_uri(), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", changes)
    assert len(client.diagnostics(path)) == 2
    assert client.shown == ["pyproject.toml: there is no setting `ignroe`; did you mean `ignore`?"]
    assert client.end() == 0


def test_other_files_are_left_alone(project: Project, shared: Client) -> None:
    path = log_project(project)
    other = project.write("docker-compose.yaml", "services: {}\n")
    shared.open(other)
    assert shared.at("textDocument/hover", other, 0, 3) is None
    assert shared.at("textDocument/completion", other, 0, 3) == []
    assert shared.actions(other, 0, 0) == []
    shared.open(path)
    assert shared.diagnostics(path) == []
    shared.close(path)
    shared.close(other)


PROFILE = "files: [data/*.jsonl]\njson_text_fields: [title]\nsource_identifier: id\n"
RECORDS = '{"id": 1, "title": "a", "author": {"name": "Ann"}, "tags": ["x"]}\n' * 2


def test_field_profiles(project: Project, shared: Client) -> None:
    project.write("data/a.jsonl", RECORDS.replace("1", "2", 1))
    path = project.write(".rtfm/fields/p.yaml", PROFILE)
    shared.open(path)
    assert shared.diagnostics(path) == []
    shared.change(path, PROFILE.replace("[title]", "[titel]"))
    told = shared.diagnostics(path)
    assert "field-path-not-found" in [each["code"] for each in told]
    offered = completed(shared, path, PROFILE.replace("[title]", "[title, |]"))
    assert [label for label, _ in offered] == [
        *("title", "tags.*", "author.name", "id", "author", "tags"),
    ]
    assert offered[1][1] == 'json_text_fields: [title, "tags.*"]'
    assert [label for label, _ in completed(shared, path, PROFILE + "json|")] == [
        "json_metadata_fields",
        "config",
    ]
    hover = shared.at("textDocument/hover", path, 2, 19)
    assert hover is None  # the text of now ends elsewhere
    shared.change(path, PROFILE)
    hover = shared.at("textDocument/hover", path, 2, 19)
    assert hover["contents"]["value"] == "`id`: `number, 2 of 2: 2`"
    shared.close(path)


def test_profiles_in_dot_notation(project: Project, shared: Client) -> None:
    project.write("data/a.jsonl", RECORDS)
    text = "files = data/*.jsonl\nsource_identifier = id\njson_text_fields.titel\n"
    path = project.write(".rtfm/fields/p.conf", text)
    shared.open(path)
    codes = [each["code"] for each in shared.diagnostics(path)]
    assert "field-path-not-found" in codes
    suppress = next(each for each in shared.actions(path, 2, 2) if each["title"].endswith("here"))
    changed = edited(text, suppress["edit"]["changes"][path.as_uri()])
    assert "id\n# rtfm-check: ignore[field-path-not-found]\njson_text" in changed
    offered = completed(shared, path, "files = data/*.jsonl\njson_text_fields.au|\n")
    assert ("author.name", "json_text_fields.author.name") in offered
    assert completed(shared, path, "json|")[0] == ("json_text_fields", "json_text_fields.")
    shared.close(path)


HOSTILE = {
    "nothing": "",
    "NUL": "name: \0\0\n",
    "half a character": "name: \ud800\n",
    "open brackets": "[" * 100_000,
    "deep": "".join(" " * n + "a:\n" for n in range(300)),
    "quotes": "\"'" * 50_000,
    "long": "a: " + "x" * 400_000 + "\n",
    "lines": "chunks:\n" + "  - content: '{{ a'\n" * 5_000,
    "aliases": "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9) if n else 1}]\n" for n in range(12)
    ),
    "cycle": "a: &a [*a]\n",
    "separators": "name: \x85\u2028\x0b\x0c\r\n",
    "tag": "name: !!python/object/apply:os.system [id]\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_document_ends_the_server(name: str, project: Project, shared: Client) -> None:
    path = log_project(project)
    shared.open(path)
    assert shared.diagnostics(path) == []
    text = HOSTILE[name]
    shared.change(path, text)
    shared.diagnostics(path)
    lines = text.split("\n")
    for line, column in ((0, 0), (len(lines) - 1, len(lines[-1])), (10**6, 10**6)):
        shared.at("textDocument/completion", path, line, column)
        shared.at("textDocument/hover", path, line, column)
        shared.actions(path, line, line)
    shared.change(path, SOUND)
    assert shared.diagnostics(path) == []
    shared.close(path)


def test_what_is_no_message_ends_no_session(project: Project) -> None:
    path = log_project(project)
    client = Client(project.root)
    for body in (b"{", b"[]", b"null", b'{"jsonrpc": "2.0"}', b"\xff\xfe", b"[" * 100_000):
        client.send_bytes(body)
    assert client.ask("textDocument/unknown", {})["error"]["code"] == -32601
    client.send({"id": 99, "method": "textDocument/hover", "params": {"textDocument": 1}})
    missing = {"textDocument": {"uri": "untitled:x"}, "position": {"line": 0, "character": 0}}
    assert client.request("textDocument/hover", missing) is None
    client.open(path)
    assert client.diagnostics(path) == []
    assert client.end() == 0


def test_a_byte_order_mark_that_the_editor_hides_is_told(project: Project, shared: Client) -> None:
    project.fixture(json.dumps(LOG))
    text = json.dumps({"name": "log", "match": {"discriminator": {"type": "log"}}, "chunks": []})
    path = project.mapping("\ufeff" + text, "m.json")
    shared.open(path, text)
    assert [each["code"] for each in shared.diagnostics(path)] == ["byte-order-mark"]
    shared.close(path)


def test_a_mapping_that_was_never_saved(project: Project, shared: Client) -> None:
    project.fixture(json.dumps(LOG))
    path = project.root / ".rtfm/mappings/new.yaml"
    shared.open(path, SOUND.replace("{{ text", "{{ txet"))
    assert [each["code"] for each in shared.diagnostics(path)] == ["path-never-resolves"]
    shared.close(path)


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


def test_paths_from_a_schema_where_there_is_no_document(project: Project, shared: Client) -> None:
    project.write("pyproject.toml", "[tool.rtfm-check]\nschemas = 'schemas'\n")
    project.write("schemas/pump.json", json.dumps(SCHEMA))
    head = f"{MODELINE}name: pump\nmatch:\n  schema_url: https://example.org/pump.json\nchunks:\n"
    path = project.mapping(head + '  - foreach: readings\n    content: "{{ note }}"\n')
    shared.open(path)
    shared.diagnostics(path)
    assert completed(shared, path, head + "  - foreach: |") == [
        ("readings", "  - foreach: readings")
    ]
    marked = head + '  - foreach: readings\n    content: "{{ |'
    assert completed(shared, path, marked) == [
        ("note", '    content: "{{ note }}'),
        ("bar", '    content: "{{ bar }}'),
    ]
    marked = "match:\n  schema_url: |\n"
    assert completed(shared, path, marked)[0][0] == "https://example.org/pump.json"
    text = head + '  - foreach: readings\n    content: "{{ note }} {{ bra }}"\n'
    shared.change(path, text)
    assert [each["code"] for each in shared.diagnostics(path)] == ["path-not-described"]
    hover = shared.at("textDocument/hover", path, 6, text.split("\n")[6].index("note"))
    assert hover["contents"]["value"].endswith("By the schema: string, always there.")
    hover = shared.at("textDocument/hover", path, 6, text.split("\n")[6].index("bra"))
    assert hover["contents"]["value"].endswith("The schema does not describe `bra`.")
    shared.close(path)


LARGE = f"{MODELINE}name: large\nmatch:\n  discriminator:\n    type: large\nchunks:\n" + "".join(
    f'  - foreach: lists.l{n}\n    title: "{{{{ title }}}} {n}"\n'
    '    content: "{{ body.text }}"\n    metadata:\n      by: "{{ author.name }}"\n'
    '      number: "{{ number }}"\n'
    for n in range(82)
)


def cpu(process: int) -> float:
    """Seconds of the processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_the_time_that_a_large_mapping_takes_grows_with_its_size_and_is_that_of_checks(
    project: Project,
) -> None:
    lists = {
        f"l{list}": [
            {
                "title": f"t{list}{item}",
                "body": {"text": f"words {item} of list {list}"},
                "author": {"name": "Ann"},
                "number": "1",
            }
            for item in range(5)
        ]
        for list in range(82)
    }
    document = {"type": "large", "lists": lists}
    project.fixture(json.dumps(document))
    path = project.mapping(LARGE)
    assert LARGE.count("\n") == 498

    def check() -> float:
        before = os.times()
        command = [sys.executable, "-m", "rtfm_check", "--no-cache"]
        subprocess.run(command, check=False, capture_output=True)
        after = os.times()
        return sum(after[2:4]) - sum(before[2:4])

    ratios = []
    for _ in range(5):
        client = Client(project.root)
        start = cpu(client.process.pid)
        client.open(path)
        client.diagnostics(path)
        client.change(path, LARGE.replace("{{ body.text", "{{ body.txet", 1))
        assert len(client.diagnostics(path)) == 1
        ratios.append((cpu(client.process.pid) - start) / check())
        assert client.end() == 0
    assert sorted(ratios)[2] <= 3, ratios


def test_json_mappings_have_fixes_too(project: Project, shared: Client) -> None:
    project.fixture(json.dumps(LOG))
    text = json.dumps(
        {
            "$schema": "https://schemas.roomi-fields.com/rtfm-mapping-v1.json",
            "name": "log",
            "match": {"discriminator": {"type": "log"}},
            "chunks": [{"titel": "{{ title }}", "content": "{{ titel }}"}],
        },
        indent=2,
    )
    path = project.mapping(text, "m.json")
    shared.open(path)
    told = shared.diagnostics(path)
    assert [each["code"] for each in told] == ["unknown-key", "path-never-resolves"]
    line = told[0]["range"]["start"]["line"]
    found = shared.actions(path, line, line + 1)
    assert titles(found) == [  # JSON has no comments
        "Rename to `title`",
        "Change to `title`",
        "Mend all that is safe",
    ]
    assert [each.get("isPreferred") for each in found] == [True, None, None]
    mended = edited(text, [each["edit"]["changes"][path.as_uri()][0] for each in found[:2]])
    assert json.loads(mended)["chunks"][0] == {"title": "{{ title }}", "content": "{{ title }}"}
    hover = shared.at("textDocument/hover", path, line, 16)
    assert "`title`: string in 1 of 1 documents" in hover["contents"]["value"]
    shared.close(path)


def test_lines_may_end_as_they_do_elsewhere(project: Project, shared: Client) -> None:
    text = SOUND.replace("title:", "titel:").replace("\n", "\r\n")
    path = log_project(project, text)
    shared.open(path)
    assert [each["code"] for each in shared.diagnostics(path)] == ["unknown-key"]
    found = shared.actions(path, 7, 7)
    changed = edited(text, found[1]["edit"]["changes"][path.as_uri()])
    assert "    # rtfm-check: ignore[unknown-key]\r\n    titel:" in changed
    offered = shared.at("textDocument/completion", path, 7, 6)
    assert [each["label"] for each in offered] == ["title", "metadata"]
    assert edited(text, [offered[0]["textEdit"]]) == text.replace("titel", "title")
    shared.close(path)


def test_odd_names_of_files(project: Project, shared: Client) -> None:
    project.fixture(json.dumps(LOG))
    path = project.mapping(SOUND.replace("{{ text", "{{ txet"), "a b#c%20é?.yaml")
    shared.open(path)
    assert [each["code"] for each in shared.diagnostics(path)] == ["path-never-resolves"]
    shared.close(path)


def test_many_changes_are_looked_at_once(project: Project, shared: Client) -> None:
    path = log_project(project)
    shared.open(path)
    assert shared.diagnostics(path) == []
    for number in range(50):
        shared.change(path, SOUND.replace("{{ text", f"{{{{ text{number}"))
    (told,) = shared.diagnostics(path)  # of the last version; others may have been told before
    assert told["message"].startswith("`text49` resolves in 0 of 2 items")
    shared.close(path)


def test_a_project_that_is_gone_ends_no_session(project: Project, tmp_path: Path) -> None:
    path = log_project(project)
    client = Client(tmp_path)
    client.open(path)
    assert client.diagnostics(path) == []
    moved = project.root.rename(tmp_path / "moved")
    client.change(path, "name: [")
    client.at("textDocument/hover", path, 0, 1)
    again = moved / path.relative_to(project.root)
    client.open(again)
    assert client.diagnostics(again) == []
    assert client.end() == 0
