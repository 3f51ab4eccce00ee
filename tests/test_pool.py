"""The processes that read files: what they may do, and what becomes of a file they die of."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rtfm_check.indexing import pool, shard
from rtfm_check.indexing.shard import Item
from rtfm_check.parsers import plaintext
from tests.artifacts import Artifact, contents
from tests.conftest import Project

OUT = "rtfm-index"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="patches reach a forked process")


@pytest.fixture
def behave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain text that says so kills, stops or fills the process that reads it."""
    real = plaintext.packed

    def packed(text: str) -> Iterator[Any]:
        yield from real(text)
        if text.startswith("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        elif text.startswith("leave"):
            os._exit(7)
        elif text.startswith("hang"):
            time.sleep(600)
        elif text.startswith("fill"):
            held = bytearray(1 << 40)
            held[0] = 1

    monkeypatch.setattr(plaintext, "packed", packed)


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize(
    ("word", "rule", "message"),
    [
        ("die", "parser-failed", "the process that read it was ended by signal 9"),
        ("leave", "parser-failed", "it died"),
        ("hang", "parser-timeout", "it took more than 1 seconds"),
        ("fill", "limit-reached", "memory"),
    ],
)
@pytest.mark.usefixtures("behave")
def test_a_file_costs_itself_alone(
    project: Project, jobs: str, word: str, rule: str, message: str
) -> None:
    for number in range(6):
        project.write(f"{number}.txt", f"file {number}\n")
    project.write("2.txt", f"{word}\n")
    started = time.monotonic()
    result = project.run("index", ".", "--jobs", jobs, "--timeout", "1", "--format", "json")
    assert time.monotonic() - started < 30
    (finding,) = result.findings
    assert (finding["path"], finding["rule"]) == ("2.txt", rule)
    assert message in finding["message"]
    made = Artifact(project.root / OUT)
    assert [each["path"] for each in made.documents] == [f"{n}.txt" for n in range(6)]
    others = [each["content"] for each in made.chunks if each["book_file"] != "2.txt"]
    assert others == [f"file {n}\n" for n in (0, 1, 3, 4, 5)]


@pytest.mark.usefixtures("behave")
def test_every_file_may_kill_its_process(project: Project) -> None:
    for number in range(8):
        project.write(f"{number}.txt", "die\n")
    result = project.run("index", ".", "--jobs", "2", "--format", "json", "--allow-empty")
    assert [each["rule"] for each in result.findings] == ["parser-failed"] * 8
    assert len(Artifact(project.root / OUT).documents) == 8


def test_any_number_of_processes_gives_the_same_bytes(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_BATCH_FILES", 3)
    for number in range(40):
        text = b"caf\xe9\n" if number % 7 == 0 else f"file {number}\n".encode() * (number + 1)
        project.write(f"d{number % 5}/{number}.txt", text)
    found = []
    for jobs in ("1", "2", "5"):
        assert project.run("index", ".", "--jobs", jobs).status == 0
        found.append(contents(project.root / OUT))
    assert found[0] == found[1] == found[2]


def test_batches_are_cut_by_number_and_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_BATCH_FILES", 3)
    monkeypatch.setattr(pool, "_BATCH_BYTES", 100)
    sizes = [1, 1, 1, 1, 200, 1, 50, 60, 1]
    items = [Item("p", "p", size, "s") for size in sizes]
    assert list(pool.batches(items)) == [(0, 3), (3, 5), (5, 8), (8, 9)]
    assert list(pool.batches([])) == []


def test_a_process_sees_nothing_of_the_environment(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def packed(text: str) -> Iterator[Any]:
        yield f"{sorted(os.environ)}", 1, 1, 0

    monkeypatch.setattr(plaintext, "packed", packed)
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    project.write("a.txt", "hello\n")
    project.run("index", ".")
    (chunk,) = Artifact(project.root / OUT).chunks
    assert "GITHUB_TOKEN" not in chunk["content"]
    assert "PATH" in chunk["content"]


def _processes_below(process: int) -> list[int]:
    """The processes that one has made."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == process and fields[0] != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_run(project: Project, number: signal.Signals) -> None:
    project.write("pipe.txt", "word " * 30_000_000)
    program = [sys.executable, "-m", "rtfm_check", "index", ".", "--no-progress"]
    process = subprocess.Popen(program, cwd=project.root, stderr=subprocess.PIPE, text=True)
    workers: list[int] = []
    while not workers:
        time.sleep(0.02)
        assert process.poll() is None
        workers = _processes_below(process.pid)
    process.send_signal(number)
    _, told = process.communicate(timeout=30)
    assert process.returncode == (130 if number is signal.SIGINT else -9), told
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{each}").exists() for each in workers):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert not (project.root / OUT).exists()


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("deep"), KeyError("x")])
def test_what_fails_behind_the_parser_costs_its_file_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    real = shard.encoded

    def encoded(record: dict[str, Any]) -> bytes:
        if record.get("content") == "file 2\n":
            raise error
        return real(record)

    monkeypatch.setattr(shard, "encoded", encoded)
    for number in range(5):
        project.write(f"{number}.txt", f"file {number}\n")
    result = project.run("index", ".", "--jobs", "1", "--format", "json")
    (finding,) = result.findings
    assert (finding["path"], finding["rule"]) == ("2.txt", "parser-failed")
    assert f"given up: it failed: {type(error).__name__}" in finding["message"]
    assert "Traceback" not in result.err
    made = Artifact(project.root / OUT)
    assert [each["content"] for each in made.chunks] == [f"file {n}\n" for n in (0, 1, 3, 4)]


class Evil:
    """What would make a folder where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("unpickled",)


@pytest.mark.parametrize(
    "says",
    [
        lambda pipe, place: pipe.send(Evil()),
        lambda pipe, place: pipe.send_bytes(b"x" * 1_000_000),
        lambda pipe, place: pipe.send_bytes(b"[]"),
        lambda pipe, place: pipe.send_bytes(b'{"a": 1}'),
        lambda pipe, place: pipe.send_bytes(b'["failed", {}]'),
        lambda pipe, place: (setattr(place, "value", 1 << 40), os._exit(0)),
        lambda pipe, place: (setattr(place, "value", -9), os._exit(0)),
        lambda pipe, place: (pipe.close(), time.sleep(600)),
    ],
)
def test_a_process_that_was_taken_over_costs_a_file_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch, says: Callable[[Any, Any], object]
) -> None:
    real, serve = plaintext.packed, pool._serve

    def serving(pipe: Any, place: Any, *rest: Any) -> None:
        def packed(text: str) -> Iterator[Any]:
            yield from real(text)
            if text == "file 2\n":
                says(pipe, place)
                time.sleep(600)

        monkeypatch.setattr(plaintext, "packed", packed)
        serve(pipe, place, *rest)

    monkeypatch.setattr(pool, "_serve", serving)
    for number in range(4):
        project.write(f"{number}.txt", f"file {number}\n")
    started = time.monotonic()
    result = project.run("index", ".", "--jobs", "1", "--format", "json", "--timeout", "20")
    assert time.monotonic() - started < 15
    assert {each["rule"] for each in result.findings} == {"parser-failed"}
    assert not (project.root / "unpickled").exists()
    made = Artifact(project.root / OUT)
    assert [each["path"] for each in made.documents] == [f"{n}.txt" for n in range(4)]
    assert [each["content"] for each in made.chunks][:2] == ["file 0\n", "file 1\n"]
