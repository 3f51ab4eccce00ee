"""`index --shard I/N` and `merge`: a tree that is read by several runs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rtfm_check.parsers import audio
from rtfm_check.parsers._contract import Item, MissingPart
from tests.artifacts import KINDS, Artifact, contents
from tests.conftest import Project

Make = Callable[[str], None]


@pytest.fixture
def tree(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Files of all sizes that link to each other; some give findings, and some share a slug."""
    numbers = random.Random(7)
    for number in range(40):
        text = (
            f"# Page {number}\n\nSee [another](p{(number * 7) % 43}.md) and [it](P-{number}.md).\n"
        )
        project.write(f"docs/p{number}.md", text + "word and more. " * numbers.randrange(2000))
    for name in ("docs/P-1.md", "docs/P_1.md", "Docs/p-1.md"):
        project.write(name, f"# {name}\n\nThe same slug.\n")
    project.write("latin.txt", b"caf\xe9\n" * 5)
    project.write("a.csv", "name,count\n" + "x,1\n" * 500)
    project.write("empty.md", "")
    for name in ("a.mp3", "docs/b.mp3", "z.mp3"):
        project.write(name, b"ID3\x04\0\0\0\0\0\0" + b"\xff\xfb\x90\x64" * 200)
    project.write(".rtfm/parsers/own.py", "raise SystemExit\n")
    project.write(
        ".rtfm/mappings/m.yaml",
        'name: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: "{{ t }}"}]\n',
    )
    project.write("mapped.json", '{"type": "x", "t": "text of a mapping"}')
    (project.root / "link.md").symlink_to("docs/p1.md")
    monkeypatch.setattr(audio, "parse", _without_library)
    return project


def _without_library(file: object) -> Iterator[Item]:
    raise MissingPart("mutagen", "audio")
    yield


def shards(project: Project, of: int) -> list[str]:
    """Index as so many shards; their artifacts, in no order."""
    made = []
    for number in range(1, of + 1):
        out = f"../shard-{number}-{of}"
        result = project.run("index", "--shard", f"{number}/{of}", "-o", out, "--exit-zero")
        assert result.status == 0, result
        made.append(out)
    random.Random(of).shuffle(made)
    return made


@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_merged_shards_are_what_a_single_run_writes(tree: Project, of: int) -> None:
    formats = ("--format", "jsonl", "--format", "sqlite")
    single = tree.run("index", "-o", "../single", *formats, "--format", "json")
    merged = tree.run("merge", *shards(tree, of), "-o", "../merged", *formats, "--format", "json")
    parent = tree.root.parent
    assert contents(parent / "merged") == contents(parent / "single")
    assert merged.status == single.status
    one, other = json.loads(single.out), json.loads(merged.out)
    assert other.pop("index") | {"path": ""} == one.pop("index") | {"path": ""}
    assert other["summary"] == one["summary"]
    named = [(each["path"], each["rule"], each["message"]) for each in one["findings"]]
    assert named == [(each["path"], each["rule"], each["message"]) for each in other["findings"]]
    rules = {each[1] for each in named}
    assert {"not-followed", "local-parser-ignored", "encoding-replaced"} <= rules
    missing = [each for each in one["findings"] if each["rule"] == "optional-dependency-missing"]
    assert [len(each["related"]) for each in missing] == [2]


def test_there_may_be_more_shards_than_files(project: Project) -> None:
    project.write("a.txt", "one\n")
    project.write("b.txt", "two\n")
    made = shards(project, 5)
    assert project.run("merge", *made, "-o", "../merged").status == 0
    assert project.run("index", "-o", "../single").status == 0
    parent = project.root.parent
    assert contents(parent / "merged") == contents(parent / "single")
    documents = [len((parent / each[3:] / "documents.jsonl").read_bytes()) > 0 for each in made]
    assert sum(documents) == 2


