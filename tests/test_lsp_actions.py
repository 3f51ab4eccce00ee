"""The language server: what is shown under the mouse, and the fixes that are offered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Project
from tests.language_client import Client, edited
from tests.language_sessions import LOG, MODELINE, SOUND, log_project

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")


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
    marked: str, shown: str, project: Project, server: Client
) -> None:
    text = (
        f'{SOUND}    metadata: {{hours: "{{{{ hours }}}}"}}\n'
        "    legacy: 1  # rtfm-check: ignore[unknown-key] old\n"
    )
    path = log_project(project, text)
    server.open(path)
    server.diagnostics(path)
    before, _, after = marked.partition("|")
    at = text.index(before + after) + len(before)
    line, column = text[:at].count("\n"), at - text.rfind("\n", 0, at) - 1
    found = server.at("textDocument/hover", path, line, column)
    if shown:
        assert found["contents"]["kind"] == "markdown"
        assert found["contents"]["value"].startswith(shown)
    else:
        assert found is None
    server.close(path)


def test_a_finding_under_the_mouse_comes_with_the_documentation_of_its_rule(
    project: Project, server: Client
) -> None:
    path = log_project(project, SOUND.replace("title:", "titel:"))
    server.open(path)
    (told,) = server.diagnostics(path)
    start = told["range"]["start"]
    value = server.at("textDocument/hover", path, start["line"], start["character"])["contents"]
    assert value["value"].startswith("**unknown-key** (RTM103, error): `titel` is not a chunk key")
    assert project.run("explain", "unknown-key").out.split("\n")[2] in value["value"]
    server.close(path)


def titles(found: list[dict[str, Any]]) -> list[str]:
    return [each["title"] for each in found]


def test_a_finding_can_be_suppressed_here_or_in_the_file(project: Project, server: Client) -> None:
    text = SOUND.replace("title:", "legacy: 1\n    title:")
    path = log_project(project, text)
    server.open(path)
    assert [each["code"] for each in server.diagnostics(path)] == ["unknown-key"]
    found = server.actions(path, 7, 7)
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
        server.change(path, changed)
        assert server.diagnostics(path) == []
    server.close(path)


def test_no_comment_is_put_where_it_would_be_text(project: Project, server: Client) -> None:
    text = SOUND.replace('title: "{{ date }}"', "title: >-\n      {{ date }}\n      {{ tixe }}")
    path = log_project(project, text)
    server.open(path)
    assert [each["code"] for each in server.diagnostics(path)] == ["path-never-resolves"]
    found = server.actions(path, 0, 20)
    assert titles(found) == ["Suppress path-never-resolves in this file"]
    server.close(path)


def test_all_that_fix_mends_is_one_action(project: Project, server: Client) -> None:
    text = SOUND.removeprefix(MODELINE).replace("title:", "titel:").replace("content", "contnet")
    path = log_project(project, text)
    server.open(path)
    assert len(server.diagnostics(path)) == 3
    (action,) = server.actions(path, 0, 0, only=["source.fixAll"])
    assert action["kind"] == "source.fixAll.rtfm-check"
    mended = edited(text, action["edit"]["changes"][path.as_uri()])
    project.run("--fix")
    assert mended == path.read_text()
    assert mended.startswith(MODELINE)
    server.close(path)


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


def test_json_mappings_have_fixes_too(project: Project, server: Client) -> None:
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
    server.open(path)
    told = server.diagnostics(path)
    assert [each["code"] for each in told] == ["unknown-key", "path-never-resolves"]
    line = told[0]["range"]["start"]["line"]
    found = server.actions(path, line, line + 1)
    assert titles(found) == [  # JSON has no comments
        "Rename to `title`",
        "Change to `title`",
        "Mend all that is safe",
    ]
    assert [each.get("isPreferred") for each in found] == [True, None, None]
    mended = edited(text, [each["edit"]["changes"][path.as_uri()][0] for each in found[:2]])
    assert json.loads(mended)["chunks"][0] == {"title": "{{ title }}", "content": "{{ title }}"}
    hover = server.at("textDocument/hover", path, line, 16)
    assert "`title`: string in 1 of 1 documents" in hover["contents"]["value"]
    server.close(path)
