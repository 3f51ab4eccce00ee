"""Pages that resolve and still index badly: texts that say nothing, are missing, or are cut."""

from __future__ import annotations

from tests.conftest import Project
from tests.linked_pages import info, pages, place


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


def test_an_image_that_an_attribute_describes(project: Project) -> None:
    images = ('(#a "T"){.b fig-alt="Two\nlines"}', "(#a){: alt='x' }", "(<#a>){alt=x}", "(#a){.b}")
    pages(project, page="# Page\n\n" + "".join(f"Text ![]{each}\n" for each in images))
    found = [each[1] for each in info(project, "RTM811")]
    assert found == ["docs/page.md:7:10-12"]


def test_what_is_embedded_and_no_image_needs_no_text(project: Project) -> None:
    project.write("docs/a.mp4", b"\0\0")
    targets = ["https://www.youtube.com/watch?v=x", "//x.com/a/status/1", "https://a.b/c.mp3?d"]
    targets += ["a.mp4", "https://notyoutube.com/c", "#page"]
    pages(project, page="# Page\n\n" + "".join(f"Text ![]({each})\n" for each in targets))
    assert info(project, "RTM811") == [
        (
            *("image-without-text", "docs/page.md:7:10-34"),
            "the image `https://notyoutube.com/c` has no text",
        ),
        ("image-without-text", "docs/page.md:8:10-15", "the image `#page` has no text"),
    ]


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
    assert [(place(each).rpartition(":")[0], each["message"]) for each in findings.findings] == [
        ("docs/cut.md:7", "a block of code in `Code` is longer than a chunk, and is cut"),
        ("docs/cut.md:414", "a table in `Table` is longer than a chunk, and is cut"),
        (
            "docs/cut.md:719",
            "a text without the end of a sentence in `Words` is longer than a chunk, and is cut",
        ),
        ("docs/empty.md:9", "nothing follows the heading `Gone`"),
        ("docs/tiny.md:7", "2 sections have fewer than 25 characters of text"),
    ]
