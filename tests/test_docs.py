"""`rtfm-check docs`: every link that does not resolve, told once at what is written."""

from __future__ import annotations

import os
import subprocess
import zipfile
from typing import Any

import pytest

from rtfm_check.docs.slugs import github, mkdocs, slugs
from rtfm_check.rules import Scope, all_rules
from tests.conftest import Project
from tests.test_rule_examples import example


def told(project: Project, *arguments: str) -> list[tuple[str, str, str]]:
    """Rule, place and help of each error and warning."""
    result = project.run("docs", ".", "--format", "json", *arguments)
    assert result.status in (0, 1), result
    return [(each["rule"], _at(each), each["help"]) for each in result.findings if _counts(each)]


def _counts(finding: dict[str, Any]) -> bool:
    return bool(finding["severity"] != "info")


def _at(finding: dict[str, Any]) -> str:
    return f"{finding['path']}:{finding['line']}:{finding['column']}-{finding['end_column']}"


def pages(project: Project, **texts: str) -> None:
    """Write pages by their names."""
    for name, text in texts.items():
        project.write(f"docs/{name}.md", text)


GUIDE = "# Guide\n\n## Install it\n\nText.\n\n## Install it\n\nMore. ^block\n\n<a id='Own'></a>\n"


def test_an_index_in_its_usual_place_is_no_document(project: Project) -> None:
    project.write("a.md", f"# A\n\n{'Some words. ' * 12}\n")
    project.run("index", ".")
    assert project.run("docs", ".", "--format", "json").report["summary"]["files"] == 1


@pytest.mark.parametrize(
    "link",
    [
        "[a](guide.md)",
        "[a](<guide.md>)",
        '[a](guide.md "Title")',
        "[a](./guide.md?raw=1#guide)",
        "[a](guide.md#install-it)",
        "[a](guide.md#install-it-1)",
        "[a](guide.md#Own)",
        "[a](guide)",
        "[a](guide.html)",
        "[a](/docs/guide.md)",
        "[a](/guide.md)",
        "[a](../docs/guide.md)",
        "[a](..)",
        "![a](my%20pic.png)",
        "[a][g]\n\n[g]: guide.md",
        "[g]\n\n[g]: guide.md#guide",
        "[not a link] and [x] and [ ] todo",
        "[[guide]] [[Guide]] [[guide#Install it]] [[guide#^block]] [[guide|shown]]",
        "| [[guide\\|shown]] |\n|---|\n",
        "![[my pic.png]]",
        "<a href='guide.md'>a</a> <img src='my%20pic.png' alt='x'>",
        "[a](https://example.org/none.md) <https://example.org> [m](mailto:a@b.c)",
        "[a](#page) [b](#) [c](#top)",
        "[//]: # (a comment)\n\n[comment]: <> (another)",
        "`[a](none.md)` <!-- [a](none.md) -->",
        "```\n[a](none.md)\n```",
        "[a]({{ site.url }}/none.md) [b]({% link none.md %})",
        "[code](tool.py#L10-L12)",
        "[a](#page=2) [b](guide.md#fixture=a.json)",
        "[[_TOC_]]\n\n[[toc]]",
        "\\[a](no file.md) `[a](no code.md)` [b](see this) f[0](x y.py) ![c](my%20pic.png 'T')",
        "[a](../README.md#readme) [b](../README.md#readme-ov-file)",
        "(label)=\n## Of MyST\n\n[a](#label) [b](#fig)\n\n```{figure} a.png\n:name: fig\n```\n",
        "[[cafe\u0301#E\u0301cole]] [[caf\xe9#\xc9cole]] [[caf\xe9#C#]]",
    ],
)
def test_a_link_that_resolves_is_not_told(project: Project, link: str) -> None:
    project.write("README.md", "# Read me\n\nAll about the thing.\n")
    project.write("docs/my pic.png", b"\x89PNG\r\n\x1a\n\0\0")
    project.write("docs/tool.py", "x = 1\n")
    project.write("docs/cafe\u0301.md", "# \xc9cole\n\nHow one brews.\n\n## C#\n\nAnd sings.\n")
    pages(project, guide=GUIDE, page=f"# Page\n\n{link}\n")
    assert told(project) == []


