"""Links to what no file of the tree holds: pages that a build makes, names that a site knows."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.conftest import Project
from tests.linked_pages import info, pages, place, told


def test_a_page_that_an_ignore_file_names_is_generated(project: Project) -> None:
    project.write(".gitignore", "docs/api/\n*.gen.md\n!keep.gen.md\n/site\nsrc/tables/\n*.log\n")
    project.write("docs/.gitignore", "\n_build\n!/kept/\n")
    project.write(".rtfmignore", "[versions]\nold/\n[index]\n/drafts/\n")
    project.write("docs/kept/a.md", "# Kept\n\nSome text.\n")
    project.write("src/a.tex", "\\documentclass{a}\n\\input{tables/one}\n\\input{gone}\n")
    project.write("src/pkg/__init__.py", "from . import made\nfrom .other import x\n")
    project.write("src/.gitignore", "pkg/made.py\n")
    links = (
        *("api/index.html", "api/", "api", "/api/x", "x.gen.md#any", "_build/x.md", "../site"),
        *("../drafts/a.md", "keep.gen.md", "kept/gone.md", "../sites", "../old/a.md", "apis/a.md"),
    )
    text = "\n".join(f"[{number}]({link})" for number, link in enumerate(links))
    pages(project, page=f"# Page\n\n{text}\n")
    names = ("broken-link", "link-to-generated", "unresolved-include", "unresolved-import")
    left_out = [
        ("docs/page.md:3:5-19", "api/index.html", "docs/api/ in line 1 of .gitignore"),
        ("docs/page.md:4:5-9", "api/", "docs/api/ in line 1 of .gitignore"),
        ("docs/page.md:5:5-8", "api", "docs/api/ in line 1 of .gitignore"),
        ("docs/page.md:6:5-11", "/api/x", "docs/api/ in line 1 of .gitignore"),
        ("docs/page.md:7:5-17", "x.gen.md", "*.gen.md in line 2 of .gitignore"),
        ("docs/page.md:8:5-16", "_build/x.md", "_build in line 2 of docs/.gitignore"),
        ("docs/page.md:9:5-12", "../site", "/site in line 4 of .gitignore"),
        ("docs/page.md:10:5-19", "../drafts/a.md", "/drafts/ in line 4 of .rtfmignore"),
        ("src/a.tex:2:8-18", "tables/one", "src/tables/ in line 5 of .gitignore"),
    ]
    by = "is not there, and would be left out by the pattern"
    generated = [
        ("link-to-generated", at, f"`{target}` {by} {where}") for at, target, where in left_out
    ]
    assert info(project, *names) == [
        *generated[:8],
        ("broken-link", "docs/page.md:11:5-16", "there is no file `keep.gen.md`"),
        ("broken-link", "docs/page.md:12:5-17", "there is no file `kept/gone.md`"),
        ("broken-link", "docs/page.md:13:6-14", "there is no file `../sites`"),
        ("broken-link", "docs/page.md:14:6-17", "there is no file `../old/a.md`"),
        ("broken-link", "docs/page.md:15:6-15", "there is no file `apis/a.md`"),
        *generated[8:],
        ("unresolved-include", "src/a.tex:3:8-12", "there is no file `gone` to include"),
        ("unresolved-import", "src/pkg/__init__.py:2:6-12", "the package has no module `.other`"),
    ]
    project.write(".gitignore", "!docs/api/\n")  # the verdict that is kept holds no longer
    assert ("broken-link", "docs/page.md:5:5-8", "there is no file `api`") in info(project, *names)


def test_an_ignore_file_that_is_no_file_names_nothing(project: Project) -> None:
    project.write("docs/page.md", f"# Page\n\n[a]({'a/' * 300}b.md) [b](../x/{'../' * 9}c.md)\n")
    project.write("a/.gitignore", b"\xff\xfe*\0")
    (project.root / ".gitignore").symlink_to("/etc/hostname")
    (project.root / "docs/.gitignore").mkdir()
    os.mkfifo(project.root / ".rtfmignore")
    assert [each[0] for each in told(project, "--select", "RTM4")] == [
        *("broken-link", "link-escapes-root")
    ]


MKDOCS = "site_name: x\nplugins: [search]\n"


def test_what_makes_a_site_knows_more_than_a_page_says(project: Project) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    project.write("mkdocs.yml", "site_name: x\nplugins:\n  - mkdocstrings\n")
    pages(
        project,
        page="# 3.0 -- New\n\n[a](#30-new) [b](#30----new) [c][x.Y] [d](/last/page/) [](/no.md)\n",
        api="# API\n\n::: package.module\n\n[a](#package.module.f) [b](../page.md)\n",
        tip="# Tip\n\n::: tip\nText of it.\n:::\n\n[a](#nope)\n",
        use="# Use\n\n[a](api.md#package.module.g) [b](page.md#nope) [c](inc.md#any)\n",
        inc='# Inc\n\n--8<-- "refs.md"\n\n[a][of refs]\n',
        refs="[of refs]: page.md\n[other]: use.md\n",
    )
    project.write("README.md", "# Read me\n\n[a](/latest/page/) [b](#30-new)\n")
    names = ("broken-link", "broken-anchor", "undefined-reference", "link-to-generated")
    found = [
        ("broken-link", "README.md:3:5-18", "there is no file `/latest/page/`"),
        ("broken-anchor", "README.md:3:24-31", "this page has no heading or id `30-new`"),
        ("broken-link", "docs/api.md:5:28-38", "there is no file `../page.md`"),
        (
            *("link-to-generated", "docs/page.md:3:43-54"),
            "`/last/page/` is no file, and may be an address of the site by mkdocs.yml",
        ),
        ("broken-link", "docs/page.md:3:59-65", "there is no file `/no.md`"),
        ("broken-anchor", "docs/tip.md:7:5-10", "this page has no heading or id `nope`"),
        ("broken-anchor", "docs/use.md:3:34-46", "`docs/page.md` has no heading or id `nope`"),
    ]
    assert info(project, *names, "unused-definition") == found
    partly = project.run("docs", "docs/page.md", "docs/api.md", "--format", "json").findings
    assert {each["message"] for each in partly} >= {found[2][2], found[3][2], found[4][2]}
    assert not {"broken-anchor", "undefined-reference"} & {each["rule"] for each in partly}
    project.write("mkdocs.yml", MKDOCS)
    undefined = ("docs/page.md:3:33-38", "the label `x.Y` is defined nowhere in the page")
    assert info(project, "undefined-reference") == [("undefined-reference", *undefined)]
    (project.root / "mkdocs.yml").unlink()
    assert {each[1] for each in info(project, "broken-anchor")} >= {"docs/page.md:3:5-12"}
    project.write(".rtfm-check.yaml", "docs: {slug-style: mkdocs}\n")
    assert ("docs/page.md:3:18-28", True) in {
        (each[1], "`30----new`" in each[2]) for each in info(project, "broken-anchor")
    }


def test_a_pattern_that_names_all_names_nothing(project: Project) -> None:
    project.write(".gitignore", "/*.*\n*.html\n!docs\n")
    project.write("docs/.gitignore", "*\n!page.md\n/*.x\n")
    links = "[a](/none) [b](none.md) [c](../none.md) [d](none.html) [e](none.x)"
    pages(project, page=f"# Page\n\n{links}\n")
    assert [each[:2] for each in info(project, "broken-link", "link-to-generated")] == [
        ("broken-link", "docs/page.md:3:5-10"),
        ("broken-link", "docs/page.md:3:16-23"),
        ("broken-link", "docs/page.md:3:29-39"),
        ("broken-link", "docs/page.md:3:45-54"),
        ("link-to-generated", "docs/page.md:3:60-66"),
    ]


def test_labels_of_sphinx_are_those_of_all_pages(project: Project) -> None:
    project.write("docs/conf.py", "extensions = ['myst_parser']\n")
    pages(project, one="# One\n\n[a](#far) [b](#nowhere)\n", two="# Two\n\n(far)=\n\n## Far\n")
    for paths in (".", "docs/one.md"):
        findings = project.run("docs", paths, "--format", "json", "--select", "RTM402").findings
        assert [place(each) for each in findings] == ["docs/one.md:3:15-23"]


def test_labels_of_myst_are_any_text_and_objects_have_dots(project: Project) -> None:
    project.write("docs/conf.py", "extensions = ['myst_parser']\n")
    links = "[a](#how/to) [b](<#my far>) [c](#fig/1) [d](#fig-2) [e](#pkg.Class) [f](#how/not)"
    directives = "```{image} a.png\n:name: fig/1\n```\n\n:::{figure-md} fig-2\nText.\n:::\n"
    pages(project, one=f"# One\n\n{links}\n", two=f"(how/to)=\n# Two\n\n(my far)=\n\n{directives}")
    findings = project.run("docs", "--format", "json", "--select", "RTM402").findings
    assert [each["message"] for each in findings] == ["this page has no heading or id `how/not`"]


@pytest.mark.parametrize("config", ["conf.py", "_toc.yml", "myst.yml"])
def test_labels_of_sphinx_are_targets_too(project: Project, config: str) -> None:
    project.write(f"docs/{config}", "")
    project.write("docs/_config.yml", "title: Book\n")  # of Jupyter Book, or of Jekyll
    pages(project, one="# One\n\n[a](how/to) [b](far) [c](how/not)\n", two="(how/to)=\n# Two\n")
    for paths in (".", "docs/one.md"):
        findings = project.run("docs", paths, "--format", "json", "--select", "RTM401").findings
        assert [place(each) for each in findings] == ["docs/one.md:3:26-33"]


def test_labels_of_sphinx_are_not_files(project: Project) -> None:
    pages(project, page="# P\n\n[](some-label) [x](pkg.module.name) [y](none.md) [z](a/none)\n")
    assert [each[0] for each in told(project)] == ["broken-link"] * 4
    project.write("docs/conf.py", "extensions = ['myst_parser']\n")
    assert [each[1] for each in told(project)] == ["docs/page.md:3:41-48", "docs/page.md:3:54-60"]