def test_each_shard_reads_a_part_of_about_the_same_size(project: Project) -> None:
    for number in range(30):
        project.write(f"{number:02}.txt", "word\n" * (2000 if number % 3 == 0 else 100))
    parts = [Path(project.root, each, "documents.jsonl").read_text() for each in shards(project, 3)]
    sizes = [sum(json.loads(line)["bytes"] for line in part.splitlines()) for part in parts]
    assert sum(sizes) == 10 * 10_000 + 20 * 500
    assert max(sizes) - min(sizes) <= 10_500


def test_a_shard_is_told_from_an_index(tree: Project) -> None:
    first, second = shards(tree, 2)
    manifest = json.loads(Path(tree.root, first, "manifest.json").read_text())
    KINDS["manifest"].validate(manifest)
    assert manifest["format"] == "rtfm-index-shard-v1"
    for command in (("query", "x", "--index", first), ("diff", first, second)):
        result = tree.run(*command)
        assert (result.status, result.out) == (2, "")
        assert "is a part of an index: rtfm-check merge joins them" in result.err
    assert tree.run("index", "-o", "../whole", "--exit-zero").status == 0
    result = tree.run("merge", "../whole", "-o", "../merged")
    assert result.status == 2
    assert "../whole is no index of the format rtfm-index-shard-v1" in result.err


def refusal(project: Project, *paths: str) -> str:
    """What is said where shards cannot be joined; nothing is written then."""
    result = project.run("merge", *paths, "-o", "../merged")
    assert (result.status, result.out) == (2, ""), result
    assert not (project.root.parent / "merged").exists()
    assert [path.name for path in project.root.parent.glob(".*")] == []
    return result.err


