"""What each rule says of its own example, in `full` and `json`: read these when a message changes.

`pytest tests/test_golden.py --update` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rtfm_check.rules import RULES, Rule
from tests.conftest import Project
from tests.test_rule_examples import Example, example, write_example

GOLDEN = Path(__file__).parent / "golden"


def shown() -> list[Any]:
    found = [(rule, example(rule)) for rule in RULES]
    return [pytest.param(rule, each, id=rule.name) for rule, each in found if each is not None]


@pytest.mark.parametrize(("rule", "each"), shown())
def test_the_output_of_a_rule_is_the_one_that_was_read(
    project: Project,
    overlay: Callable[[str], str],
    request: pytest.FixtureRequest,
    rule: Rule,
    each: Example,
) -> None:
    write_example(project, each.bad, overlay, is_bytes=each.is_bytes)
    for name, text in each.fixtures:
        project.fixture(text, name)
    full = project.run(".", "--select", rule.name, "--format", "full").out
    findings = project.run(".", "--select", rule.name, "--format", "json").findings
    text = f"{full}\n{json.dumps(findings, indent=1, ensure_ascii=False)}\n"
    golden = GOLDEN / f"{rule.code}-{rule.name}.txt"
    if request.config.getoption("--update"):
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text("utf-8") == text, "run `pytest tests/test_golden.py --update`"


def test_no_golden_file_is_left_of_a_rule_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {
        f"{rule.code}-{rule.name}" for rule in RULES if example(rule) is not None
    }
