"""`index --format sqlite`: the artifact as a library of RTFM, and what can be done with one."""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.artifacts import KINDS, contents
from tests.conftest import Project

OUT = "../library"


@pytest.fixture
def tree(project: Project) -> Project:
    """Documents that link to each other, and files without a chunk."""
    project.write(
        "docs/keys.md",
        "---\ntitle: The keys\nauthor: Ann\n---\n# Keys\n\nRotate the signing key every year.\n\n"
        "## More\n\nSee [pumps](pumps.md#east), [keys](keys.md) and [nothing](nothing.md).\n",
    )
    project.write("docs/pumps.md", "# Pumps\n\nThe east pump is primed. [Keys](keys.md).\n")
    project.write("docs/empty.md", "")
    project.write("a.csv", "name,count\nfoo,1\nbar,2\n")
    project.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0")
    project.write("code.py", "import sub\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 2\n")
    project.write("sub.py", "VALUE = 1\n")
    return project


def index(project: Project, *arguments: str) -> Path:
    """Index into a library; the folder of the artifact."""
    result = project.run("index", "-o", OUT, "--format", "sqlite", "--fail-on", "never", *arguments)
    assert result.status == 0, result
    return (project.root / OUT).resolve()


def rows(folder: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "library.db")) as connection:
        return connection.execute(statement).fetchall()


def test_the_library_stands_in_the_place_of_the_chunks(tree: Project) -> None:
    made = contents(index(tree))
    manifest = json.loads(made.pop("manifest.json"))
    KINDS["manifest"].validate(manifest)
    assert sorted(made) == ["documents.jsonl", "edges.jsonl", "findings.jsonl", "library.db"]
    assert sorted(manifest["files"]) == sorted(made)
    assert manifest["counts"] == {"documents": 7, "chunks": 10, "edges": 5, "findings": 2}
    formats = ("--format", "sqlite", "--format", "jsonl", "--format", "json")
    both = tree.run("index", "-o", OUT, *formats)
    assert both.report["index"]["chunks"] == 10
    assert contents(tree.root / OUT)["library.db"] == made["library.db"]
    assert "chunks.jsonl" in contents(tree.root / OUT)


def test_what_the_tables_hold(tree: Project) -> None:
    folder = index(tree)
    books = "SELECT id, slug, title, filename, corpus, chunk_count, total_chars FROM books"
    assert rows(folder, books) == [
        (1, "default--a-csv", "a.csv", "a.csv", "default", 2, 149),
        (2, "default--code-py", "code.py", "code.py", "default", 3, 52),
        (3, "default-docs--keys-md", "The keys", "docs/keys.md", "default", 3, 139),
        (4, "default-docs--pumps-md", "Pumps", "docs/pumps.md", "default", 1, 41),
        (5, "default--sub-py", "sub.py", "sub.py", "default", 1, 9),
    ]
    (metadata,) = rows(folder, "SELECT metadata FROM books WHERE id = 3")
    assert json.loads(metadata[0]) == {
        "source_file": "docs/keys.md",
        "book_slug": "default-docs--keys-md",
        "title": "The keys",
        "author": "Ann",
    }
    chapters = "SELECT book_id, num, title FROM chapters WHERE book_id IN (2, 3)"
    assert rows(folder, chapters) == [
        (2, 1, "module"),
        (2, 2, "def f"),
        (2, 3, "def g"),
        (3, 0, "Unknown"),
    ]
    chunks = "SELECT chunk_id, chapter_title, line_start, content FROM chunks WHERE book_id = 4"
    assert rows(folder, chunks) == [
        (
            "default-docs--pumps-md:default-docs--pumps-md-1-p001-0001",
            "Pumps",
            3,
            "The east pump is primed. [Keys](keys.md).",
        )
    ]
    edges = (
        "SELECT s.filename, t.filename, relation_type, source_detail, target_detail FROM edges"
        " JOIN books s ON s.id = source_book_id JOIN books t ON t.id = target_book_id"
    )
    assert rows(folder, edges) == [
        ("code.py", "sub.py", "import", "import sub", None),
        ("docs/keys.md", "docs/pumps.md", "link", "[pumps](pumps.md#east)", None),
        ("docs/pumps.md", "docs/keys.md", "link", "[Keys](keys.md)", None),
    ]
    files = "SELECT filepath, file_hash, book_slug, file_size, root_path, indexed_at"
    (sub,) = rows(folder, f"{files} FROM indexed_files WHERE filepath = 'sub.py'")
    md5 = "3b7c212d80544566c82e63f60e1c0b25"
    assert sub == ("sub.py", md5, "default--sub-py", 10, None, None)
    assert len(rows(folder, f"{files} FROM indexed_files")) == 5


