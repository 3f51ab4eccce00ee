"""What is built and published: the wheel brings its schemas, the hook file names our command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from rtfm_check import __version__

ROOT = Path(__file__).parent.parent


def test_the_wheel_brings_the_schemas_and_no_test(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, ROOT],
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for schema in (ROOT / "schemas").glob("*.json"):
        assert f"rtfm_check/schemas/{schema.name}" in names
    assert {"rtfm_check/report/page/page.css", "rtfm_check/report/page/core.js"} <= names
    assert not any(name.startswith("tests/") for name in names)
    assert any(name.endswith("/licenses/LICENSE") for name in names)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_what_is_published_installs_and_runs(tmp_path: Path) -> None:
    """From the network: `.ci/dist` as a release runs it, with the tools that are locked for it."""
    tools, out = tmp_path / "tools", tmp_path / "dist"
    subprocess.run([sys.executable, "-m", "venv", tools], check=True)
    install = [tools / "bin" / "python", "-m", "pip", "install", "--quiet", "--require-hashes"]
    locked = ROOT / ".github" / "release-requirements.txt"
    subprocess.run([*install, "--only-binary", ":all:", "-r", locked], check=True)
    environment = {**os.environ, "PYTHON": str(tools / "bin" / "python"), "NO_COLOR": "1"}
    made = subprocess.run(
        [ROOT / ".ci" / "dist", out], env=environment, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert made.stdout.count("PASSED") == 2
    assert made.stdout.count(f"rtfm-check {__version__}\n") == 2
    names = {path.name for path in out.iterdir()}
    assert names == {f"rtfm_check-{__version__}{end}" for end in ("-py3-none-any.whl", ".tar.gz")}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    committed = {name for name in listed.stdout.decode().split("\0") if (ROOT / name).is_file()}
    with tarfile.open(out / f"rtfm_check-{__version__}.tar.gz") as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert committed - held == set()


def test_the_version_stands_in_one_place() -> None:
    """Other files follow it; nothing else has to be changed for a release but the changelog."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"] == {"path": "rtfm_check/__init__.py"}
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
    written = re.compile(rf'(?<![\d.]){re.escape(__version__)}["\']')
    where = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "rtfm_check").rglob("*.py")
        if written.search(path.read_text("utf-8"))
    ]
    assert where == ["rtfm_check/__init__.py"]
    hook = re.search(r"rev: v(\S+)", (ROOT / "README.md").read_text("utf-8"))
    assert hook is None or hook[1] == __version__


def test_the_core_install_is_the_five_libraries_and_the_extras_are_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split("[><=]", each)[0] for each in project["dependencies"]}
    assert names == {"pyyaml", "jsonschema", "referencing", "pathspec", "pyromark"}
    assert set(project["optional-dependencies"]) == {
        *("pdf", "xlsx", "rtf", "audio", "fast", "parquet", "dask", "lsp", "rtfm"),
        *("all", "test", "dev"),
    }


def test_every_hook_runs_a_command_that_exists() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert all(hook["require_serial"] and hook["language"] == "python" for hook in hooks)
    assert {hook["id"]: hook["entry"] for hook in hooks} == {
        "rtfm-check": "rtfm-check check",
        "rtfm-check-docs": "rtfm-check docs --changed",
        "rtfm-check-index": "rtfm-check index",
    }


@pytest.mark.parametrize(
    ("path", "is_selected"),
    [
        (".rtfm/mappings/a.yaml", True),
        (".rtfm/mappings/a.YAML", True),
        ("packages/x/.rtfm/mappings/a.json", True),
        (".rtfm/mappings/fixtures/a.json", True),
        (".rtfm/fixtures/deep/a.jsonl", True),
        (".rtfm/fields/a.conf", True),
        ("mappings/a.yaml", False),
        ("docs/.rtfm.yaml", False),
        (".rtfm/mappings/README.md", False),
    ],
)
def test_which_files_the_hook_takes(path: str, is_selected: bool) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert bool(re.search(hooks[0]["files"], path)) is is_selected


def test_the_entries_for_schemastore_name_our_schemas_and_the_files_they_are_for() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    block = page.partition("<!-- schemastore: begin -->")[2].partition("<!-- schemastore: end")[0]
    entries = json.loads(block.strip().removeprefix("```json").removesuffix("```"))
    assert [each["name"].lower() for each in entries] == sorted(
        each["name"].lower() for each in entries
    )
    schemas = {
        json.loads(path.read_text("utf-8"))["$id"] for path in (ROOT / "schemas").glob("*.json")
    }
    catalogue = {"name", "description", "fileMatch", "url"}  # all that SchemaStore's own allows
    for entry in entries:
        assert set(entry) == catalogue
        assert entry["url"] in schemas
        assert all(glob.startswith("**/.rtfm") for glob in entry["fileMatch"])
