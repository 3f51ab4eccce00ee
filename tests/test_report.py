"""The formats: whole outputs, and nothing of a file's that a terminal or a log could act on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.conftest import BASE, Project

SCHEMA = json.loads(
    (Path(__file__).parent.parent / "schemas" / "rtfm-check-report-v1.json").read_text("utf-8")
)
MODELINE = "# $schema: https://schemas.roomi-fields.com/rtfm-mapping-v1.json\n"
BROKEN = (
    MODELINE
    + BASE["name"]
    + BASE["match"]
    + 'chunks:\n  - title: "ä {{ t }}"\n    contnet: "{{ t }}"\n'
)


def validate(report: dict[str, Any]) -> None:
    Draft202012Validator(SCHEMA).validate(report)


def test_full_shows_the_line_a_caret_and_what_to_do(project: Project) -> None:
    project.mapping(BROKEN)
    assert project.run(".").out == (
        "error[unknown-key] RTM103: `contnet` is not a chunk key\n"
        " --> .rtfm/mappings/m.yaml:6:5   chunks[0].contnet\n"
        "  |\n"
        '5 |   - title: "ä {{ t }}"\n'
        '6 |     contnet: "{{ t }}"\n'
        "  |     ^^^^^^^ did you mean `content`?\n"
        "  |\n"
        "  = note: RTFM ignores the key: the chunk has no text, and RTFM drops it without a word\n"
        "  = fix: rename to `content` (--fix)\n"
        "  = explain: rtfm-check explain unknown-key\n"
        "\n"
        "1 mapping, 0 fixtures: 1 error, 0 warnings, 0 infos\n"
        "dry run: none, as there is no fixture to try the placeholders on\n"
    )


def test_concise_is_a_line_a_finding(project: Project) -> None:
    project.mapping(BROKEN)
    assert project.run(".", "--format", "concise").out == (
        ".rtfm/mappings/m.yaml:6:5: error[unknown-key] RTM103 `contnet` is not a chunk key; "
        "did you mean `content`?\n"
        "1 mapping, 0 fixtures: 1 error, 0 warnings, 0 infos\n"
        "dry run: none, as there is no fixture to try the placeholders on\n"
    )


def test_json_is_the_published_record(project: Project) -> None:
    project.mapping(BROKEN)
    project.fixture('{"type": "y"}')
    report = project.run(".", "--format", "json").report
    validate(report)
    assert report["summary"] == {
        "files": 2,
        "mappings": 1,
        "fixtures": 1,
        "errors": 1,
        "warnings": 1,
        "infos": 0,
        "suppressed": 0,
        "baselined": 0,
    }
    first, second = report["findings"]
    fingerprint = second.pop("fingerprint")
    assert len(fingerprint) == 16
    assert second == {
        "path": ".rtfm/mappings/m.yaml",
        "line": 6,
        "column": 5,
        "end_line": 6,
        "end_column": 12,
        "code": "RTM103",
        "rule": "unknown-key",
        "severity": "error",
        "message": "`contnet` is not a chunk key",
        "help": "did you mean `content`?",
        "note": "RTFM ignores the key: the chunk has no text, and RTFM drops it without a word",
        "pointer": "/chunks/0/contnet",
        "fix": {
            "title": "rename to `content`",
            "safe": True,
            "edits": [{"line": 6, "column": 5, "end_line": 6, "end_column": 12, "text": "content"}],
        },
        "related": [],
    }
    assert (first["rule"], first["line"]) == ("mapping-matches-no-fixture", 3)


def test_github_writes_a_command_a_finding(project: Project) -> None:
    project.mapping(BROKEN)
    assert project.run(".", "--format", "github").out.splitlines() == [
        "::error file=.rtfm/mappings/m.yaml,line=6,endLine=6,col=5,endColumn=12,"
        "title=unknown-key (RTM103)::`contnet` is not a chunk key. did you mean `content`? "
        "RTFM ignores the key: the chunk has no text, and RTFM drops it without a word",
        "1 mapping, 0 fixtures: 1 error, 0 warnings, 0 infos",
        "dry run: none, as there is no fixture to try the placeholders on",
    ]


def test_github_stops_at_ten_of_a_kind_and_says_so(project: Project) -> None:
    for number in range(12):
        project.mapping("name: [", f"m{number:02}.yaml")
    lines = project.run(".", "--format", "github").out.splitlines()
    assert sum(line.startswith("::error ") for line in lines) == 10
    assert lines[10].startswith("::notice::2 more findings")


def test_a_fingerprint_stays_when_the_line_moves(project: Project) -> None:
    project.mapping(BROKEN)
    before = project.check()[0]
    project.mapping(BROKEN.replace(BASE["name"], "\n\n" + BASE["name"]))
    after = project.check()[0]
    assert (before["line"], after["line"]) == (6, 8)
    assert before["fingerprint"] == after["fingerprint"]


HOSTILE = [
    "\x1b[31mred",
    "\x07bell",
    "a\u202eb",
    "c\u2066d",
    "\x9b31m",
    "\u2028::error::pwned",
    "\n::error file=a::pwned",
    "%0A::add-mask::a",
    "\x7f",
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
@pytest.mark.parametrize("format", ["full", "concise", "json", "github"])
def test_what_a_file_says_stays_text(project: Project, text: str, format: str) -> None:
    key = json.dumps(text)
    mapping = json.dumps(
        {"name": text, "match": {"discriminator": {"type": "x"}}, "chunks": [{"content": "c"}]}
    )
    project.mapping(mapping.replace('"chunks"', f'{key}: 1, "chunks"'), "m.json")
    project.fixture(json.dumps({"type": text}), "doc.json")
    result = project.run(".", "--format", format, "--color", "never")
    unsafe = {"\x1b", "\x07", "\u202e", "\u2066", "\x9b", "\u2028", "\x7f"}
    assert not unsafe & set(result.out)
    allowed = ("::error file=.rtfm", "::warning file=.rtfm", "::notice file=.rtfm")
    commands = [line for line in result.out.splitlines() if line.startswith("::")]
    assert all(line.startswith(allowed) for line in commands)
    if format == "json":
        validate(json.loads(result.out))


@pytest.mark.parametrize(
    "name", ["a\nb.yaml", "a%0Ab.yaml", "a:b,c.yaml", "-v.yaml", "\x1b[1m.yaml"]
)
def test_file_names_stay_text(project: Project, name: str) -> None:
    project.mapping("name: [", name)
    line = project.run(".", "--format", "github").out.splitlines()[0]
    assert line.startswith("::error file=.rtfm/mappings/")
    assert "\x1b" not in line
    properties = line.removeprefix("::error ").partition("::")[0]
    assert properties.count(",") == 5
    full = project.run(".").out
    assert "\x1b" not in full
    report = project.run(".", "--format", "json").report
    validate(report)
    assert report["findings"][0]["path"] == f".rtfm/mappings/{name}"


def test_a_wide_character_keeps_the_caret_below_the_mistake(project: Project) -> None:
    project.mapping(
        MODELINE + BASE["name"] + BASE["match"] + 'chunks: [{title: "漢字", contnet: "{{ t }}"}]\n'
    )
    lines = project.run(".").out.splitlines()
    shown = next(line for line in lines if "contnet" in line and line.startswith("4 |"))
    caret = next(line for line in lines if "^" in line)
    before = shown[: shown.index("contnet")]
    assert caret.index("^") == len(before) + before.count("漢") + before.count("字")


def test_a_very_long_line_is_cut(project: Project) -> None:
    project.mapping(
        MODELINE
        + BASE["name"]
        + BASE["match"]
        + 'chunks: [{content: "{{ t }}", x: "'
        + "y" * 9000
        + '"}]'
    )
    assert max(len(line) for line in project.run(".").out.splitlines()) < 500


def test_a_caret_behind_the_cut_stands_below_the_dots(project: Project) -> None:
    project.write("a.txt", f"{'a' * 9000}\0 words\n")
    lines = project.run("index", ".").out.splitlines()
    (line,) = [each for each in lines if each.startswith("1 | aaa")]
    (caret,) = [each for each in lines if "^" in each]
    assert line == f"1 | {'a' * 200}…"
    assert caret.index("^") == line.index("…")
