"""What the tests share: a project made of texts, and the command line run on it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings
from jsonschema import Draft202012Validator

from rtfm_check.cli import main
from tests.browser import browser, driver  # noqa: F401  # fixtures, for all
from tests.language_client import server  # noqa: F401  # the same

settings.register_profile("project", deadline=None)  # a machine may do other things at the time
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes generated text anew instead of comparing it."""
    parser.addoption("--update", action="store_true", help="write generated text anew")


def pytest_configure(config: pytest.Config) -> None:
    """A machine that checks does not write what it checks, and tests are the same on all."""
    os.environ.pop("GITHUB_ACTIONS", None)  # it would choose the format of a report
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is for a person's machine: CI is set")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that hold times against each other need a machine that does nothing else."""
    words = ("time_grows", "grows_with_its", "grows_with_the_n", "linear_time", "in_proportion")
    for item in items:
        if any(word in item.name for word in words):
            item.add_marker(pytest.mark.slow)


SCHEMAS = Path(__file__).parent.parent / "schemas"
REPORT = Draft202012Validator(
    json.loads((SCHEMAS / "rtfm-check-report-v1.json").read_text("utf-8"))
)
BASE = {
    "name": "name: m\n",
    "match": "match: {discriminator: {type: x}}\n",
    "chunks": 'chunks: [{content: "{{ t }}"}]\n',
}
GOOD = "".join(BASE.values())  # a sound mapping


class Result(NamedTuple):
    """How a run of the command line ended."""

    status: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        """Standard output as the JSON report, held against its schema."""
        report = json.loads(self.out)
        REPORT.validate(report)
        return report

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings of the JSON report."""
        return self.report["findings"]


class Project:
    """A project in a temporary folder, which is the current one while the test runs."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._capsys = capsys

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file below the root; text as UTF-8 with its line ends as they are."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def mapping(self, content: str | bytes, name: str = "m.yaml") -> Path:
        """Write a mapping file."""
        return self.write(f".rtfm/mappings/{name}", content)

    def fixture(self, content: str | bytes, name: str = "doc.json") -> Path:
        """Write a fixture."""
        return self.write(f".rtfm/fixtures/{name}", content)

    def run(self, *arguments: str) -> Result:
        """Run `rtfm-check` in this process."""
        self._capsys.readouterr()
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = int(end.code or 0)
        captured = self._capsys.readouterr()
        return Result(status, captured.out, captured.err)

    def check(self, *arguments: str) -> list[dict[str, Any]]:
        """The findings of `rtfm-check .`, without the one that asks for a schema modeline."""
        result = self.run(".", "--format", "json", *arguments)
        assert result.status in (0, 1), result
        return [each for each in result.findings if each["rule"] != "missing-schema-modeline"]


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Project:
    """An empty project; verdicts are cached beside it, not in the user's home."""
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CI", raising=False)
    return Project(root, capsys)


@pytest.fixture
def overlay() -> Callable[[str], str]:
    """Lays top-level keys over a minimal valid mapping, as text."""

    def laid(fragment: str) -> str:
        keys = {line.partition(":")[0] for line in fragment.splitlines() if line[:1].isalpha()}
        return "".join(text for key, text in BASE.items() if key not in keys) + fragment

    return laid
