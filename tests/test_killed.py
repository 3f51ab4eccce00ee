"""Runs that are killed, interrupted, or find the disk full: the index is the old or the new one."""

from __future__ import annotations

import fcntl
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.artifacts import contents
from tests.conftest import Project

PROGRAM = [sys.executable, "-m", "rtfm_check"]


class Bench:
    """A tree with an old index, to be written anew again and again."""

    def __init__(self, project: Project, artifact: str, *, is_warm: bool) -> None:
        self.folder = project.root.parent
        self.out = self.folder / "out"
        self.cache = self.folder / "cache"
        self._project = project
        self._arguments = ["index", ".", "-o", "../out", "--format", artifact, "--jobs", "2"]
        self._is_warm = is_warm
        for number in range(240):
            text = "\n\n".join(f"Paragraph {number} {part} {'word ' * 60}" for part in range(12))
            project.write(f"{number % 7}/{number}.md", f"# Page {number}\n\n{text}\n")
        self.old = self._finished()
        shutil.copytree(self.out, self.folder / "old")
        shutil.copytree(self.cache, self.folder / "kept")
        for number in range(0, 240, 3):
            project.write(f"{number % 7}/{number}.md", f"# New {number}\n\nAnother text.\n")
        start = time.monotonic()
        self.new = self._finished()
        self.seconds = time.monotonic() - start
        assert self.old != self.new

    def _finished(self) -> dict[str, bytes]:
        assert self.start().wait() == 0
        return contents(self.out)

    def start(self) -> subprocess.Popen[bytes]:
        """A run, in a group of processes as of a terminal."""
        environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}
        (self.folder / "tmp").mkdir(exist_ok=True)
        return subprocess.Popen(
            [*PROGRAM, *self._arguments],
            cwd=self._project.root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def restore(self) -> None:
        """Put the old index back, and what was kept when it was written, or nothing."""
        shutil.rmtree(self.out)
        shutil.copytree(self.folder / "old", self.out)
        shutil.rmtree(self.cache, ignore_errors=True)
        if self._is_warm:
            shutil.copytree(self.folder / "kept", self.cache)

    def await_end(self) -> None:
        """Wait for the other processes of a killed run, which hold its folders until they end."""
        for each in self.folder.iterdir():
            handle = os.open(each, os.O_RDONLY)
            fcntl.flock(handle, fcntl.LOCK_EX)
            os.close(handle)

    def is_clean(self) -> bool:
        """Whether nothing is left but what belongs there."""
        names = {each.name for each in self.folder.iterdir()}
        kept = [each.name for each in (self.cache / "rtfm-check").iterdir()]
        return (
            names == {"project", "out", "cache", "old", "kept", "tmp"}
            and not any(each.endswith(".tmp") for each in kept)
            and len(kept) == 3
            and not any((self.folder / "tmp").iterdir())
        )


def moments(seed: int, count: int, seconds: float) -> Iterator[float]:
    """Moments of a run, and a bit beyond its end."""
    draw = random.Random(seed)
    for _ in range(count):
        yield draw.uniform(0, seconds * 1.1)


def _killed(bench: Bench, seed: int, count: int) -> None:
    for moment in moments(seed, count, bench.seconds):
        bench.restore()
        process = bench.start()
        time.sleep(moment)
        process.kill()
        process.wait()
        bench.await_end()
        assert contents(bench.out) in (bench.old, bench.new), moment
        assert bench.start().wait() == 0
        assert contents(bench.out) == bench.new, moment
        assert bench.is_clean(), (moment, list(bench.folder.iterdir()))


def _interrupted(bench: Bench, seed: int, count: int, start: float) -> None:
    for moment in moments(seed, count, bench.seconds):
        bench.restore()
        process = bench.start()
        time.sleep(start + moment)
        os.killpg(process.pid, signal.SIGINT)
        began = time.monotonic()
        status = process.wait()
        assert time.monotonic() - began < 5, moment
        found = contents(bench.out)
        assert found in (bench.old, bench.new), moment
        # By the signal itself where Python had not begun with us yet, or was about to end: a shell
        # calls that 130 too.
        assert status in (130, 0, -signal.SIGINT), moment
        names = {each.name for each in bench.folder.iterdir()}
        assert names - {"cache"} == {"project", "out", "old", "kept", "tmp"}, moment


@pytest.fixture
def start() -> float:
    """About the time that a run takes before it is ours to end."""
    began = time.monotonic()
    subprocess.run([*PROGRAM, "index", "--help"], stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - began


@pytest.mark.parametrize("is_warm", [False, True], ids=["cold", "warm"])
def test_a_run_that_is_killed(project: Project, is_warm: bool) -> None:
    _killed(Bench(project, "jsonl", is_warm=is_warm), 1, 3)


def test_a_run_that_is_interrupted(project: Project, start: float) -> None:
    _interrupted(Bench(project, "jsonl", is_warm=False), 2, 3, start)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("artifact", ["jsonl", "sqlite"])
@pytest.mark.parametrize("is_warm", [False, True], ids=["cold", "warm"])
def test_fifty_runs_that_are_killed(project: Project, artifact: str, is_warm: bool) -> None:
    _killed(Bench(project, artifact, is_warm=is_warm), 3, 50)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("artifact", ["jsonl", "sqlite"])
def test_fifty_runs_that_are_interrupted(project: Project, start: float, artifact: str) -> None:
    _interrupted(Bench(project, artifact, is_warm=False), 4, 50, start)


@pytest.mark.parametrize("artifact", ["jsonl", "sqlite"])
@pytest.mark.parametrize("most", [1000, 300_000, 1_000_000])
def test_a_disk_that_is_full(project: Project, artifact: str, most: int) -> None:
    for number in range(100):
        project.write(f"{number}.md", f"# Page {number}\n\n{'word ' * 3000}\n")
    arguments = ["index", ".", "-o", "../out", "--format", artifact]
    assert project.run(*arguments).status == 0
    old = contents(project.root.parent / "out")
    project.write("0.md", "# Another page\n\nText.\n")
    result = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    assert result.returncode == 3
    assert result.stderr.startswith("rtfm-check: the run cannot be finished: ../out ")
    assert result.stderr.endswith("; the index that is there stays\n")
    assert contents(project.root.parent / "out") == old
    assert {each.name for each in project.root.parent.iterdir()} == {"project", "out", "cache"}


def test_what_a_killed_run_has_left_is_told_from_what_a_run_writes(project: Project) -> None:
    project.write("a.md", "# A\n\nText.\n")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = project.root.parent / f".out.{dead.pid}-1f.tmp"
    here = project.root.parent / f".out.{os.getppid()}-1f.tmp"  # of a process that runs
    other = project.root.parent / f".out2.{dead.pid}-1f.tmp"
    mine = project.root.parent / ".out.mine.tmp"
    for each in (left, here, other, mine):
        (each / "segments").mkdir(parents=True)
    assert project.run("index", ".", "-o", "../out").status == 0
    assert [left.exists(), here.exists(), other.exists(), mine.exists()] == [
        False,
        True,
        True,
        True,
    ]
    os.utime(here, (1, 1))  # nobody has locked it, and nobody would have waited so long
    project.write("b.md", "# B\n\nText.\n")
    assert project.run("index", ".", "-o", "../out").status == 0
    assert not here.exists()


def start_docs(project: Project, room: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PROGRAM, "docs", "--jobs", "2", "--exit-zero"],
        cwd=project.root,
        env={**os.environ, "TMPDIR": str(room)},
        stdout=subprocess.DEVNULL,
    )


def test_what_a_killed_run_over_documents_has_left_goes_with_the_next(project: Project) -> None:
    for number in range(400):
        project.write(f"{number}.md", f"# Page {number}\n\n{'word ' * 2000}\n")
    room = project.root.parent / "tmp"
    room.mkdir()
    process = start_docs(project, room)
    while not list(room.glob("rtfm-check-*/*")):
        assert process.poll() is None
        time.sleep(0.01)
    alive = start_docs(project, room)  # beside one that lives, and leaves its folder to it
    while len(list(room.iterdir())) < 2:
        assert alive.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert alive.wait() == 0
    assert [each.name.split("-")[2] for each in room.iterdir()] == [str(process.pid)]
    assert start_docs(project, room).wait() == 0  # by now nothing has changed: nothing is read
    project.write("0.md", "# Another\n")
    assert start_docs(project, room).wait() == 0
    assert list(room.iterdir()) == []


def test_a_run_removes_nothing_that_is_not_its_own(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    room = project.root.parent / "tmp"
    elsewhere = project.root.parent / "elsewhere"
    for each in (
        *(room / f"rtfm-check-{dead.pid}-abandoned", room / f"rtfm-check-{os.getppid()}-lives"),
        *(room / "rtfm-check-", room / "rtfm-check-notes", room / "other", elsewhere),
    ):
        each.mkdir(parents=True)
        (each / "file").touch()
    (room / f"rtfm-check-{dead.pid}-link").symlink_to(elsewhere)
    (room / f"rtfm-check-{dead.pid}-file").touch()
    (room / f"rtfm-check-{'9' * 5000}"[:200]).mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    project.write("a.md", "# A\n")
    assert project.run("docs", "--exit-zero").status == 0
    assert sorted(each.name for each in room.iterdir()) == sorted(
        [
            *("other", "rtfm-check-", f"rtfm-check-{'9' * 5000}"[:200], "rtfm-check-notes"),
            *(f"rtfm-check-{os.getppid()}-lives", f"rtfm-check-{dead.pid}-file"),
            f"rtfm-check-{dead.pid}-link",
        ]
    )
    assert (elsewhere / "file").exists()


def test_an_old_index_that_was_put_aside_comes_back(project: Project) -> None:
    project.write("a.md", "# A\n\nText.\n")
    assert project.run("index", ".", "-o", "../out").status == 0
    old = contents(project.root.parent / "out")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    aside = project.root.parent / f".out.{dead.pid}-1f.tmp.old"
    (project.root.parent / "out").rename(aside)
    with pytest.MonkeyPatch.context() as patched:
        from rtfm_check.artifact.writer import Writer

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        patched.setattr(Writer, "close", interrupt)
        assert project.run("index", ".", "-o", "../out", "--no-cache").status == 130
    assert contents(project.root.parent / "out") == old
    assert not aside.exists()
