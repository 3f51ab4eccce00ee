"""The Action: its steps run as GitHub runs them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.action_runner import ROOT, Outcome, Runner
from tests.artifacts import Artifact

COMMAND = str(Path(sys.executable).parent / "rtfm-check")


def act(tmp_path: Path, example: str = "notebooklm", **inputs: str) -> Outcome:
    """Run the action on a copy of an example project."""
    workspace = tmp_path / "work space"
    shutil.copytree(ROOT / "tests" / "examples" / example, workspace)
    temporary = tmp_path / "runner"
    temporary.mkdir()
    return Runner(workspace, temporary, **inputs).run(installed=COMMAND)


def test_a_sound_project_passes_and_its_index_is_uploaded(tmp_path: Path) -> None:
    made = act(tmp_path)
    assert made.is_success, made.log
    assert made.outputs["exit-code"] == "0"
    assert len(made.outputs["index-digest"]) == 64
    assert made.uploaded is not None
    assert Artifact(made.uploaded).documents
    assert made.summary.count("## rtfm-check") == 2


def test_a_broken_project_fails_last_and_its_index_is_uploaded_all_the_same(
    tmp_path: Path,
) -> None:
    made = act(tmp_path, "notebooklm-broken")
    assert made.failed == "Decide"
    assert made.outputs["exit-code"] == "1"
    assert made.uploaded is not None
    assert "::error file=" in made.log
    assert "path-never-resolves" in made.summary


def test_nothing_is_uploaded_where_it_is_not_wanted(tmp_path: Path) -> None:
    assert act(tmp_path, upload_artifact="false").uploaded is None


def test_the_inputs_are_handed_on(tmp_path: Path) -> None:
    made = act(
        tmp_path,
        "notebooklm-broken",
        fail_on="never",
        args="--ignore path-never-resolves\n--select path-never-resolves",
    )
    assert made.is_success, made.log
    assert "path-never-resolves" not in made.log


@pytest.mark.parametrize("name", ["paths", "root", "args", "config", "fail_on", "extras"])
@pytest.mark.parametrize("value", ["$(touch hacked) `touch hacked`; touch hacked", "-x'\"$HOME\n*"])
def test_hostile_inputs_are_data(tmp_path: Path, name: str, value: str) -> None:
    made = act(tmp_path, **{name: value})
    assert not list(tmp_path.rglob("hacked"))
    assert made.outputs["exit-code"] in ("0", "1", "2", "4")


def test_hostile_names_are_data(tmp_path: Path) -> None:
    workspace = tmp_path / "project"
    workspace.mkdir()
    for name in ("$(touch hacked).txt", "a\n::error::b.txt", "-o.txt", "`id`.txt"):
        (workspace / name).write_bytes(b"caf\xe9\n")
    temporary = tmp_path / "runner"
    temporary.mkdir()
    made = Runner(workspace, temporary).run(installed=COMMAND)
    assert made.is_success, made.log
    assert not list(tmp_path.rglob("hacked"))
    commands = [line for line in made.log.splitlines() if line.startswith("::")]
    assert all(line.startswith(("::warning ", "::notice ")) for line in commands), commands


@pytest.mark.slow
def test_the_action_installs_itself(tmp_path: Path) -> None:
    workspace = tmp_path / "project"
    shutil.copytree(ROOT / "tests" / "examples" / "notebooklm", workspace)
    (workspace / "pip.py").write_text("raise SystemExit('executed from the tree')\n")
    (workspace / "venv.py").write_text("raise SystemExit('executed from the tree')\n")
    temporary = tmp_path / "runner"
    temporary.mkdir()
    made = Runner(workspace, temporary).run()
    assert made.is_success, made.log
    assert made.uploaded is not None
    hostile = Runner(workspace, temporary, extras="x]; touch hacked;[").run()
    assert hostile.failed == "Install rtfm-check"
    assert not list(tmp_path.rglob("hacked"))
