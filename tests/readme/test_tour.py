"""The first minute with README: a project with two mistakes, mended as the output says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readme.blocks import ROOT, block, run
from tests.readme.picture import drawn

PICTURE = ROOT / "docs" / "terminal.svg"
CHECK = "rtfm-check ci"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def pumps(tmp_path: Path, home: Path) -> Path:
    """The project as README makes it."""
    made = run(block("tour: project"), tmp_path, home)
    assert (made.returncode, made.stdout) == (0, ""), made.stderr
    return tmp_path / "pumps"


def test_the_mistakes_are_seen_and_mended_and_the_index_answers(pumps: Path, home: Path) -> None:
    found = run(CHECK, pumps, home)
    assert found.returncode == 1, found.stderr
    assert "`txt` resolves in 0 of 1 item" in found.stdout
    assert "did you mean `text`?" in found.stdout
    assert "there is no file `../log/2026.json`" in found.stdout
    assert "did you mean `../log/2026-03.json`?" in found.stdout
    mended = run(block("tour: mend"), pumps, home)
    assert mended.returncode == 0, mended.stdout
    assert "2 documents, 1 mapping, 1 fixture: no findings" in mended.stdout
    assert "log/2026-03.json#2026-03-01\n     Seal of pump 4 replaced.\n" in mended.stdout


def test_the_picture_is_current(pumps: Path, home: Path, request: pytest.FixtureRequest) -> None:
    seen = run(CHECK, pumps, home, FORCE_COLOR="1")
    title = "What rtfm-check ci prints for a mapping and a link that are wrong"
    wanted = drawn(f"$ {CHECK}\n{seen.stdout}", title)
    if request.config.getoption("--update"):
        PICTURE.write_text(wanted, "utf-8")
    assert PICTURE.read_text("utf-8") == wanted, "run `pytest tests/readme --update`"
