"""A plugin of pytest: the mappings, profiles and retrieval tests of a project as its tests.

A folder `.rtfm` that pytest comes by is collected: each mapping, each fixture, each profile and
each query is a test, whose failure prints findings. pytest loads this module at every start of
every project, so nothing is imported here that is not loaded already.
"""

from __future__ import annotations

import fnmatch
import os
from functools import cached_property
from pathlib import Path

import pytest

TYPE_CHECKING = False  # as typing's, which costs something
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from rtfm_check.look import Looked
    from rtfm_check.model import Finding
    from rtfm_check.retrieval.golden import Golden, Outcome

_QUERIES = ("queries.yaml", "queries.yml")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings of the plugin."""
    about = "index that the queries in .rtfm/queries.yaml are asked of (default: made for the run)"
    parser.addini("rtfm_index", about, default="")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Have pytest look into `.rtfm`, which it passes over as it does all hidden folders."""
    if collection_path.name != ".rtfm" or not collection_path.is_dir():
        return None
    path = str(collection_path)
    if any(os.path.abspath(each) == path for each in config.getoption("ignore") or ()):
        return None
    if any(fnmatch.fnmatch(path, each) for each in config.getoption("ignore_glob") or ()):
        return None
    return None if ".rtfm" in config.getini("norecursedirs") else False


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect `.rtfm` as what it is: nothing in it is imported."""
    if path.name == ".rtfm":
        return Project.from_parent(parent, path=path)
    if path.parent.name == ".rtfm" and path.name in ("mappings", "fields"):
        return Folder.from_parent(parent, path=path)
    return Nothing.from_parent(parent, path=path) if path.parent.name == ".rtfm" else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the queries of a project."""
    if file_path.parent.name == ".rtfm" and file_path.name in _QUERIES:
        return Queries.from_parent(parent, path=file_path)
    return None


class Project(pytest.Directory):
    """A folder `.rtfm`."""

    def collect(self) -> Iterable[pytest.Collector]:
        """The folders and files in it that hold tests."""
        for name in ("mappings", "fields"):
            if (self.path / name).is_dir():
                yield Folder.from_parent(self, path=self.path / name)
        for name in _QUERIES:
            if (self.path / name).is_file():
                yield Queries.from_parent(self, path=self.path / name)


class Nothing(pytest.Directory):
    """Another folder in `.rtfm`: whatever lies there is not for pytest to import."""

    def collect(self) -> Iterable[pytest.Collector]:
        """No tests."""
        return ()


class Folder(pytest.Directory):
    """A folder of mappings or of field profiles."""

    def collect(self) -> Iterable[pytest.Collector]:
        """A file for each mapping or profile, and for what else findings are in."""
        looked = self._look()
        taken: dict[str, list[str]] = {}  # the fixtures of each mapping
        untaken: list[str] = []
        for tried in looked.dry_run.tried if looked.dry_run is not None else ():
            path = looked.absolute(tried.fixture)
            if tried.mapping:
                taken.setdefault(looked.absolute(tried.mapping), []).append(path)
            else:
                untaken.append(path)
        files = [*looked.documents, *untaken]
        known = {*files, *(each for fixtures in taken.values() for each in fixtures)}
        more = {looked.absolute(_subject(each, looked)) for each in looked.findings} - known
        for path in [*files, *sorted(more)]:
            yield Checked.from_parent(
                self, path=Path(path), looked=looked, fixtures=taken.get(path, [])
            )

    def _look(self) -> Looked:
        from rtfm_check.look import Key, Looker, Settings

        key = Key(str(self.path), is_fields=self.path.name == "fields")
        before = os.getcwd()
        try:
            looked = Looker(Settings(None, is_isolated=False)).look(key, {})
        finally:
            os.chdir(before)
        if looked.complaint:
            raise self.CollectError(f"rtfm-check: {looked.complaint}")
        return looked


class Checked(pytest.File):
    """A mapping with its fixtures; a profile; another file that has findings."""

    def __init__(self, *, looked: Looked, fixtures: list[str], **more: Any) -> None:
        super().__init__(**more)
        self.looked = looked
        self.fixtures = fixtures

    def collect(self) -> Iterable[pytest.Item]:
        """A test of the file itself, and one for each fixture that the mapping takes."""
        from rtfm_check.text.show import path as show_path
        from rtfm_check.text.show import safe

        yield Findings.from_parent(self, name="check", subject=str(self.path))
        for each in self.fixtures:
            name = os.path.relpath(each, self.looked.base).replace(os.sep, "/")
            yield Findings.from_parent(self, name=safe(show_path(name)), subject=each)


