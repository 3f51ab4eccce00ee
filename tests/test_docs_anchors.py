"""Anchors: the slugs of headings, and labels and ids that are written twice."""

from __future__ import annotations

import pytest

from rtfm_check.docs.slugs import github, mkdocs, slugs
from tests.conftest import Project
from tests.linked_pages import info, pages, place, told


def test_a_label_that_is_defined_twice(project: Project) -> None:
    pages(project, one="# One\n\nText of it.\n", two="# Two\n\nText of it.\n")
    text = (
        "[a] [b] [c d][] ä\n\n[a]: one.md\n[A]: two.md 'Title'\n[b]: <one.md>\n[b]: one.md\n"
        "[c  D]: two.md\n\n> [b]: two.md\n\n- x\n\n  [a]: gone.md\n\nText\n[a]: text\n\n"
        "```\n[a]: code\n```\n\n    [a]: code\n\n<!--\n[a]: comment\n\n[a]: comment\n\n-->\n\n"
        "[^a]: Note.\n[^a]: Note.\n\n`[a]: code`\n\n[c d]: two.md\n"
    )
    pages(project, page=f"# Page\n\n{text}")
    first, same = "is defined further up, and leads to", "the same"
    assert info(project, "RTM40", "unused-definition", "duplicate-definition") == [
        ("duplicate-definition", "docs/page.md:6:6-12", f"`A` {first} `one.md`"),
        ("duplicate-definition", "docs/page.md:8:6-12", f"`b` {first} {same}"),
        ("duplicate-definition", "docs/page.md:11:8-14", f"`b` {first} `one.md`"),
        ("duplicate-definition", "docs/page.md:15:8-15", f"`a` {first} `one.md`"),
        ("duplicate-definition", "docs/page.md:38:8-14", f"`c d` {first} {same}"),
    ]


def test_an_id_that_is_written_twice(project: Project) -> None:
    text = (
        "# One {#x}\n\n# One\n\n<a id='x' name='x'></a>\n\n<a name='y'></a>\n\n# Y {#y}\n\n# One\n"
    )
    pages(project, page=f"{text}\n[a](#x) [b](#one-1)\n\n`<a id='x'>`\n")
    findings = project.run("docs", ".", "--format", "json", "--select", "duplicate-id").findings
    assert [(place(each), each["message"], each["related"][0]["line"]) for each in findings] == [
        ("docs/page.md:5:1-2", "the page has an id `x` already", 1),
        ("docs/page.md:9:1-2", "the page has an id `y` already", 7),
    ]


def test_the_style_of_slugs_is_a_setting(project: Project) -> None:
    pages(project, page="# Über uns\n\n## A  B\n\n[a](#uber-uns) [b](#a-b)\n")
    assert [each[0] for each in told(project)] == ["broken-anchor", "broken-anchor"]
    project.write(".rtfm-check.yaml", "docs: {slug-style: mkdocs}\n")
    assert told(project) == []
    project.write(".rtfm-check.yaml", "docs: {slug-style: sphinx}\n")
    assert project.run("docs").status == 2


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Install it", "install-it"),
        ("What's new? (2.0)", "whats-new-20"),
        ("`code` & more", "code--more"),
        ("Über_uns – 漢字", "über_uns--漢字"),
        ("C++", "c"),
        ("हिन्दी में", "हिन्दी-में"),
        ("ภาษาไทย", "ภาษาไทย"),
        ("⚙️ Settings", "-settings"),
        ("① 安装", "-安装"),
        ("½ m² – 10 m³", "-m--10-m"),
    ],
)
def test_slugs_of_github(title: str, expected: str) -> None:
    assert github(title) == expected


def test_anchors_of_signs_and_images(project: Project) -> None:
    headings = "## ⚙️ Settings\n\ntext\n\n## ![logo](logo.png) About\n\ntext\n\n## हिन्दी\n\ntext\n"
    links = "[a](#️-settings) [a](#-settings) [b](#-about) [b](#about) [c](#हिन्दी)"
    pages(project, page=f"# Page\n\n{links} [d](#हनद)\n\n{headings}")
    project.write("docs/logo.png", "")
    told = project.run("docs", "--select", "broken-anchor", "--format", "concise").out
    assert told.splitlines()[:-1] == [
        "docs/page.md:3:76: error[broken-anchor] RTM402 this page has no heading or id `हनद`; "
        "did you mean `हिन्दी`?"
    ]


def test_slugs_are_numbered() -> None:
    assert slugs(["A", "A", "A 1", "A"], "github") == {"a", "a-1", "a-1-1", "a-2"}
    assert slugs(["A", "A"], "mkdocs") == {"a", "a_1"}
    assert mkdocs("Über uns – x") == "uber-uns-x"
    assert slugs(["A", "A"], "both") == {"a", "a-1", "a_1"}
