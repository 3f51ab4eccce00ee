"""What `rtfm-check index` takes on a tree: cold and warm, with one and two processes.

    python tests/bench/bench_index.py TREE... [--rounds 5] [--rtfm COMMAND]

Printed are the CPU seconds (user and system, with children) and the wall time of cold runs, the
ratio of warm runs to cold ones, in pairs, the memory that all processes hold at most, and the size
of the index in each format. A warm run is one over a tree in which nothing has changed, in which
every file was only touched, or in which one file was edited. `--rtfm` names the command of an
environment with rtfm-ai, whose `rtfm sync` is measured on a copy of the tree. Medians. Linux.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

OURS = [sys.executable, "-P", "-m", "rtfm_check"]


class Taken(NamedTuple):
    """What a run took."""

    cpu: float  # seconds
    wall: float
    memory: float  # MB that all its processes held at most


def measure(argv: list[str], folder: Path) -> Taken:
    """Run a command that ends with 0 or 1."""
    start = time.monotonic()
    process = subprocess.Popen(
        argv, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    held = [0.0]
    watch = threading.Thread(target=_watch, args=(process.pid, held), daemon=True)
    watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{argv} ended with {process.returncode}")
    watch.join()
    return Taken(usage.ru_utime + usage.ru_stime, time.monotonic() - start, held[0])


def _watch(process: int, held: list[float]) -> None:
    while True:
        sizes = [_size(each) for each in _family(process)]
        if not sizes or sizes[0] is None:
            return
        held[0] = max(held[0], sum(filter(None, sizes)))
        time.sleep(0.05)


def _family(process: int) -> list[int]:
    found = [process]
    for each in found:
        try:
            text = Path(f"/proc/{each}/task/{each}/children").read_text()
        except OSError:
            continue
        found += map(int, text.split())
    return found


def _size(process: int) -> float | None:
    """The memory of a process in MB, what it shares with others in its part."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    return next((int(each.split()[1]) / 1000 for each in lines if each.startswith("Pss:")), None)


def bench(tree: Path, rounds: int, rtfm: str) -> None:
    """Print the figures of one tree."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        room = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(room / "cache")
        copy = room / "tree"
        shutil.copytree(tree, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        files = [each for each in copy.rglob("*") if each.is_file() and not each.is_symlink()]
        size = sum(each.stat().st_size for each in files)
        print(f"{tree}: {len(files):,} files, {size / 1e6:,.1f} MB")

        def ours(*arguments: str) -> Taken:
            return measure([*OURS, "index", str(copy), "-q", *arguments], room)

        ours("-o", "out")
        cold: dict[str, list[Taken]] = {"1": [], "2": []}
        for _ in range(rounds):
            for jobs, found in cold.items():
                found.append(ours("-o", "cold", "--no-cache", "--jobs", jobs))
        for jobs, found in cold.items():
            cpu, wall, memory = (statistics.median(column) for column in zip(*found, strict=True))
            print(f"  cold, --jobs {jobs}: {cpu:.2f} s CPU, {wall:.2f} s, {memory:,.0f} MB")
        pairs = zip(cold["1"], cold["2"], strict=True)
        gain = statistics.median(one.wall / two.wall for one, two in pairs)
        print(f"  one process takes {gain:.2f} x the time of two")
        for what, change in _changes(files).items():
            _pairs(what, change, ours, rounds)
        for artifact in ("jsonl", "sqlite", "parquet"):
            _room(artifact, room, ours)
        if rtfm:
            measure([*rtfm.split(), "init", "--no-embeddings", "--no-hook"], copy)
            taken = measure([*rtfm.split(), "sync", "."], copy)
            print(f"  rtfm sync: {taken.wall:.2f} s, in a process of its own that stays")


def _changes(files: list[Path]) -> dict[str, Callable[[], None]]:
    texts = [each for each in files if each.suffix in (".md", ".txt", ".py")]

    def touch() -> None:
        for each in files:
            each.touch()

    def edit() -> None:
        with texts[len(texts) // 2].open("a") as stream:
            stream.write("\nmore\n")

    return {"nothing changed": lambda: None, "all files touched": touch, "one file edited": edit}


def _pairs(what: str, change: Callable[[], None], ours: Callable[..., Taken], rounds: int) -> None:
    ratios, warm = [], []
    ours("-o", "out")
    for _ in range(rounds):
        cold = ours("-o", "cold", "--no-cache", "--jobs", "1")
        change()
        warm.append(ours("-o", "out"))
        ratios.append(warm[-1].cpu / cold.cpu)
    cpu, memory = (
        statistics.median(getattr(each, key) for each in warm) for key in ("cpu", "memory")
    )
    ratio = statistics.median(ratios)
    print(f"  warm, {what}: {ratio:.4f} x cold, {cpu:.2f} s CPU, {memory:,.0f} MB")


def _room(artifact: str, room: Path, ours: Callable[..., Taken]) -> None:
    try:
        taken = ours("-o", artifact, "--format", artifact, "--no-cache", "--jobs", "1")
    except SystemExit:
        print(f"  {artifact}: not possible here")
        return
    size = sum(each.stat().st_size for each in (room / artifact).iterdir())
    print(f"  {artifact}: {size / 1e6:,.1f} MB, {taken.cpu:.2f} s CPU cold")


def main() -> None:
    """Measure each tree that is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rtfm", default="", metavar="COMMAND")
    options = parser.parse_args()
    for tree in options.trees:
        bench(tree, options.rounds, options.rtfm)


if __name__ == "__main__":
    main()
