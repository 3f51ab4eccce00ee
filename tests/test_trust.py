"""What a run may do to the world: no program, no network, no file but its own, no escape."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from rtfm_check.docs import git
from tests.conftest import Project
from tests.test_parsers import CASES, document

HERE = Path(__file__).parent


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


URL = "http://127.0.0.1:9/planted"
WITH_ADDRESSES = {
    "a.md": f"# A\n\n![x]({URL}.png) <{URL}> [r]\n\n<img src='{URL}'>\n\n[r]: {URL}\n",
    "a.html": f"<link href='{URL}'><script src='{URL}'></script><p>text <img src='{URL}'></p>",
    "a.xml": f'<!DOCTYPE r [<!ENTITY e SYSTEM "{URL}"><!ENTITY % p SYSTEM "{URL}"> %p;]>'
    "<r>&e;text</r>",
    "b.xml": f'<?xml-stylesheet href="{URL}"?><!DOCTYPE r SYSTEM "{URL}.dtd"><r>text</r>',
    "c.xml": f'<r xmlns:xi="http://www.w3.org/2001/XInclude">text<xi:include href="{URL}"/></r>',
    "a.fb2": f'<!DOCTYPE r SYSTEM "{URL}"><FictionBook xmlns:l="l"><body><section><p>text '
    f'<image l:href="{URL}"/></p></section></body></FictionBook>',
    "a.json": f'{{"$schema": "{URL}", "$ref": "{URL}", "schema": "{URL}", "text": "words"}}',
    "a.yaml": f"$schema: {URL}\nkey: !include {URL}\n",
    "a.toml": f'[project]\nname = "a"\ndependencies = ["x @ {URL}.whl"]\nurl = "{URL}"\n',
    "a.csv": f'name,formula\n{URL},"=WEBSERVICE(""{URL}"")"\n',
    "a.tex": f"\\input{{{URL}}} \\url{{{URL}}} text\n",
    "a.py": f'"""{URL}"""\nimport urllib.request\nurllib.request.urlopen("{URL}")\n',
    "a.sh": f"curl {URL}\n",
    "a.rtf": f'{{\\rtf1 text {{\\field{{\\*\\fldinst INCLUDEPICTURE "{URL}"}}}}}}',
    "a.ipynb": '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": '
    f'"markdown", "metadata": {{}}, "source": ["![x]({URL}) <img src={URL}>"]}}]}}',
    ".rtfm/mappings/m.yaml": f"# yaml-language-server: $schema={URL}\nname: m\nmatch: "
    f'{{schema_url: "{URL}"}}\nchunks: [{{content: "{{{{ text }}}}"}}]\n'
    f'edges: [{{relation: link, target: "{URL}"}}]\n',
    ".rtfm/mappings/n.json": f'{{"$schema": "{URL}", "$ref": "{URL}", "name": "n"}}',
    ".rtfm/fixtures/f.json": f'{{"$schema": "{URL}", "text": "words"}}',
    ".rtfm/fields/p.yaml": f'files: ["*.jsonl"]\njson_text_fields: ["{URL}", text]\n',
    "a.jsonl": f'{{"text": "{URL}"}}\n',
    ".rtfm/parsers/own.py": "import os\nos.mkdir('ran')\n",
    "yaml.py": "import os\nos.mkdir('ran')\n",
    "sitecustomize.py": "import os\nos.mkdir('ran')\n",
}
COMMANDS = (
    ("index", ".", "--jobs", "2", "--format", "sqlite", "--format", "jsonl"),
    ("ci", "."),
    ("docs", ".", "--external"),
    ("docs", "."),
    ("check", "."),
    ("query", "words"),
    ("preview", ".rtfm/mappings/m.yaml", ".rtfm/fixtures/f.json"),
    ("files", "."),
)
NOTED = {"index": {"code", "write"}, "docs": {"code", "program", "write"}}


def one_of_each() -> Iterator[Path]:
    """A case of each parser."""
    seen = set()
    for case in CASES:
        if case.parent not in seen:
            seen.add(case.parent)
            yield case


def state(root: Path) -> dict[str, str]:
    """The digests of all files of a tree, but for what an index and git write."""
    return {
        str(path): sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.relative_to(root).parts[0] not in ("rtfm-index", ".git")
    }


def is_out_of_bounds(act: list[str], root: Path, places: dict[str, Path]) -> bool:
    """Whether an act is none that a run may do."""
    kind, *about = act
    if kind == "network":
        return True
    if kind == "program":
        return (
            Path(about[0]).name not in ("git", "djvused", "djvutxt")
            or not Path(about[0]).is_absolute()
        )
    if kind == "code":
        return Path(about[0]).is_relative_to(root)
    path = Path(about[0])
    if path == root:  # it is made, where it is not there
        return False
    below = path.relative_to(root).parts[0] if path.is_relative_to(root) else ""
    is_own = below == "rtfm-index" or below.startswith(".rtfm-index.")
    others = (places["cache"], places["temporary"], Path("/dev/shm"), Path("/dev/null"))
    return not is_own and not any(path.is_relative_to(each) for each in others)


def test_no_socket_is_opened_and_nothing_else_is_written(project: Project, tmp_path: Path) -> None:
    for name, text in WITH_ADDRESSES.items():
        project.write(name, text)
    for number, case in enumerate(one_of_each()):
        made = tmp_path / f"made{number}"
        name = document(case, made)
        shutil.copy(made / case.name / name, project.root / f"{number}-{name}")
    in_git(project.root, "init", "-q")
    in_git(project.root, "add", ".")
    places = {name: tmp_path / name for name in ("cache", "home", "temporary")}
    for place in places.values():
        place.mkdir(exist_ok=True)
    before = state(project.root)
    environment = {
        **{"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE.parent), "LANG": "C.UTF-8"},
        **{"XDG_CACHE_HOME": str(places["cache"]), "HOME": str(places["home"])},
        **{"TMPDIR": str(places["temporary"]), "PYTHONDONTWRITEBYTECODE": "1"},
    }
    for number, command in enumerate(COMMANDS):
        notes = tmp_path / f"notes{number}"
        ran = subprocess.run(
            [sys.executable, "-P", "-m", "tests.audited", str(notes), *command],
            cwd=project.root,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert ran.returncode in (0, 1), (command, ran.stdout, ran.stderr)
        assert "Traceback" not in ran.stderr
        acts = [line.split("\t") for line in notes.read_text().splitlines()]
        kinds = {line[0] for line in acts}
        assert kinds >= NOTED.get(command[0], {"code"})  # they are noted
        assert [line for line in acts if is_out_of_bounds(line, project.root, places)] == []
        assert list(places["temporary"].iterdir()) == []
        assert list(places["home"].iterdir()) == []
    assert state(project.root) == before
    assert [path.name for path in places["cache"].iterdir()] == ["rtfm-check"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in places["cache"].iterdir())


def test_modules_of_the_current_folder_are_not_run(project: Project) -> None:
    project.mapping("name: m\n")
    for name in ("yaml.py", "json.py", "argparse.py", "jsonschema/__init__.py"):
        project.write(name, "raise SystemExit('executed')\n")
    command = [sys.executable, "-m", "rtfm_check", ".", "--no-cache"]
    ran = subprocess.run(command, cwd=project.root, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "missing-key" in ran.stdout
