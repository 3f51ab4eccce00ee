"""The documentation of each rule of field profiles, run: Bad gives the rule once, Good nothing."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from rtfm_check.rules import Rule, Scope, all_rules
from tests.conftest import Project

# Rules that a few lines cannot show, and the test that does.
WITHOUT_EXAMPLE = {
    "record-too-large": "needs 16 Mi characters: test_fields_records",
    "records-unreadable": "needs a file that is damaged: test_fields_records",
}
RECORDS = '{"id": 1, "title": "Pump", "author": {"name": "Ada"}, "items": [{"title": "hose"}]}\n'
_HEAD = re.compile(r"^(Bad|Good|Records|Good records):$")
_FILE = re.compile(r"^# file: (\S+)$", re.MULTILINE)


class Example(NamedTuple):
    """The blocks of one docstring."""

    bad: str
    good: str
    records: str
    good_records: str


def example(rule: Rule) -> Example | None:
    """The example in a rule's documentation, if it has one."""
    blocks: dict[str, list[str]] = {}
    lines: list[str] | None = None
    for line in rule.doc.splitlines():
        head = _HEAD.match(line)
        if head:
            lines = blocks.setdefault(head[1], [])
        elif lines is not None:
            lines.append(line.removeprefix("    "))
    if not blocks:
        return None
    texts = {name: "\n".join(lines).strip("\n") + "\n" for name, lines in blocks.items()}
    records = texts.get("Records", RECORDS)
    return Example(texts["Bad"], texts["Good"], records, texts.get("Good records", records))


def write(project: Project, text: str, records: str) -> None:
    """Write a profile, or several, with their records."""
    project.write("data.jsonl", records)
    parts = _FILE.split(text)
    if len(parts) == 1:
        parts = ["", "p.conf", text]
        if "files =" not in text:
            head = "files = data.jsonl\n"
            head += "" if "source_identifier" in text else "source_identifier = id\n"
            parts[2] = head + text
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        project.write(f".rtfm/fields/{name}", part.lstrip("\n"))


def told(project: Project, text: str, records: str) -> list[dict[str, Any]]:
    write(project, text, records)
    return project.run(".", "--format", "json").findings


def _all_examples() -> list[Any]:
    found = [(rule, example(rule)) for rule in all_rules() if rule.scope is Scope.FIELDS]
    return [pytest.param(rule, each, id=rule.name) for rule, each in found if each is not None]


@pytest.mark.parametrize(("rule", "shown"), _all_examples())
def test_what_is_bad_gives_the_rule_once_and_nothing_else(
    project: Project, rule: Rule, shown: Example
) -> None:
    findings = told(project, shown.bad, shown.records)
    assert [each["rule"] for each in findings].count(rule.name) == 1, findings
    assert [
        each for each in findings if each["severity"] != "info" and each["rule"] != rule.name
    ] == []


@pytest.mark.parametrize(("rule", "shown"), _all_examples())
def test_what_is_good_gives_no_error_and_no_warning(
    project: Project, rule: Rule, shown: Example
) -> None:
    findings = told(project, shown.good, shown.good_records)
    assert [each for each in findings if each["severity"] != "info"] == []
    assert rule.name not in {each["rule"] for each in findings}


def test_every_rule_has_an_example_or_a_reason() -> None:
    without = {r.name for r in all_rules() if r.scope is Scope.FIELDS and example(r) is None}
    assert without == set(WITHOUT_EXAMPLE)


@pytest.mark.parametrize(
    ("record", "path", "is_there"),
    [
        ('{"id": 1, "t": "x", "a": null}', "a", True),
        ('{"id": 1, "t": "x", "a": []}', "a.*", True),
        ('{"id": 1, "t": "x", "a": []}', "a.*.b", True),
        ('{"id": 1, "t": "x", "a": {"b": null}}', "a.b.c", True),
        ('{"id": 1, "t": "x", "a": [{"b": null}]}', "a.0.b", True),
        ('{"id": 1, "t": "x", "a": "text"}', "a.b", False),
        ('{"id": 1, "t": "x", "a": ["y"]}', "a.1", False),
        ('{"id": 1, "t": "x", "a": {"c": 1}}', "a.b", False),
    ],
)
def test_a_field_that_is_always_empty_is_no_mistake(
    project: Project, record: str, path: str, is_there: bool
) -> None:
    head = "files = d.jsonl\nsource_identifier = id\njson_text_fields.t\n"
    text = f"{head}json_metadata_fields.{path}=k\n"
    project.write(".rtfm/fields/p.conf", text)
    project.write("d.jsonl", f"{record}\n")
    rule = "field-path-not-everywhere" if is_there else "field-path-not-found"
    assert [each["rule"] for each in project.check()] == [rule]
