"""Verdicts of earlier runs: used only while they hold, and harmless when they are damaged."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from rtfm_check import lint
from rtfm_check.model import Report
from tests.conftest import BASE, Project

VALID = "".join(BASE.values())


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that were really checked, in order."""
    seen: list[str] = []
    real = lint.lint

    def counted(*arguments: object) -> Report:
        seen.append(arguments[0].folder)  # type: ignore[attr-defined]
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(lint, "lint", counted)
    return seen


def entries() -> list[Path]:
    return sorted(Path(os.environ["XDG_CACHE_HOME"], "rtfm-check").iterdir())


def test_the_second_run_reads_nothing_anew_and_says_the_same(
    project: Project, runs: list[str]
) -> None:
    project.mapping(VALID.replace("t }}", "typo }}"))
    project.fixture('{"type": "x", "t": "text"}')
    outputs = [project.run(".", *options) for options in ([], [], ["-v"], ["-v"])]
    assert outputs[0] == outputs[1]
    assert outputs[2] == outputs[3]
    assert outputs[0].status == 1
    assert project.run(".", "--format", "json") == project.run(".", "--format", "json")
    assert len(runs) == 1


@pytest.mark.parametrize(
    "options",
    [
        ["."],
        [".rtfm/mappings/m.yaml"],
        [".rtfm/mappings/n.yaml"],
        [".", "--color", "always"],
        [".", "--fail-on", "info"],
        [".", "--fail-on", "never"],
        [".", "--exit-zero"],
        [".", "--format", "concise"],
        [".", "--ignore", "unknown-key"],
        [".", "--diff"],
        [".", "--statistics"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("wrong", ["nmae: m\n", ""], ids=["an error", "infos only"])
def test_a_kept_report_is_printed_as_a_new_one(
    project: Project, options: list[str], wrong: str
) -> None:
    project.mapping(VALID)
    project.mapping(wrong + VALID.replace("name: m", "name: n"), "n.yaml")
    project.run(".")
    assert project.run(*options) == project.run(*options, "--no-cache")


def test_a_kept_report_of_profiles_and_mappings_is_printed_as_a_new_one(project: Project) -> None:
    project.mapping(VALID)
    project.write(".rtfm/fields/p.yaml", "files: [a.jsonl]\njson_text_fields: [t]\n")
    for _ in range(2):
        assert project.run(".") == project.run(".", "--no-cache")


@pytest.mark.parametrize(
    "change",
    [
        lambda project: project.mapping(VALID + "# changed\n"),
        lambda project: project.mapping(VALID, "another.yaml"),
        lambda project: project.mapping(VALID, "stray.yaml.txt"),
        lambda project: project.fixture('{"type": "x", "t": "other"}'),
        lambda project: project.fixture('{"type": "x", "t": "text"}', "new.json"),
        lambda project: (project.root / ".rtfm/mappings/m.yaml").unlink(),
    ],
    ids=["mapping", "new mapping", "stray file", "fixture", "new fixture", "deleted"],
)
def test_any_change_makes_a_new_verdict(project: Project, runs: list[str], change: object) -> None:
    project.mapping(VALID)
    project.fixture('{"type": "x", "t": "text"}')
    project.run(".")
    change(project)  # type: ignore[operator]
    project.run(".")
    assert len(runs) == 2


def test_a_file_that_an_edge_names_is_part_of_the_verdict(
    project: Project, runs: list[str]
) -> None:
    project.mapping(VALID + 'edges:\n  - {relation: link, target: "{{ page }}"}\n')
    project.fixture('{"type": "x", "t": "text", "page": "guide.md"}')
    page = project.write("guide.md", "# Guide\n")
    for _ in range(2):
        assert "edge-target-not-a-file" not in project.run(".").out
    assert len(runs) == 1
    page.unlink()
    for _ in range(2):
        assert "edge-target-not-a-file" in project.run(".").out


def test_a_target_outside_the_project_is_not_looked_for(project: Project) -> None:
    project.mapping(VALID + 'edges:\n  - {relation: link, target: "{{ page }}"}\n')
    page = project.root.parent / "outside.md"
    page.write_text("# Outside\n")
    for target in (str(page), "../outside.md", "../../../outside.md"):
        project.fixture(json.dumps({"type": "x", "t": "text", "page": target}))
        assert "edge-target-not-a-file" in [each["rule"] for each in project.check()]


def test_a_change_of_the_same_size_and_time_is_seen(project: Project, runs: list[str]) -> None:
    path = project.mapping(VALID)
    before = path.stat()
    project.run(".")
    path.write_text(VALID.replace("name: m", "name: n"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    project.run(".")
    assert len(runs) == 2


def test_a_touched_file_with_the_same_bytes_keeps_the_verdict(
    project: Project, runs: list[str]
) -> None:
    path = project.mapping(VALID)
    project.run(".")
    os.utime(path, (time.time() - 3600, time.time() - 3600))
    project.run(".")
    assert len(runs) == 1


def test_no_cache_neither_reads_nor_writes(project: Project, runs: list[str]) -> None:
    project.mapping(VALID)
    project.run(".", "--no-cache")
    assert not Path(os.environ["XDG_CACHE_HOME"]).exists()
    project.run(".")
    project.run(".", "--no-cache")
    assert len(runs) == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b'"verdict"', b'"verdikt"'),
        lambda data: b"\x80\x04pickled",
        lambda data: b"[1, 2]",
        lambda data: data.replace(b"0", b"1"),
    ],
    ids=["empty", "cut", "renamed", "not ours", "a list", "changed"],
)
def test_a_damaged_verdict_is_ignored(project: Project, runs: list[str], damage: object) -> None:
    project.mapping("name: [")
    first = project.run(".")
    (path,) = entries()
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert project.run(".") == first
    assert len(runs) == 2


def test_a_verdict_of_another_version_is_ignored(
    project: Project, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping(VALID)
    project.run(".")
    monkeypatch.setattr("rtfm_check.cache.__version__", "0.0.0")
    project.run(".")
    assert len(runs) == 2


def test_a_verdict_behind_a_link_is_not_followed(project: Project, runs: list[str]) -> None:
    project.mapping(VALID)
    project.run(".")
    (path,) = entries()
    moved = path.rename(path.parent.parent / "elsewhere")
    path.symlink_to(moved)
    project.run(".")
    assert len(runs) == 2


def test_a_cache_that_cannot_be_written_costs_only_time(project: Project, runs: list[str]) -> None:
    Path(os.environ["XDG_CACHE_HOME"]).write_text("a file where a folder should be")
    project.mapping(VALID)
    assert project.run(".").status == 0
    assert "could not be kept" in project.run(".", "-v").err
    assert len(runs) == 2


def test_other_folders_and_globs_have_verdicts_of_their_own(
    project: Project, runs: list[str]
) -> None:
    project.mapping(VALID)
    project.write("samples/a.json", '{"type": "y"}')
    project.run(".")
    assert project.run(".", "--fixtures", "samples/*.json").out != project.run(".").out
    assert len(runs) == 2
