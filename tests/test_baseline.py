"""A baseline: what was there before does not fail a run; what is new does."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.conftest import Project

TWO = 'chunks:\n  - contnet: "{{ t }}"\n  - titel: "{{ t }}"\n    content: "{{ t }}"\n'


@pytest.fixture
def indebted(project: Project, overlay: Callable[[str], str]) -> Project:
    """A project with two errors, and a baseline that knows them."""
    project.mapping(overlay(TWO))
    assert project.run(".").status == 1
    assert project.run("baseline", "write", "known.json") == (
        0,
        "known.json: 3 findings, +3/-0\n",
        "",
    )
    return project


def test_known_findings_do_not_fail_a_run_and_are_counted(indebted: Project) -> None:
    result = indebted.run(".", "--baseline", "known.json", "--format", "json")
    assert (result.status, result.findings) == (0, [])
    assert result.report["summary"]["baselined"] == 3


def test_the_summary_counts_what_is_known(indebted: Project) -> None:
    out = indebted.run(".", "--baseline", "known.json").out
    assert out.splitlines()[-1] == "not counted: 3 in the baseline"


def test_what_is_not_there_cannot_be_pruned(indebted: Project) -> None:
    assert indebted.run("baseline", "prune", "none.json").status == 4
    assert not (indebted.root / "none.json").exists()
    missing = indebted.run(".", "--baseline", "none.json")
    assert "`rtfm-check baseline write none.json` makes it" in missing.err


def test_they_stay_known_when_lines_move(indebted: Project, overlay: Callable[[str], str]) -> None:
    indebted.mapping("\n# moved\n\n" + overlay(TWO))
    assert indebted.run(".", "--baseline", "known.json").status == 0


def test_a_new_finding_fails(indebted: Project, overlay: Callable[[str], str]) -> None:
    indebted.mapping(overlay(TWO + '  - {content: "{{ t }}", metdata: {a: b}}\n'))
    result = indebted.run(".", "--baseline", "known.json", "--format", "json")
    assert result.status == 1
    assert [each["pointer"] for each in result.findings] == ["/chunks/2/metdata"]


def test_the_same_mistake_a_second_time_is_new(project: Project) -> None:
    project.mapping("name: [", "a.yaml")
    project.run("baseline", "write", "known.json")
    entry = json.loads((project.root / "known.json").read_text())["findings"]
    assert len(entry) == 1
    project.mapping("name: [", "b.yaml")
    assert project.run(".", "--baseline", "known.json").status == 1


def test_a_mended_finding_is_a_stale_entry_until_it_is_pruned(
    indebted: Project, overlay: Callable[[str], str]
) -> None:
    indebted.mapping(overlay(TWO.replace("titel", "title")))
    result = indebted.run(".", "--baseline", "known.json", "--format", "json")
    assert result.status == 0
    (stale,) = result.findings
    assert (stale["rule"], stale["severity"]) == ("stale-baseline-entry", "warning")
    assert "`titel` is not a chunk key" in stale["message"]
    pruned = indebted.run("baseline", "prune", "known.json")
    assert pruned.out == "known.json: 2 findings, +0/-1\n"
    assert indebted.run(".", "--baseline", "known.json", "--format", "json").findings == []


def test_one_finding_is_one_finding(indebted: Project, overlay: Callable[[str], str]) -> None:
    indebted.mapping(overlay(TWO.replace("titel", "title").replace("contnet", "content")))
    pruned = indebted.run("baseline", "prune", "known.json")
    assert pruned.out == "known.json: 1 finding, +0/-2\n"


def test_write_refuses_to_grow_unless_it_is_told_to(
    indebted: Project, overlay: Callable[[str], str]
) -> None:
    indebted.mapping(overlay(TWO + '  - {content: "{{ t }}", metdata: {a: b}}\n'))
    before = (indebted.root / "known.json").read_text()
    refused = indebted.run("baseline", "write", "known.json")
    assert refused.status == 2
    assert "would grow by 1" in refused.err
    assert (indebted.root / "known.json").read_text() == before
    accepted = indebted.run("baseline", "write", "known.json", "--accept-new")
    assert accepted.out == "known.json: 4 findings, +1/-0\n"


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"version": "other", "findings": []}', '{"version": "rtfm-check-baseline-v1"}'],
)
def test_a_file_that_is_no_baseline_is_2(project: Project, text: str) -> None:
    project.mapping("name: [")
    project.write("known.json", text)
    assert project.run(".", "--baseline", "known.json").status == 2
    assert project.run(".", "--baseline", "none.json").status == 2
