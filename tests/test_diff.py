"""`rtfm-check diff`: documents, chunks and edges that are not as they were, and why."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.conftest import Project


def index(project: Project, name: str) -> None:
    assert (
        project.run("index", ".", "-o", name, "--exclude", "one/*", "--exclude", "two/*").status
        == 0
    )


def differs(project: Project) -> dict[str, dict[str, Any]]:
    """The documents that differ between one and two, by path."""
    report = json.loads(project.run("diff", "one", "two", "--format", "json").out)
    return {each["path"]: each for each in report["documents"]}


def test_what_becomes_of_documents_chunks_and_edges(project: Project) -> None:
    project.write("same.md", "# Same\n\nText that stays.\n")
    project.write("gone.md", "# Gone\n\nText that goes.\n")
    project.write("old/name.md", "# Moved\n\nText that moves.\n")
    project.write("changed.md", "# One\n\nFirst text. [a](same.md)\n\n# Two\n\nSecond text.\n")
    project.write("emptied.md", "# Emptied\n\nText.\n")
    index(project, "one")
    (project.root / "gone.md").unlink()
    (project.root / "old/name.md").rename(project.root / "new-name.md")
    project.write("changed.md", "# New\n\nA new text.\n\n# One\n\nFirst text. [a](same.md)\n")
    project.write("emptied.md", "\n")
    project.write("added.md", "# Added\n\nText that comes. [a](same.md)\n")
    index(project, "two")
    found = differs(project)
    assert {path: each["change"] for path, each in found.items()} == {
        "added.md": "added",
        "changed.md": "changed",
        "emptied.md": "changed",
        "gone.md": "removed",
        "new-name.md": "moved",
    }
    assert found["new-name.md"]["was"] == "old/name.md"
    changed = found["changed.md"]
    counts = (changed["chunks_added"], changed["chunks_removed"], changed["chunks_moved"])
    assert counts == (1, 1, 1)
    assert changed["why"] == "content"
    assert found["added.md"]["edges_added"] == 1
    text = project.run("diff", "one", "two").out
    assert "> new-name.md (was old/name.md): 1 -> 1 chunk, +0 -0" in text
    assert "~ emptied.md: 1 -> 0 chunks, +0 -1, because of its content, NOTHING LEFT" in text
    assert "documents 5 -> 5" in text
    assert "| removed | gone.md |" in project.run("diff", "one", "two", "--format", "markdown").out


def test_why(project: Project, overlay: Callable[[str], str]) -> None:
    project.write("doc.json", '{"type": "x", "t": "one", "u": "two"}')
    project.write("page.md", "# Page\n\nText.\n")
    index(project, "one")
    project.mapping(overlay(""))
    index(project, "two")
    found = differs(project)
    assert list(found) == ["doc.json"]
    assert found["doc.json"]["why"] == "mapping"


def test_two_of_the_same_have_no_difference(project: Project) -> None:
    project.write("a.md", "# A\n\nText.\n")
    index(project, "one")
    index(project, "two")
    assert differs(project) == {}


def test_a_loss_can_fail_the_run(project: Project) -> None:
    for number in range(10):
        project.write(f"{number}.md", f"# Page {number}\n\nText {number}.\n")
    index(project, "one")
    (project.root / "3.md").unlink()
    index(project, "two")
    assert project.run("diff", "one", "two").status == 0
    assert project.run("diff", "one", "two", "--fail-on-loss", "10").status == 0
    assert project.run("diff", "one", "two", "--fail-on-loss", "9.9").status == 1
    (project.root / "4.md").rename(project.root / "moved.md")
    project.write("3.md", "# Page 3\n\nOther text.\n")
    project.write("new.md", "# New\n\nText that makes up for nothing.\n")
    (project.root / "5.md").unlink()
    index(project, "later")
    result = project.run("diff", "one", "later", "--fail-on-loss", "5%")
    assert (result.status, result.err) == (
        1,
        "rtfm-check: 10.00 % of the chunks are lost, and --fail-on-loss allows 5 %\n",
    )
    assert "chunks 10 -> 10 (+2 -2), loss 10.00 %\n" in result.out
    for wrong in ("nan", "-1", "101", "many"):
        assert project.run("diff", "one", "later", "--fail-on-loss", wrong).status == 2
    assert project.run("diff", "one", "none").status == 4
    project.write("three/x", "")
    assert project.run("diff", "one", "three").status == 2


def test_records_are_known_by_their_identifiers(project: Project) -> None:
    project.write(
        ".rtfm/fields/f.yaml",
        "files: ['*.jsonl']\nsource_identifier: id\njson_text_fields: [text]\n"
        "json_metadata_fields: {by: by}\n",
    )
    first = ("a", "one"), ("b", "two"), ("c", "three"), ("d", "word " * 2000)
    rows = [{"id": name, "text": text, "by": "Ann"} for name, text in first]
    project.write("rows.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    index(project, "one")
    rows[1]["by"] = "Bob"  # its text stays
    rows[3]["text"] += "more"
    project.write("rows.jsonl", "".join(f"{json.dumps(row)}\n" for row in [*rows[3:], *rows[1:3]]))
    project.write(
        "rows.jsonl", (project.root / "rows.jsonl").read_text() + '{"id": 5, "text": "x"}\n'
    )
    index(project, "two")
    found = differs(project)["rows.jsonl"]
    assert found["records"] == {
        "added": 1,
        "removed": 1,
        "changed": 2,
        "first": ["+5", "-a", "~b", "~d"],
    }
    text = project.run("diff", "one", "two").out
    assert "records +1 -1 ~2 (+5, -a, ~b, ~d), because of its content\n" in text
    marked = project.run("diff", "one", "two", "--format", "markdown").out
    assert "records +1 −1 ~2" in marked
    project.write(
        ".rtfm/fields/f.yaml",
        "files: ['*.jsonl']\nsource_identifier: id\njson_text_fields: [text, by]\n",
    )
    index(project, "one")
    assert differs(project)["rows.jsonl"]["why"] == "field profile"


def test_a_mapping_that_says_something_else_is_why(
    project: Project, overlay: Callable[[str], str]
) -> None:
    project.write("doc.json", '{"type": "x", "t": "one", "u": "two"}')
    project.mapping(overlay(""))
    index(project, "one")
    project.mapping(overlay('chunks: [{content: "{{ u }}"}]\n'))
    index(project, "two")
    assert differs(project)["doc.json"]["why"] == "mapping"


def test_an_edge_that_leads_elsewhere_has_changed(project: Project) -> None:
    project.write("a.md", "# A\n\n[b](b.md)\n")
    project.write("b.md", "# B\n\nText.\n")
    index(project, "one")
    (project.root / "b.md").unlink()
    index(project, "two")
    found = differs(project)["a.md"]
    counts = (found["edges_added"], found["edges_removed"], found["edges_changed"])
    assert (*counts, found["why"]) == (0, 0, 1, "other files")
    assert "a.md: 1 -> 1 chunk, +0 -0, edges +0 -0 ~1," in project.run("diff", "one", "two").out


def test_a_run_tells_what_documents_have_lost(
    project: Project, overlay: Callable[[str], str]
) -> None:
    chunks = 'chunks: [{content: "{{ t }}"}, {content: "{{ u }}"}]\n'
    edge = "edges: [{target: '{{ f }}', relation_type: cites}]\n"
    project.write("doc.json", '{"type": "x", "t": "one", "u": "two", "f": "long.md"}')
    project.write("long.md", "".join(f"# Part {n}\n\nText {n}.\n\n" for n in range(9)))
    project.write("gone.md", "# Gone\n\nText.\n")
    project.mapping(overlay(chunks + edge))
    arguments = ("ci", ".", "-o", "../two", "--select", "RTM6", "--format", "json")
    assert project.run("index", ".", "-o", "../one").status == 0
    assert project.run(*arguments, "--diff-base", "../one").findings == []
    (project.root / "gone.md").unlink()
    project.mapping(overlay('chunks: [{content: "{{ t }}"}]\n'))
    project.write("long.md", "".join(f"# Part {n}\n\nText {n}.\n\n" for n in range(5)))
    found = project.run(*arguments, "--diff-base", "../one").findings
    assert [(each["path"], each["rule"], each["message"]) for each in found] == [
        ("doc.json", "index-shrank", "1 of 2 chunks are gone, 1 are left, because of its mapping"),
        ("doc.json", "edges-lost", "1 edge is gone, because of its mapping"),
    ]
    project.write("long.md", "# Part\n\nText.\n")
    found = project.run(*arguments, "--diff-base", "../one").findings
    assert found[-1]["message"] == "8 of 9 chunks are gone, 1 are left, because of its content"