@pytest.mark.parametrize(
    ("link", "rule", "at", "help"),
    [
        ("[a](giude.md)", "broken-link", "5-13", "`guide.md`"),
        ("[a](giude.md#x 'T')", "broken-link", "5-15", "`guide.md`"),
        ("![a](none/at/all.xyz)", "broken-link", "6-21", ""),
        ("[a](my%2520file.md)", "broken-link", "5-19", ""),
        ("[a](GUIDE.md)", "link-case-mismatch", "5-13", "`guide.md`"),
        ("[a](guide.md#instal-it)", "broken-anchor", "5-23", "`install-it`"),
        ("[a](#pages)", "broken-anchor", "5-11", "`page`"),
        ("[a](guide.md#own)", "broken-anchor", "5-17", "`Own`"),
        ("[[giude]]", "broken-wikilink", "3-8", "`docs/guide`"),
        ("[[guide#Instal it]]", "broken-anchor", "3-18", "`Install it`"),
        ("[[guide#^none]]", "broken-anchor", "3-14", ""),
        ("[a](sub/my guide.md#x)", "document-syntax", "5-22", "`<sub/my guide.md#x>`"),
        ("[[guide#^blokc]]", "broken-anchor", "3-15", "`^block`"),
        ("[a](./caf\xe9.md)", "link-case-mismatch", "5-14", "as one character (NFC), in both"),
        ("[a][none]", "undefined-reference", "4-10", "`[none]: TARGET`"),
        ("[a][#guide]", "undefined-reference", "4-12", "`(#guide)`"),
        ("[a](../../out.md)", "link-escapes-root", "5-17", ""),
        ("[a](sub\\guide.md)", "backslash-path", "5-17", "`sub/guide.md`"),
        ("[a]()", "empty-link", "5-5", ""),
        ("[a](<>)", "empty-link", "6-6", ""),
        ("[a](left-out.md)", "link-to-left-out", "5-16", "files --why"),
        ("<a href='giude.md'>a</a>", "broken-link", "10-18", "`guide.md`"),
    ],
)
def test_a_link_that_does_not_is_told_once_where_its_target_is_written(
    project: Project, link: str, rule: str, at: str, help: str
) -> None:
    project.write(".gitignore", "left-out.md\n")
    project.write("docs/empty/x.txt", "text\n")
    project.write("docs/cafe\u0301.md", "# Caf\xe9\n\nText.\n")
    project.write("docs/sub/guide.md", "# Sub\n\nText.\n")
    pages(project, guide=GUIDE, page=f"# Page\n\n{link}\n", **{"left-out": "# Left out\n"})
    (found,) = told(project)
    assert found[:2] == (rule, f"docs/page.md:3:{at}")
    assert help in found[2]


def info(project: Project, *rules: str) -> list[tuple[str, str, str]]:
    """Rule, place and message of each finding of some rules."""
    findings = project.run("docs", ".", "--format", "json", "--select", ",".join(rules)).findings
    return [(each["rule"], _at(each), each["message"]) for each in findings]


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


