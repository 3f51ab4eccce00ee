"""What is built and published: the wheel brings its schemas, the hook file names our command."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

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
