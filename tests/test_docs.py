"""`rtfm-check docs`: the examples of its rules, what suppresses and fixes, and how a run ends."""

from __future__ import annotations

from typing import Any

import pytest

from rtfm_check.rules import Scope, all_rules
from tests.conftest import Project
from tests.linked_pages import GUIDE, counts, pages, place, write_page
from tests.test_rule_examples import example


def test_an_index_in_its_usual_place_is_no_document(project: Project) -> None:
    project.write("a.md", f"# A\n\n{'Some words. ' * 12}\n")
    project.run("index", ".")
    assert project.run("docs", ".", "--format", "json").report["summary"]["files"] == 1


def test_what_is_told_as_an_info(project: Project) -> None:
    project.write("docs/empty/x.txt", "text\n")
    pages(project, page="# Page\n\n[a](empty/) [b][c]\n\n[c]: page.md\n[d]: page.md\n")
    findings = project.run("docs", ".", "--format", "json").findings
    assert [(each["rule"], place(each)) for each in findings] == [
        ("link-to-folder", "docs/page.md:3:5-11"),
        ("unused-definition", "docs/page.md:6:6-13"),
    ]


def test_a_comment_suppresses_a_finding_and_tells_when_it_does_not(project: Project) -> None:
    pages(
        project,
        page="# Page\n\n<!-- rtfm-check: ignore[broken-link] it comes later -->\n[a](none.md)\n\n"
        "[b](none.md) <!-- rtfm-check: ignore[RTM401] so does this -->\n\n"
        "Fine. <!-- rtfm-check: ignore[broken-link] nothing here -->\n",
        other="<!-- rtfm-check: ignore-file[broken-link, broken-anchor] a draft -->\n# O\n\n"
        "[a](none.md) [b](#none)\n",
    )
    result = project.run("docs", ".", "--format", "json")
    assert [(each["rule"], each["line"]) for each in result.findings if counts(each)] == [
        ("unused-suppression", 8)
    ]
    assert result.report["summary"]["suppressed"] == 4


def test_a_comment_that_is_shown_suppresses_nothing(project: Project) -> None:
    shown = "rtfm-check: ignore[broken-link] as an example"
    pages(project, page=f"# Page\n\n[a](none.md) `<!-- {shown} -->`\n\n    <!-- {shown} -->\n")
    project.write("a.py", f'TEXT = """\n\x0c\n# {shown}\n"""\nimport os  # {shown}\n')
    project.write("a.sh", f"echo a#{shown}\n")
    result = project.run("docs", ".", "--format", "json")
    found = [(each["rule"], each["path"], each["line"]) for each in result.findings]
    assert [each for each in found if each[0] in ("unused-suppression", "broken-link")] == [
        ("unused-suppression", "a.py", 5),
        ("broken-link", "docs/page.md", 3),
    ]


def test_fixes(project: Project) -> None:
    pages(project, guide=GUIDE, page="# Page\n\n[a](GUIDE.md#guide) [b](x\\y.md) [c](giude.md)\n")
    project.write("docs/x/y.md", "# Y\n\nText.\n")
    shown = project.run("docs", ".", "--diff")
    assert "+[a](guide.md#guide) [b](x/y.md) [c](giude.md)" in shown.out
    result = project.run("docs", ".", "--fix", "--format", "json")
    assert "mended 2 findings in 1 file" in result.err
    assert [each["rule"] for each in result.findings if counts(each)] == ["broken-link"]
    text = (project.root / "docs/page.md").read_text()
    assert text.splitlines()[2] == "[a](guide.md#guide) [b](x/y.md) [c](giude.md)"


def test_external_links_are_listed_and_not_fetched(project: Project) -> None:
    pages(
        project, page="# P\n\n[a](https://example.org/x) <http://example.com> [m](mailto:a@b.c)\n"
    )
    result = project.run("docs", ".", "--external")
    assert result.out == ("http://example.com  docs/page.md\nhttps://example.org/x  docs/page.md\n")


def test_how_a_run_ends(project: Project) -> None:
    assert project.run("docs").status == 0
    assert project.run("docs", "nowhere").status == 4
    assert project.run("docs", "nowhere", "--allow-empty").status == 0
    pages(project, page="# Page\n\n[a](none.md)\n")
    result = project.run("docs")
    assert result.status == 1
    assert result.out.endswith("1 document: 1 error, 0 warnings, 1 info\n")
    assert project.run("docs", "--ignore", "broken-link").status == 0
    assert project.run("docs", "docs/page.md").status == 1


SHOWN = [rule for rule in all_rules() if rule.scope is Scope.DOCS and example(rule) is not None]


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.name)
def test_the_examples_in_the_documentation(project: Project, rule: Any) -> None:
    shown = example(rule)
    assert shown is not None
    for text, expected in ((shown.bad, [rule.name]), (shown.good, [])):
        write_page(project, text)
        findings = project.run("docs", ".", "--format", "json").findings
        meant = [each["rule"] for each in findings if counts(each) or each["rule"] == rule.name]
        assert meant == expected
