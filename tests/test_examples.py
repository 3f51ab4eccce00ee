"""The bundled examples: those of RTFM's guide, and a twin with the mistakes that people make."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Project

EXAMPLES = Path(__file__).parent / "examples"


@pytest.mark.parametrize("name", ["notebooklm", "linear", "test-reports"])
def test_the_sound_examples_have_neither_errors_nor_warnings(project: Project, name: str) -> None:
    result = project.run(str(EXAMPLES / name), "--format", "json", "--fail-on", "warning")
    assert result.status == 0
    assert {each["severity"] for each in result.findings} <= {"info"}


@pytest.mark.parametrize(
    ("name", "documents"),
    [
        ("notebooklm", [(3, 2), (2, 1), (1, 0)]),
        ("linear", [(2, 2)]),
        ("test-reports", [(1, 0), (3, 0)]),
    ],
)
def test_what_the_examples_give(
    project: Project, name: str, documents: list[tuple[int, int]]
) -> None:
    report = project.run(str(EXAMPLES / name), "--format", "json").report
    assert [(each["chunks"], each["edges"]) for each in report["dry_run"]] == documents


def test_the_broken_twin_shows_each_kind_of_finding(project: Project) -> None:
    result = project.run(str(EXAMPLES / "notebooklm-broken"), "--format", "json")
    assert result.status == 1
    assert {each["rule"] for each in result.findings} >= {
        "unquoted-template",
        "yaml-implicit-type",
        "path-never-resolves",
        "metadata-not-json",
        "unknown-key",
        "placeholder-not-recognised",
        "root-path-inside-foreach",
        "bad-enum-value",
        "renders-python-repr",
        "custom-relation-not-materialised",
    }
    assert {each["severity"] for each in result.findings} == {"error", "warning", "info"}


def test_the_openapi_example_of_the_guide_cannot_work_and_is_told_so(project: Project) -> None:
    project.mapping(
        "name: openapi\nmatch: {discriminator: {openapi: 3.1.0}}\n"
        'chunks:\n  - foreach: paths\n    content: "{{ get.summary }}"\n'
    )
    project.fixture('{"openapi": "3.1.0", "paths": {"/pumps": {"get": {"summary": "List"}}}}')
    (found,) = project.check()
    assert (found["rule"], found["line"], found["column"]) == ("foreach-not-a-list", 4, 14)
    assert "write the list of objects out in the JSON" in found["help"]
