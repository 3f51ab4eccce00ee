"""The language server: odd texts, names and messages, large mappings, and folders that go away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Project
from tests.language_client import Client, edited
from tests.language_sessions import LOG, MODELINE, SOUND, log_project

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")


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
def test_no_document_ends_the_server(name: str, project: Project, server: Client) -> None:
    path = log_project(project)
    server.open(path)
    assert server.diagnostics(path) == []
    text = HOSTILE[name]
    server.change(path, text)
    server.diagnostics(path)
    lines = text.split("\n")
    for line, column in ((0, 0), (len(lines) - 1, len(lines[-1])), (10**6, 10**6)):
        server.at("textDocument/completion", path, line, column)
        server.at("textDocument/hover", path, line, column)
        server.actions(path, line, line)
    server.change(path, SOUND)
    assert server.diagnostics(path) == []
    server.close(path)


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


def test_a_byte_order_mark_that_the_editor_hides_is_told(project: Project, server: Client) -> None:
    project.fixture(json.dumps(LOG))
    text = json.dumps({"name": "log", "match": {"discriminator": {"type": "log"}}, "chunks": []})
    path = project.mapping("\ufeff" + text, "m.json")
    server.open(path, text)
    assert [each["code"] for each in server.diagnostics(path)] == ["byte-order-mark"]
    server.close(path)


def test_a_mapping_that_was_never_saved(project: Project, server: Client) -> None:
    project.fixture(json.dumps(LOG))
    path = project.root / ".rtfm/mappings/new.yaml"
    server.open(path, SOUND.replace("{{ text", "{{ txet"))
    assert [each["code"] for each in server.diagnostics(path)] == ["path-never-resolves"]
    server.close(path)


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


def test_lines_may_end_as_they_do_elsewhere(project: Project, server: Client) -> None:
    text = SOUND.replace("title:", "titel:").replace("\n", "\r\n")
    path = log_project(project, text)
    server.open(path)
    assert [each["code"] for each in server.diagnostics(path)] == ["unknown-key"]
    found = server.actions(path, 7, 7)
    changed = edited(text, found[1]["edit"]["changes"][path.as_uri()])
    assert "    # rtfm-check: ignore[unknown-key]\r\n    titel:" in changed
    offered = server.at("textDocument/completion", path, 7, 6)
    assert [each["label"] for each in offered] == ["title", "metadata"]
    assert edited(text, [offered[0]["textEdit"]]) == text.replace("titel", "title")
    server.close(path)


def test_odd_names_of_files(project: Project, server: Client) -> None:
    project.fixture(json.dumps(LOG))
    path = project.mapping(SOUND.replace("{{ text", "{{ txet"), "a b#c%20é?.yaml")
    server.open(path)
    assert [each["code"] for each in server.diagnostics(path)] == ["path-never-resolves"]
    server.close(path)


def test_many_changes_are_looked_at_once(project: Project, server: Client) -> None:
    path = log_project(project)
    server.open(path)
    assert server.diagnostics(path) == []
    for number in range(50):
        server.change(path, SOUND.replace("{{ text", f"{{{{ text{number}"))
    (told,) = server.diagnostics(path)  # of the last version; others may have been told before
    assert told["message"].startswith("`text49` resolves in 0 of 2 items")
    server.close(path)


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
