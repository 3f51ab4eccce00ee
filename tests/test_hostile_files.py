"""Hostile trees: links, pipes, deep folders, configuration, caches and what a run may write."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest

from rtfm_check.text.show import safe
from tests.conftest import GOOD, Project


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
        try:
            with contextlib.chdir(project.root):
                assert project.check() == []
        finally:
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


def deep(opened: str, closed: str, depth: int = 100_000) -> str:
    return opened * depth + closed * depth


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".rtfm-check.yaml", "a: &a [*a]"),
        (".rtfm-check.yaml", "a: &a [x, x]\nb: &b [*a, *a]\n" + "c: [" + "*b, " * 9000 + "]"),
        (".rtfm-check.yaml", "fixtures: " + deep("[", "]")),
        (".rtfm-check.yaml", "severity: {1: error}"),
        (".rtfm-check.yaml", "per-file-ignores: {1: [RTM1]}"),
        (".rtfm-check.yaml", 'baseline: "a\\0b"'),
        (".rtfm-check.yaml", 'fixtures: ["a\\0b"]'),
        (".rtfm-check.yaml", "fixtures: [/**/*.json]"),
        (".rtfm-check.yaml", "fixtures: [samples/../../*.json]"),
        (".rtfm-check.yaml", "baseline: ../b.json"),
        (".rtfm-check.yaml", "extend-exclude: ['!']"),
        (".rtfm-check.yaml", "extend-exclude: ['x[z-a]']"),
        (".rtfm-check.yaml", f"extend-exclude: ['{'*a' * 20}b']"),
        (".rtfm-check.yaml", "0x" + "f" * 9000 + ": 1"),
        (".rtfm-check.yaml", "severity: {unknown-key: 0x" + "f" * 9000 + "}"),
        ("pyproject.toml", "[tool.rtfm-check]\nfixtures = " + deep("[", "]")),
        ("pyproject.toml", "tool = 1 # [tool.rtfm-check]"),
        ("pyproject.toml", "[tool.rtfm-check]\n'a\x7f\u202e\\' = 1"),
        ("pyproject.toml", b"[tool.rtfm-check]\n\xff"),
    ],
)
def test_hostile_configuration_is_refused(project: Project, name: str, text: str | bytes) -> None:
    project.mapping(GOOD)
    project.write(name, text)
    result = project.run(".")
    assert result.status == 2
    assert result.err.startswith("rtfm-check: ")
    assert result.err.count("\n") == 1
    assert result.err.isprintable() is False  # but for its line end:
    assert result.err[:-1].isprintable()


@pytest.mark.parametrize("name", [".rtfm-check.yaml", "pyproject.toml"])
def test_configuration_is_not_read_through_a_link_out(
    project: Project, tmp_path: Path, name: str
) -> None:
    (tmp_path / "outside").write_text("[tool.rtfm-check]\nSECRET = 1\n")
    (project.root / name).symlink_to(tmp_path / "outside")
    project.mapping(GOOD)
    assert "SECRET" not in project.run(".").err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_in_the_place_of_configuration_or_baseline_is_not_waited_for(
    project: Project,
) -> None:
    project.mapping(GOOD)
    os.mkfifo("pyproject.toml")
    os.mkfifo(".rtfm-check.yaml")
    assert project.check() == []
    os.mkfifo("baseline.json")
    assert project.run(".", "--baseline", "baseline.json").status == 2


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "{}", '{"version": 1}', "\udcff"])
def test_a_hostile_baseline_is_refused(project: Project, text: str) -> None:
    project.mapping(GOOD)
    project.write("baseline.json", text.encode("utf-8", "surrogateescape"))
    result = project.run(".", "--baseline", "baseline.json")
    assert (result.status, result.err.count("\n")) == (2, 1)


def test_a_report_replaces_no_link_and_no_folder_and_leaves_nothing_behind(
    project: Project, tmp_path: Path
) -> None:
    project.mapping(GOOD)
    (tmp_path / "target").write_text("kept")
    (project.root / "link.json").symlink_to(tmp_path / "target")
    (project.root / "folder").mkdir()
    before = sorted(project.root.rglob("*"))
    for name in ("link.json", "folder", "missing/a.json"):
        result = project.run(".", "--format", f"json={name}")
        assert result.status == 2
        assert "cannot be written" in result.err
    assert (tmp_path / "target").read_text() == "kept"
    assert sorted(project.root.rglob("*")) == before


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there are no devices")  # noqa: PTH110
def test_a_report_to_a_device_leaves_the_device_in_place(project: Project) -> None:
    project.mapping(GOOD)
    assert project.run(".", "--format", "json=/dev/null").status == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_garbage_in_the_cache_is_no_verdict(project: Project, tmp_path: Path) -> None:
    project.mapping(GOOD)
    project.run(".")
    (kept,) = (tmp_path / "cache/rtfm-check").iterdir()
    for body in (b"[" * 100_000, b"{}", b"[]", b"\xff"):
        kept.write_bytes(b"%08x\n%b" % (crc32(body), body))
        assert project.check() == []
    kept.unlink()
    os.mkfifo(kept)
    assert project.check() == []


def test_a_relative_cache_folder_would_be_in_the_project(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    project.mapping(GOOD)
    before = sorted(project.root.rglob("*"))
    project.run(".")
    assert sorted(project.root.rglob("*")) == before


def test_nothing_is_read_through_a_link_to_keep_a_verdict(project: Project, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("SECRET")
    folder = project.mapping(GOOD).parent
    (folder / "a.yaml").symlink_to(tmp_path / "outside")
    project.run(".")
    assert not (tmp_path / "cache").exists()


def command(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rtfm_check", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
        **how,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")  # noqa: PTH110
def test_a_full_disk_is_said_in_one_line(project: Project) -> None:
    project.mapping("name: [")
    with Path("/dev/full").open("w") as full:
        ended = command(".", "--no-cache", stdout=full)
    assert ended.stderr == "rtfm-check: the run cannot be finished: No space left on device\n"
    assert ended.returncode == 3


@pytest.mark.skipif(os.name != "posix", reason="closes streams in a shell")
def test_advice_does_not_go_to_the_report_where_standard_error_is_closed(project: Project) -> None:
    project.mapping(GOOD)
    project.write("readme.txt", "")
    program = f"{sys.executable} -m rtfm_check .rtfm/mappings/m.yaml readme.txt --format json 2>&-"
    ended = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False)
    assert json.loads(ended.stdout)["summary"]["errors"] == 0


def test_names_on_the_command_line_are_shown_safely(project: Project) -> None:
    for arguments in (["\x1b[31m\u202e"], ["preview", "\x1b", "b"], ["--\x1b[31m"], [".", "x\x9b"]):
        result = project.run(*arguments)
        assert result.status in (2, 4)
        assert all(each.isprintable() or each == "\n" for each in result.err)


def test_json_holds_no_command_to_a_ci(project: Project) -> None:
    project.mapping("name: [", "##[error]x.yaml")
    for name in ("json", "jsonl", "sarif", "gitlab"):
        result = project.run(".", "--format", name)
        assert "##[" not in result.out
        assert result.status == 1
