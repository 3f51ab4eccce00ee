"""docs/rules.md is what the rules say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Project

RULES = Path(__file__).parent.parent / "docs" / "rules.md"


def test_the_page_is_current(project: Project, request: pytest.FixtureRequest) -> None:
    result = project.run("rules", "--format", "markdown")
    assert result.status == 0, result.err
    text = result.out
    if request.config.getoption("--update"):
        RULES.parent.mkdir(exist_ok=True)
        RULES.write_text(text, encoding="utf-8")
    assert RULES.read_text("utf-8") == text, "run `pytest tests/test_rule_docs.py --update`"
