"""The 89 known mistakes: each is caught once, at its place, with a fix; and nothing else is."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

from rtfm_check.rules import all_rules
from tests.conftest import Project

HERE = Path(__file__).parent
CATALOGUE = HERE / "catalogue"
BEGIN, END = "<!-- rows: begin -->\n", "<!-- rows: end -->\n"


def _entries() -> list[Any]:
    found = []
    for path in sorted(CATALOGUE.glob("[0-9]*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            found.append(pytest.param(entry, id=f"{entry['row']}: {entry['about']}"))
    return found


def _write(project: Project, entry: dict[str, Any]) -> None:
    if "bytes" in entry:
        content = ast.literal_eval(f"b'''{entry['bytes']}'''")
        project.mapping(content, "m.json" if b'{"' in content else "m.yaml")
    files = entry.get("files") or ({"m.yaml": entry["mapping"]} if "mapping" in entry else {})
    for name, text in files.items():
        project.mapping(text, name)
    for name, text in entry.get("fixtures", {}).items():
        project.fixture(text.replace("@@word@@", "word " * 2200), name)


def _at(finding: dict[str, Any]) -> str:
    path = finding["path"].removeprefix(".rtfm/")
    start = f"{finding['line']}:{finding['column']}"
    return f"{path}:{start}-{finding['end_line']}:{finding['end_column']}"


@pytest.mark.parametrize("entry", _entries())
def test_a_known_mistake_is_told_once_at_its_place_with_a_fix(
    project: Project, entry: dict[str, Any]
) -> None:
    _write(project, entry)
    infos = entry.get("infos", [])
    found = [
        each
        for each in project.run(".", "--format", "json").findings
        if each["severity"] != "info" or each["rule"] in infos
    ]
    told = [(each["rule"], _at(each)) for each in found]
    assert told == [(each["rule"], each["at"]) for each in entry["expected"]]
    for each, wanted in zip(found, entry["expected"], strict=True):
        assert wanted["help"] in (each["help"] or "")
        assert each["note"], "what RTFM does is told"


def test_every_row_has_an_entry() -> None:
    rows = yaml.safe_load((CATALOGUE / "rows.yaml").read_text(encoding="utf-8"))
    assert list(rows) == list(range(1, 90))
    assert {param.values[0]["row"] for param in _entries()} == set(rows)


def test_the_rules_of_an_entry_claim_its_row() -> None:
    claimed = {rule.name: rule.rows for rule in all_rules()}
    for param in _entries():
        entry = param.values[0]
        for each in entry["expected"]:
            assert entry["row"] in claimed[each["rule"]], (entry["row"], each["rule"])


def _table() -> str:
    rows = yaml.safe_load((CATALOGUE / "rows.yaml").read_text(encoding="utf-8"))
    lines = ["| | mistake | rules |", "| --- | --- | --- |"]
    for row, mistake in rows.items():
        names = ", ".join(f"`{rule.name}`" for rule in all_rules() if row in rule.rows)
        lines.append(f"| {row} | {mistake.replace('|', chr(92) + '|')} | {names} |")
    return "\n".join(lines) + "\n"


def test_the_table_of_rows_and_rules_is_current(request: pytest.FixtureRequest) -> None:
    readme = HERE / "README.md"
    before, _, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
    shown, _, behind = rest.partition(END)
    if request.config.getoption("--update"):
        readme.write_text(before + BEGIN + _table() + END + behind, encoding="utf-8")
    else:
        assert shown == _table(), "run `pytest tests/test_catalogue.py --update`"
