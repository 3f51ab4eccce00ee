"""A progress bar where a person waits at a terminal, and nowhere else."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import BASE, Project

PROGRAM = Path(sys.executable).parent / "rtfm-check"


def on_terminal(*arguments: str, columns: int = 120) -> tuple[int, str, str]:
    """Exit status, standard output, and standard error when that is a terminal."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, *(arguments or (".",)), "--no-cache"],
        env={**os.environ, "COLUMNS": str(columns)},
        stdout=subprocess.PIPE,
        stderr=follower,
        text=True,
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:  # the other side is closed: Linux says so in this way
            break
        if not piece:
            break
        shown += piece
    out, _ = process.communicate()
    os.close(leader)
    return process.returncode, out, shown.decode()


@pytest.fixture
def large(project: Project) -> Project:
    """A project that takes longer than the bar waits."""
    project.mapping("".join(BASE.values()))
    for number in range(3000):
        project.fixture(f'{{"type": "x", "t": "text {number}"}}', f"{number}.json")
    return project


def test_a_person_sees_how_far_it_is_and_then_only_the_report(large: Project) -> None:
    status, out, shown = on_terminal()
    assert status == 0
    assert " of 3,001 files" in shown
    assert shown.endswith("\r\x1b[K")
    assert "files" not in out


@pytest.mark.parametrize("option", ["-q", "--no-progress"])
def test_it_can_be_left_out(large: Project, option: str) -> None:
    large.write("page.md", "# Page\n\nText.\n" * 50_000)
    assert on_terminal(".", option)[2] == ""
    assert on_terminal("index", ".", option)[2] == ""


@pytest.fixture
def long(project: Project) -> Project:
    """A tree that takes a few seconds to read."""
    for number in range(6000):
        project.write(f"{number}.md", f"# Page {number}\n\n" + f"Text of {number}. " * 400)
    return project


def test_of_an_index_files_megabytes_rate_and_time_left_are_shown(long: Project) -> None:
    status, out, shown = on_terminal("index", ".", "--jobs", "1")
    assert status == 0
    assert shown.endswith("\r\x1b[K")
    lines = [line.removesuffix("\x1b[K") for line in shown.split("\r") if line.startswith("[")]
    form = r"\[#* *\] ([\d,]+) of 6,000 files, (\d+) of (\d+) MB(, \d+\.\d MB/s, \d+ s left)?"
    found = [re.fullmatch(form, line) for line in lines]
    assert all(found), lines
    assert found[-1] is not None
    assert found[-1][4]
    done = [int(each[1].replace(",", "")) for each in found if each is not None]
    assert done == sorted(done)
    assert "MB/s" not in out


def test_a_line_never_wraps(long: Project) -> None:
    _, _, shown = on_terminal("index", ".", columns=40)
    lines = [line.removesuffix("\x1b[K") for line in shown.split("\r")]
    assert max(map(len, lines)) == 39


def test_a_run_that_takes_long_says_so_first(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check.cli import _build

    monkeypatch.setattr(_build, "_LONG", 0.001)
    project.write("a.md", "# A\n\n" + "Text. " * 100_000)
    project.write("b.bin", b"\0" * 5_000_000)  # of which nothing is read
    result = project.run("index", ".", "-o", "../out", "--jobs", "1")
    assert result.err == (
        "rtfm-check: 2 files of 6 MB to read, in about 0 s; the index takes about 1 MB\n"
    )
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, 500_000))
    project.write("a.md", "# B\n\n" + "Text. " * 100_000)
    result = project.run("index", ".", "-o", "../out", "--jobs", "1")
    assert result.err.endswith("takes about 1 MB; there is room for 0 MB alone\n")
    project.write("a.md", "# C\n\n" + "Text. " * 100_000)
    assert project.run("index", ".", "-o", "../out", "-q").err == ""


def test_there_is_none_where_standard_error_is_no_terminal(large: Project) -> None:
    assert large.run(".", "--no-cache").err == ""
