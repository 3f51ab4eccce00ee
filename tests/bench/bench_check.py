"""How long `rtfm-check check` takes beside its peers, in ratios of CPU time.

    python tests/bench/bench_check.py [--rounds 5] [--check-jsonschema COMMAND] [--ajv COMMAND]
                                      [--rtfm PYTHON] [--only 1,2]

A peer whose command is not given, and not on the path, is left out. Peers: check-jsonschema
(`pip install check-jsonschema`), ajv (`npm install ajv-cli ajv-formats js-yaml`), and the
interpreter of an environment with rtfm-ai. Two commands run in turn, A B A B; each figure is the
median of the ratios, of user and system time with children. POSIX. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench import corpus

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schemas" / "rtfm-mapping-v1.json"
OURS = [str(Path(sys.executable).parent / "rtfm-check")]

# Documents through the mappings of a project, and nothing else: seconds of CPU.
OUR_DOCUMENTS = """
import sys, time
from rtfm_check.fixtures import open_fixtures
from rtfm_check.named import targets
from rtfm_check.mapping.apply import apply
from rtfm_check.project import open_folder
(target,), _ = targets(["."], ".")
folder = open_folder(target, {})
start = time.process_time()
chunks = 0
for fixture in open_fixtures(target.fixture_files(), target.root):
    match = folder.dispatcher.find(fixture.document.data)
    chunks += len(apply(folder.files[match.position].spec, fixture.document.data).chunks)
print(time.process_time() - start, chunks)
"""
RTFM_DOCUMENTS = """
import logging, sys, time, warnings
from pathlib import Path
logging.disable(50); warnings.simplefilter("ignore")
import rtfm.parsers
from rtfm.parsers.base import ParserRegistry
from rtfm.parsers.mappings import load_mappings_from_dir
load_mappings_from_dir(Path(".rtfm/mappings"))
paths = sorted(Path(".rtfm/fixtures").iterdir())
start = time.process_time()
chunks = 0
for path in paths:
    parser = ParserRegistry.get_parser(path)
    chunks += len(list(parser.parse(path, {"slug": "s"})))
    parser.extract_edges(path)
