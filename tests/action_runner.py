"""Runs the steps of action.yml as GitHub does: environment files, outputs, conditions, status."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


class Outcome(NamedTuple):
    """How a run of the action ended."""

    outputs: dict[str, str]
    uploaded: Path | None  # a copy of the artifact
    summary: str
    log: str
    is_success: bool
    failed: str  # the name of the step that failed


class Runner:
    """One run of the action in a workspace."""

    def __init__(self, workspace: Path, temporary: Path, **inputs: str) -> None:
        self._action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        self._workspace = workspace
        self._temporary = temporary
        known = self._action["inputs"]
        assert set(inputs) <= {name.replace("-", "_") for name in known}
        self._values: dict[str, str] = {
            f"inputs.{name}": inputs.get(name.replace("-", "_"), each["default"])
            for name, each in known.items()
        }
        self._values["github.action_path"] = str(ROOT)
        self._log = ""
        self._uploaded: Path | None = None

    def run(self, *, installed: str = "") -> Outcome:
        """Run all steps; `installed` is a command to use instead of installing it."""
        summary = self._temporary / "summary"
        summary.touch()
        failed = ""
        for step in self._action["runs"]["steps"]:
            if failed or not self._holds(step.get("if", "")):
                continue
            if step.get("id") == "install" and installed:
                self._values["steps.install.outputs.command"] = installed
                continue
            if not self._step(step, summary):
                failed = step["name"]
        outputs = {
            name: self._filled(each["value"]) for name, each in self._action["outputs"].items()
        }
        text = summary.read_text("utf-8")
        return Outcome(outputs, self._uploaded, text, self._log, not failed, failed)

    def _step(self, step: dict[str, Any], summary: Path) -> bool:
        if "uses" in step:
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step["uses"]), "pinned by commit"
            if step["uses"].startswith("actions/upload-artifact@"):
                self._uploaded = self._temporary / "uploaded"
                shutil.copytree(self._filled(step["with"]["path"]), self._uploaded)
            return True
        assert "${{" not in step["run"], "expressions go through env"
        script = self._temporary / "script.sh"
        script.write_text(step["run"], "utf-8")
        output = self._temporary / "output"
        output.write_text("")
        process = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self._workspace,
            env={
                **{k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "RTFM_"))},
                "GITHUB_ACTIONS": "true",
                "CI": "true",
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(summary),
                "RUNNER_TEMP": str(self._temporary),
                **{name: self._filled(value) for name, value in step.get("env", {}).items()},
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self._log += process.stdout
        for line in output.read_text("utf-8").splitlines():
            name, equals, value = line.partition("=")
            assert equals, line
            self._values[f"steps.{step['id']}.outputs.{name}"] = value
        return process.returncode == 0

    def _filled(self, text: str) -> str:
        return _EXPRESSION.sub(lambda match: self._values.get(match[1], ""), text)

    def _holds(self, condition: str) -> bool:
        inner = _EXPRESSION.fullmatch(condition.strip())
        for part in (inner[1] if inner else condition).split(" && "):
            if not part:
                continue
            name, operator, wanted = part.split(" ")
            is_equal = self._values.get(name, "") == wanted.strip("'")
            if is_equal is not (operator == "=="):
                return False
        return True
