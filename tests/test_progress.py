"""A progress bar where a person waits at a terminal, and nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import BASE, Project

PROGRAM = Path(sys.executable).parent / "rtfm-check"


def on_terminal(*arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output, and standard error when that is a terminal."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, ".", "--no-cache", *arguments], stdout=subprocess.PIPE, stderr=follower, text=True
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
    assert on_terminal(option)[2] == ""


def test_there_is_none_where_standard_error_is_no_terminal(large: Project) -> None:
    assert large.run(".", "--no-cache").err == ""
