"""Files read by an engine: anything that maps a function over tasks gives the bytes of one run."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rtfm_check.artifact.writer import Writer
from rtfm_check.indexing import pool, spread
from rtfm_check.indexing.run import Options, run
from rtfm_check.indexing.spread import Engine, EngineError
from rtfm_check.tree.entry import Scope
from rtfm_check.tree.walk import plan
from tests.artifacts import contents
from tests.conftest import Project

ROOT = Path(__file__).parent.parent
Do = Callable[[bytes], bytes]


def backwards(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
    """The last task first, and each of them twice."""
    waiting = list(tasks)
    answers = [do(each) for each in reversed(waiting)]
    assert answers == [do(each) for each in reversed(waiting)]
    return reversed(answers)


def threads(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
    with ThreadPoolExecutor(3) as executor:
        yield from executor.map(do, tasks)


@pytest.fixture
def tree(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Files in batches of ten; a mapping, a field profile, links and findings."""
    monkeypatch.setattr(pool, "_BATCH_FILES", 10)
    for number in range(23):
        project.write(f"docs/{number}.md", f"# {number}\n\nText. [next]({number + 1}.md)\n")
    project.write("latin.txt", b"caf\xe9\n")
    project.write("empty.txt", "")
    project.write(
        ".rtfm/mappings/m.yaml",
        'name: m\nmatch: {discriminator: {type: x}}\nchunks: [{content: "{{ t }}"}]\n',
    )
    project.write("mapped.json", '{"type": "x", "t": "text of a mapping"}')
    project.write(".rtfm/fields/f.yaml", "files: [rows.jsonl]\njson_text_fields: [a]\n")
    project.write("rows.jsonl", '{"a": "one"}\n{"a": "two"}\n')
    return project


def spread_out(project: Project, engine: Engine) -> dict[str, bytes]:
    """Read a project by an engine; the files of the artifact."""
    out = project.root.parent / "spread"
    with Writer(str(out)) as writer:
        run(str(project.root), plan(str(project.root), Scope()), writer, Options(engine=engine))
        writer.close({})
    made = contents(out)
    del made["manifest.json"]
    return made


@pytest.fixture
def single(tree: Project) -> dict[str, bytes]:
    """What a usual run writes; nothing is kept of it."""
    assert tree.run("index", "-o", "../single", "--no-cache", "--exit-zero").status == 0
    made = contents(tree.root.parent / "single")
    del made["manifest.json"]
    return made


@pytest.mark.parametrize("engine", [map, backwards, threads])
def test_every_engine_gives_the_same_bytes(
    tree: Project, single: dict[str, bytes], engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tree.root.parent / engine.__name__))
    assert spread_out(tree, engine) == single
    assert b"text of a mapping" in single["chunks.jsonl"]
    assert b'"content":"two"' in single["chunks.jsonl"]


def test_what_is_large_is_read_here(
    tree: Project, single: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spread, "_LARGE", 250)
    seen = []

    def counted(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
        for each in tasks:
            seen.append(each)
            yield do(each)

    assert spread_out(tree, counted) == single
    assert len(seen) == 2  # of three


def failing(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
    raise RuntimeError("no such machine")


def forgetful(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
    return map(do, list(tasks)[:1])


def confused(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
    return reversed([do(each) for each in tasks])


@pytest.mark.parametrize(
    ("engine", "why"),
    [
        (failing, "the engine failed: RuntimeError: no such machine"),
        (forgetful, "the engine has left files out"),
        (confused, "an answer tells of 7 files, and not of 10"),
    ],
)
def test_an_engine_that_fails_ends_the_run(tree: Project, engine: Engine, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        spread_out(tree, engine)
    assert not (tree.root.parent / "spread").exists()
    assert list(tree.root.parent.glob(".*")) == []


def test_another_version_or_tree_is_refused(tree: Project) -> None:
    def of_another(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
        return (do(each.replace(b"0.1.0", b"0.0.9", 1)) for each in tasks)

    with pytest.raises(EngineError, match=r"rtfm-check 0\.1\.0 is asked by 0\.0\.9"):
        spread_out(tree, of_another)

    def moved(do: Do, tasks: Iterable[bytes]) -> Iterator[bytes]:
        for each in tasks:
            version, _, data = each.partition(b"\n")
            task: Any = pickle.loads(data)._replace(root="/nowhere/at/all")
            yield do(version + b"\n" + pickle.dumps(task))

    with pytest.raises(EngineError, match="are not there: /nowhere/at/all/docs/0"):
        spread_out(tree, moved)


def test_nothing_of_the_current_folder_is_imported(tree: Project, single: dict[str, bytes]) -> None:
    for name in ("json", "yaml", "pickle"):
        tree.write(f"{name}.py", "raise SystemExit('executed from the tree')\n")
    made = spread_out(tree, map)
    assert made["documents.jsonl"].count(b"\n") == single["documents.jsonl"].count(b"\n") + 3


DEADLY = """
import os, signal


class Deadly:
    name = "deadly"
    extensions = [".boom"]

    def parse(self, path, metadata=None):
        os.kill(os.getpid(), signal.SIGKILL)
"""
SPREAD = """
from rtfm_check.artifact.writer import Writer
from rtfm_check.tree.entry import Scope
from rtfm_check.indexing.run import Options, run
from rtfm_check.tree.walk import plan
from rtfm_check.parsers.plugins import load

load()
with Writer("../spread") as writer:
    run(".", plan(".", Scope()), writer, Options(engine=map, keeps=False))
    writer.close({})
"""


def test_a_file_that_ends_its_process_is_told_and_no_other_is_lost(
    tree: Project, single: dict[str, bytes]
) -> None:
    plugin = tree.root.parent / "plugin"
    about = plugin / "deadly-1.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    about.joinpath("entry_points.txt").write_text("[rtfm_check.parsers]\ndeadly = deadly:Deadly\n")
    plugin.joinpath("deadly.py").write_text(DEADLY)
    tree.write("docs/5.boom", "boom\n")
    environment = {**os.environ, "PYTHONPATH": f"{plugin}{os.pathsep}{ROOT}"}
    local = ("-m", "rtfm_check", "index", "-o", "../local", "--plugins", "--exit-zero", "-q")
    for arguments in (local, ("-c", SPREAD)):
        command = [sys.executable, "-P", *arguments]
        subprocess.run(command, cwd=tree.root, env=environment, check=True, capture_output=True)
    made, wanted = (contents(tree.root.parent / each) for each in ("spread", "local"))
    del made["manifest.json"], wanted["manifest.json"]
    assert made == wanted
    assert made["chunks.jsonl"] == single["chunks.jsonl"]
    assert b"ended by signal 9" in made["findings.jsonl"]


def test_dask_needs_an_address_and_its_library(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("a.txt", "one\n")
    for arguments in (("--engine", "dask"), ("--scheduler", "tcp://localhost:1")):
        result = project.run("index", *arguments)
        assert (result.status, result.out) == (2, "")
        assert "belong together" in result.err
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "rtfm_check.indexing.dask_engine", raising=False)
    result = project.run("index", "--engine", "dask", "--scheduler", "tcp://localhost:1")
    assert result.status == 2
    assert "pip install 'rtfm-check[dask]'" in result.err
