"""Runs rtfm-check as the inputs of the Action say, and writes its outputs.

All inputs come by the environment, and each ends as one argument of a program: no shell reads
them. What the tree says is printed between `stop-commands` and its end, so that none of it is
taken for a command of the workflow.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

COMMANDS = ("ci", "check", "docs", "index", "merge")
WRITE_AN_INDEX = ("ci", "index", "merge")
TRY_THE_INDEX = ("ci", "merge")
FLAGS = ("upload-artifact", "upload-sarif", "annotations", "summary", "cache")
_USAGE, _KILLED = 2, 128


class Refused(Exception):
    """An input that means nothing."""


def main() -> int:
    """Run the command; fails only where it could not be run."""
    folder = Path(os.environ["FOLDER"])
    report = folder / "report"
    report.mkdir()
    try:
        arguments = command_line(folder)
    except Refused as error:
        command("error", str(error))
        write_outputs({"exit-code": str(_USAGE)})
        return 0
    write_outputs(outputs(run(arguments, folder / "log.txt"), folder))
    return 0


def command_line(folder: Path) -> list[str]:
    """The arguments of rtfm-check that the inputs stand for."""
    name = value("command")
    if name not in COMMANDS:
        raise Refused(f"the input command has to be one of {', '.join(COMMANDS)}")
    for flag in FLAGS:
        if value(flag).lower() not in ("true", "false"):
            raise Refused(f"the input {flag} has to be true or false")
    try:
        more = shlex.split(value("args").replace("\\\n", " "))
    except ValueError as error:
        raise Refused(f"the input args cannot be split into arguments: {error}") from error
    report = folder / "report"
    made = [name, *more]
    for kind, path in (
        ("full", folder / "log.txt"),
        ("github", folder / "annotations.txt"),
        ("markdown", folder / "summary.md"),
        ("json", report / "report.json"),
        ("html", report / "report.html"),
        ("sarif", report / "report.sarif"),
    ):
        made += ["--format", f"{kind}={path}"]
    for option in ("config", "fail-on"):
        made += [f"--{option}={value(option)}"] if value(option) else []
    made += _tried(name)
    if name in WRITE_AN_INDEX:
        made.append(f"--output={folder / 'rtfm-index'}")
    paths = [line.strip() for line in value("paths").splitlines() if line.strip()]
    return [*made, "--", *paths]


def _tried(name: str) -> list[str]:
    """The options of what is tried on the index."""
    golden, base = value("golden"), value("diff-base")
    if (golden or base) and name not in TRY_THE_INDEX:
        raise Refused("the inputs golden and diff-base are for the commands ci and merge")
    made = [f"--golden={golden}"] if golden else []
    if base and not os.path.lexists(base):
        command("warning", f"there is no index at {base}: nothing is compared")
    elif base:
        made.append(f"--diff-base={base}")
    return made


def run(arguments: list[str], log: Path) -> int:
    """Run rtfm-check with nothing of the tree to import, and print what it says."""
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        program = [sys.executable, "-I", "-X", "utf8", "-m", "rtfm_check"]
        status = subprocess.run([*program, *arguments], check=False).returncode
        if log.exists():
            sys.stdout.buffer.write(log.read_bytes())
            sys.stdout.buffer.flush()
    finally:
        print(f"\n::{token}::", flush=True)
    return status if status >= 0 else _KILLED - status


def outputs(status: int, folder: Path) -> dict[str, str]:
    """What the steps behind this one are told; of what the run did not come to, nothing."""
    made = {"exit-code": str(status)}
    report, index = folder / "report", folder / "rtfm-index"
    for name, path in (
        ("annotations-file", folder / "annotations.txt"),
        ("summary-file", folder / "summary.md"),
        ("report-json", report / "report.json"),
        ("sarif-file", report / "report.sarif"),
        ("index-path", index),
    ):
        if path.exists():
            made[name] = str(path)
    if "report-json" in made:
        made["report-path"] = str(report)
        made |= figures(json.loads((report / "report.json").read_bytes()))
    if "index-path" in made:
        manifest = (index / "manifest.json").read_bytes()
        made["index-digest"] = hashlib.sha256(manifest).hexdigest()
    return made


def figures(report: dict[str, Any]) -> dict[str, str]:
    """The numbers of a report that are outputs."""
    found: dict[str, int | float] = {
        "errors": report["summary"]["errors"],
        "warnings": report["summary"]["warnings"],
    }
    if "index" in report:
        found |= {name: report["index"][name] for name in ("chunks", "edges")}
    if "diff" in report:
        found |= {f"chunks-{how}": report["diff"][f"chunks_{how}"] for how in ("added", "removed")}
    if "retrieval" in report:
        found["recall"] = report["retrieval"]["recall"]
    return {name: str(number) for name, number in found.items()}


def value(name: str) -> str:
    """The value of an input."""
    return os.environ["INPUT_" + name.upper().replace("-", "_")]


def command(name: str, text: str) -> None:
    """Print a command of the workflow."""
    safe = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::{name} title=rtfm-check::{safe}", flush=True)


def write_outputs(made: dict[str, str]) -> None:
    """Write the outputs of the step, one a line."""
    with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8", newline="\n") as stream:
        stream.writelines(f"{name}={each}\n" for name, each in made.items())


if __name__ == "__main__":
    sys.exit(main())
