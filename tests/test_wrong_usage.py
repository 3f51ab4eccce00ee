"""What a newcomer types by mistake is answered with what to type instead."""

from __future__ import annotations

import pytest

from tests.conftest import Project


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("check --frmat json", "unrecognized arguments: --frmat; did you mean --format?"),
        ("--selekt=x", "unrecognized arguments: --selekt=x; did you mean --select?"),
        ("query -z", "unrecognized arguments: -z"),
        (
            "diff a b --format jsn",
            "'jsn' is none of text, json, markdown, html; did you mean json?",
        ),
        ("docs --fail-on warnign", "; did you mean warning?"),
        ("docs --jobs -1", "argument --jobs: '-1' is not a number from 0 to 9,999"),
        ("index --timeout 0", "argument --timeout: '0' is not a number of seconds above 0"),
        ("index --timeout nan", "argument --timeout: 'nan' is not a number of seconds above 0"),
        ("init doc.json", "unrecognized arguments: doc.json; documents follow --from"),
        ("rules RTM101", "RTM101; `rtfm-check explain RULE` explains one"),
    ],
)
def test_a_wrong_option_or_value_is_answered_with_what_is_near(
    project: Project, line: str, told: str
) -> None:
    result = project.run(*line.split())
    assert (result.status, result.out) == (2, "")
    first, second = result.err.splitlines()
    assert first.startswith("rtfm-check: ")
    assert first.endswith(told)
    name = line.split()[0] if not line.startswith("-") else "check"
    assert second == f"rtfm-check: `rtfm-check {name} --help` shows the options"


def test_what_is_missing_is_shown_in_its_place(project: Project) -> None:
    assert project.run("baseline").err.splitlines() == [
        "rtfm-check: the following arguments are required: write|prune, FILE",
        "usage: rtfm-check baseline write|prune FILE [PATH ...]",
        "rtfm-check: `rtfm-check baseline --help` shows the options",
    ]
