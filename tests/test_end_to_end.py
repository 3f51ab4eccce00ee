"""A tree of many formats through the commands that make, join, compare and search indexes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.artifacts import Artifact, contents
from tests.conftest import Project

HERE = Path(__file__).parent
QUERIES = """\
top: 3
min-recall: 1.0
queries:
  - query: rotate the signing key
    expect: [keys.md]
"""


@pytest.fixture
def tree(project: Project) -> Project:
    """The inputs of the tests of parsers, the example of mappings, and records with a profile."""
    for path in sorted((HERE / "parsers").glob("*/*/input.*")):
        format_, case = path.parts[-3:-1]
        project.write(f"{format_}/{case}{path.suffix}", path.read_bytes())
    shutil.copytree(HERE / "examples" / "notebooklm", project.root, dirs_exist_ok=True)
    project.write("keys.md", "# Keys\n\nHow to rotate the signing key. [Back](index.md)\n")
    project.write("index.md", "# Index\n\n[Keys](keys.md)\n")
    rows = ({"id": f"p-{n}", "text": f"Record number {n}."} for n in range(50))
    project.write("rows.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    project.write(
        ".rtfm/fields/rows.yaml",
        "files: [rows.jsonl]\nsource_identifier: id\njson_text_fields: [text]\n",
    )
    project.write(".rtfm/queries.yaml", QUERIES)
    return project


def run(tree: Project, *arguments: str) -> str:
    result = tree.run(*arguments)
    assert result.status == 0, result
    return result.out


def test_a_tree_from_its_files_to_its_answers(tree: Project) -> None:
    out = tree.root.parent / "out"
    lenient = ("--fail-on", "never")
    run(tree, "ci", ".", "-o", "../out", *lenient, "--golden", ".rtfm/queries.yaml")
    made = Artifact(out)
    assert {each["parser"] for each in made.documents} >= {
        *("markdown", "python", "json", "yaml", "csv", "latex", "jupyter", "fb2", "rtf", "toml"),
        *("shell", "legifrance", "bofip", "plaintext"),
    }
    told = {each["path"] for each in made.findings}
    assert all(each["chunk_count"] or each["path"] in told for each in made.documents)
    first = contents(out)

    # any number of processes, what is kept, and shards: the same bytes
    for jobs in ("1", "2"):
        run(tree, "index", ".", "-o", f"../jobs-{jobs}", "--jobs", jobs, "--no-cache", *lenient)
        assert contents(tree.root.parent / f"jobs-{jobs}") == first
    run(tree, "index", ".", "-o", "../out", *lenient)
    again = tree.run("index", ".", "-o", "../out", *lenient)
    assert again.err == "rtfm-check: nothing has changed: ../out stays\n"
    shards = [f"../shard-{number}" for number in (1, 2, 3)]
    for number, shard in enumerate(shards, 1):
        run(tree, "index", ".", "-o", shard, "--shard", f"{number}/3", *lenient)
    run(tree, "merge", *shards, "-o", "../merged", *lenient)
    assert contents(tree.root.parent / "merged") == first

    # the library has the same chunks, and finds the same
    run(tree, "index", ".", "-o", "../library", "--format", "sqlite", *lenient)
    for name in ("out", "library"):
        answers = json.loads(
            run(tree, "query", "signing key", "--index", f"../{name}", "--format", "json")
        )["answers"]
        assert answers[0]["path"] == "keys.md"
        run(tree, "query", "--golden", ".rtfm/queries.yaml", "--index", f"../{name}", "-q")
    assert "loss 0.00 %" in run(tree, "diff", "../out", "../library")

    # what a change makes of it
    (tree.root / "index.md").rename(tree.root / "start.md")
    text = (tree.root / "rows.jsonl").read_text().replace("number 7.", "number seven.")
    tree.write("rows.jsonl", text)
    shutil.rmtree(tree.root / "latex")
    run(tree, "index", ".", "-o", "../new", *lenient)
    difference = json.loads(run(tree, "diff", "../out", "../new", "--format", "json"))
    changes = {each["path"]: each for each in difference["documents"]}
    assert changes["start.md"]["was"] == "index.md"
    assert changes["rows.jsonl"]["records"]["first"] == ["~p-7"]
    assert changes["keys.md"]["edges_changed"] == 1
    assert {each["change"] for path, each in changes.items() if path.startswith("latex/")} == {
        "removed"
    }
    assert tree.run("diff", "../out", "../new", "--fail-on-loss", "1").status == 1
    assert tree.run("diff", "../out", "../new", "--fail-on-loss", "90").status == 0
