"""The command line as hooks and people use it: paths, exit status, streams, colours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rtfm_check import __version__, cli, findings, lint
from rtfm_check.model import Hit
from rtfm_check.rules import all_rules, rules_of
from tests.conftest import BASE, Project

VALID = "".join(BASE.values())
PROGRAM = Path(sys.executable).parent / "rtfm-check"


def test_version(project: Project) -> None:
    assert project.run("--version").out == f"rtfm-check {__version__}\n"


def test_help_names_every_command_and_each_has_its_own(project: Project) -> None:
    text = project.run("--help").out
    for name in cli.COMMANDS:
        assert f"  {name} " in text
        result = project.run(name, "--help")
        assert result.status == 0
        assert result.out.startswith(f"usage: rtfm-check {name}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--disabel", "x"],
        ["check", "--format", "jsn", "."],
        ["check", "--form", "json", "."],
        ["-"],
        [".", "--stdin-filename", "m.yaml"],
        [".", "--select", "no-such-rule"],
        [".", "--severity", "unknown-key=fatal"],
        ["explain", "no-such-rule"],
        ["preview", "m.yaml"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2_and_says_why_on_standard_error(
    project: Project, arguments: list[str]
) -> None:
    project.mapping(VALID)
    result = project.run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert "rtfm-check: " in result.err


def test_a_misspelt_command_is_answered_with_the_nearest(project: Project) -> None:
    result = project.run("previw", "m.yaml", "doc.json")
    assert result.status == 4
    assert "did you mean the command `preview`?" in result.err


def test_a_folder_of_fixtures_can_be_named(project: Project) -> None:
    project.mapping(VALID)
    project.write("samples/deep/a.json", '{"type": "x", "t": "T"}')
    report = project.run(".", "--fixtures", "samples", "--format", "json").report
    assert report["summary"]["fixtures"] == 1


def test_documents_are_not_taken_for_mappings(project: Project) -> None:
    project.mapping(VALID)
    document = '{"type": "x", "t": "T", "n": 1}\n'
    path = project.write("exports/a.json", document)
    result = project.run("exports/a.json", "--fix", "--format", "json")
    assert [each["rule"] for each in result.findings] == ["not-a-mapping"]
    assert path.read_text() == document
    fixture = project.fixture('{"type": "x", "t": "T"}')
    before = fixture.read_text()
    assert project.run(".rtfm/fixtures", "--fix").status == 0
    assert fixture.read_text() == before


def test_an_unknown_rule_is_answered_with_the_nearest(project: Project) -> None:
    assert "did you mean unknown-key?" in project.run(".", "--select", "unkown-key").err


def test_a_project_without_mappings_is_clean_and_says_0_mappings(project: Project) -> None:
    assert project.run() == (
        0,
        "0 mappings found\n",
        "rtfm-check: no folder .rtfm here, or above it in the repository\n"
        "rtfm-check: `rtfm-check init` drafts a mapping, `rtfm-check docs` lints documents\n",
    )
    assert project.run("-q") == (0, "0 mappings found\n", "")
    project.write("empty/.keep", "")
    assert project.run("empty") == (0, "0 mappings found\n", "")


def test_a_missing_path_is_4_and_named_and_the_others_are_checked(project: Project) -> None:
    project.mapping("name: [")
    result = project.run(".", "no-such-folder")
    assert result.status == 4
    assert "no-such-folder: no such file or folder" in result.err
    assert "RTM002" in result.out
    assert project.run("no-such-folder", "--allow-empty").status == 0


def test_a_glob_that_matches_nothing_is_4(project: Project) -> None:
    project.mapping(VALID)
    result = project.run(".", "--fixtures", "samples/*.json")
    assert result.status == 4
    assert "samples/*.json" in result.err
    assert project.run(".", "--fixtures", "samples/*.json", "--allow-empty").status == 0


def test_no_paths_is_the_project_around_the_current_folder(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping("name: [")
    project.write("docs/deep/page.md", "")
    monkeypatch.chdir(project.root / "docs" / "deep")
    result = project.run("--format", "json")
    assert [each["path"] for each in result.findings] == ["../../.rtfm/mappings/m.yaml"]


def test_the_search_for_a_project_ends_at_the_root_of_the_repository(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping("name: [")
    project.write("inner/.git/HEAD", "")
    monkeypatch.chdir(project.root / "inner")
    assert project.run().out == "0 mappings found\n"


@pytest.mark.parametrize("path", [".", "mappings", "./mappings/", "mappings/m.yaml"])
def test_a_folder_of_mappings_may_lie_anywhere(project: Project, path: str) -> None:
    project.write("mappings/m.yaml", "name: [")
    if path == ".":
        os.chdir("mappings")
    found = project.run(path, "--format", "json").findings
    assert [each["rule"] for each in found] == ["yaml-syntax"]


def test_named_files_filter_what_is_reported_not_what_is_read(project: Project) -> None:
    project.mapping(VALID, "a.yaml")
    project.mapping(VALID, "b.yaml")
    project.mapping("name: [", "c.yaml")
    found = project.run(".rtfm/mappings/b.yaml", "README.md", "--format", "json", "--allow-empty")
    assert {each["path"] for each in found.findings} == {".rtfm/mappings/b.yaml"}
    assert "duplicate-mapping-name" in [each["rule"] for each in found.findings]


def test_files_that_are_no_mappings_are_skipped_with_a_note(project: Project) -> None:
    project.mapping(VALID)
    project.write("README.md", "# r\n")
    result = project.run(".rtfm/mappings/m.yaml", "README.md")
    assert result.status == 0
    assert "README.md: not in a folder of mappings or fields; skipped" in result.err
    assert project.run(".rtfm/mappings/m.yaml", "README.md", "-q").err == ""


def test_a_single_file_outside_a_folder_of_mappings_is_checked(project: Project) -> None:
    project.write("drafts/m.yaml", "name: [")
    assert project.run("drafts/m.yaml").status == 1


def test_a_changed_fixture_checks_the_mappings_beside_it(project: Project) -> None:
    project.mapping(VALID)
    project.fixture('{"type": "x", "text": "no t here"}')
    found = project.run(".rtfm/fixtures/doc.json", "--format", "json").findings
    assert "path-never-resolves" in [each["rule"] for each in found]


def test_standard_input_stands_for_a_file_of_its_folder(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping(VALID, "a.yaml")
    result = subprocess.run(
        [PROGRAM, "-", "--stdin-filename", ".rtfm/mappings/b.yaml", "--format", "concise"],
        input=VALID,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert ".rtfm/mappings/b.yaml:1:7: error[duplicate-mapping-name]" in result.stdout
    assert not (project.root / ".rtfm/mappings/b.yaml").exists()


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 1),
        (["--exit-zero"], 0),
        (["--fail-on", "never"], 0),
        (["--ignore", "unknown-key"], 0),
        (["--ignore", "RTM1"], 0),
        (["--select", "RTM103"], 1),
        (["--select", "RTM103:unknown-key"], 1),
        (["--select", "duplicate-key,RTM0"], 0),
        (["--severity", "unknown-key=warning"], 0),
        (["--severity", "unknown-key=warning", "--fail-on", "warning"], 1),
        (["--severity", "unknown-key=off", "--fail-on", "warning"], 0),
    ],
    ids=str,
)
def test_what_fails_a_run(
    project: Project, overlay: Callable[[str], str], options: list[str], status: int
) -> None:
    project.mapping(overlay('chunks: [{contnet: "{{ t }}"}]\n'))
    assert project.run(".", *options).status == status


def test_a_defect_of_a_rule_is_one_finding_and_the_rest_stands(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> list[Hit]:
        raise ZeroDivisionError("by zero")

    name = "null-discriminator"
    monkeypatch.setattr(
        findings,
        "rules_of",
        lambda scope: tuple(
            each._replace(check=broken) if each.name == name else each for each in rules_of(scope)
        ),
    )
    project.mapping("name: [", "bad.yaml")
    result = project.run(".rtfm/mappings/bad.yaml", "--format", "json", "--no-cache")
    assert result.status == 3
    assert {each["rule"] for each in result.findings} == {"internal-error", "yaml-syntax"}
    told = next(each for each in result.findings if each["rule"] == "internal-error")
    assert "the rule null-discriminator failed: ZeroDivisionError: by zero" in told["message"]
    assert told["path"] == ".rtfm/mappings/bad.yaml"
    ignored = project.run(".", "--ignore", "internal-error", "--no-cache", "--exit-zero")
    assert ignored.status == 3


def test_a_defect_elsewhere_is_3_and_one_line(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint, "lint", lambda *_: 1 / 0)
    project.mapping(VALID)
    result = project.run(".", "--no-cache")
    assert result.status == 3
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err


def test_interrupted_is_130(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lint, "lint", interrupt)
    project.mapping(VALID)
    assert project.run(".", "--no-cache").status == 130


def test_a_reader_that_goes_away_is_no_traceback(project: Project) -> None:
    for number in range(200):
        project.mapping("name: [", f"m{number}.yaml")
    result = subprocess.run(
        ["bash", "-c", f"{PROGRAM} check . | head -1"], capture_output=True, text=True, check=False
    )
    assert result.stdout.startswith("error[yaml-syntax]")
    assert result.stderr == ""


def test_closed_standard_streams_are_no_traceback(project: Project) -> None:
    project.mapping("name: [")
    for closing in ("<&-", ">&-", "2>&-"):
        result = subprocess.run(
            ["bash", "-c", f"{PROGRAM} check . --no-cache {closing}"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in result.stderr
        assert result.returncode in (1, 3)


def test_output_that_the_locale_cannot_write_is_escaped(project: Project) -> None:
    project.mapping('name: "né"\n' + BASE["match"] + 'chunks: [{contént: "é"}]\n')
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    result = subprocess.run([PROGRAM, "."], env=environment, capture_output=True, check=False)
    assert result.returncode == 1
    assert b"cont\\xe9nt" in result.stdout


def test_file_names_that_are_not_utf8_are_shown_reversibly(project: Project) -> None:
    folder = project.root / ".rtfm" / "mappings"
    folder.mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9 50%.yaml")).write_text("name: [")
    result = project.run(".", "--format", "json")
    assert [each["path"] for each in result.findings] == [".rtfm/mappings/caf%E9 50%25.yaml"]


@pytest.mark.parametrize(
    ("environment", "options", "is_coloured"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
    ],
    ids=str,
)
def test_colour_is_for_terminals_and_those_who_ask(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    options: list[str],
    is_coloured: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    project.mapping("name: [")
    assert ("\x1b[" in project.run(".", *options).out) is is_coloured


def test_explain_lists_the_rules_of_a_hundred(project: Project) -> None:
    result = project.run("explain", "rtm1")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "RTM1: The schema"
    listed = [line.split()[0] for line in lines if line.startswith("RTM1") and ":" not in line[:6]]
    assert listed == [rule.code for rule in all_rules() if rule.code.startswith("RTM1")]
    assert lines[-1] == "`rtfm-check explain RULE` says more of one of them."
    assert project.run("explain", "RTM").status == project.run("explain", "RTM3x").status == 2


def test_explain_prints_the_documentation_of_a_rule(project: Project) -> None:
    result = project.run("explain", "RTM103")
    assert result.status == 0
    assert result.out.startswith("unknown-key (RTM103), error\n")
    assert "Bad:" in result.out
    assert result.out == project.run("explain", "unknown-key").out


def test_rules_lists_every_rule_once(project: Project) -> None:
    lines = project.run("rules").out.splitlines()
    assert [line.split()[0] for line in lines] == [rule.code for rule in all_rules()]


def test_verbose_says_what_became_of_each_fixture(project: Project) -> None:
    project.mapping(VALID)
    project.fixture('{"type": "x", "t": "text"}', "a.json")
    project.fixture('{"type": "y", "t": "text"}', "b.json")
    out = project.run(".", "-v").out
    assert ".rtfm/fixtures/a.json: .rtfm/mappings/m.yaml (by discriminator): 1 chunk" in out
    assert ".rtfm/fixtures/b.json: no mapping" in out


def test_the_tree_is_left_as_it_was(project: Project) -> None:
    project.mapping(VALID)
    project.fixture('{"type": "x"}')
    before = sorted(project.root.rglob("*"))
    project.run(".")
    assert sorted(project.root.rglob("*")) == before


def test_a_named_file_that_stands_in_the_way_of_another_is_told(project: Project) -> None:
    text = (
        "name: m{}\nmatch: {{discriminator: {{type: t{}}}}}\nchunks: [{{content: '{{{{ t }}}}'}}]\n"
    )
    project.mapping(text.format(1, 1), "a.yaml")
    project.mapping(text.format(1, 2), "b.yaml")
    project.mapping(text.format(3, 3), "c.yaml")
    for named, rules in (
        ("a", {"duplicate-mapping-name"}),
        ("b", {"duplicate-mapping-name"}),
        ("c", set()),
    ):
        result = project.run(
            f".rtfm/mappings/{named}.yaml", "--ignore", "RTM109", "--format", "json"
        )
        assert {each["rule"] for each in result.findings if each["severity"] == "error"} == rules
    project.write(".rtfm-check.yaml", "extend-exclude: [b.yaml]\n")
    assert project.run(".rtfm/mappings/a.yaml").status == 0


def _git(project: Project, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=project.root, check=True, capture_output=True)


def test_changed_is_what_differs_from_a_commit(project: Project) -> None:
    for name in ("a", "b"):
        project.mapping(
            f"name: {name}\nmatch: {{discriminator: {{type: {name}}}}}\n", f"{name}.yaml"
        )
    project.fixture('{"type": "a", "t": "T"}')
    project.write("lone.yaml", "a: b\n")
    _git(project, "init", "-q")
    _git(project, "add", ".")
    _git(project, "commit", "-qm", "one")

    def told(*arguments: str) -> set[str]:
        found = project.run("check", *arguments, "--format", "json").findings
        return {each["path"] for each in found if each["severity"] == "error"}

    assert told("--changed") == set()
    assert project.run("check", "--changed").out.startswith("0 mappings found")
    assert project.run("check", "--changed", "HEAD", "nowhere").status == 4
    project.write("lone.yaml", "a: c\n")
    assert told("--changed") == set()  # no mapping, also where it is the only file
    (project.root / ".rtfm/mappings/b.yaml").write_text("name: b\n")
    assert told("--changed") == {".rtfm/mappings/b.yaml"}
    assert told("--changed", "HEAD", ".rtfm/fixtures") == set()
    _git(project, "commit", "-qam", "two")
    assert told("--changed") == set()
    assert told("--changed", "HEAD~1") == {".rtfm/mappings/b.yaml"}
    project.fixture('{"type": "a", "t": "U"}')
    assert told("--changed", "HEAD", ".") == {".rtfm/mappings/a.yaml", ".rtfm/mappings/b.yaml"}
    unknown = project.run("check", "--changed", "no-such-commit")
    assert (unknown.status, unknown.out) == (2, "")
    assert "it knows no such commit" in unknown.err


def test_flags_of_other_commands_that_one_command_line_may_have(project: Project) -> None:
    project.mapping(VALID)
    assert project.run("check", "--jobs", "2", "--plugins", ".").status == 0
    project.write("docs/a.md", "# A\n\nSome words about pumps.\n")
    for command in (["docs"], ["index", "-o", "out"], ["ci", "-o", "out"]):
        flags = ["--jobs", "1", "--plugins", "--force-exclude"]
        assert project.run(*command, *flags, ".").status == 0
    for arguments in (["--jobs", "x"], ["--changed", "HEAD", "--stdin-filename", "m.yaml"]):
        result = project.run("check", *arguments)
        assert (result.status, result.out) == (2, "")


@pytest.mark.parametrize(
    ("name", "is_told"),
    [
        (".rtfm/mapping/m.yaml", True),
        (".rtfm/Mappings/m.yml", True),
        (".rtfm/m.yaml", True),
        (".rtfm/queries.yaml", False),
        (".rtfm/other/m.yaml", False),
        ("mapping/m.yaml", False),
    ],
)
def test_a_mapping_beside_the_folder_that_rtfm_reads(
    project: Project, name: str, is_told: bool
) -> None:
    project.write(name, "queries: []\n" if "queries" in name else VALID)
    (project.root / ".rtfm").mkdir(exist_ok=True)
    os.mkfifo(project.root / ".rtfm/pipe.yaml")
    found = project.run(".", "--format", "json").findings
    expected = [("mapping-not-loaded", name, "move it to .rtfm/mappings")] if is_told else []
    assert [(each["rule"], each["path"], each["help"]) for each in found] == expected


def test_a_named_document_that_is_left_out_is_said_to_be(project: Project) -> None:
    project.mapping(VALID)
    project.write("old/a.md", "# A\n\n[x](nope.md)\n")
    project.write(".rtfm-check.yaml", 'extend-exclude: ["old/"]\n')
    result = project.run("docs", "old/a.md")
    assert (result.status, result.out) == (0, "0 documents: no findings\n")
    said = "rtfm-check: old/a.md: left out; `rtfm-check files --why old/a.md` says why\n"
    assert result.err == said
    assert project.run("docs", "old/a.md", "-q").err == ""
    assert project.run("files", "--why", "old/a.md").out.startswith("old/a.md is left out")
