"""Snapshots: what a fixture gave when it was approved, and a readable difference."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rtfm_check.dryrun.snapshot import difference
from tests.conftest import Project

MAPPING = (
    'chunks:\n  - {title: "{{ t }}", content: "{{ t }}: {{ u }}", metadata: {n: "{{ n }}"}}\n'
    'edges: [{relation: cites, target: "{{ u }}"}]\n'
)
DOCUMENT = '{"type": "x", "t": "Pump", "u": "ä", "n": 1}'
EXPECTED = ".rtfm/fixtures/doc.expected.json"


@pytest.fixture
def approved(project: Project, overlay: Callable[[str], str]) -> Project:
    """A project whose fixture has a snapshot."""
    project.mapping(overlay(MAPPING))
    project.fixture(DOCUMENT)
    result = project.run(".", "--update-expected")
    assert result.status == 0, result
    return project


def test_the_snapshot_holds_mapping_chunks_and_edges(approved: Project) -> None:
    assert json.loads((approved.root / EXPECTED).read_text("utf-8")) == {
        "mapping": "m",
        "chunks": [{"number": 1, "title": "Pump", "content": "Pump: ä", "metadata": {"n": "1"}}],
        "edges": [{"relation": "cites", "target": "ä", "target_kind": "literal"}],
    }


def test_nothing_is_told_while_nothing_changes(approved: Project) -> None:
    assert approved.run(".", "--fail-on", "warning").status == 0
    assert "doc.expected.json" not in approved.run(".", "-v").out


def test_a_change_is_one_finding_at_its_place_with_a_readable_difference(
    approved: Project, overlay: Callable[[str], str]
) -> None:
    approved.mapping(overlay(MAPPING.replace("{{ t }}: ", "{{ t }}, ")))
    found = [each for each in approved.check() if each["severity"] == "error"]
    (changed,) = found
    assert (changed["rule"], changed["path"]) == ("expected-output-changed", EXPECTED)
    assert changed["pointer"] == "/chunks/0/content"
    assert (changed["line"], changed["column"]) == (7, 15)
    assert changed["note"].splitlines() == [
        "what changed:",
        "--- expected",
        "+++ now",
        "@@ -5,5 +5,5 @@",
        '    "number": 1,',
        '    "title": "Pump",',
        '-   "content": "Pump: ä",',
        '+   "content": "Pump, ä",',
        '    "metadata": {',
        '     "n": "1"',
    ]
    full = approved.run(".").out
    assert '-   "content": "Pump: ä",\n' in full
    assert approved.run(".", "--update-expected").status == 0
    assert approved.run(".").status == 0


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ('{"type": "y", "t": "Pump", "u": "ä", "n": 1}', "/mapping"),
        ('{"type": "x", "t": "Pump", "u": "", "n": 1}', "/chunks/0/content"),
        ('{"type": "x", "t": "Pump", "u": "ä", "n": 2}', "/chunks/0/metadata/n"),
    ],
    ids=["no mapping", "content and edge", "metadata"],
)
def test_the_place_is_that_of_the_first_difference(
    approved: Project, document: str, pointer: str
) -> None:
    approved.fixture(document)
    changed = [each for each in approved.check() if each["rule"] == "expected-output-changed"]
    assert [each["pointer"] for each in changed] == [pointer]


def test_a_snapshot_that_is_no_json_is_told(approved: Project) -> None:
    approved.write(EXPECTED, '{"mapping": "m",}')
    changed = [each for each in approved.check() if each["rule"] == "expected-output-changed"]
    assert [(each["line"], each["column"]) for each in changed] == [(1, 16)]


def test_a_changed_snapshot_is_seen_behind_a_cached_verdict(approved: Project) -> None:
    approved.run(".")
    approved.write(EXPECTED, '{"mapping": "n", "chunks": [], "edges": []}')
    assert approved.run(".").status == 1


def test_update_is_refused_where_ci_is_set(
    approved: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    before = (approved.root / EXPECTED).read_bytes()
    approved.fixture('{"type": "y"}')
    result = approved.run(".", "--update-expected")
    assert (result.status, result.out) == (2, "")
    assert "refused where CI is set" in result.err
    assert (approved.root / EXPECTED).read_bytes() == before


def test_documents_that_were_not_tried_get_no_snapshot(approved: Project) -> None:
    approved.fixture("[1]", "list.json")
    approved.fixture('{"a":', "broken.json")
    approved.fixture('{"type": "x", "t": "\\ud800", "u": "b"}', "half.json")
    approved.run(".", "--update-expected")
    names = sorted(path.name for path in (approved.root / ".rtfm/fixtures").glob("*.expected.json"))
    assert names == ["doc.expected.json", "half.expected.json", "list.expected.json"]
    half = json.loads((approved.root / ".rtfm/fixtures/half.expected.json").read_text())
    assert half["chunks"] == []


def test_a_change_in_a_long_snapshot_has_its_own_lines() -> None:
    lines = [f"line {at % 7}" for at in range(20_000)]
    changed = [*lines[:9000], "new", *lines[9000:]]
    assert list(difference(lines, changed)) == [
        "--- expected",
        "+++ now",
        "@@ -9000,4 +9000,5 @@",
        '  "line 3",',
        '  "line 4",',
        '+ "new",',
        '  "line 5",',
        '  "line 6",',
    ]


def test_long_snapshots_that_share_little_are_compared_in_bounded_time() -> None:
    one = ["a", "b"] * 20_000
    other = ["b", "b", "a", "c"] * 10_000
    shown = list(difference(one, other))
    assert len(shown) == 41
    assert shown[-1] == "... more lines"
    assert list(difference([*one, "c"], one))[-1] == " ]"


def test_a_snapshot_that_outlives_its_fixture_is_told(approved: Project) -> None:
    assert approved.run(".").status == 0
    (approved.root / EXPECTED).rename(approved.root / ".rtfm/fixtures/old.expected.json")
    (one,) = [each for each in approved.check() if each["severity"] != "info"]
    assert (one["path"], one["rule"], one["severity"]) == (
        ".rtfm/fixtures/old.expected.json",
        "snapshot-without-fixture",
        "warning",
    )
    assert "there is no `old.json` beside it" in one["message"]
    globbed = approved.run(".", "--fixtures", ".rtfm/fixtures/*.json", "--format", "json")
    assert [each["rule"] for each in globbed.findings if each["severity"] != "info"] == [
        "snapshot-without-fixture"
    ]
    approved.fixture('{"type": "x", "t": "Pump", "u": "ä", "n": 1}', "old.json")
    assert "snapshot-without-fixture" not in {each["rule"] for each in approved.check()}
