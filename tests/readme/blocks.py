"""The blocks of README that are run: each stands behind a comment with its name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"


def block(name: str) -> str:
    """The text of the block behind `<!-- NAME -->`."""
    found = re.search(
        rf"^<!-- {re.escape(name)} -->\n```\w+\n(.*?)^```$",
        README.read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    assert found is not None, f"README has no block {name!r}"
    return found[1]


def run(command: str, folder: Path, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a block in a shell that finds this rtfm-check, and nothing of who runs the tests."""
    kept = {name: os.environ[name] for name in ("TMPDIR", "SYSTEMROOT") if name in os.environ}
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    home.mkdir(exist_ok=True)
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env={**kept, "PATH": path, "HOME": str(home), "LC_ALL": "C.UTF-8", **more},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
