"""Each folder tests/parsers/PARSER/CASE is a document and what comes out of it.

The document is `input.*`, or what `make(folder)` in `make.py` writes there. `expected.txt` is
written by `pytest tests/test_parsers.py --update`, and read by a person before it is committed.
"""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from rtfm_check.parsers import PARSERS
from tests.parsers.reading import Read

HERE = Path(__file__).parent / "parsers"
CASES = sorted(path for path in HERE.glob("*/*") if path.is_dir() and path.name[0] not in "._")


def document(case: Path, tmp_path: Path) -> str:
    """Put the document of a case into a folder; its name there."""
    folder = tmp_path / case.name
    shutil.copytree(case, folder)
    script = case / "make.py"
    if script.exists():
        spec = importlib.util.spec_from_file_location("make", script)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.make(folder)
    return next(path.name for path in sorted(folder.iterdir()) if path.name.startswith("input"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}: {case.name}")
def test_a_document_gives_what_is_expected(
    case: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    name = document(case, tmp_path)
    read = Read(tmp_path / case.name, name)
    expected = case / "expected.txt"
    if request.config.getoption("--update"):
        expected.write_text(read.shown(), "utf-8", newline="\n")
    assert read.shown() == expected.read_bytes().decode()
    most = {each.name: each.most for each in PARSERS}[str(read.document["parser"])]
    assert all(each["content_chars"] <= most for each in read.chunks)


def test_every_parser_has_a_case() -> None:
    assert {case.parent.name for case in CASES} == {each.name for each in PARSERS}
