"""The most memory that indexing large files takes: `python tests/bench/memory.py [--scale 1]`.

Each file is made, indexed with one process, and removed; printed is the peak of the largest
process in megabytes beside its goal. The status says whether all goals are met. `--scale 0.1` makes
files of a tenth: what streams takes as much memory for those. Run it where rtfm-check is installed,
with 5 GB to spare on the disk.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

_LINE = 1000  # characters of a record
_PROFILE = 'files: ["*.jsonl"]\njson_text_fields: [text]\nsource_identifier: id\n'
_WORDS = "the seal of the pump was replaced and the relay tested before the winter round "


def csv(path: Path, rows: int) -> None:
    """Rows of three columns."""
    _written(path, (f"{n},part {n % 977},{n / 7:.3f}\n" for n in range(rows)), "id,name,size\n")


def lines(path: Path, count: int) -> None:
    """JSON Lines of about a kilobyte each."""
    text = (_WORDS * (_LINE // len(_WORDS) + 1))[:_LINE]
    _written(path, (json.dumps({"id": n, "text": f"{n} {text}"}) + "\n" for n in range(count)))


def export(path: Path, count: int) -> None:
    """One document with a list of answers."""
    answers = (
        f'{{"id": {n}, "question": "What of part {n}?", "answer": {{"text": "{_WORDS * 3}"}}}},\n'
        for n in range(count)
    )
    _written(path, answers, '{"type": "export", "answers": [', '{"id": -1}]}')


def database(path: Path, rows: int) -> None:
    """A table."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT, size REAL)")
    connection.executemany(
        "INSERT INTO parts VALUES (?, ?, ?)", ((n, f"part {n % 977}", n / 7) for n in range(rows))
    )
    connection.commit()
    connection.close()


# What it is, the goal in MB, the name of the file, and how it is made in its full size.
Case = tuple[str, int, str, Callable[[Path, int], None], int]
CASES: tuple[Case, ...] = (
    ("CSV of 1,000,000 rows", 60, "rows.csv", csv, 1_000_000),
    ("JSON Lines of 1 GB", 64, "lines.jsonl", lines, 1_000_000),
    ("JSON Lines of 1 GB, by a field profile", 64, "fields.jsonl", lines, 1_000_000),
    ("JSON export of 200 MB", 250, "export.json", export, 650_000),
    ("SQLite of 1,000,000 rows", 80, "rows.db", database, 1_000_000),
)


def measured(root: Path) -> tuple[float, float]:
    """Peak megabytes of the largest process that indexes a tree, and CPU seconds of all."""
    command = [sys.executable, "-m", "rtfm_check", "index", ".", "--jobs", "1", "--no-cache"]
    process = subprocess.Popen([*command, "--no-progress"], cwd=root, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"rtfm-check ended with {process.returncode}")
    kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return kilobytes / 1024, used.ru_utime + used.ru_stime


def main() -> int:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="", help="part of the names of the files")
    options = parser.parse_args()
    above = 0
    print(f"{'file':<42}{'size MB':>9}{'goal MB':>9}{'peak MB':>9}{'CPU s':>8}")
    for name, goal, file, make, count in CASES:
        if options.only not in file:
            continue
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            make(root / file, int(count * options.scale))
            if file == "fields.jsonl":
                (root / ".rtfm" / "fields").mkdir(parents=True)
                (root / ".rtfm" / "fields" / "p.yaml").write_text(_PROFILE, "utf-8")
            size = (root / file).stat().st_size / 1e6
            peak, cpu = measured(root)
        above += peak > goal
        print(f"{name:<42}{size:>9.0f}{goal:>9}{peak:>9.0f}{cpu:>8.0f}", flush=True)
    return 1 if above else 0


def _written(path: Path, pieces: Iterator[str], head: str = "", tail: str = "") -> None:
    with path.open("w", encoding="utf-8") as stream:
        stream.write(head)
        stream.writelines(pieces)
        stream.write(tail)


if __name__ == "__main__":
    raise SystemExit(main())
