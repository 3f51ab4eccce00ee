"""What a run may do to the world: no program, no network, no file but its own, no escape."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from rtfm_check.docs import git
from tests.conftest import Project


def in_git(root: Path, *arguments: str, given: bytes = b"", check: bool = True) -> str:
    """What git prints in a folder."""
    command = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *arguments]
    done = subprocess.run(command, cwd=root, input=given, check=check, capture_output=True)
    return done.stdout.decode().strip()


def program(path: Path, told: Path) -> str:
    """A program that leaves a trace."""
    path.write_text(f"#!/bin/sh\necho $0 >> {told}\nexit 1\n")
    path.chmod(0o755)
    return str(path)


def test_a_repository_names_programs_and_none_is_run(project: Project, tmp_path: Path) -> None:
    told = tmp_path / "told"
    project.write("old.md", "[page](page.md)\n" * 9)
    project.write("page.md", "text\n")
    in_git(project.root, "init", "-q")
    in_git(project.root, "add", ".")
    in_git(project.root, "commit", "-qm", "one")
    in_git(project.root, "mv", "old.md", "new.md")
    in_git(project.root, "commit", "-qm", "two")
    signed = in_git(project.root, "cat-file", "commit", "HEAD").replace(
        "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n a\n -----END PGP SIGNATURE-----\n\n", 1
    )
    store = ("hash-object", "-t", "commit", "-w", "--stdin")
    made = in_git(project.root, *store, given=signed.encode())
    in_git(project.root, "update-ref", "HEAD", made)
    evil = program(tmp_path / "evil", told)
    names = ("filter.a=b.clean", "filter.a=b.process", "diff.d.textconv", "diff.d.command")
    config = ["[core]", f"fsmonitor = {evil}", "[gpg]", f"program = {evil}"]
    config += ["[log]", "showSignature = true", "[diff]", f"external = {evil}"]
    for name in names:
        section, driver, key = name.split(".")
        config += [f'[{section} "{driver}"]', f"{key} = {evil}"]
    with (project.root / ".git/config").open("a") as stream:
        stream.write("\n".join(config) + "\n")
    (project.root / ".git/info").mkdir(exist_ok=True)
    (project.root / ".git/info/attributes").write_text("* filter=a=b diff=d\n")
    project.write("page.md", "TEXT\n")
    project.write("after.md", "[page](old.md)\n")
    in_git(project.root, "-c", "core.fsmonitor=false", "status", check=False)  # the trap works
    assert told.exists()
    told.unlink()
    assert git.changed(str(project.root), None) == {"page.md", "after.md"}
    result = project.run("docs", "--changed", "--format", "concise")
    assert "new.md" in result.out
    assert not told.exists()


def test_nothing_is_fetched_for_a_partial_clone(project: Project, tmp_path: Path) -> None:
    told = tmp_path / "told"
    project.write("old.md", "text\n" * 9)
    in_git(project.root, "init", "-q")
    in_git(project.root, "add", ".")
    in_git(project.root, "commit", "-qm", "one")
    project.write("new.md", "text\n" * 9 + "more\n")
    (project.root / "old.md").unlink()
    in_git(project.root, "add", ".")
    in_git(project.root, "commit", "-qm", "two")
    for folder in (project.root / ".git/objects").iterdir():
        for path in folder.iterdir() if len(folder.name) == 2 else ():
            if in_git(project.root, "cat-file", "-t", folder.name + path.name) == "blob":
                path.unlink()
    evil = program(tmp_path / "evil", told)
    lines = ['[remote "o"]', "promisor = true", f"url = {tmp_path}", f"uploadpack = {evil}"]
    with (project.root / ".git/config").open("a") as stream:
        stream.write("\n".join(["[core]", "repositoryFormatVersion = 1", *lines]) + "\n")
        stream.write("[extensions]\npartialClone = o\n")
    in_git(project.root, "log", "-p", check=False)  # the trap works
    assert told.exists()
    told.unlink()
    assert git.moved(str(project.root)) == {}
    assert git.tracked(str(project.root)) == {"new.md"}
    assert not told.exists()


def test_git_is_never_taken_from_the_tree(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    program(project.root / "git", told)
    project.write("a.md", "[page](b.md)\n")
    monkeypatch.setenv("PATH", os.pathsep.join((".", str(project.root), os.environ["PATH"])))
    project.run("docs")
    assert not told.exists()
