"""The language server, spoken with as an editor does: over pipes, in whole sessions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Project
from tests.language_client import Client, edited
from tests.language_sessions import SOUND, log_project

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")


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


def test_the_whole_folder_and_its_fixtures_count_as_they_are_in_the_editor(
    project: Project, server: Client
) -> None:
    path = log_project(project)
    other = project.mapping(SOUND, "z.yaml")
    fixture = project.root / ".rtfm/fixtures/doc.json"
    server.open(path)
    assert [each["code"] for each in server.diagnostics(other)] == ["duplicate-mapping-name"]
    server.open(fixture)
    server.change(fixture, "{")
    (told,) = server.diagnostics(fixture)
    assert told["code"] == "fixture-invalid-json"
    server.close(fixture)
    assert server.diagnostics(fixture) == []
    server.close(path)
    assert server.diagnostics(other) == []


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


def test_other_files_are_left_alone(project: Project, server: Client) -> None:
    path = log_project(project)
    other = project.write("docker-compose.yaml", "services: {}\n")
    server.open(other)
    assert server.at("textDocument/hover", other, 0, 3) is None
    assert server.at("textDocument/completion", other, 0, 3) == []
    assert server.actions(other, 0, 0) == []
    server.open(path)
    assert server.diagnostics(path) == []
    server.close(path)
    server.close(other)
