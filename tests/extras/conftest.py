"""The interpreter of an environment that has what the extras need, and programs run by it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


class Extras:
    """Runs programs in a folder, with the interpreter that EXTRAS_PYTHON names."""

    def __init__(self, folder: Path) -> None:
        self.python = os.environ.get("EXTRAS_PYTHON", "")
        if not self.python:
            pytest.fail(
                "EXTRAS_PYTHON has to name the interpreter of an environment with "
                "rtfm-check[parquet,dask] and duckdb"
            )
        self.folder = folder

    def run(self, *arguments: str, status: int = 0) -> str:
        """What the interpreter prints."""
        result = subprocess.run(
            [self.python, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
        assert result.returncode == status, result
        return result.stdout


@pytest.fixture
def extras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Extras:
    """The interpreter, in an empty folder; what is kept for the next run lies beside it."""
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Extras(folder)
