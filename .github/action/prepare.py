"""Before anything is installed: which libraries the Action needs, and where it may work.

Uses nothing but Python's own library, and looks at nothing of the tree.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
import tempfile
from pathlib import Path

REQUIREMENTS = Path(__file__).parent / "requirements"
_BLOCK = re.compile(r"^([A-Za-z0-9._-]+)==.*\n(?:[ \t].*\n)*", re.MULTILINE)
_LEAST = (3, 11)


class Refused(Exception):
    """An input that means nothing."""


def main() -> int:
    """Make a folder with the list of libraries, and say where it is."""
    try:
        needed = requirements(os.environ["INPUT_EXTRAS"])
    except Refused as error:
        print(f"::error title=rtfm-check::{error}")
        _output("exit-code", "2")
        return 2
    temporary = os.environ["RUNNER_TEMP"]
    folder = Path(tempfile.mkdtemp(prefix="rtfm-check-", dir=temporary))
    folder.joinpath("requirements.txt").write_bytes(needed.encode())
    state = f"{platform.system()}-{platform.machine()}-{platform.python_version()}"
    _output("folder", str(folder))
    _output("downloads", str(Path(temporary, "rtfm-check-downloads")))
    _output("key", f"rtfm-check-{state}-{hashlib.sha256(needed.encode()).hexdigest()[:32]}")
    return 0


def requirements(extras: str) -> str:
    """The libraries of the core, of what builds it, and of the extras; each once."""
    if sys.version_info < _LEAST:
        raise Refused("the input python-version has to be 3.11 or newer")
    names = [name for name in re.split(r"[\s,]+", extras) if name]
    known = {path.stem for path in REQUIREMENTS.glob("*.txt")} - {"core", "build"}
    if not known.issuperset(names):
        raise Refused(f"the input extras takes {', '.join(sorted(known))}, with commas between")
    found: dict[str, str] = {}
    for name in ("core", "build", *names):
        text = REQUIREMENTS.joinpath(f"{name}.txt").read_text("utf-8")
        found |= {block[1]: block[0] for block in _BLOCK.finditer(text)}
    return "".join(found[name] for name in sorted(found))


def _output(name: str, value: str) -> None:
    with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(f"{name}={value}\n")


if __name__ == "__main__":
    sys.exit(main())