def test_missing_and_double_shards_are_refused(tree: Project) -> None:
    made = sorted(shards(tree, 4))
    assert refusal(tree, made[0], made[2]).endswith(
        "not all shards are there: 2/4, 4/4 are missing\n"
    )
    assert "3/4 is missing" in refusal(tree, made[0], made[1], made[3])
    (tree.root / made[1]).rename(tree.root / "../copy")
    said = refusal(tree, *made[:1], *made[2:], "../copy", made[0])
    assert "are both the shard 1/4" in said
    assert tree.run("merge", "../nowhere", "-o", "../merged").status == 4
    assert "is one of the shards" in tree.run("merge", made[0], "-o", made[0]).err


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a manifest."""
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda made: made["tool"].update(version="9"), "the tool of their manifests"),
        (lambda made: made.update(configuration="0" * 64), "the configuration of their manifests"),
        (lambda made: made["parsers"].update(markdown=99), "the parsers of their manifests"),
        (lambda made: made["shard"].update(of=3), "one is of 2, one of 3 shards"),
        (lambda made: made["shard"].update(tree="0" * 64), "whose files, mappings or profiles"),
        (lambda made: made.pop("shard"), "is damaged"),
        (lambda made: made.update(shard=7), "is damaged"),
        (lambda made: made["shard"].update(number="x"), "is damaged"),
        (lambda made: made.pop("files"), "is damaged"),
    ],
)
def test_shards_that_were_not_made_alike_are_refused(
    tree: Project, change: Callable[[dict[str, Any]], object], why: str
) -> None:
    made = sorted(shards(tree, 2))
    edit(tree.root / made[1] / "manifest.json", change)
    assert why in refusal(tree, *made)


def test_shards_of_another_configuration_or_tree_are_refused(tree: Project) -> None:
    first = sorted(shards(tree, 2))[0]
    second = ("index", "--shard", "2/2", "-o", "../second", "--exit-zero")
    assert tree.run(*second, "--exclude", "*.csv").status == 0
    assert "the configuration of their manifests" in refusal(tree, first, "../second")
    mapping = tree.root / ".rtfm/mappings/m.yaml"
    mapping.write_text(mapping.read_text().replace("t }}", "u }}"))
    assert tree.run(*second).status == 0
    assert "whose files, mappings or profiles differ" in refusal(tree, first, "../second")


@pytest.mark.parametrize("name", ["chunks", "documents", "edges", "findings", "hashes"])
def test_a_damaged_shard_is_refused(tree: Project, name: str) -> None:
    made = sorted(shards(tree, 2))
    path = tree.root / made[1] / f"{name}.jsonl"
    whole = path.read_bytes()
    for damage in (whole[:-40], whole.replace(b'"', b"'", 1), whole + whole[-200:], b"[]\n7\n"):
        path.write_bytes(damage)
        assert "is damaged" in refusal(tree, *made)
    path.unlink()
    assert "cannot be read" in refusal(tree, *made)


def test_how_shards_are_asked_for(project: Project) -> None:
    project.write("a.txt", "one\n")
    for text in ("0/2", "3/2", "1", "a/b", "1/", "/2", "-1/2", "1/99999", "٣/٤"):
        result = project.run("index", f"--shard={text}")
        assert (result.status, result.out) == (2, ""), text
    result = project.run("index", "--shard", "1/2", "--format", "sqlite")
    assert result.status == 2
    assert "`merge` that takes other formats" in result.err
    assert project.run("merge", "-o", "x").status == 2


def test_the_findings_of_all_shards_decide_the_status(tree: Project) -> None:
    made = shards(tree, 2)
    assert tree.run("merge", *made, "-o", "../merged", "--fail-on", "warning").status == 1
    assert tree.run("merge", *made, "-o", "../merged").status == 0
    assert len(Artifact(tree.root / "../merged").documents) == 50


def test_what_is_merged_is_tried_and_compared(project: Project) -> None:
    project.write("docs/pumps.md", "# Pumps\n\nThe east pump is primed through the plug.\n")
    assert project.run("index", "docs", "-o", "../base").status == 0
    project.write("docs/motors.md", "# Motors\n\nThey turn.\n")
    project.write(
        "../q.yaml", "queries: [{query: turn, expect: motors.md}, {query: x, expect: y}]\n"
    )
    for number in ("1", "2"):
        arguments = ("index", "docs", "--shard", f"{number}/2", "-o", f"../s{number}")
        assert project.run(*arguments).status == 0
    asked = ("--golden", "../q.yaml", "--diff-base", "../base", "--format", "json")
    result = project.run("merge", "../s1", "../s2", "-o", "../whole", *asked)
    assert result.status == 1
    rules = {each["rule"] for each in result.findings}
    assert rules == {"golden-query-miss", "recall-below-threshold"}
    assert result.report["retrieval"]["recall"] == 0.5
    assert result.report["diff"]["chunks_added"] == 1
    assert result.report["index"]["documents"] == 2


def test_documents_that_rtfm_takes_for_one_are_told_wherever_they_are_read(
    project: Project,
) -> None:
    code = "<CODE><META><TITRE>{}</TITRE></META><ARTICLE><CONTENU>{}</CONTENU></ARTICLE></CODE>"
    project.write("a/one.xml", code.format("Code des pompes (2026)", "Un deux trois."))
    project.write("b/two.xml", code.format("Code des  Pompes !", "Quatre cinq six."))
    project.write("c/three.xml", code.format("Code des moteurs", "Sept huit neuf."))
    for name in ("d", "e"):
        project.write(f"{name}/same.xml", f"<ARTICLE><CONTENU>Texte de {name}.</CONTENU></ARTICLE>")
    assert project.run("index", "-o", "../single").status == 1
    assert project.run("merge", *shards(project, 3), "-o", "../merged").status == 1
    made = Artifact(project.root / "../single")
    assert made.rules("b/two.xml") == made.rules("e/same.xml") == ["rtfm-overwrites-document"]
    assert [each["message"] for each in made.findings] == [
        "RTFM would overwrite `a/one.xml` with this document: both are `code-des-pompes` to it",
        "RTFM would overwrite `d/same.xml` with this document: both are `same` to it",
    ]
    assert [each["chunk_count"] for each in made.documents] == [1] * 5
    assert contents(project.root / "../merged") == contents(project.root / "../single")
