"""Links between documents: every one that does not resolve, told once at what is written."""

from __future__ import annotations

import subprocess
import zipfile

import pytest

from tests.conftest import Project
from tests.linked_pages import GUIDE, counts, pages, place, told


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
        ("Text ![]()", "empty-link", "10-10", ""),
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
    assert [(each["rule"], place(each)) for each in result.findings if counts(each)] == expected
    project.run("docs", ".", "--fix")
    assert (project.root / "docs/page.md").read_text("utf-8") == (
        "# P\n\n[a](guide.md#nope) [b](guide.md#install-it)\n"
    )


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
        assert [(each["rule"], place(each), each["help"]) for each in findings] == expected


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
    assert [(each["path"], each["message"]) for each in findings if counts(each)] == [
        ("b.epub", "the book has no document `O/gone.xhtml`"),
        ("b.epub", "the book has no place `O/a.xhtml#y`"),
        ("b.epub", "the book has no place `O/b.xhtml#nope`"),
        ("d.docx", "this page has no heading or id `nowhere`"),
    ]
