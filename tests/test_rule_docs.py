"""docs/rules.md, and the table in README, are what the rules say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtfm_check.cli.rules import STAGES
from rtfm_check.rules import all_rules
from tests.conftest import Project

README = Path(__file__).parent.parent / "README.md"
RULES = README.parent / "docs" / "rules.md"
BEGIN, END = "<!-- rules: begin -->\n", "<!-- rules: end -->\n"


def test_the_page_is_current(project: Project, request: pytest.FixtureRequest) -> None:
    result = project.run("rules", "--format", "markdown")
    assert result.status == 0, result.err
    text = result.out
    if request.config.getoption("--update"):
        RULES.parent.mkdir(exist_ok=True)
        RULES.write_text(text, encoding="utf-8")
    assert RULES.read_text("utf-8") == text, "run `pytest tests/test_rule_docs.py --update`"


def test_the_table_of_readme_is_current(request: pytest.FixtureRequest) -> None:
    rows: dict[str, list[str]] = {}
    for rule in all_rules():
        rows.setdefault(rule.code[3], []).append(f"`{rule.name}`")
    table = "| codes | about | rules |\n|---|---|---|\n"
    for stage, names in rows.items():
        table += f"| RTM{stage}xx | {STAGES[stage].lower()} | {', '.join(names)} |\n"
    text = README.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    wanted = f"{head}{BEGIN}{table}{END}{rest.partition(END)[2]}"
    if request.config.getoption("--update"):
        README.write_text(wanted, "utf-8")
        text = wanted
    assert text == wanted, "run `pytest tests/test_rule_docs.py --update`"
