"""`index --format parquet`: the tables read back by DuckDB, and by our own commands."""

from __future__ import annotations

import json
import random
import resource
import subprocess
from pathlib import Path

import pytest

from tests.artifacts import Artifact, contents
from tests.extras.conftest import Extras

pytestmark = pytest.mark.extras
INDEX = ("-m", "rtfm_check", "index", ".", "--fail-on", "never")
ASK = """
import json, sys, duckdb
for statement in sys.argv[1:]:
    print(json.dumps(duckdb.sql(statement).fetchall(), default=str))
"""


@pytest.fixture
def tree(extras: Extras) -> Extras:
    """Documents of several kinds: with links, pages, metadata, and without a chunk."""
    docs = extras.folder / "docs"
    docs.mkdir()
    docs.joinpath("keys.md").write_text(
        "---\ntitle: The keys\ntags: [a, b]\n---\n# Keys\n\nRotate the key. [Pumps](pumps.md), "
        "[none](none.md)\n"
    )
    docs.joinpath("pumps.md").write_text("# Pumps\n\nThe east pump é 🦓.\n")
    docs.joinpath("empty.md").write_text("")
    extras.folder.joinpath("a.csv").write_text(
        "name,count\n" + "".join(f"n{number},{number}\n" for number in range(30_000))
    )
    return extras


def test_duckdb_reads_the_tables_and_finds_what_the_lines_hold(
    tree: Extras, tmp_path: Path
) -> None:
    tree.run(*INDEX, "-o", "../made", "--format", "parquet", "--format", "jsonl", "-q")
    made = Artifact(tmp_path / "made")
    statements = [
        "DESCRIBE SELECT * FROM '../made/documents.parquet'",
        "DESCRIBE SELECT * FROM '../made/chunks.parquet'",
        "DESCRIBE SELECT * FROM '../made/edges.parquet'",
        *(f"SELECT * FROM '../made/{kind}.parquet'" for kind in ("documents", "chunks", "edges")),
        "SELECT book_title, count(*) FROM '../made/chunks.parquet' JOIN "
        "'../made/documents.parquet' ON path = book_file WHERE parser = 'markdown' "
        "GROUP BY 1 ORDER BY 1",
        "SELECT metadata->>'$.tags[1]' FROM '../made/documents.parquet' WHERE title = 'The keys'",
    ]
    answers = [json.loads(line) for line in tree.run("-c", ASK, *statements).splitlines()]
    types = [{name: kind for name, kind, *_ in answer} for answer in answers[:3]]
    wholes = {
        *("bytes", "chunk_count", "edge_count", "page_count", "chapter_num", "page_start"),
        *("page_end", "paragraph", "line_start", "line_end", "content_chars"),
    }
    for columns, records in zip(types, (made.documents, made.chunks, made.edges), strict=True):
        assert list(columns) == list(records[0])
        for name, kind in columns.items():
            assert kind == ("BIGINT" if name in wholes else "VARCHAR"), name
    for answer, records in zip(
        answers[3:6], (made.documents, made.chunks, made.edges), strict=True
    ):
        assert len(answer) == len(records)
        for row, record in zip(answer, records, strict=True):
            texts = {
                name: value
                if name not in ("metadata", "tags") or value is None
                else json.loads(value)
                for name, value in zip(record, row, strict=True)
            }
            assert texts == record
    assert answers[6] == [["Pumps", 1], ["The keys", 2]]
    assert answers[7] == [["b"]]


def test_the_same_tree_gives_the_same_bytes_which_every_command_reads(
    tree: Extras, tmp_path: Path
) -> None:
    tree.run(*INDEX, "-o", "../made", "--format", "parquet", "-q")
    first = contents(tmp_path / "made")
    assert sorted(first) == [
        *("chunks.parquet", "documents.parquet", "edges.parquet"),
        *("findings.jsonl", "manifest.json"),
    ]
    tree.run(*INDEX, "-o", "../made", "--format", "parquet", "-q", "--jobs", "1", "--no-cache")
    assert contents(tmp_path / "made") == first
    tree.run(*INDEX, "-o", "../lines", "-q")
    query = ("-m", "rtfm_check", "query", "rotating keys", "--format", "json", "--index")
    assert tree.run(*query, "../made") == tree.run(*query, "../lines")
    diff = ("-m", "rtfm_check", "diff", "--format", "json")
    assert json.loads(tree.run(*diff, "../lines", "../made"))["documents"] == []
    tree.folder.joinpath("docs/pumps.md").write_text("# Pumps\n\nThe west pump.\n")
    tree.run(*INDEX, "-o", "../later", "--format", "parquet", "-q")
    (changed,) = json.loads(tree.run(*diff, "../lines", "../later"))["documents"]
    assert (changed["path"], changed["why"]) == ("docs/pumps.md", "content")


@pytest.mark.parametrize("damage", [b"", b"PAR1" * 100], ids=["empty", "no table"])
def test_a_damaged_table_is_told(tree: Extras, tmp_path: Path, damage: bytes) -> None:
    tree.run(*INDEX, "-o", "../made", "--format", "parquet", "-q")
    (tmp_path / "made" / "chunks.parquet").write_bytes(damage)
    assert tree.run("-m", "rtfm_check", "query", "a", "--index", "../made", status=2) == ""


def test_a_full_disk_leaves_the_old_artifact(tree: Extras, tmp_path: Path) -> None:
    tree.run(*INDEX, "-o", "../made", "--format", "parquet", "-q")
    before = contents(tmp_path / "made")
    numbers = random.Random(1)
    words = "\n".join(f"{numbers.random()}" for _ in range(100_000))
    tree.folder.joinpath("big.txt").write_text(words)
    most = 600_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    tree.run(*INDEX, "-o", "../big", "-q", "--no-cache")
    assert max(len(each) for each in contents(tmp_path / "big").values()) > most
    result = subprocess.run(
        [tree.python, *INDEX, "-o", "../made", "--format", "parquet"],
        cwd=tree.folder,
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("rtfm-check: the run cannot be finished: ")
    assert result.stderr.count("\n") == 1
    assert contents(tmp_path / "made") == before
    assert list(tmp_path.glob(".*")) == []
