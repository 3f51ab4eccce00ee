"""Every format against its schema, with every kind of outcome, and the exit status they share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xmlschema
from jsonschema import Draft4Validator, Draft202012Validator

from rtfm_check import findings, lint
from rtfm_check.cli._options import FORMATS
from rtfm_check.report import FORMATS as MODULES
from rtfm_check.rules import Scope, all_rules
from tests.conftest import BASE, Project

DATA = Path(__file__).parent / "data"
SCHEMAS = Path(__file__).parent.parent / "schemas"
MODELINE = "# $schema: https://schemas.roomi-fields.com/rtfm-mapping-v1.json\n"
SOUND = MODELINE + "".join(BASE.values())

Make = Callable[[Project, pytest.MonkeyPatch], list[str]]


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def validate(format: str, text: str) -> None:
    """Hold an output against the schema of its format; formats for people are not judged."""
    if format == "json":
        Draft202012Validator(load(SCHEMAS / "rtfm-check-report-v1.json")).validate(json.loads(text))
    elif format == "jsonl":
        schema = load(SCHEMAS / "rtfm-check-report-v1.json")
        finding = {"$ref": "#/$defs/finding", "$defs": schema["$defs"]}
        for line in text.splitlines():
            Draft202012Validator(finding).validate(json.loads(line))
    elif format == "sarif":
        Draft4Validator(load(DATA / "sarif-2.1.0-rtm.5.json")).validate(json.loads(text))
    elif format == "gitlab":
        issues = json.loads(text)
        Draft202012Validator(load(DATA / "gitlab-code-quality.schema.json")).validate(issues)
        assert len({each["fingerprint"] for each in issues}) == len(issues)
    elif format == "junit":
        xmlschema.validate(text, DATA / "junit.xsd")


def clean(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    project.mapping(SOUND)
    return []


def info(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    project.mapping(SOUND.removeprefix(MODELINE))
    return []


def warning(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    project.mapping(SOUND.replace("{{ t }}", "constant"))
    return []


def error(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    project.mapping(SOUND.replace("content", "contnet"))
    return []


def syntax_error(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    project.mapping("name: [")
    return []


def bad_configuration(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    project.mapping(SOUND)
    project.write(".rtfm-check.yaml", "selct: [a]\n")
    return []


def crash(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    def broken(_: object) -> list[object]:
        raise ZeroDivisionError

    rules = (all_rules()[0]._replace(check=broken),)
    monkeypatch.setattr(findings, "rules_of", lambda scope: rules if scope is Scope.FILE else ())
    project.mapping(SOUND)
    return ["--no-cache"]


def empty(project: Project, _: pytest.MonkeyPatch) -> list[str]:
    return []


def interrupted(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lint, "lint", interrupt)
    project.mapping(SOUND)
    return ["--no-cache"]


STATUS = {
    clean: 0,
    info: 0,
    warning: 0,
    error: 1,
    syntax_error: 1,
    bad_configuration: 2,
    crash: 3,
    empty: 0,
    interrupted: 130,
}


def test_there_is_a_module_for_every_format_and_no_other() -> None:
    assert set(FORMATS) == set(MODULES)


@pytest.mark.parametrize("quiet", [[], ["-q"]], ids=["", "-q"])
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("make", STATUS, ids=lambda make: make.__name__)
def test_the_exit_status_is_the_same_for_every_format(
    project: Project, monkeypatch: pytest.MonkeyPatch, make: Make, format: str, quiet: list[str]
) -> None:
    options = make(project, monkeypatch)
    result = project.run(".", "--format", format, *options, *quiet)
    assert result.status == STATUS[make]
    if result.status in (0, 1, 3):
        validate(format, result.out)
    else:
        assert result.out == ""
        assert result.err


@pytest.mark.parametrize("format", FORMATS)
def test_only_exit_zero_and_fail_on_turn_a_failure_green(project: Project, format: str) -> None:
    project.mapping(SOUND.replace("content", "contnet"))
    for options in (["-q"], ["-v"], ["--statistics"], ["--no-cache"], ["--color", "always"]):
        assert project.run(".", "--format", format, *options).status == 1
    assert project.run(".", "--format", format, "--exit-zero").status == 0


def test_several_formats_go_to_several_places_in_one_run(project: Project) -> None:
    project.mapping(SOUND.replace("content", "contnet"))
    wanted = [f"{format}=out.{format}" for format in FORMATS]
    result = project.run(".", *(part for each in wanted for part in ("--format", each)))
    assert (result.status, result.out) == (1, "")
    for format in FORMATS:
        validate(format, (project.root / f"out.{format}").read_text("utf-8"))
    both = project.run(".", "--format", "full", "--format", "json=again.json")
    assert both.out.startswith("error[unknown-key]")
    assert (project.root / "again.json").read_text() == (project.root / "out.json").read_text()
    assert project.run(".", "--format", "full", "--format", "json").status == 2


def test_a_file_that_cannot_be_written_is_2_and_named(project: Project) -> None:
    project.mapping(SOUND)
    result = project.run(".", "--format", "json=no/such/folder/out.json")
    assert result.status == 2
    assert "no/such/folder/out.json" in result.err


def test_the_format_is_chosen_by_the_place_of_the_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.mapping(SOUND.replace("content", "contnet"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert project.run(".").out.startswith("error[")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert project.run(".").out.startswith("::error ")
    assert project.run(".", "--format", "full").out.startswith("error[")


HOSTILE = ["a\nb", "50%", "a:b,c", "::error::x", "\x1b[1mred", "-v", "ü\u202e", "a b", "`|<b>"]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_stay_text_in_every_format(
    project: Project, format: str, name: str
) -> None:
    text = json.dumps(name)
    project.mapping(
        f'{{"name": {text}, {text}: 1, "match": {{"discriminator": {{"type": "x"}}}},'
        f' "chunks": [{{"content": {text}}}]}}',
        f"{name}.json",
    )
    result = project.run(".", "--format", format)
    assert result.status == 1
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", result.out)
    commands = [line for line in result.out.splitlines() if line.startswith("::")]
    assert all(re.match(r"::(error|warning|notice) file=\.rtfm", line) for line in commands)
    validate(format, result.out)


def test_names_that_are_not_utf8_stay_text_in_every_format(project: Project) -> None:
    folder = project.root / ".rtfm" / "mappings"
    folder.mkdir(parents=True)
    (folder / "caf\udce9.yaml").write_text("name: [")
    for format in FORMATS:
        result = project.run(".", "--format", format)
        assert result.status == 1
        assert "caf%" in result.out
        validate(format, result.out)


NAMES = ("a\nb", "50%", "a:b,c", "::error::x", "\x1b[1mred", "-v", "caf\udce9", "ü\u202ex", "`|<b>")


@pytest.mark.parametrize("format", FORMATS)
def test_the_output_for_hostile_names_is_the_one_that_was_read(
    project: Project, request: pytest.FixtureRequest, format: str
) -> None:
    """`pytest tests/test_formats.py --update` writes it anew."""
    folder = project.root / ".rtfm" / "mappings"
    folder.mkdir(parents=True)
    for name in NAMES:
        (folder / f"{name}.yaml").write_text(SOUND.replace("content", "contnet"))
    text = project.run(".", "--format", format, "--select", "unknown-key").out
    if format == "sarif":  # without the rules, which docs/rules.md shows
        document = json.loads(text)
        document["runs"][0]["tool"]["driver"]["rules"] = []
        text = json.dumps(document, indent=1) + "\n"
    elif format == "html":  # without its style, its script, and their digests
        text = re.sub(r"(<style>|<script>).*?(?=</)", r"\1", text, flags=re.DOTALL)
        text = re.sub(r"sha256-[^']+", "sha256-", text)
    golden = Path(__file__).parent / "golden_formats" / f"{format}.txt"
    if request.config.getoption("--update"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text("utf-8") == text, "run `pytest tests/test_formats.py --update`"


def test_sarif_says_where_by_what_and_how_to_mend_it(project: Project) -> None:
    project.mapping(SOUND.replace("content", "contnet"), "ä b.yaml")
    (run,) = json.loads(project.run(".", "--format", "sarif").out)["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    (result,) = run["results"]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert (rule["id"], rule["name"], result["ruleId"]) == ("RTM103", "unknown-key", "RTM103")
    assert "**Bad:**" in rule["help"]["markdown"]
    place = result["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": ".rtfm/mappings/%C3%A4%20b.yaml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 4, "startColumn": 11, "endLine": 4, "endColumn": 18},
    }
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "content"}


def test_sarif_keeps_what_is_suppressed_and_says_by_whom(project: Project) -> None:
    project.mapping(SOUND.replace("content", "contnet"), "a.yaml")
    project.run("baseline", "write", "known.json")
    comment = "  # rtfm-check: ignore[unknown-key] old\n"
    project.mapping(
        SOUND.replace("name: m", "name: n").replace("content", "contnet").rstrip() + comment,
        "b.yaml",
    )
    run = json.loads(project.run(".", "--format", "sarif", "--baseline", "known.json").out)
    kinds = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]: (
            [each["kind"] for each in result["suppressions"]],
            result.get("baselineState"),
        )
        for result in run["runs"][0]["results"]
        if result["ruleId"] == "RTM103"
    }
    assert kinds == {
        ".rtfm/mappings/a.yaml": (["external"], "unchanged"),
        ".rtfm/mappings/b.yaml": (["inSource"], None),
    }


def test_sarif_stops_at_5000_results_and_says_so(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check.report import sarif

    monkeypatch.setattr(sarif, "MOST", 3)
    project.mapping(SOUND.removeprefix(MODELINE), "a.yaml")  # an info, the first to go
    for number in range(4):
        project.mapping("name: [", f"m{number}.yaml")
    (run,) = json.loads(project.run(".", "--format", "sarif").out)["runs"]
    assert [result["level"] for result in run["results"]] == ["error"] * 3
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["message"]["text"].startswith("2 of 5 results were left out")


def test_markdown_is_worst_first_and_cut_below_its_limit(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check.report import markdown

    project.mapping(SOUND.replace("{{ t }}", "constant"), "a.yaml")
    for number in range(30):
        project.mapping("name: [", f"m{number}.yaml")
    rows = [
        line for line in project.run(".", "--format", "markdown").out.splitlines() if "RTM" in line
    ]
    assert rows[0].startswith("| **error**")
    assert rows[-1].startswith("| **warning**")
    monkeypatch.setattr(markdown, "MOST_BYTES", 2000)
    cut = project.run(".", "--format", "markdown").out
    assert len(cut.encode()) <= 2000
    assert "more findings did not fit here" in cut


def test_statistics_count_by_rule(project: Project) -> None:
    for number in range(3):
        project.mapping("name: [", f"m{number}.yaml")
    out = project.run(".", "--format", "concise", "--statistics").out
    assert out.endswith("      3  RTM002  error    yaml-syntax\n")