class Findings(pytest.Item):
    """Fails where a file has findings that fail a run of `rtfm-check`."""

    def __init__(self, *, subject: str, **more: Any) -> None:
        super().__init__(**more)
        self.subject = subject

    def runtest(self) -> None:
        """Show the findings, the worst of which decides."""
        assert isinstance(self.parent, Checked)
        looked = self.parent.looked
        here = [
            each
            for each in looked.findings
            if looked.absolute(_subject(each, looked)) == self.subject
        ]
        _show(here, self, looked.config["fail-on"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> Any:
        """The findings alone; of a defect, all that pytest shows."""
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *more)

    def reportinfo(self) -> tuple[str, int | None, str]:
        """The file that the test is of."""
        return self.subject, None, f"{self.path.name}: {self.name}"


class Failed(Exception):
    """Findings, as text."""


class Queries(pytest.File):
    """Queries whose answers are known."""

    def collect(self) -> Iterable[pytest.Item]:
        """A test for each query."""
        from rtfm_check.text.show import safe

        seen: dict[str, int] = {}
        for number, query in enumerate(self.golden.queries):
            name = safe(query.text)
            seen[name] = seen.get(name, 0) + 1
            again = f" ({seen[name]})" if seen[name] > 1 else ""
            yield Query.from_parent(self, name=f"{name}{again}", number=number)

    @cached_property
    def golden(self) -> Golden:
        """What the file says."""
        from rtfm_check.exits import UsageError
        from rtfm_check.retrieval import golden

        try:
            return golden.load(os.path.relpath(self.path), str(self.path.parent))
        except UsageError as error:
            raise self.CollectError(f"rtfm-check: {error}") from error

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """What all queries find, in the index that was named or in one of the project as it is."""
        from rtfm_check.artifact.reader import records
        from rtfm_check.retrieval import golden
        from rtfm_check.retrieval.search import Index

        named = self.config.getini("rtfm_index")
        index = str(self.config.rootpath / named) if named else self._indexed()
        with Index(records(index, "chunks")) as chunks:
            return golden.run(self.golden, chunks)

    def _indexed(self) -> str:
        """Index the project into a folder that goes when pytest ends."""
        from contextlib import ExitStack

        from rtfm_check import held
        from rtfm_check.cli import index

        root = self.path.parent.parent
        stack = ExitStack()
        folder = stack.enter_context(held.room())
        self.config.add_cleanup(stack.close)
        output = os.path.join(folder, "index")
        report = os.path.join(folder, "report.json")
        options = [str(root), "-o", output, "--quiet", "--no-progress", "--allow-empty"]
        before = os.getcwd()
        os.chdir(root)  # whose settings count
        try:
            index.run([*options, "--exit-zero", "--format", f"json={report}"])
        finally:
            os.chdir(before)
        return output


class Query(Findings):
    """Fails where a query misses what it has to find, and recall is too low for a miss."""

    def __init__(self, *, number: int, **more: Any) -> None:
        super().__init__(subject="", **more)
        self.number = number
        self.subject = str(self.path)

    def runtest(self) -> None:
        """Ask, and show what was not found."""
        from rtfm_check.cli._proof import tested
        from rtfm_check.retrieval.golden import recall

        assert isinstance(self.parent, Queries)
        outcomes, tests = self.parent.outcomes, self.parent.golden
        places = {each.place for each in outcomes[self.number].query.expected}
        missed = [each for each in tested(tests, outcomes).findings if each.place in places]
        if missed and recall(outcomes) >= tests.least:
            pytest.xfail(f"missed, but recall {recall(outcomes):.3f} is enough")
        _show(missed, self, "warning")


def _subject(finding: Finding, looked: Looked) -> str:
    """The file that a finding counts for: of a snapshot, its fixture."""
    from rtfm_check.layout import EXPECTED_SUFFIX

    name = finding.place.path
    if not name.endswith(EXPECTED_SUFFIX):
        return name
    fixture = name.removesuffix(EXPECTED_SUFFIX) + ".json"
    return fixture if fixture in looked.paths else name


def _show(findings: list[Finding], item: pytest.Item, fail_on: str) -> None:
    """Fail with the findings where one is bad enough; else keep them for who wants to see."""
    from rtfm_check.model import Severity
    from rtfm_check.report.full import block
    from rtfm_check.report.style import Style

    if not findings:
        return
    color = item.config.get_terminal_writer().hasmarkup
    text = "\n".join(block(each, Style(color=color)) for each in findings)
    if fail_on != "never" and any(
        each.severity.rank >= Severity(fail_on).rank for each in findings
    ):
        raise Failed(text)
    item.add_report_section("call", "rtfm-check", text)
