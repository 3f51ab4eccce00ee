"""`rtfm-check query`: full-text search, and retrieval tests."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Project


@pytest.fixture
def library(project: Project) -> Project:
    """A project with an index."""
    project.write(
        "docs/keys.md",
        "# Keys\n\nRotate the signing key with care every year.\n\n## Storage\n\nIn the safe.\n",
    )
    project.write("docs/pumps.md", "# Pumps\n\nThe east pump is primed through the plug.\n")
    project.write("docs/other.md", "# Other\n\nRotating things quickly is a hobby of some.\n")
    assert project.run("index").status == 0
    return project


def test_any_word_may_stand_in_a_chunk_and_the_best_comes_first(library: Project) -> None:
    found = json.loads(library.run("query", "rotating the signing keys", "--format", "json").out)
    answers = [(each["rank"], each["path"], each["title"]) for each in found["answers"]]
    assert answers[0][1:] == ("docs/keys.md", "Keys")
    assert "docs/other.md" in {each[1] for each in answers}  # by its stem alone
    assert found["answers"][0]["score"] > found["answers"][1]["score"]
    assert (
        len(
            json.loads(library.run("query", "the", "--top", "1", "--format", "json").out)["answers"]
        )
        == 1
    )


def test_answers_are_shown_in_lines(library: Project) -> None:
    out = library.run("query", "primed", "pump").out
    assert out.splitlines()[0].endswith("docs/pumps.md#Pumps")
    assert "The east pump is primed" in out
    assert library.run("query", "zebra").out == "nothing is found\n"
    assert library.run("query", '"* - (').out == "nothing is found\n"


GOLDEN = """\
top: 2
min-recall: 0.5
queries:
  - query: rotate the signing key
    expect: [docs/keys.md, "docs/keys.md#Keys", {contains: "signing key with care"}]
  - query: priming a pump
    expect: docs/pumps.md#Pumps
  - query: where is the safe
    expect: [docs/none.md]
"""


def test_retrieval_tests(library: Project) -> None:
    library.write(".rtfm/queries.yaml", GOLDEN)
    result = library.run("query", "--golden", ".rtfm/queries.yaml", "--format", "json")
    assert result.status == 0
    (miss,) = result.findings
    assert (miss["rule"], miss["severity"]) == ("golden-query-miss", "warning")
    assert (miss["line"], miss["column"]) == (9, 14)
    assert "docs/keys.md#Storage" in miss["help"]
    reached = "3 queries: recall@2 0.667, MRR 0.667\n"
    assert result.err == reached
    for name in ("full", "concise", "github"):
        result = library.run("query", "--golden", ".rtfm/queries.yaml", "--format", name)
        end = f"1 file of queries: 0 errors, 1 warning, 0 infos\n{reached}"
        assert (result.out.endswith(end), result.err) == (True, "")


def test_a_bar_that_is_missed_fails_the_run(library: Project) -> None:
    library.write(".rtfm/queries.yaml", GOLDEN.replace("0.5", "0.9"))
    result = library.run("query", "--golden", ".rtfm/queries.yaml", "--format", "json")
    assert result.status == 1
    rules = [(each["rule"], each["severity"], each["line"]) for each in result.findings]
    assert rules == [("recall-below-threshold", "error", 2), ("golden-query-miss", "error", 9)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("queries: []\n", "1:10: `queries` has to be a list of queries"),
        ("querys: [{}]\n", "has to be one of top, min-recall, queries; did you mean queries?"),
        ("queries:\n  - query: x\n", "`queries.0.expect` has to be a list"),
        ("queries:\n  - {query: x, expect: [5]}\n", "2:25: `queries.0.expect.0` has to be a path"),
        ("top: 0\nqueries: [{query: x, expect: a}]\n", "1:6: `top` has to be a number from 1"),
        ("queries: [\n", "queries.yaml:"),
        ("- x\n", "`the file` has to be an object"),
    ],
)
def test_a_file_of_queries_that_is_wrong_is_told_with_its_place(
    library: Project, text: str, message: str
) -> None:
    library.write(".rtfm/queries.yaml", text)
    result = library.run("query", "--golden", ".rtfm/queries.yaml")
    assert result.status == 2
    assert message in result.err


def test_what_is_no_index(project: Project) -> None:
    assert project.run("query", "x").status == 4
    project.write("rtfm-index/manifest.json", "{}")
    assert project.run("query", "x").status == 2
    assert project.run("query").status == 2
    assert project.run("query", "x", "--golden", "y").status == 2
