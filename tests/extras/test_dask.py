"""`index --engine dask` on a real cluster: a scheduler and two workers, each a process."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rtfm_check.indexing.pool import batches
from rtfm_check.indexing.shard import Item
from tests.artifacts import contents
from tests.extras.conftest import Extras

pytestmark = [pytest.mark.extras, pytest.mark.timeout(300)]
FILES = 4_300
COUNT = "import sys; from distributed import Client; print(len(Client(sys.argv[1]).nthreads()))"


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, extras: Extras, folder: Path) -> None:
        self._extras = extras
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        local = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._start("dask_scheduler", "--port", port, *local)
        self.workers = [self._worker() for _ in range(2)]

    def count(self) -> int:
        """How many workers the scheduler has."""
        return int(self._extras.run("-c", COUNT, self.address))

    def wait(self) -> None:
        """Wait until all workers are there."""
        end = time.monotonic() + 60
        while self.count() < len(self.workers):
            assert time.monotonic() < end
            time.sleep(0.2)

    def end(self) -> None:
        """Kill what still runs."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _worker(self) -> subprocess.Popen[bytes]:
        local = ("--host", "127.0.0.1", "--no-dashboard", "--nthreads", "1", "--no-nanny")
        return self._start("dask_worker", self.address, *local)

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [self._extras.python, "-m", f"distributed.cli.{name}", *arguments]
        with (self._folder / "cluster.log").open("ab") as log:
            return subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log)


@pytest.fixture
def cluster(extras: Extras, tmp_path: Path) -> Iterator[Cluster]:
    """A cluster that is ready."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Cluster(extras, folder)
    try:
        made.wait()
        yield made
    finally:
        made.end()


@pytest.fixture
def tree(extras: Extras) -> Extras:
    """So many files that they are more than twenty tasks."""
    for number in range(FILES):
        folder = extras.folder / f"d{number % 97:02}"
        folder.mkdir(exist_ok=True)
        following = f"../d{(number + 1) % 97:02}/{number + 1}.md"
        text = f"# Page {number}\n\nWords of {number}. [next]({following})\n"
        (folder / f"{number}.md").write_text(text * (1 + number % 7))
    (extras.folder / "latin.txt").write_bytes(b"caf\xe9\n")
    items = [Item(str(number), str(number), 1, "") for number in range(FILES + 1)]
    assert len(list(batches(items))) >= 20
    return extras


def far(cluster: Cluster, *arguments: str) -> list[str]:
    """The arguments of a run by the cluster; nothing is kept of it."""
    command = ["-m", "rtfm_check", "index", ".", "--no-cache", "--fail-on", "never", *arguments]
    return [*command, "--engine", "dask", "--scheduler", cluster.address]


def size(folder: Path, process: subprocess.Popen[str], name: str) -> int:
    """The bytes of a file of the artifact that a run writes; 0 where it is not there yet."""
    return sum(path.stat().st_size for path in folder.glob(f".far.{process.pid}-*.tmp/{name}"))


def test_a_worker_is_killed_after_the_first_result_and_nothing_is_lost(
    tree: Extras, cluster: Cluster, tmp_path: Path
) -> None:
    local = ("-m", "rtfm_check", "index", ".", "--no-cache", "--fail-on", "never", "-o", "../local")
    formats = ("--format", "jsonl", "--format", "sqlite", "--format", "parquet")
    report = json.loads(tree.run(*local, *formats, "--format", "json"))
    assert report["index"]["documents"] == FILES + 1

    command = [tree.python, *far(cluster, "-o", "../far", *formats, "--format", "json")]
    with subprocess.Popen(command, cwd=tree.folder, stdout=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + 60
        while not (before := size(tmp_path, process, "chunks.jsonl")):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.01)
        cluster.workers[0].send_signal(signal.SIGKILL)
        cluster.workers[0].wait()
        assert process.poll() is None
        out, _ = process.communicate(timeout=200)
    assert process.returncode == 0
    made = contents(tmp_path / "far")
    assert before < len(made["chunks.jsonl"]) / 2  # the first result, or little more
    assert made == contents(tmp_path / "local")
    far_report = json.loads(out)
    assert far_report["index"] | {"path": ""} == report["index"] | {"path": ""}
    assert far_report["findings"] == report["findings"]
    assert cluster.count() == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_scheduler_that_is_gone_ends_the_run_and_leaves_the_old_index(
    tree: Extras, cluster: Cluster, tmp_path: Path
) -> None:
    out = tmp_path / "far"
    tree.run("-m", "rtfm_check", "index", "d00", "-o", str(out), "-q")
    before = contents(out)
    command = [tree.python, *far(cluster, "-o", str(out))]
    with subprocess.Popen(
        command, cwd=tree.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not list(tmp_path.glob(f".far.{process.pid}-*.tmp")):
            assert process.poll() is None
            time.sleep(0.01)
        cluster.end()
        printed, said = process.communicate(timeout=200)
    assert (process.returncode, printed) == (3, ""), said
    assert said.startswith("rtfm-check: the run cannot be finished: ")
    assert said.count("\n") == 1
    assert contents(out) == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_interrupted_run_ends_at_once(tree: Extras, cluster: Cluster, tmp_path: Path) -> None:
    command = [tree.python, *far(cluster, "-o", "../far")]
    with subprocess.Popen(
        command, cwd=tree.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not list(tmp_path.glob(f".far.{process.pid}-*.tmp/segments/*")):
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        begun = time.monotonic()
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - begun < 20
    assert [path.name for path in tmp_path.iterdir() if path.name in (".far", "far")] == []


def test_an_address_where_nobody_answers_is_told(tree: Extras) -> None:
    command = [tree.python, "-m", "rtfm_check", "index", "d00", "--engine", "dask"]
    result = subprocess.run(
        [*command, "--scheduler", "tcp://127.0.0.1:9"],
        cwd=tree.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert "no scheduler of Dask answers at tcp://127.0.0.1:9" in result.stderr
