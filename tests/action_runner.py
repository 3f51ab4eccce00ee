"""Runs the steps of action.yml as GitHub does.

Expressions, conditions, environment files, workflow commands and the status of steps follow the
runner's rules. The actions that steps use are stood in for; what they are given is kept.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent
_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
_TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||[!=]=|[!()]|[\w.-]+)")
_COMMANDS = (
    *("error", "warning", "notice", "debug", "group", "endgroup", "echo", "stop-commands"),
    *("add-mask", "add-matcher", "remove-matcher", "save-state", "set-output", "set-env"),
    *("add-path", "internal-set-repo-path"),
)
_MOST_SUMMARY = 1024 * 1024


class Command(NamedTuple):
    """A workflow command that the runner obeys."""

    name: str
    properties: dict[str, str]
    text: str


class Outcome(NamedTuple):
    """How a run of the action ended."""

    outputs: dict[str, str]
    uploaded: dict[str, Path]  # artifacts by name
    used: dict[str, dict[str, str]]  # the inputs of other actions, by the name of the step
    commands: list[Command]
    summary: str
    log: str
    failed: list[str]  # the names of the steps that failed
    ran: list[str]  # the names of the steps that were not left out

    @property
    def is_success(self) -> bool:
        """Whether the step that uses the action passes."""
        return not self.failed


class Runner:
    """One run of the action in a workspace."""

    def __init__(
        self, workspace: Path, temporary: Path, *, event: dict[str, str] | None = None
    ) -> None:
        """`event` has values of the context, such as `github.event.name`."""
        self.action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        self._workspace = workspace
        self._temporary = temporary
        self._values: dict[str, Any] = {"github.action_path": str(ROOT), **(event or {})}
        self._files = 0
        self._log = ""
        self._summary = ""
        self._commands: list[Command] = []
        self._uploaded: dict[str, Path] = {}
        self._used: dict[str, dict[str, str]] = {}
        self._failed: list[str] = []

    def run(self, inputs: dict[str, str], *, python: str = "", broken: str = "") -> Outcome:
        """Run all steps.

        `python` has rtfm-check installed, and nothing is installed then. The step that is `broken`
        fails.
        """
        known = self.action["inputs"]
        assert set(inputs) <= set(known)
        self._values |= {
            f"inputs.{name}": inputs.get(name, each["default"]) for name, each in known.items()
        }
        ran = []
        for step in self.action["runs"]["steps"]:
            if not self._holds(step.get("if", "success()")):
                continue
            ran.append(step["name"])
            if step["name"] == broken:
                is_done = False
            elif step["name"] == "Install" and python:
                self._values["steps.install.outputs.python"] = python
                is_done = True
            else:
                is_done = self._use(step) if "uses" in step else self._script(step)
            if not is_done:
                self._failed.append(step["name"])
        outputs = {
            name: self._filled(each["value"]) for name, each in self.action["outputs"].items()
        }
        return Outcome(
            outputs,
            self._uploaded,
            self._used,
            self._commands,
            self._summary,
            self._log,
            self._failed,
            ran,
        )

    def _use(self, step: dict[str, Any]) -> bool:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step["uses"]), "pinned by commit"
        action = step["uses"].partition("@")[0]
        given = {name: self._filled(_text(each)) for name, each in step.get("with", {}).items()}
        self._used[step["name"]] = given
        if action == "actions/setup-python":
            assert given["update-environment"] == "false"
            self._values["steps.python.outputs.python-path"] = sys.executable
        elif action == "actions/cache":
            assert given["path"]
            assert re.fullmatch(r"[\w.-]{1,512}", given["key"])
        elif action == "actions/upload-artifact":
            self._upload(**{name.replace("-", "_"): each for name, each in given.items()})
        else:
            assert action == "github/codeql-action/upload-sarif"
            assert Path(given["sarif_file"]).is_file()
        return True

    def _upload(self, name: str, path: str, retention_days: str, if_no_files_found: str) -> None:
        assert name
        assert name not in self._uploaded
        assert not set(name) & set('":<>|*?\r\n\\/'), "a name that upload-artifact takes"
        assert 0 <= int(retention_days) <= 90
        assert if_no_files_found == "error"
        assert "\n" not in path
        assert any(Path(path).iterdir())
        self._uploaded[name] = self._temporary / "uploaded" / name
        shutil.copytree(path, self._uploaded[name])

    def _script(self, step: dict[str, Any]) -> bool:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "expressions go through env"
        self._files += 1
        folder = self._temporary / f"_step{self._files}"
        folder.mkdir()
        (folder / "script.sh").write_text(step["run"], "utf-8")
        files = {name: folder / name for name in ("output", "env", "path", "step_summary")}
        for path in files.values():
            path.touch()
        process = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(folder / "script.sh")],
            cwd=self._workspace,
            env=self._environment(step, files),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        log = process.stdout.decode("utf-8", "replace")
        self._log += log
        self._commands += _commands(log)
        assert not files["env"].read_bytes() + files["path"].read_bytes()
        summary = files["step_summary"].read_text("utf-8")
        assert len(summary.encode()) <= _MOST_SUMMARY
        self._summary += summary
        if "id" in step:
            for name, value in _pairs(files["output"].read_text("utf-8")):
                self._values[f"steps.{step['id']}.outputs.{name}"] = value
        return process.returncode == 0

    def _environment(self, step: dict[str, Any], files: dict[str, Path]) -> dict[str, str]:
        own = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "RTFM_"))}
        return {
            **own,
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            "GITHUB_WORKSPACE": str(self._workspace),
            **{f"GITHUB_{name.upper()}": str(path) for name, path in files.items()},
            "RUNNER_TEMP": str(self._temporary),
            **{name: self._filled(value) for name, value in step.get("env", {}).items()},
        }

    def _filled(self, text: str) -> str:
        return _EXPRESSION.sub(lambda match: _text(self._evaluated(match[1])), text)

    def _holds(self, condition: str) -> bool:
        inner = _EXPRESSION.fullmatch(condition.strip())
        text = inner[1] if inner else condition
        has_status = re.search(r"\b(always|success|failure|cancelled)\(\)", text)
        return (bool(has_status) or not self._failed) and bool(self._evaluated(text))

    def _evaluated(self, text: str) -> Any:
        tokens = _TOKEN.findall(text)
        assert "".join(tokens) == "".join(text.split()), text
        value = self._either(tokens)
        assert not tokens, text
        return value

    def _either(self, tokens: list[str]) -> Any:
        value = self._both(tokens)
        while tokens and tokens[0] == "||":
            del tokens[0]
            other = self._both(tokens)
            value = value or other
        return value

    def _both(self, tokens: list[str]) -> Any:
        value = self._compared(tokens)
        while tokens and tokens[0] == "&&":
            del tokens[0]
            other = self._compared(tokens)
            value = value and other
        return value

    def _compared(self, tokens: list[str]) -> Any:
        value = self._value(tokens)
        if tokens and tokens[0] in ("==", "!="):
            is_wanted = tokens.pop(0) == "=="
            return _is_equal(value, self._value(tokens)) is is_wanted
        return value

    def _value(self, tokens: list[str]) -> Any:
        token = tokens.pop(0)
        if tokens[:2] == ["(", ")"]:
            del tokens[:2]
            return {"always": True, "success": not self._failed, "failure": bool(self._failed)}[
                token
            ]
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if token in ("true", "false"):
            return token == "true"
        assert token.startswith(("inputs.", "steps.", "github.")), token
        if token.startswith("inputs."):
            return self._values[token]
        return self._values.get(token)


def _is_equal(one: Any, other: Any) -> bool:
    """Whether the runner takes two values for equal: texts without case, other kinds as numbers."""
    if isinstance(one, str) and isinstance(other, str):
        return one.lower() == other.lower()
    return (type(one) is type(other) and one == other) or _number(one) == _number(other)


def _number(value: Any) -> float:
    """A value as a number, which for most texts is none."""
    if isinstance(value, str):
        try:
            return float(value.strip() or 0)
        except ValueError:
            return float("nan")
    return float(value or 0)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pairs(text: str) -> list[tuple[str, str]]:
    """The outputs that a step has written."""
    made = []
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        assert equals, f"a line that ends the step: {line!r}"
        assert re.fullmatch(r"[a-z-]+", name), line
        made.append((name, value))
    return made


def _commands(log: str) -> list[Command]:
    """The commands that the runner obeys: at the start of a line, or `##[` anywhere in one."""
    made: list[Command] = []
    stopped = ""
    for line in re.split(r"\r\n|\r|\n", log):
        shown = line.lstrip()
        if stopped:
            if shown == f"::{stopped}::":
                stopped = ""
            continue
        head, colons, text = shown[2:].partition("::")
        name, _, rest = head.partition(" ")
        if not (shown.startswith("::") and colons and name in _COMMANDS):
            if "##[" in line:
                made.append(Command("##[", {}, line))
            continue
        if name == "stop-commands":
            stopped = text
            continue
        pairs = [pair.partition("=") for pair in rest.split(",") if pair]
        properties = {key.strip(): _decoded(each) for key, _, each in pairs}
        made.append(Command(name, properties, _decoded(text)))
    assert not stopped, "commands are obeyed again at the end"
    return made


def _decoded(text: str) -> str:
    for code, character in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, character)
    return text