print(time.process_time() - start, chunks)
"""
RTFM_LOAD = """
import logging, sys, warnings
from pathlib import Path
logging.disable(50); warnings.simplefilter("ignore")
from rtfm.parsers.mappings import load_mappings_from_dir
load_mappings_from_dir(Path(".rtfm/mappings"))
"""


def cpu(argv: list[str], folder: Path) -> float:
    """Seconds of CPU of a command that ends with 0."""
    process = subprocess.Popen(
        argv, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"exit {process.returncode}: {shlex.join(argv[:4])}\n{errors[-2000:]}")
    return usage.ru_utime + usage.ru_stime


def printed_seconds(argv: list[str], folder: Path) -> float:
    """The seconds that a program prints first."""
    out = subprocess.run(argv, cwd=folder, check=True, capture_output=True, text=True).stdout
    return float(out.split()[0])


def ratio(ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> str:
    """The median ratio of the two, and the median seconds of each."""
    ours(), theirs()  # warm the caches of files and byte code
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    a, b = (statistics.median(column) for column in zip(*pairs, strict=True))
    middle = statistics.median(one / other for one, other in pairs)
    return f"{middle:6.2f} x   ({a:.3f} s against {b:.3f} s)"


class Bench:
    """The goals of the tool's speed, each a method that prints its rows."""

    def __init__(self, options: argparse.Namespace, root: Path) -> None:
        self.rounds: int = options.rounds
        self.root = root
        self.check_jsonschema = _command(options.check_jsonschema, "check-jsonschema")
        self.ajv = _command(options.ajv, "ajv")
        self.rtfm = options.rtfm
        self.python = sys.executable

    def row(self, what: str, goal: str, figure: str) -> None:
        print(f"{what:<52} goal {goal:<8} {figure}", flush=True)

    def one_known(self) -> None:
        """1: a start that finds nothing to do."""
        folder = corpus.make(self.root, 1, 3)
        for path in folder.rglob("*.*"):
            os.utime(path, (1, 1))
        cpu([*OURS, "."], folder)
        yaml = [self.python, "-c", "import yaml"]
        for arguments in (["."], ["--help"], ["--version"]):
            figure = ratio(
                lambda arguments=arguments: cpu([*OURS, *arguments], folder),  # type: ignore[misc]
                lambda: cpu(yaml, folder),
                4 * self.rounds,
            )
            self.row(f"1 rtfm-check {arguments[0]}, known / import yaml", "1.2 x", figure)

    def one_new(self) -> None:
        """2: one mapping that was never seen."""
        folder = corpus.make(self.root, 1)
        for name, peer, goal in self._validators(folder):
            figure = ratio(
                lambda: cpu([*OURS, ".", "--no-cache"], folder),
                lambda peer=peer: cpu(peer, folder),  # type: ignore[misc]
                2 * self.rounds,
            )
            self.row(f"2 one new mapping / {name}", goal[0], figure)

    def thousand(self) -> None:
        """3: a thousand mappings, cold."""
        folder = corpus.make(self.root, 1000)
        for name, peer, goal in self._validators(folder):
            figure = ratio(
                lambda: cpu([*OURS, ".", "--no-cache"], folder),
                lambda peer=peer: cpu(peer, folder),  # type: ignore[misc]
                self.rounds,
            )
            self.row(f"3 1,000 mappings, cold / {name}", goal[1], figure)

    def growth(self) -> None:
        """4: ten times the mappings."""
        small, large = corpus.make(self.root, 1000), corpus.make(self.root, 10_000)
        figure = ratio(
            lambda: cpu([*OURS, ".", "--no-cache"], large),
            lambda: cpu([*OURS, ".", "--no-cache"], small),
            self.rounds,
        )
        self.row("4 10,000 mappings / 1,000", "11 x", figure)

    def documents(self) -> None:
        """5: documents a second through dispatch and templates."""
        if not self.rtfm:
            return
        for mappings, goal in ((10, "0.5 x"), (1000, "0.25 x")):
            folder = corpus.make(self.root, mappings, 2000)
            figure = ratio(
                lambda folder=folder: printed_seconds(  # type: ignore[misc]
                    [self.python, "-c", OUR_DOCUMENTS], folder
                ),
                lambda folder=folder: printed_seconds(  # type: ignore[misc]
                    [self.rtfm, "-c", RTFM_DOCUMENTS], folder
                ),
                self.rounds,
            )
            self.row(f"5 2,000 documents, {mappings:,} mappings / RTFM", goal, figure)

    def _validators(self, folder: Path) -> list[tuple[str, list[str], tuple[str, str]]]:
        files = sorted(str(path) for path in (folder / ".rtfm" / "mappings").iterdir())
        peers = []
        if self.check_jsonschema:
            fast = _has("jsonschema_rs")
            command = [*self.check_jsonschema, "--schemafile", str(SCHEMA), *files]
            goals = ("0.25 x" if fast else "0.5 x", "0.15 x")
            peers.append((f"check-jsonschema{' (with fast)' if fast else ''}", command, goals))
        if self.ajv:
            data = [part for path in files for part in ("-d", path)]
            options = ["--spec=draft2020", "-c", "ajv-formats"]
            command = [*self.ajv, "validate", "-s", str(SCHEMA), *options, *data]
            peers.append(("ajv-cli", command, ("-", "0.75 x")))
        if self.rtfm:
            peers.append(("RTFM's loader", [self.rtfm, "-c", RTFM_LOAD], ("-", "-")))
        return peers


def _has(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def _command(given: str | None, name: str) -> list[str]:
    if given:
        return shlex.split(given)
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    return [found] if found else []


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check-jsonschema")
    parser.add_argument("--ajv")
    parser.add_argument("--rtfm", metavar="PYTHON", default=os.environ.get("RTFM_PYTHON"))
    parser.add_argument("--only", default="1,2,3,4,5")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        bench = Bench(options, Path(folder))
        goals = [bench.one_known, bench.one_new, bench.thousand, bench.growth, bench.documents]
        for number in options.only.split(","):
            goals[int(number) - 1]()


if __name__ == "__main__":
    main()
