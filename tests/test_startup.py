"""What a run may import before it has work to do: the hook's start-up is most of its time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import BASE

# The modules of the standard library that the start may cost, beyond a bare interpreter's.
CHEAP = {
    *("argparse", "binascii", "contextlib", "copyreg", "enum", "errno", "fnmatch", "functools"),
    *("gettext", "importlib", "itertools", "json", "keyword", "locale", "operator", "re"),
    *("reprlib", "collections", "time", "types", "warnings", "__future__"),
    *("gc", "os", "genericpath", "posixpath", "stat"),  # a usual interpreter has them already
}
# Our own modules of a run over files that an earlier one saw.
KNOWN = {
    "rtfm_check",
    *(f"rtfm_check.{name}" for name in ("cache", "config", "exits", "layout", "limits", "listing")),
    *(f"rtfm_check.cli{name}" for name in ("", "._known", "._options", ".check")),
    *(f"rtfm_check.report{name}" for name in ("", "._counts", ".style")),
    *("rtfm_check.named", "rtfm_check.verdicts"),
    *("rtfm_check.text", "rtfm_check.text.wording"),
}
PROBE = """
import sys
before = set(sys.modules)
sys.argv = ["rtfm-check", *sys.argv[1:]]
from rtfm_check.cli import main
status = main()
import json
print(json.dumps(sorted(set(sys.modules) - before)))
raise SystemExit(status)
"""


def imported(*arguments: str, cwd: Path, cache: Path) -> set[str]:
    """The modules that a run imports, private ones of the standard library apart."""
    result = subprocess.run(
        [sys.executable, "-S", "-c", PROBE, *arguments],
        cwd=cwd,
        env={
            **os.environ,
            "XDG_CACHE_HOME": str(cache),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    names = json.loads(result.stdout.splitlines()[-1])
    return {name for name in names if not name.startswith("_") or name == "__future__"}


def packages(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def own(names: set[str]) -> set[str]:
    return {name for name in names if name.startswith("rtfm_check")}


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_import_the_package_and_next_to_nothing(
    argument: str, tmp_path: Path
) -> None:
    names = imported(argument, cwd=tmp_path, cache=tmp_path / "cache")
    assert own(names) == {"rtfm_check", "rtfm_check.cli", "rtfm_check.exits"}
    assert packages(names) - {"rtfm_check"} <= CHEAP


def test_a_run_over_known_valid_mappings_imports_no_parser_and_no_rule(tmp_path: Path) -> None:
    mappings = tmp_path / "project" / ".rtfm" / "mappings"
    mappings.mkdir(parents=True)
    modeline = "# $schema: https://schemas.roomi-fields.com/rtfm-mapping-v1.json\n"
    mappings.joinpath("m.yaml").write_text(modeline + "".join(BASE.values()))
    root = tmp_path / "project"

    first = imported(".", cwd=root, cache=tmp_path / "cache")
    assert {"yaml", "rtfm_check.lint", "rtfm_check.rules"} <= first
    # what explains departures from a schema, places in JSON, and other notations of templates
    late = {"rtfm_check.mapping.json_reader", "rtfm_check.rules._other_syntax", "traceback"}
    assert not first & {"jsonschema", "jsonschema_rs", "referencing", *late}

    second = imported(".", cwd=root, cache=tmp_path / "cache")
    assert own(second) == KNOWN
    # hashlib: the mapping was written just now, so its time alone proves nothing
    assert packages(second) - {"rtfm_check", "hashlib"} <= CHEAP


def test_a_run_over_known_mappings_with_findings_imports_hardly_more(tmp_path: Path) -> None:
    mappings = tmp_path / "project" / ".rtfm" / "mappings"
    mappings.mkdir(parents=True)
    path = mappings / "m.yaml"
    path.write_text("".join(BASE.values()))
    root, cache = tmp_path / "project", tmp_path / "cache"
    name = str(path.relative_to(root))
    first = imported(name, cwd=root, cache=cache)
    assert "rtfm_check.rules" in first
    # what other commands, and a baseline, are about
    assert not first & {f"rtfm_check.{name}" for name in ("baseline", "tree", "parsers", "fields")}
    assert own(imported(name, cwd=root, cache=cache)) == KNOWN | {"rtfm_check.text.show"}


def test_no_module_of_the_tree_is_imported_from_the_folder_that_is_checked(tmp_path: Path) -> None:
    for name in ("yaml", "jsonschema", "argparse", "sitecustomize", "json"):
        tmp_path.joinpath(f"{name}.py").write_text("raise SystemExit('executed from the tree')\n")
    (tmp_path / ".rtfm" / "parsers").mkdir(parents=True)
    tmp_path.joinpath(".rtfm/parsers/evil.py").write_text("raise SystemExit('executed')\n")
    mappings = tmp_path / ".rtfm" / "mappings"
    mappings.mkdir()
    mappings.joinpath("m.yaml").write_text("".join(BASE.values()))
    program = Path(sys.executable).parent / "rtfm-check"
    result = subprocess.run(
        [program, ".", "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert "executed" not in result.stdout + result.stderr
