"""The completion scripts, in the shells that there are."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rtfm_check.cli import COMMANDS
from tests.conftest import Project


def complete(project: Project, *words: str) -> set[str]:
    """What bash offers for the last of the words."""
    script = project.write("completion.bash", project.run("completion", "bash").out)
    quoted = " ".join(f"'{word}'" for word in ("rtfm-check", *words))
    program = (
        f"source {script}\nCOMP_WORDS=({quoted})\nCOMP_CWORD={len(words)}\n"
        "_rtfm_check\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    result = subprocess.run(
        ["bash", "--norc", "-c", program], capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def test_bash_offers_commands_options_and_rules(project: Project) -> None:
    assert set(COMMANDS) <= complete(project, "")
    assert complete(project, "sett") == {"settings"}
    assert "--fixtures" in complete(project, "check", "--f")
    assert complete(project, "preview", "--f") == {"--format"}
    assert complete(project, "explain", "unknown") == {"unknown-key"}
    assert "unknown-key" in complete(project, "check", "--select", "unk")


def test_bash_offers_files(project: Project) -> None:
    project.write("mappings.yaml", "")
    assert "mappings.yaml" in complete(project, "check", "mapp")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_read_their_script(project: Project, shell: str, tmp_path: Path) -> None:
    script = project.run("completion", shell).out
    assert all(command in script for command in COMMANDS)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    path = tmp_path / f"completion.{shell}"
    path.write_text(script)
    subprocess.run([shell, "-n", path], check=True)
