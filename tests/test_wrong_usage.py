"""What a newcomer types by mistake is answered with what to type instead."""

from __future__ import annotations

import pytest

from tests.conftest import GOOD, Project


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
        ("ci . more", "more; one folder or file is read; --include chooses among what is in it"),
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


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("mappings", 4, "did you mean .rtfm/mappings?"),
        ("indx", 4, "did you mean the command `index`?"),
        ("--format concise docs", 4, "the command comes first: `rtfm-check docs ...`"),
        ("page.md", 0, "`rtfm-check docs page.md` looks at documents"),
        ("query words", 4, "`rtfm-check index` writes an index"),
    ],
)
def test_a_path_that_means_something_else_is_answered_with_that(
    project: Project, line: str, status: int, told: str
) -> None:
    project.mapping(GOOD)
    project.write("page.md", "# Page\n")
    result = project.run(*line.split())
    assert result.status == status
    assert f"rtfm-check: {told}\n" in result.err
    assert told not in project.run(*line.split(), "-q").err


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("preview doc.json {m}", 2, "{m} is no JSON document; the mapping comes first, then that"),
        (
            *("preview doc.json doc.json", 1),
            "doc.json does not match doc.json: a mapping without a rule in `match` takes no "
            "document",
        ),
        ("preview {m} page.json", 1, "page.json:1:1: not JSON: a comment; JSON has none"),
        ("init --from page.json", 2, "page.json:1:1: not JSON: a comment; JSON has none"),
        (
            *("docs --changed", 2),
            "git does not say what has changed since HEAD: here is no repository, or none that it "
            "trusts",
        ),
    ],
)
def test_files_in_the_wrong_place_are_told_in_words(
    project: Project, line: str, status: int, told: str
) -> None:
    mapping = ".rtfm/mappings/m.yaml"
    project.mapping(GOOD)
    project.write("doc.json", '{"a": 1}')
    project.write("page.json", "# Page\n")
    result = project.run(*line.format(m=mapping).split())
    assert (result.status, result.out) == (status, "")
    assert result.err == f"rtfm-check: {told.format(m=mapping)}\n"


def test_the_example_of_init_is_written_once(project: Project) -> None:
    assert project.run("init").status == 0
    assert project.run("init") == (
        1,
        "",
        "rtfm-check: there is .rtfm/mappings/my-document.yaml already; name documents of your own "
        "with --from\n",
    )
