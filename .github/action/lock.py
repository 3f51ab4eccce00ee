"""Writes requirements/*.txt: the libraries that the Action installs, each by version and digests.

    python .github/action/lock.py

It needs uv. `core.txt` is what rtfm-check needs everywhere, `build.txt` what builds it, and for
each extra there is a file of what it needs beyond; all files together agree on one version of
each library, for every system and every Python that pyproject.toml allows. With what a release is
built and looked at, ../release-requirements.txt is written. A release of a library is taken when
it is a week old, so that one that was not its author's has been found out.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent / "pyproject.toml"
FOLDER = HERE / "requirements"
RELEASE = HERE.parent / "release-requirements.txt"
NOT_OF_USERS = ("test", "dev")
_OPTIONS = (
    *("--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "--exclude-newer", "7 days"),
)


def main() -> int:
    """Write all files anew."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as temporary:
        together = Path(temporary) / "all.txt"
        needs = "\n".join(build_requirements())
        extras = [part for name in extras_of_users() for part in ("--extra", name)]
        together.write_text(_compiled(str(PROJECT), *extras), "utf-8")
        core = _compiled(str(PROJECT), "--constraint", str(together))
        build = _compiled("-", "--constraint", str(together), given=needs)
        made = {"core": core, "build": _beyond(build, core)}
        for name in extras_of_users():
            found = _compiled(str(PROJECT), "--extra", name, "--constraint", str(together))
            made[name] = _beyond(found, core)
    release = _compiled("-", given="\n".join([*build_requirements(), "build", "twine"]))
    RELEASE.write_bytes(f"{header('release')}{release}".encode())
    for name, text in made.items():
        FOLDER.joinpath(f"{name}.txt").write_bytes(f"{header(name)}{text}".encode())
    return 0


def header(name: str) -> str:
    """The first lines of a file; the digest is that of what pyproject.toml asks for."""
    return f"# Made by .github/action/lock.py for `{name}` of\n# sha256:{_digest()}\n"


def extras_of_users() -> list[str]:
    """The extras that the Action can install."""
    return [name for name in _project()["optional-dependencies"] if name not in NOT_OF_USERS]


def build_requirements() -> list[str]:
    """What builds the project."""
    made: list[str] = tomllib.loads(PROJECT.read_text("utf-8"))["build-system"]["requires"]
    return made


def _project() -> dict[str, dict[str, list[str]]]:
    made: dict[str, dict[str, list[str]]] = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    return made


def _digest() -> str:
    project = _project()
    optional = {name: project["optional-dependencies"][name] for name in extras_of_users()}
    asked = [build_requirements(), project["dependencies"], project["requires-python"], optional]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def _compiled(source: str, *options: str, given: str = "") -> str:
    """What uv makes of the requirements of a file."""
    command = ["uv", "pip", "compile", *_OPTIONS, *options, source]
    process = subprocess.run(
        command, input=given, stdout=subprocess.PIPE, text=True, check=True, cwd=HERE
    )
    return process.stdout


def _beyond(text: str, core: str) -> str:
    """The requirements that are not among those of the core."""
    known = {block.partition("==")[0] for block in _blocks(core)}
    return "".join(each for each in _blocks(text) if each.partition("==")[0] not in known)


def _blocks(text: str) -> list[str]:
    """Each requirement with its digests."""
    return re.findall(r"^[^#\s].*\n(?:[ \t].*\n)*", text, re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main())
