"""How time and memory grow when a nasty document doubles, for every parser and every reader.

    python tests/bench/growth.py [--only PART] [--seconds S]

Each case is read at three sizes, each time in a process of its own. Printed are the exponents of
CPU time over three doublings, and of memory beyond a bare start over two: 1.0 is linear, 2.0
quadratic. The smallest size is doubled until it takes long enough to be measured; what is above the
limit is measured again, more often. Run it where rtfm-check is installed with its extras pdf and
audio, and the tests are beside it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.bench import (  # noqa: E402
    growth_one,
    nasty_books,
    nasty_code,
    nasty_files,
    nasty_office,
    nasty_sound,
    nasty_text,
)
from tests.bench.nasty import Make  # noqa: E402

MODULES = (nasty_text, nasty_code, nasty_office, nasty_books, nasty_sound, nasty_files)
LIMIT = 1.10
_SMALLEST, _LARGEST = 50_000, 64_000_000  # bytes
_DOUBLINGS = 3
_QUICK = 0.02  # CPU seconds that are all noise
_BASE = 8 * 1024  # KB of memory: what is less is the allocator's


class Figures(NamedTuple):
    """Of one document."""

    cpu: float
    memory: int  # KB
    chunks: int
    told: str  # a rule that was told of it, or ""


class Row(NamedTuple):
    """Of one case."""

    last: Figures
    time: float  # exponent
    memory: float


def measured(path: Path, times: int = 1) -> Figures:
    """The figures of one document: the least of some runs, each in a process of its own."""
    found = [_forked(path) for _ in range(times)]
    return min(found)._replace(memory=min(each.memory for each in found))


def _forked(path: Path) -> Figures:
    reading, writing = os.pipe()
    if not os.fork():
        try:
            os.write(writing, json.dumps(_figures(path)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        said = stream.read()
    os.wait()
    return Figures(*json.loads(said))


def _figures(path: Path) -> Figures:
    run = growth_one.prepared(path)
    memory = growth_one.memory_from_here()
    started = _used()
    chunks, told = run()
    return Figures(_used() - started, memory(), chunks, told)


def _used() -> float:
    own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def exponent(first: float, last: float, doublings: int = _DOUBLINGS) -> float:
    """Of the growth between two figures, with so many doublings of the size between them."""
    return math.log2(last / first) / doublings


def of_case(make: Make, path: Path, start: int, most: int, seconds: float) -> Row:
    """Measure a case, from a size on that takes long enough."""

    def at(size: int, times: int) -> Figures:
        path.write_bytes(make(size))
        return measured(path, times)

    size = start
    first = at(size, 1)
    while first.cpu < seconds and size << (_DOUBLINGS + 1) <= most:
        size *= 2
        first = at(size, 1)
    base = max(at(2 * size, 1).memory, _BASE)
    last = at(size << _DOUBLINGS, 1)
    memory = exponent(base, max(last.memory, base), _DOUBLINGS - 1)
    for times in (2, 3, 5):
        time = exponent(max(first.cpu, _QUICK), max(last.cpu, _QUICK))
        if time <= LIMIT:
            break
        first, last = min(first, at(size, times)), min(last, at(size << _DOUBLINGS, times))
    return Row(last, exponent(max(first.cpu, _QUICK), max(last.cpu, _QUICK)), memory)


def main() -> int:
    """Print a line for each case; the status says whether all are linear."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the names of the cases")
    parser.add_argument(
        "--seconds", type=float, default=0.05, help="of CPU that the smallest document takes"
    )
    options = parser.parse_args()
    above = []
    print(f"{'case':<30}{'CPU s':>8}{'MB':>7}{'chunks':>9}{'time':>7}{'memory':>8}  told")
    with tempfile.TemporaryDirectory() as folder:
        for name, given in (each for module in MODULES for each in module.CASES.items()):
            if options.only not in name:
                continue
            make, start, most = given if isinstance(given, tuple) else (given, _SMALLEST, _LARGEST)
            path = Path(folder) / f"input.{name.partition(':')[0]}"
            row = of_case(make, path, start, most, options.seconds)
            if max(row.time, row.memory) > LIMIT:
                above.append(name)
            last = row.last
            print(
                f"{name:<30}{last.cpu:>8.2f}{last.memory / 1024:>7.0f}{last.chunks:>9}"
                f"{row.time:>7.2f}{row.memory:>8.2f}  {last.told}",
                flush=True,
            )
    print(f"above {LIMIT}: {', '.join(above) or 'none'}")
    return 1 if above else 0


if __name__ == "__main__":
    raise SystemExit(main())