def test_two_mistakes_of_one_link_are_both_told(project: Project) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    pages(project, guide=GUIDE, page="# P\n\n[a](Guide.md#nope) [b](Guide.md#install-it)\n")
    links = "[a](..\\docs\\guide.md#nope) [b](new.md#nope) [c](guide.md/#nope)"
    project.write("docs/other.md", f"# Other\n\n{links}\n")
    subprocess.run(["git", "add", "-A"], check=True)
    pages(project, new="# New\n\nText.\n")
    expected = [
        ("broken-anchor", "docs/other.md:3:5-26"),
        ("backslash-path", "docs/other.md:3:5-26"),
        ("broken-anchor", "docs/other.md:3:32-43"),
        ("link-to-untracked", "docs/other.md:3:32-43"),
        ("broken-link", "docs/other.md:3:49-63"),
        ("broken-anchor", "docs/other.md:3:49-63"),
        ("broken-anchor", "docs/page.md:3:5-18"),
        ("link-case-mismatch", "docs/page.md:3:5-18"),
        ("link-case-mismatch", "docs/page.md:3:24-43"),
    ]
    assert [each[:2] for each in told(project)] == expected
    result = project.run("docs", "docs/page.md", "docs/other.md", "--format", "json", "--no-cache")
    assert [(each["rule"], _at(each)) for each in result.findings if _counts(each)] == expected
    project.run("docs", ".", "--fix")
    assert (project.root / "docs/page.md").read_text("utf-8") == (
        "# P\n\n[a](guide.md#nope) [b](guide.md#install-it)\n"
    )


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
    assert [(_at(each), each["message"], each["related"][0]["line"]) for each in findings] == [
        ("docs/page.md:5:1-2", "the page has an id `x` already", 1),
        ("docs/page.md:9:1-2", "the page has an id `y` already", 7),
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


def test_labels_of_sphinx_are_those_of_all_pages(project: Project) -> None:
    project.write("docs/conf.py", "extensions = ['myst_parser']\n")
    pages(project, one="# One\n\n[a](#far) [b](#nowhere)\n", two="# Two\n\n(far)=\n\n## Far\n")
    for paths in (".", "docs/one.md"):
        findings = project.run("docs", paths, "--format", "json", "--select", "RTM402").findings
        assert [_at(each) for each in findings] == ["docs/one.md:3:15-23"]


def test_a_module_in_a_folder_that_rtfm_never_reads(project: Project) -> None:
    project.write("src/pkg/__init__.py", "from .build.tool import x\nfrom .built.tool import x\n")
    project.write("src/pkg/build/__init__.py", "")
    project.write("src/pkg/build/tool.py", "x = 1\n")
    assert [each[:2] for each in told(project)] == [
        ("unresolved-import", "src/pkg/__init__.py:2:6-17")
    ]


def test_texts_of_links_and_images_that_say_nothing(project: Project) -> None:
    for name in ("a.png", "b c.png"):
        project.write(f"docs/{name}", b"\x89PNG\r\n\x1a\n\0\0")
    pages(
        project,
        page="# Page\n\nText ![](a.png) ![](<b c.png>) ![x](a.png) <img src='a.png'> "
        "<img alt='' src='a.png'> ![](https://a.b/c) [](#page) `![](a.png)`\n\n"
        "See [here](#page), [Click Here!](#page) [more][m] [**link**](#page) [there](#page) "
        "[the link](#page).\n\n[m]: #page\n[here]: #page\n\n# Alone\n\n![](a.png)\n",
    )
    found = info(project, "RTM805", "RTM811", "RTM812")
    said = "says nothing of what the link leads to"
    assert found == [
        ("image-without-text", "docs/page.md:3:10-15", "the image `a.png` has no text"),
        ("image-without-text", "docs/page.md:3:22-29", "the image `b c.png` has no text"),
        ("image-without-text", "docs/page.md:3:54-59", "the image `a.png` has no text"),
        ("image-without-text", "docs/page.md:3:91-104", "the image `https://a.b/c` has no text"),
        ("link-text-says-nothing", "docs/page.md:5:12-17", f"`here` {said}"),
        ("link-text-says-nothing", "docs/page.md:5:34-39", f"`Click Here` {said}"),
        ("link-text-says-nothing", "docs/page.md:5:62-67", f"`link` {said}"),
        ("link-text-says-nothing", "docs/page.md:7:6-11", f"`more` {said}"),
        (
            *("images-without-text", "docs/page.md:12:1-1"),
            "the section `Alone` holds images alone, without a text",
        ),
    ]


def test_two_pages_of_a_name_make_a_wikilink_ambiguous(project: Project) -> None:
    project.write("a/c.md", "# C\n\nText of it.\n")
    project.write("b/c.md", "# C\n\nOther text.\n")
    project.write("page.md", "# Page\n\n[[c]] and [[a/c]]\n")
    project.write("a/page.md", "# Page\n\n[[c]]\n")
    assert [each[:2] for each in told(project)] == [("ambiguous-wikilink", "page.md:3:3-4")]


def test_wikilinks_by_an_alias(project: Project) -> None:
    pages(
        project,
        one="---\naliases: [Other name, Shared]\n---\n# One\n\nText of it.\n",
        two="---\nalias: second, Shared\n---\n# Two\n\nText of it.\n",
    )
    project.write(
        "page.md",
        "# Page\n\n[[other name]] [[Other name#One|shown]] [[second#None]] [[Shared]] [[Nobody]]\n",
    )
    expected = [
        ("wikilink-to-alias", "page.md:3:3-13", "write `[[one|other name]]`"),
        ("wikilink-to-alias", "page.md:3:18-32", "write `[[one#One]]`"),
        ("broken-anchor", "page.md:3:43-54", ""),
        ("wikilink-to-alias", "page.md:3:43-54", "write `[[two#None|second]]`"),
        ("ambiguous-wikilink", "page.md:3:59-65", "write the path of the one that is meant"),
        ("broken-wikilink", "page.md:3:70-76", ""),
    ]
    for paths in (".", "page.md"):
        findings = project.run("docs", paths, "--format", "json", "--select", "RTM4").findings
        assert [(each["rule"], _at(each), each["help"]) for each in findings] == expected


def test_links_inside_books_and_documents(project: Project) -> None:
    body = "<html><body><h1 id='x'>A</h1><p>Text of it. {}</p></body></html>"
    links = "<a href='{}'>1</a>"
    found = ("b.xhtml#s", "#x", "c%20d.xhtml#any", "gone.xhtml", "b.xhtml#nope", "#y", "#")
    book = {
        "META-INF/container.xml": "<container><rootfiles><rootfile full-path='O/p.opf'/>"
        "</rootfiles></container>",
        "O/p.opf": "<package><manifest><item id='a' href='a.xhtml'/><item id='b' href='b.xhtml'/>"
        "</manifest><spine><itemref idref='a'/><itemref idref='b'/></spine></package>",
        "O/a.xhtml": body.format("".join(links.format(each) for each in found)),
        "O/b.xhtml": body.format("<span id='s'>End</span>"),
        "O/c d.xhtml": body,
    }
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    paragraphs = (
        "<w:bookmarkStart w:id='0' w:name='here'/><w:r><w:t>Some text of it.</w:t></w:r>",
        *(
            f"<w:hyperlink w:anchor='{name}'><w:r><w:t>x</w:t></w:r></w:hyperlink>"
            for name in ("here", "_top", "nowhere")
        ),
    )
    inside = "".join(f"<w:p>{each}</w:p>" for each in paragraphs)
    document = f"<w:document xmlns:w='{space}'><w:body>{inside}</w:body></w:document>"
    for name, members in (("b.epub", book), ("d.docx", {"word/document.xml": document})):
        with zipfile.ZipFile(project.root / name, "w") as archive:
            for path, text in members.items():
                archive.writestr(path, text)
    findings = project.run("docs", ".", "--format", "json").findings
    assert [(each["path"], each["message"]) for each in findings if _counts(each)] == [
        ("b.epub", "the book has no document `O/gone.xhtml`"),
        ("b.epub", "the book has no place `O/a.xhtml#y`"),
        ("b.epub", "the book has no place `O/b.xhtml#nope`"),
        ("d.docx", "this page has no heading or id `nowhere`"),
    ]


def test_what_is_told_as_an_info(project: Project) -> None:
    project.write("docs/empty/x.txt", "text\n")
    pages(project, page="# Page\n\n[a](empty/) [b][c]\n\n[c]: page.md\n[d]: page.md\n")
    findings = project.run("docs", ".", "--format", "json").findings
    assert [(each["rule"], _at(each)) for each in findings] == [
        ("link-to-folder", "docs/page.md:3:5-11"),
        ("unused-definition", "docs/page.md:6:6-13"),
    ]


def test_a_package_that_imports_from_itself_or_is_compiled(project: Project) -> None:
    project.write("pkg/sub/__init__.py", "from pkg.sub import other\n")
    project.write("pkg/__init__.py", "from pkg._native import f\nfrom pkg.none import g\n")
    project.write("rust/src/lib.rs", "mod _native {}\n")
    assert told(project) == [("unresolved-import", "pkg/__init__.py:2:6-14", "")]


def test_a_page_whose_title_stands_elsewhere(project: Project) -> None:
    text = "Some text of the page that is long enough to be one.\n"
    for name, lines in (
        ("changes", "```{include} ../CHANGES.md\n```\n"),
        ("snippets", '--8<-- "CHANGES.md"\n'),
        ("plain", ""),
    ):
        project.write(f"docs/{name}.md", lines + text)
    project.write("LICENSE.md", text)
    project.write(".github/ISSUE_TEMPLATE/bug.md", text)
    findings = project.run("docs", ".", "--format", "json", "--select", "page-without-title")
    assert [each["path"] for each in findings.findings] == ["docs/plain.md"]


def test_imports_and_includes_of_the_tree(project: Project) -> None:
    project.write("pkg/__init__.py", "from . import util\nfrom .none import x\nimport os, yaml\n")
    project.write(
        "pkg/util.py", "import pkg.gone\nfrom ._speed import f\nfrom ._version import v\n"
    )
    project.write("pkg/_speed.c", "int f;\n")
    project.write("main.tex", "\\input{chapter}\n\\input{chaptre}\n\\bibliography{refs}\n")
    project.write("chapter.tex", "\\section{One}\nText.\n")
    assert sorted(each[:2] for each in told(project)) == [
        ("unresolved-import", "pkg/__init__.py:2:6-11"),
        ("unresolved-import", "pkg/util.py:1:8-16"),
        ("unresolved-include", "main.tex:2:8-15"),
        ("unresolved-include", "main.tex:3:15-19"),
    ]


def test_labels_of_sphinx_are_not_files(project: Project) -> None:
    pages(project, page="# P\n\n[](some-label) [x](pkg.module.name) [y](none.md) [z](a/none)\n")
    assert [each[0] for each in told(project)] == ["broken-link"] * 4
    project.write("docs/conf.py", "extensions = ['myst_parser']\n")
    assert [each[1] for each in told(project)] == ["docs/page.md:3:41-48", "docs/page.md:3:54-60"]


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
    assert [(each["rule"], each["line"]) for each in result.findings if _counts(each)] == [
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
    assert [each["rule"] for each in result.findings if _counts(each)] == ["broken-link"]
    text = (project.root / "docs/page.md").read_text()
    assert text.splitlines()[2] == "[a](guide.md#guide) [b](x/y.md) [c](giude.md)"


def git(project: Project, *arguments: str) -> None:
    """Run git in the project."""
    subprocess.run(
        ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *arguments],
        cwd=project.root,
        check=True,
        capture_output=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"},
    )


def test_what_git_knows(project: Project) -> None:
    git(project, "init", "-q")
    pages(project, guide=GUIDE, page="# Page\n\n[a](guide.md)\n", old="# Old\n\nSome text of it.\n")
    git(project, "add", ".")
    git(project, "commit", "-qm", "one")
    git(project, "mv", "docs/old.md", "docs/new-name.md")
    git(project, "commit", "-qm", "two")
    pages(project, fresh="# Fresh\n\nText.\n", page="# Page\n\n[a](old.md) [b](fresh.md)\n")
    assert told(project) == [
        ("broken-link", "docs/page.md:3:5-11", "it was moved to `new-name.md`"),
        ("link-to-untracked", "docs/page.md:3:17-25", "git add docs/fresh.md"),
    ]


def test_only_what_a_change_broke(project: Project) -> None:
    git(project, "init", "-q")
    pages(
        project,
        guide=GUIDE,
        page="# Page\n\n[a](guide.md) and [b](none.md)\n",
        other="# Other\n\n[c](none.md)\n",
    )
    git(project, "add", ".")
    git(project, "commit", "-qm", "one")
    assert told(project, "--changed") == []
    (project.root / "docs/guide.md").unlink()
    assert [each[:2] for each in told(project, "--changed")] == [
        ("broken-link", "docs/page.md:3:5-13")
    ]
    pages(project, other="# Other\n\n[c](none.md) changed\n")
    git(project, "commit", "-qam", "two")
    assert told(project, "--changed") == []
    assert [each[:2] for each in told(project, "--changed", "HEAD~1")] == [
        ("broken-link", "docs/other.md:3:5-12"),
        ("broken-link", "docs/page.md:3:5-13"),
    ]
    assert project.run("docs", "--changed", "no-such-commit").status == 2
    assert project.run("docs", "--changed", "--output=x").status == 2


def test_links_that_a_change_broke_are_told_however_they_are_written(project: Project) -> None:
    git(project, "init", "-q")
    links = (
        *("[1](guide)", "[2](guide.html)", "[3](/guide.md)", "[4](sub/)", "[[guide]]"),
        *("![[pic.png]]", "<a href='guide.md'>5</a>", "[6](guide.md#install-it)", "[7](none.md)"),
    )
    pages(project, guide=GUIDE, page="# Page\n\n" + "\n".join(links) + "\n")
    project.write("docs/sub/README.md", "# Sub\n\nText.\n")
    project.write("docs/pic.png", b"\x89PNG\r\n\x1a\n\0")
    project.write("pkg/__init__.py", "from .util import x\n")
    project.write("pkg/util.py", "x = 1\n")
    project.write("main.tex", "\\input{chap}\n")
    project.write("chap.tex", "Text.\n")
    git(project, "add", ".")
    git(project, "commit", "-qm", "one")
    assert told(project, "--changed") == []
    git(project, "rm", "-q", "docs/guide.md", "docs/sub/README.md", "docs/pic.png")
    git(project, "rm", "-q", "pkg/util.py", "chap.tex")
    lines = [(each[0], each[1].rpartition(":")[0]) for each in told(project, "--changed")]
    assert lines == [
        *(("broken-link", f"docs/page.md:{line}") for line in (3, 4, 5, 6)),
        *(("broken-wikilink", f"docs/page.md:{line}") for line in (7, 8)),
        *(("broken-link", f"docs/page.md:{line}") for line in (9, 10)),
        ("unresolved-include", "main.tex:1"),
        ("unresolved-import", "pkg/__init__.py:1"),
    ]
    git(project, "reset", "-q", "--hard")
    pages(project, guide=GUIDE.replace("Install it", "Set it up"))
    assert [each[:2] for each in told(project, "--changed")] == [
        ("broken-anchor", "docs/page.md:10:5-24")
    ]
    git(project, "reset", "-q", "--hard")
    project.write(".gitignore", "guide.md\n")
    found = told(project, "--changed")
    assert [each[0] for each in found] == ["link-to-left-out"] * 3
    assert [each[1].split(":")[1] for each in found] == ["3", "9", "10"]


def test_pages_that_index_badly(project: Project) -> None:
    text = "The float switch closes when the sump is full, and the pump starts. " * 8
    pages(
        project,
        one=f"# One\n\n{text}\n",
        two=f"# Two\n\n{text}\n",
        three="# Three\n\nSome text of this page, long enough.\n\n## Wiring\n\n![](w.png)\n",
        four="no heading, and text enough to be found by somebody some day\n",
        five="# Five\n\nText of the fifth page, long enough.\n\n## Nothing follows\n",
        six="x\n",
    )
    project.write("docs/w.png", b"\x89PNG\r\n\x1a\n\0\0")
    findings = project.run("docs", ".", "--format", "json").findings
    assert sorted((each["rule"], each["path"]) for each in findings if each["code"] > "RTM8") == [
        ("duplicate-chunk", "docs/one.md"),
        ("heading-without-text", "docs/five.md"),
        ("images-without-text", "docs/three.md"),
        ("page-without-title", "docs/four.md"),
        ("very-short-page", "docs/six.md"),
    ]


def test_what_is_cut_and_what_says_next_to_nothing(project: Project) -> None:
    code = "\n".join(f"value_{number} = compute({number})" for number in range(400))
    rows = "\n".join(f"| row {number} of the table | value |" for number in range(300))
    words = " ".join(f"word{number}" for number in range(1200))
    pages(
        project,
        cut=f"# Cut\n\nSome text of it.\n\n## Code\n\n```python\n{code}\n```\n\n"
        f"More of it here.\n\n## Table\n\n| a | b |\n|---|---|\n{rows}\n\n## Words\n\n{words}\n",
        whole="# Whole\n\n````\n```\nx\n````\n\n| a | b |\n|---|---|\n| c | d |\n\nText of it.\n",
        tiny="# Tiny\n\nA text that is as long as it needs to be.\n\n## One\n\nYes.\n\n"
        "## Two\n\nNo.\n",
        empty="# Empty\n\n## Parent\n\n### Child\n\nA text that is long enough.\n\n## Gone\n\n"
        "## Last\n\nAnother text that is long enough.\n",
    )
    findings = project.run("docs", ".", "--format", "json", "--select", "RTM804,RTM809,RTM810")
    assert [(_at(each).rpartition(":")[0], each["message"]) for each in findings.findings] == [
        ("docs/cut.md:7", "a block of code in `Code` is longer than a chunk, and is cut"),
        ("docs/cut.md:414", "a table in `Table` is longer than a chunk, and is cut"),
        (
            "docs/cut.md:719",
            "a text without the end of a sentence in `Words` is longer than a chunk, and is cut",
        ),
        ("docs/empty.md:9", "nothing follows the heading `Gone`"),
        ("docs/tiny.md:7", "2 sections have fewer than 25 characters of text"),
    ]


def test_external_links_are_listed_and_not_fetched(project: Project) -> None:
    pages(
        project, page="# P\n\n[a](https://example.org/x) <http://example.com> [m](mailto:a@b.c)\n"
    )
    result = project.run("docs", ".", "--external")
    assert result.out == ("http://example.com  docs/page.md\nhttps://example.org/x  docs/page.md\n")


def test_the_style_of_slugs_is_a_setting(project: Project) -> None:
    pages(project, page="# Über uns\n\n## A  B\n\n[a](#uber-uns) [b](#a-b)\n")
    assert [each[0] for each in told(project)] == ["broken-anchor", "broken-anchor"]
    project.write(".rtfm-check.yaml", "docs: {slug-style: mkdocs}\n")
    assert told(project) == []
    project.write(".rtfm-check.yaml", "docs: {slug-style: sphinx}\n")
    assert project.run("docs").status == 2


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


SHOWN = [rule for rule in all_rules() if rule.scope is Scope.DOCS and example(rule) is not None]


def write_page(project: Project, text: str) -> None:
    """Write an example as a page, and what it links to."""
    project.write("guide.md", "# The guide\n\nText enough to be found.\n")
    project.write("docs/guide.md", "# The guide in a folder\n\nText enough to be found.\n")
    project.write("wiring.png", b"\x89PNG\r\n\x1a\n\0\0")
    project.write("page.md", f"# Page\n\n{text}")


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.name)
def test_the_examples_in_the_documentation(project: Project, rule: Any) -> None:
    shown = example(rule)
    assert shown is not None
    for text, expected in ((shown.bad, [rule.name]), (shown.good, [])):
        write_page(project, text)
        findings = project.run("docs", ".", "--format", "json").findings
        meant = [each["rule"] for each in findings if _counts(each) or each["rule"] == rule.name]
        assert meant == expected
