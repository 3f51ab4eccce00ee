"""`rtfm-check files`: what is read, by which parser, and why not."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rtfm_check.parsers import PARSERS, by_content, by_name
from rtfm_check.text import show
from tests.conftest import SCHEMAS, Project

SCHEMA = Draft202012Validator(json.loads((SCHEMAS / "rtfm-check-files-v1.json").read_text("utf-8")))


def test_each_file_is_listed_with_its_parser_and_the_rest_on_demand(project: Project) -> None:
    for name in ("a.md", "notes", "src/m.PY", "build/x.md", "x.log"):
        project.write(name, "text")
    project.write("picture.png", b"\x89PNG\0")
    project.write("nul.txt", b"\0")
    project.write(".gitignore", "*.log\n")
    result = project.run("files", "-v")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "plaintext   .gitignore\n"
        "markdown    a.md\n"
        "-           build/: RTFM reads nothing that is named build\n"
        "plaintext   notes\n"
        "plaintext   nul.txt\n"
        "-           picture.png: a NUL in its first 8192 bytes makes it binary\n"
        "python      src/m.PY\n"
        "-           x.log: the pattern *.log in line 1 of .gitignore\n"
    )
    assert project.run("files").out.count("\n") == 5


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("a.md", "a.md is read, by the parser markdown"),
        ("x.log", "x.log is left out: the pattern *.log in line 1 of .gitignore"),
        (
            "build/deep/x.md",
            "build/deep/x.md is left out with build: RTFM reads nothing that is named build",
        ),
        ("docs", "docs is a folder, and not left out"),
        (".", ". is a folder, and not left out"),
    ],
)
def test_why_answers_in_one_line(project: Project, path: str, answer: str) -> None:
    for name in ("a.md", "build/deep/x.md", "docs/b.md", "x.log"):
        project.write(name, "text")
    project.write(".gitignore", "*.log\n")
    project.write(".git/HEAD", "")
    result = project.run("files", "--why", path)
    assert (result.status, result.out, result.err) == (0, f"{answer}\n", "")


def test_the_rules_are_those_of_the_whole_project_for_a_path_in_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping("name: m\n")
    project.write("sub/a.md", "")
    project.write("sub/b.txt", "")
    project.write(".rtfmignore", "*.txt\n")
    assert project.run("files", "sub").out == "markdown    sub/a.md\n"
    monkeypatch.chdir(project.root / "sub")
    assert "markdown    ../sub/a.md\n" in project.run("files").out
    result = project.run("files", "b.txt")
    assert (result.status, result.out) == (0, "")
    assert "b.txt is left out: the pattern *.txt in line 1 of .rtfmignore" in result.err


def test_a_path_that_is_not_there_is_4(project: Project) -> None:
    for arguments in (["nothing"], ["--why", "nothing"]):
        result = project.run("files", *arguments)
        assert (result.status, result.out) == (4, "")
        assert "nothing: no such file or folder" in result.err


def test_local_parsers_are_told_of_and_not_run(project: Project) -> None:
    project.write(".rtfm/parsers/mine.py", "raise SystemExit('run')\n")
    project.write(".rtfm/parsers/_helper.py", "")
    project.write("a.md", "")
    result = project.run("files")
    assert (result.status, result.out) == (0, "markdown    a.md\n")
    assert result.err == (
        "rtfm-check: .rtfm/parsers holds 1 file that RTFM would run as parsers; "
        "here nothing of them is run\n"
    )
    assert project.run("files", "-q").err == ""


def test_json_is_one_object_with_every_entry_and_note(project: Project) -> None:
    project.write("a.md", "text")
    project.write("d/b.txt", "")
    project.write("c.lock", b"\0")
    project.write(".rtfmignore", "d/\n[ab]\n")
    result = project.run("files", "--format", "json", "-q")
    SCHEMA.validate(json.loads(result.out))
    assert json.loads(result.out) == {
        "version": "rtfm-check-files-v1",
        "entries": [
            {"path": ".rtfmignore", "size": 8, "parser": "plaintext"},
            {"path": "a.md", "size": 4, "parser": "markdown"},
            {"path": "c.lock", "is_folder": False, "left_out": {"rule": "binary"}},
            {
                "path": "d",
                "is_folder": True,
                "left_out": {
                    "rule": "rtfmignore",
                    "pattern": "d/",
                    "file": ".rtfmignore",
                    "line": 1,
                },
            },
        ],
        "notes": [
            ".rtfmignore:2: `[ab]` opens a section that RTFM does not know, so the lines below it "
            "leave nothing out; sections are [index] and [versions]"
        ],
    }


def test_settings_and_flags_restrict_what_is_read(project: Project) -> None:
    for name in ("a.md", "b.txt", "c.md", "d.md"):
        project.write(name, "")
    project.write(".gitignore", "a.md\n")
    project.write(".rtfm-check.yaml", "respect-gitignore: false\nextend-exclude: [c.md]\n")
    arguments = ["files", "--include", ".md", "--exclude", "d*"]
    assert project.run(*arguments).out == "markdown    a.md\n"
    assert project.run(*arguments, "--isolated").out == "markdown    c.md\n"


def test_odd_names_are_shown_safely(project: Project) -> None:
    for name in (b"a\nb.md", b"\xff.md", b"-rf.md", b"::error::x"):
        project.write(os.fsdecode(name), "")
    result = project.run("files")
    assert result.out == (
        "markdown    -rf.md\nplaintext   \\x3a:error::x\nmarkdown    a\\nb.md\nmarkdown    %FF.md\n"
    )
    assert project.run("files", "--why", "./-rf.md").out.endswith("by the parser markdown\n")


def test_no_two_names_are_shown_as_one(project: Project) -> None:
    for name in (b"\xff.md", b"%FF.md", b"%25FF.md", b"caf%C3%A9.md", b"100%.md", b"%25.md"):
        (project.root / os.fsdecode(name)).write_text("# T")
    assert [line.split()[1] for line in project.run("files").out.splitlines()[:6]] == [
        *("%25.md", "%2525FF.md", "%25FF.md", "100%.md", "caf%C3%A9.md", "%FF.md")
    ]


@settings(max_examples=500, deadline=None)
@given(*[st.lists(st.sampled_from(list(b"%25FEC3A9a\xff\xe9\xc3\xa9")), max_size=8)] * 2)
def test_names_that_differ_are_shown_differently(one: list[int], other: list[int]) -> None:
    first, second = (os.fsdecode(bytes(each)) for each in (one, other))
    assert (show.path(first) == show.path(second)) == (first == second)
    assert show.path(show.path(first)) != show.path(first) or show.path(first) == first


def test_a_named_link_is_not_followed_out_of_its_project(project: Project) -> None:
    project.write(".git/HEAD", "")
    (project.root.parent / "outside").mkdir()
    (project.root.parent / "outside" / "a.md").touch()
    (project.root / "link").symlink_to(project.root.parent / "outside")
    result = project.run("files", "link")
    assert (result.status, result.out) == (0, "")
    assert "link is left out: a symbolic link" in result.err


def test_the_table_has_each_parser_and_each_suffix_once() -> None:
    extensions = [extension for each in PARSERS for extension in each.extensions]
    assert len({each.name for each in PARSERS}) == len(PARSERS) == 24
    assert len(set(extensions)) == len(extensions) == 82


@pytest.mark.parametrize(
    ("path", "parser"),
    [
        ("a/b.TOML", "toml"),
        ("a.tar.md", "markdown"),
        ("..md", "markdown"),
        (".md", None),
        ("a.d/README", None),
        ("a.md.", None),
        ("a.jsonl", None),
    ],
)
def test_the_last_suffix_names_the_parser(path: str, parser: str | None) -> None:
    assert by_name(path) == parser


def test_a_nul_makes_binary_what_nobody_claims() -> None:
    assert (by_content(b"a\0"), by_content(b"")) == ("binary", "plaintext")


def test_json_of_an_odd_tree_is_what_its_schema_says(project: Project) -> None:
    for name in (b"a\nb.md", b"\xff.md", b"b.txt", b"build/x.md", b"x.lock", b"c.sqlite-wal"):
        project.write(os.fsdecode(name), "text")
    project.write(".gitignore", "b.txt\n")
    (project.root / "link").symlink_to("a.md")
    (project.root / "secret.md").touch(mode=0o000)
    os.mkfifo(project.root / "pipe")
    report = json.loads(project.run("files", "--format", "json", "-q").out)
    SCHEMA.validate(report)
    left_out = [each["left_out"]["rule"] for each in report["entries"] if "left_out" in each]
    assert {"gitignore", "excluded-name", "link"} <= set(left_out)
    for wrong in ({"path": "a"}, {"path": "", "size": 1, "parser": "x"}, {"path": "a", "size": -1}):
        assert not SCHEMA.is_valid({**report, "entries": [wrong]})
