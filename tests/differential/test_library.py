"""Our library in the hands of RTFM: searched, expanded, listed, served, and synced afterwards.

Needs RTFM_PYTHON, as the other comparisons do. RTFM's worker runs under a home of the test's own,
and is stopped at the end.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project

pytestmark = pytest.mark.differential
WHOLE = "INSERT INTO chunks_fts (chunks_fts) VALUES ('integrity-check')"


class Rtfm:
    """RTFM's programs, in a project."""

    def __init__(self, root: Path, home: Path) -> None:
        self._python = os.environ.get("RTFM_PYTHON", "")
        if not self._python:
            pytest.fail("RTFM_PYTHON has to name the interpreter of an environment with rtfm-ai")
        home.mkdir()
        self.root = root
        self._environment = {**os.environ, "HOME": str(home), "RTFM_DB": ".rtfm/library.db"}

    def run(self, *arguments: str, statuses: tuple[int, ...] = (0,)) -> str:
        """What a command prints."""
        result = subprocess.run(
            [self._python, "-m", "rtfm.cli", *arguments],
            cwd=self.root,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=90,
        )
        assert result.returncode in statuses, result
        return result.stdout

    def sync(self) -> None:
        """Run a sync to its end; embeddings may fail, whose library need not be there."""
        self.run("sync", "--timeout", "60", statuses=(0, 1))
        failed = "SELECT type, payload, error FROM work_queue WHERE status <> 'done'"
        assert [row for row in self.rows(failed) if row[0] != "embed"] == []

    def serve(self, *calls: tuple[str, dict[str, str]]) -> list[str]:
        """What the MCP server answers to calls of its tools."""
        hello = {
            "protocolVersion": "2024-11-05",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }
        lines = [_request("initialize", hello, 0), _request("notifications/initialized")]
        lines += [
            _request("tools/call", {"name": name, "arguments": arguments}, number)
            for number, (name, arguments) in enumerate(calls, 1)
        ]
        answers = []
        with subprocess.Popen(
            [self._python, "-m", "rtfm.mcp"],
            cwd=self.root,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdin
            assert process.stdout
            process.stdin.write("".join(lines))
            process.stdin.flush()
            for line in process.stdout:
                answer = json.loads(line)
                if answer.get("id"):
                    answers.append(answer["result"]["content"][0]["text"])
                if len(answers) == len(calls):
                    break
            process.stdin.close()
            process.terminate()
        return answers

    def rows(self, statement: str) -> list[Any]:
        """What a statement finds in the library."""
        with closing(sqlite3.connect(self.root / ".rtfm" / "library.db")) as connection:
            return connection.execute(statement).fetchall()


def _request(method: str, parameters: Any = None, number: int | None = None) -> str:
    message = {"jsonrpc": "2.0", "method": method, "params": parameters, "id": number}
    return json.dumps({key: value for key, value in message.items() if value is not None}) + "\n"


@pytest.fixture
def rtfm(project: Project, tmp_path: Path) -> Iterator[Rtfm]:
    """A project of three pages, and RTFM in it."""
    project.write(
        "docs/keys.md",
        "---\ntitle: The keys\nauthor: Ann\n---\n# Keys\n\nRotate the signing key every year.\n\n"
        "## More\n\nAll about [the pumps](pumps.md#east), which nobody has to rotate.\n",
    )
    project.write("docs/pumps.md", "# Pumps\n\nThe east pump is primed first. [Keys](keys.md).\n")
    project.write("docs/short.md", "# Short\n\nBrief.\n")  # RTFM would drop it
    project.write("docs/empty.md", "")
    project.write("code.py", "import sub\n\n\ndef function():\n    return sub.VALUE\n")
    project.write("sub.py", "VALUE = 1\n")
    project.write("a.csv", "name,count\nfoo,1\nbar,2\n")
    made = Rtfm(project.root, tmp_path / "home")
    result = project.run("index", ".", "-o", "../made", "--format", "sqlite")
    assert result.status == 0, result
    source = {"path": str(project.root), "corpus": "default"}
    project.write(".rtfm/config.json", json.dumps({"corpus": "default", "sources": [source]}))
    yield made
    made.run("worker", "stop")


def ours(rtfm: Rtfm) -> bytes:
    """Put our library where RTFM has its own; its bytes."""
    data = (rtfm.root.parent / "made" / "library.db").read_bytes()
    (rtfm.root / ".rtfm" / "library.db").write_bytes(data)
    return data


def shape(rtfm: Rtfm) -> dict[str, Any]:
    """The columns of each table, the columns of each index, and what is virtual or a trigger."""
    made: dict[str, Any] = {}
    for kind, name, text in rtfm.rows("SELECT type, name, sql FROM sqlite_master"):
        if kind == "table" and not text.upper().startswith("CREATE VIRTUAL"):
            columns = rtfm.rows(f"PRAGMA table_xinfo('{name}')")
            keys = rtfm.rows(f"PRAGMA foreign_key_list('{name}')")
            made[name] = (columns, keys)
        elif kind == "index":
            made[name] = rtfm.rows(f"PRAGMA index_xinfo('{name}')")
        else:
            made[name] = "".join(text.split()).split("USING")[0] if kind == "trigger" else kind
    return made


def test_the_tables_are_those_that_rtfm_makes(rtfm: Rtfm) -> None:
    rtfm.run("init", "--no-embeddings", "--no-hook")
    rtfm.sync()
    theirs = shape(rtfm)
    assert {"books", "chunks", "work_queue", "chunks_fts_idx", "chunks_au"} <= set(theirs)
    rtfm.run("worker", "stop")
    for path in (rtfm.root / ".rtfm").glob("library.db*"):
        path.unlink()
    ours(rtfm)
    made = shape(rtfm)
    assert {name for name, what in made.items() if what != theirs.get(name)} <= {
        *("chunks_ai", "chunks_ad", "chunks_au")  # in words of our own
    }
    assert set(theirs) == set(made)


def test_it_is_searched_expanded_listed_and_served(rtfm: Rtfm) -> None:
    ours(rtfm)
    found = json.loads(rtfm.run("search", "rotating keys", "--format", "json"))["results"]
    chunk = found[0]["chunk"]
    identity = "default-docs--keys-md:default-docs--keys-md-1-p001-0002"
    assert (chunk["id"], chunk["book_title"]) == (identity, "The keys")
    assert (chunk["content"], chunk["line_start"]) == ("Rotate the signing key every year.", 7)
    assert "Brief." in rtfm.run("search", "brief", "--format", "json")
    assert "Rotate the signing key every year." in rtfm.run("expand", "default-docs--keys-md")
    listed = rtfm.run("files")
    assert [each.split()[1] for each in listed.splitlines() if each.startswith("  [")] == [
        *("a.csv", "code.py", "docs/keys.md", "docs/pumps.md", "docs/short.md", "sub.py")
    ]
    graph = rtfm.run("graph", "default-docs--keys-md")
    assert "-> docs/pumps.md [link]" in graph
    assert "<- docs/pumps.md [link]" in graph
    answers = rtfm.serve(
        ("rtfm_search", {"query": "rotate keys", "freshness_weight": "0.3"}),
        ("rtfm_expand", {"source": "docs/keys.md"}),
    )
    assert "docs/keys.md L7 (Keys)" in answers[0]
    assert "author: Ann" in answers[1]


def test_a_sync_leaves_what_has_not_changed_and_corrupts_nothing(rtfm: Rtfm) -> None:
    ours(rtfm)
    before = rtfm.rows("SELECT * FROM chunks")
    rtfm.sync()
    known = "SELECT filepath FROM indexed_files WHERE indexed_at IS NULL ORDER BY filepath"
    mine = [("a.csv",), ("code.py",), *((f"docs/{each}.md",) for each in ("keys", "pumps"))]
    mine += [("docs/short.md",), ("sub.py",)]
    assert rtfm.rows(known) == mine  # the others were read by RTFM
    assert [row for row in rtfm.rows("SELECT * FROM chunks") if row in before] == before
    rtfm.root.joinpath("docs/pumps.md").write_text("# Pumps\n\nThe west pump is quite another.\n")
    rtfm.root.joinpath("a.csv").unlink()
    rtfm.sync()
    assert rtfm.rows(known) == [each for each in mine if each[0] not in ("a.csv", "docs/pumps.md")]
    assert "No results" in rtfm.run("search", "foo")
    assert "No results" in rtfm.run("search", "east", "--book", "default-docs--pumps-md")
    assert "Pumps" in rtfm.run("search", "west")
    assert rtfm.rows("PRAGMA integrity_check") == [("ok",)]
    assert rtfm.rows("PRAGMA foreign_key_check") == []
    rtfm.rows(WHOLE)
