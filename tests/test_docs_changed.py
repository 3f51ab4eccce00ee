"""What git knows of pages: files that were moved or not added, and what a change broke."""

from __future__ import annotations

from tests.conftest import Project
from tests.linked_pages import GUIDE, git, pages, told


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
