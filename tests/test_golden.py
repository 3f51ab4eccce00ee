"""What each rule says of its own example, in `full` and `json`: read these when a message changes.

`pytest tests/test_golden.py --update` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rtfm_check.rules import Rule, Scope, all_rules
from tests import test_fields_rules
from tests.conftest import Project
from tests.linked_pages import write_page
from tests.test_rule_examples import example, write_example, write_schemas

GOLDEN = Path(__file__).parent / "golden"


def has_example(rule: Rule) -> bool:
    if rule.scope is Scope.FIELDS:
        return test_fields_rules.example(rule) is not None
    return example(rule) is not None


def write(project: Project, rule: Rule, overlay: Callable[[str], str]) -> None:
    """Write what is bad to a rule."""
    if rule.scope is Scope.FIELDS:
        profile = test_fields_rules.example(rule)
        assert profile is not None
        test_fields_rules.write(project, profile.bad, profile.records)
        return
    each = example(rule)
    assert each is not None
    if rule.scope is Scope.DOCS:
        write_page(project, each.bad)
        return
    write_example(project, each.bad, overlay, is_bytes=each.is_bytes)
    write_schemas(project, each.schemas)
    for name, text in each.fixtures:
        project.fixture(text, name)


@pytest.mark.parametrize("rule", list(filter(has_example, all_rules())), ids=lambda rule: rule.name)
def test_the_output_of_a_rule_is_the_one_that_was_read(
    project: Project,
    overlay: Callable[[str], str],
    request: pytest.FixtureRequest,
    rule: Rule,
) -> None:
    write(project, rule, overlay)
    command = "docs" if rule.scope is Scope.DOCS else "check"
    full = project.run(command, ".", "--select", rule.name, "--format", "full").out
    findings = project.run(command, ".", "--select", rule.name, "--format", "json").findings
    assert findings
    text = f"{full}\n{json.dumps(findings, indent=1, ensure_ascii=False)}\n"
    golden = GOLDEN / f"{rule.code}-{rule.name}.txt"
    if request.config.getoption("--update"):
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text("utf-8") == text, "run `pytest tests/test_golden.py --update`"


def test_no_golden_file_is_left_of_a_rule_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {
        f"{rule.code}-{rule.name}" for rule in all_rules() if has_example(rule)
    }
