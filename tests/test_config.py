"""Where settings come from, which wins, and what is said of those that are not there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rtfm_check.config import KEYS, PARTS
from tests.conftest import Project

SCHEMA = Path(__file__).parent.parent / "schemas" / "rtfm-check-config-v1.json"
TYPO = 'chunks: [{contnet: "{{ t }}"}]\n'


@pytest.fixture
def typo(project: Project, overlay: Callable[[str], str]) -> Project:
    """A project with one error, unknown-key."""
    project.mapping(overlay(TYPO))
    return project


def test_the_schema_has_the_keys_and_no_others() -> None:
    properties = json.loads(SCHEMA.read_text("utf-8"))["properties"]
    assert list(properties) == list(KEYS)
    for name, keys in PARTS.items():
        assert list(properties[name].get("properties", {})) == list(keys)


def test_settings_of_the_index_stand_under_the_flags(project: Project) -> None:
    for name in ("a.md", "b.txt", "c.min.js"):
        project.write(name, "Some words that are read.\n")

    def read(*arguments: str) -> list[str]:
        project.run("index", ".", "--exit-zero", "-q", *arguments)
        lines = project.root.joinpath("rtfm-index", "documents.jsonl").read_text().splitlines()
        return [path for line in lines if (path := json.loads(line)["path"])[:1] != "."]

    project.write(".rtfm-check.yaml", "index: {exclude: ['*.min.js']}\n")
    assert read() == ["a.md", "b.txt"]
    assert read("--exclude", "*.txt") == ["a.md", "c.min.js"]
    assert read("--isolated") == ["a.md", "b.txt", "c.min.js"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("index: {exlude: []}", "`index` is wrong: there is no setting `exlude`; did you mean"),
        ("index: {timeout: true}", "`index` is wrong: `timeout` has to be a number of seconds"),
        ("index: {pdf-backend: x}", "`pdf-backend` has to be one of pypdf, pdfium"),
        ("fields: {files: []}", "`fields` is wrong: there is no setting `files`"),
        ("docs: [x]", "`docs` has to be a map"),
    ],
)
def test_settings_of_parts_are_checked(project: Project, text: str, said: str) -> None:
    project.write(".rtfm-check.yaml", f"{text}\n")
    result = project.run()
    assert result.status == 2
    assert said in result.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".rtfm-check.yaml", "ignore: [unknown-key]\n"),
        (".rtfm-check.yml", "ignore:\n  - RTM103\n"),
        ("pyproject.toml", '[tool.rtfm-check]\nignore = ["unknown-key"]\n'),
    ],
)
def test_the_three_files(typo: Project, name: str, text: str) -> None:
    assert typo.run(".").status == 1
    typo.write(name, text)
    assert typo.run(".").status == 0
    assert typo.run(".", "--isolated").status == 1
    assert name in typo.run("settings").out


def test_a_pyproject_without_our_table_is_passed_over(typo: Project) -> None:
    typo.write("pyproject.toml", '[tool.other]\nname = "not tool.rtfm-check"\n')
    assert typo.run(".").status == 1


def test_the_nearest_file_counts_up_to_the_root_of_the_repository(
    typo: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    typo.write(".rtfm-check.yaml", "ignore: [unknown-key]\n")
    typo.write("inner/page.md", "")
    monkeypatch.chdir(typo.root / "inner")
    assert typo.run("..").status == 0
    typo.write("inner/.git/HEAD", "")
    assert typo.run("..").status == 1


def test_flags_win_over_environment_over_file(
    typo: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    typo.write(".rtfm-check.yaml", "fail-on: never\n")
    assert typo.run(".").status == 0
    monkeypatch.setenv("RTFM_CHECK_FAIL_ON", "error")
    assert typo.run(".").status == 1
    assert typo.run(".", "--fail-on", "never").status == 0
    assert '"error"  (RTFM_CHECK_FAIL_ON)' in typo.run("settings").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fail_on: error\n", "there is no setting `fail_on`; did you mean `fail-on`?"),
        ("fail-on: fatal\n", "`fail-on` has to be one of error, warning, info, never"),
        ("select: unknown-key\n", "`select` has to be a list of texts"),
        ("severity: {unknown-key: off}\n", 'has to be "off", in quotes'),
        ("select: [unkown-key]\n", "did you mean unknown-key?"),
        ("severity: {RTM999: error}\n", "there is no rule 'RTM999'"),
        ("per-file-ignores: {a.yaml: [nope]}\n", "there is no rule 'nope'"),
        ("respect-gitignore: 1\n", "`respect-gitignore` has to be true or false"),
        ("select: [\n", ".rtfm-check.yaml:"),
        ("- a\n", "the file has to be a map of keys"),
    ],
)
def test_what_is_wrong_in_a_file_is_2_and_said(typo: Project, text: str, said: str) -> None:
    typo.write(".rtfm-check.yaml", text)
    result = typo.run(".")
    assert (result.status, result.out) == (2, "")
    assert said in result.err


def test_what_is_wrong_in_the_environment_is_2(
    typo: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RTFM_CHECK_SELCT", "unknown-key")
    assert "did you mean `select`?" in typo.run(".").err


def test_an_empty_file_configures_nothing(typo: Project) -> None:
    typo.write(".rtfm-check.yaml", "# nothing yet\n")
    assert typo.run(".").status == 1


def test_globs_of_a_file_are_relative_to_it(
    project: Project, monkeypatch: pytest.MonkeyPatch, overlay: Callable[[str], str]
) -> None:
    project.mapping(overlay(""))
    project.write("samples/a.json", '{"type": "x", "t": "text"}')
    project.write(".rtfm-check.yaml", "fixtures: ['samples/*.json']\n")
    project.write("docs/page.md", "")
    monkeypatch.chdir(project.root / "docs")
    assert project.run("..", "--format", "json").report["summary"]["fixtures"] == 1


def test_files_are_left_out_by_pattern_unless_they_are_named(typo: Project) -> None:
    typo.write(".rtfm-check.yaml", "extend-exclude: ['.rtfm/mappings/m.*']\n")
    assert typo.run(".").status == 0
    assert typo.run(".rtfm/mappings/m.yaml").status == 1
    assert typo.run(".rtfm/mappings/m.yaml", "--force-exclude").status == 0


def test_a_fixture_can_be_required(project: Project, overlay: Callable[[str], str]) -> None:
    project.mapping(overlay(""))
    assert project.run(".").status == 0
    project.write(".rtfm-check.yaml", "require-fixture: true\n")
    result = project.run(".", "--format", "json")
    assert [each["rule"] for each in result.findings] == [
        "missing-schema-modeline",
        "mapping-without-fixture",
    ]
    assert result.status == 1
    project.fixture('{"type": "other"}')
    assert project.run(".").status == 1