def test_its_words_are_found_by_rtfms_tokenizer_and_forgotten_with_their_chunk(
    tree: Project,
) -> None:
    folder = index(tree)
    match = "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH '{}' ORDER BY rank"
    assert rows(folder, match.format("rotating AND years")) == [(7,)]
    assert rows(folder, match.format("book_title : pump")) == [(9,)]
    with closing(sqlite3.connect(folder / "library.db", isolation_level=None)) as connection:
        check = "INSERT INTO chunks_fts (chunks_fts) VALUES ('integrity-check')"
        connection.execute(check)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("DELETE FROM chunks WHERE id > 1")
        connection.execute(check)
        found = connection.execute("SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH 'pump'")
        assert found.fetchall() == []


def test_the_same_tree_gives_the_same_bytes(tree: Project, tmp_path: Path) -> None:
    for number in range(300):
        tree.write(f"more/{number}.txt", f"text {number}\n" * 60)
    first = contents(index(tree, "--jobs", "2"))
    assert contents(index(tree)) == first  # of what was kept
    assert contents(index(tree, "--jobs", "1", "--no-cache")) == first
    tree.root.rename(tmp_path / "moved")
    result = tree.run("index", str(tmp_path / "moved"), "--format", "sqlite", "-o", "../again")
    assert result.status == 0
    assert contents(tmp_path / "again") == first


def test_ci_writes_it_too(tree: Project) -> None:
    first = contents(index(tree))
    assert tree.run("ci", "-o", "../ci", "--format", "sqlite", "--exit-zero").status == 0
    assert contents(tree.root.parent / "ci") == first


def test_it_is_searched_and_compared_as_any_artifact_is(tree: Project) -> None:
    index(tree)
    assert tree.run("index", ".", "-o", "../lines").status == 0
    for words in ("rotating the keys", "def", "foo bar"):
        answers = [
            tree.run("query", words, "--index", each, "--format", "json").out
            for each in (OUT, "../lines")
        ]
        assert answers[0] == answers[1]
        assert json.loads(answers[0])["answers"]
    tree.write("docs/pumps.md", "# Pumps\n\nThe west pump.\n")
    index(tree)
    diff = tree.run("diff", "../lines", OUT)
    assert diff.status == 0
    assert diff.out.splitlines()[0] == (
        "~ docs/pumps.md: 1 -> 1 chunk, +1 -1, edges +0 -1, because of its content"
    )


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"not a database",
        b"SQLite format 3\0" + bytes(5000),
    ],
    ids=["empty", "text", "zeros"],
)
def test_a_damaged_library_is_told(tree: Project, damage: bytes) -> None:
    folder = index(tree)
    (folder / "library.db").write_bytes(damage)
    result = tree.run("query", "keys", "--index", OUT)
    assert (result.status, result.out) == (2, "")
    assert "library.db cannot be read" in result.err


def test_a_library_of_another_shape_is_told(tree: Project) -> None:
    folder = index(tree)
    with closing(sqlite3.connect(folder / "library.db", isolation_level=None)) as connection:
        connection.executescript(
            "PRAGMA writable_schema = ON; DROP TABLE chunks;"
            "CREATE VIEW chunks AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i FROM c)"
            " SELECT i AS id FROM c;"
        )
    result = tree.run("query", "keys", "--index", OUT)
    assert (result.status, result.out) == (2, "")


def test_a_format_of_the_artifact_names_no_file(tree: Project) -> None:
    result = tree.run("index", ".", "--format", "sqlite=x.db")
    assert result.status == 2
    assert "sqlite is written to the folder that -o names" in result.err
    assert tree.run("check", ".", "--format", "sqlite").status == 2


def test_parquet_says_what_it_needs(tree: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "rtfm_check.artifact.parquet", raising=False)
    result = tree.run("index", ".", "--format", "parquet")
    assert (result.status, result.out) == (2, "")
    assert "pip install 'rtfm-check[parquet]'" in result.err
    assert not (tree.root / "rtfm-index").exists()


@pytest.mark.parametrize(
    ("most", "lines"),
    [(300_000, 40_000), (100_000, 0)],
    ids=["where files are read to", "where the library is"],
)
def test_a_full_disk_leaves_the_old_artifact(tree: Project, most: int, lines: int) -> None:
    before = contents(index(tree))
    tree.write("big.txt", "".join(f"word{number} and more\n" for number in range(lines)))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [sys.executable, "-m", "rtfm_check", "index", "-o", OUT, "--format", "sqlite"]
    result = subprocess.run(
        command, cwd=tree.root, preexec_fn=limit, capture_output=True, text=True, check=False
    )
    assert result.returncode == 3, result
    assert result.stderr.startswith("rtfm-check: the run cannot be finished: ")
    assert result.stderr.count("\n") == 1
    assert contents(tree.root / OUT) == before
    assert [path.name for path in tree.root.parent.glob(".*")] == []
