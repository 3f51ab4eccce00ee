"""A baseline: what was there before does not fail a run; what is new does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

from tests.artifacts import contents
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


# -- documents and the index ----------------------------------------

RULES = {
    *("unknown-key", "broken-link", "undefined-reference", "byte-order-mark"),
    *("document-byte-order-mark", "unused-suppression"),
}


@pytest.fixture
def documented(project: Project, overlay: Callable[[str], str]) -> Project:
    """A project with mistakes of all kinds, each of which the baseline knows."""
    subprocess.run(["git", "init", "-q"], check=True)
    project.mapping(overlay(TWO))
    text = "Some words of it. " * 12
    project.write("docs/a.md", f"# A\n\n[gone](gone.md) [b](b.md)\n\n{text}\n")
    project.write("docs/b.md", f"# B\n\n[x][y] [a](a.md)\n\nAbout b. {text}\n")
    project.write(
        "old/c.md", f"\ufeff# C\n\n<!-- rtfm-check: ignore[broken-link] x -->\n\n{text}\n"
    )
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"], check=True
    )
    result = project.run("baseline", "write", "known.json")
    assert (result.status, result.err) == (0, "")
    written = json.loads((project.root / "known.json").read_text())["findings"]
    assert {each["rule"] for each in written} >= RULES - {"byte-order-mark"}
    return project


def left(project: Project, *arguments: str) -> tuple[int, list[tuple[str, str]]]:
    """The status of a run with the baseline, and rule and message of what it tells all the same."""
    known = ("--baseline", "known.json", "--format", "json", "--fail-on", "info")
    result = project.run(*arguments, *known)
    return result.status, [(each["rule"], each["message"]) for each in result.findings]


COMMANDS = ["check", "docs", "index", "ci"]


@pytest.mark.parametrize("command", COMMANDS)
def test_one_baseline_serves_all_commands(documented: Project, command: str) -> None:
    assert left(documented, command) == (0, [])
    summary = documented.run(command, "--baseline", "known.json", "--format", "json").report
    assert summary["summary"]["baselined"] > 0


def test_what_is_mended_is_told_by_the_commands_that_look_for_it(documented: Project) -> None:
    documented.write("docs/b.md", f"# B\n\n[a](a.md)\n\nAbout b. {'Some words of it. ' * 12}\n")
    message = "nothing is found any more of undefined-reference in docs/b.md: the label `y`"
    stale = ("stale-baseline-entry", f"{message} is defined nowhere in the page")
    told = {
        **{("check",): [], ("docs",): [stale], ("index",): [], ("ci",): [stale]},
        **{("docs", "docs/a.md"): [], ("docs", "old"): [], ("docs", "docs"): [stale]},
        **{("docs", "docs/b.md"): [stale], ("docs", "--changed"): [stale]},
        **{("docs", "--select", "broken-link,stale-baseline-entry"): []},
        **{("docs", "--ignore", "undefined-reference"): []},
    }
    for arguments, expected in told.items():
        assert left(documented, *arguments) == (int(bool(expected)), expected), arguments
    documented.write("docs/a.md", "# A\n\n[b](b.md) is all that is left of this page.\n")
    subprocess.run(["git", "add", "docs/b.md"], check=True)
    (documented.root / "old/c.md").unlink()
    assert {each[0] for each in left(documented, "index")[1]} == {"stale-baseline-entry"}
    count = len(json.loads((documented.root / "known.json").read_text())["findings"])
    for arguments, gone in ((("docs/b.md",), 1), ((".rtfm",), 0), (("old", "docs"), 2), ((), 2)):
        pruned = documented.run("baseline", "prune", "known.json", *arguments)
        count -= gone
        assert pruned.out == f"known.json: {count} findings, +0/-{gone}\n", arguments
    for command in COMMANDS:
        assert left(documented, command) == (0, []), command


def test_a_baseline_of_some_paths_leaves_the_entries_of_others(documented: Project) -> None:
    before = (documented.root / "known.json").read_text()
    assert documented.run("baseline", "write", "known.json", "docs").out.endswith("+0/-0\n")
    assert (documented.root / "known.json").read_text() == before
    alone = documented.run("baseline", "write", "docs.json", "docs/a.md")
    assert alone.out == "docs.json: 1 finding, +1/-0\n"


def test_the_index_that_is_there_is_neither_read_nor_written(documented: Project) -> None:
    documented.run("index")
    index = documented.root / "rtfm-index"
    before = contents(index)
    documented.write("docs/new.md", "# New\n\nA page that the index does not hold.\n")
    result = documented.run("baseline", "write", "other.json")
    assert "rtfm-index" not in (documented.root / "other.json").read_text()
    assert (result.status, contents(index)) == (0, before)


def test_where_there_is_nothing_a_baseline_is_empty(project: Project) -> None:
    result = project.run("baseline", "write", "known.json")
    assert result == (0, "known.json: 0 findings, +0/-0\n", "")


def test_entries_that_no_run_writes_harm_none(project: Project) -> None:
    project.write("a.md", f"# A\n\n{'Some words of it. ' * 12}\n")
    entries = [
        {"fingerprint": "0" * 16, "rule": rule, "path": path, "message": "m"}
        for rule in ("broken-link", "unknown-key", "secret-like-text-in-index", "no-such-rule", "")
        for path in ("", "/", "..", "a\0b", "\ud800", "../" * 50, "a.md")
    ]
    document = {"version": "rtfm-check-baseline-v1", "findings": entries}
    project.write(".rtfm/known.json", json.dumps(document))
    for command in COMMANDS:
        result = project.run(command, "--baseline", ".rtfm/known.json", "--format", "json")
        assert {each["rule"] for each in result.findings} == {"stale-baseline-entry"}, command
    assert project.run("baseline", "prune", ".rtfm/known.json").status == 0
