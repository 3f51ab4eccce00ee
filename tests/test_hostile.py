"""Hostile input: what a stranger's pull request can hold ends in a finding, and in bounded time."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import pytest

from rtfm_check.layout import Target
from rtfm_check.lint import lint
from rtfm_check.show import quote, safe
from rtfm_check.source import Source

from .conftest import BASE, Project

GOOD = "".join(BASE.values())


def cpu_of(text: str) -> float:
    """The CPU seconds it takes to look at the last line of a text often."""
    source = Source("m.yaml", text.encode())
    source.excerpt(1)
    start = time.process_time()
    for _ in range(200):
        source.excerpt(1)
    return time.process_time() - start


def test_an_excerpt_of_a_long_line_costs_no_more_than_one_of_a_short_line() -> None:
    assert cpu_of("x" * 1_000_000) < 20 * cpu_of("x" * 1_000) + 0.05


@pytest.mark.parametrize("text", ['{"a": "b\r\n"}', '{"a": 1 // c\r\n}', '{"a": "\\'])
def test_places_lie_in_the_file_and_never_inside_a_line_end(project: Project, text: str) -> None:
    project.mapping(GOOD)
    project.fixture(text)
    (finding,) = project.check()
    lines = text.split("\r\n")
    for line, column in (("line", "column"), ("end_line", "end_column")):
        assert finding[column] <= len(lines[finding[line] - 1]) + 1


@pytest.mark.parametrize("linked", [".rtfm", ".rtfm/mappings", ".rtfm/mappings/m.yaml"])
def test_links_that_lead_out_of_the_project_are_not_followed(
    project: Project, tmp_path: Path, linked: str
) -> None:
    outside = tmp_path / "outside" / linked
    (tmp_path / "outside/.rtfm/mappings").mkdir(parents=True)
    (tmp_path / "outside/.rtfm/mappings/m.yaml").write_text("name: [SECRET")
    (project.root / linked).parent.mkdir(parents=True, exist_ok=True)
    (project.root / linked).symlink_to(outside)
    result = project.run(".")
    assert result.status == 1
    assert "a link that leads out of the project" in result.out
    assert "SECRET" not in result.out


def test_fixture_folders_that_lead_out_of_the_project_are_not_followed(
    project: Project, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.json").write_text('{"SECRET": }')
    project.mapping(GOOD)
    (project.root / ".rtfm/fixtures").symlink_to(tmp_path / "outside")
    assert [each["rule"] for each in project.check()] == ["fixture-unreadable"]


def test_links_inside_the_project_are_followed(project: Project) -> None:
    project.write("shared/m.yaml", GOOD)
    (project.root / ".rtfm").mkdir()
    (project.root / ".rtfm/mappings").symlink_to("../shared")
    assert project.check() == []


def test_a_glob_does_not_follow_links_round_and_round(project: Project) -> None:
    project.mapping(GOOD)
    project.write("samples/a.json", '{"type": "x", "t": "T"}')
    for name in ("one", "two", "three"):
        (project.root / "samples" / name).symlink_to(".")
    assert project.check("--fixtures", "samples/**/*.json") == []
    assert project.run(".", "--fixtures", "samples/**/b.json").status == 4


def test_folders_nested_deeper_than_the_stack(project: Project) -> None:
    project.mapping(GOOD)
    project.fixture('{"type": "x", "t": "T"}')
    depth = 1200
    with contextlib.chdir(".rtfm/fixtures"):
        for _ in range(depth):
            os.mkdir("d")  # noqa: PTH102  # the path as a whole is longer than systems take
            os.chdir("d")
        with contextlib.chdir(project.root):
            assert project.check() == []
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")  # noqa: PTH106


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root reads all")
def test_a_folder_that_cannot_be_read_is_reported(project: Project) -> None:
    folder = project.mapping(GOOD).parent
    folder.chmod(0)
    try:
        assert [each["rule"] for each in project.check()] == ["unreadable-file"]
    finally:
        folder.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_of_mappings(project: Project) -> None:
    project.write(".rtfm/mappings", "name: m")
    assert "0 mappings found" in project.run(".").out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(project: Project) -> None:
    project.mapping(GOOD)
    os.mkfifo(".rtfm/mappings/a.yaml")
    (project.root / ".rtfm/fixtures").mkdir()
    os.mkfifo(".rtfm/fixtures/a.json")
    rules = [each["rule"] for each in project.check()]
    assert rules == ["fixture-unreadable", "unreadable-file"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("  ::stop-commands::x", r"  \x3a:stop-commands::x"),
        ("a ##[error]x", r"a \x23#[error]x"),
        ("##vso[task.complete]", r"\x23#vso[task.complete]"),
        ("a::b, ## [link](x)", "a::b, ## [link](x)"),
    ],
)
def test_nothing_shown_is_a_command_to_a_ci(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_a_number_too_long_to_print_can_be_quoted() -> None:
    assert quote(1 << 100_000) == "`a number too long to show`"


def test_one_hostile_file_changes_no_finding_of_another(project: Project) -> None:
    project.mapping(GOOD + "nmae: x\n", "b.yaml")
    before = lint(Target(".rtfm/mappings", None)).findings
    project.mapping("a: &a [*a, *a]\n", "a.yaml")
    project.mapping(b"\xff\xfe", "c.json")
    after = lint(Target(".rtfm/mappings", None)).findings
    assert [each for each in after if each.place.path.endswith("b.yaml")] == before
