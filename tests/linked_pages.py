"""What the tests of `docs` share: pages that link, what git knows of them, and what is told."""

from __future__ import annotations

import os
import subprocess
from typing import Any

from tests.conftest import Project

GUIDE = "# Guide\n\n## Install it\n\nText.\n\n## Install it\n\nMore. ^block\n\n<a id='Own'></a>\n"


def pages(project: Project, **texts: str) -> None:
    """Write pages by their names."""
    for name, text in texts.items():
        project.write(f"docs/{name}.md", text)


def write_page(project: Project, text: str) -> None:
    """Write an example as a page, and what it links to."""
    project.write("guide.md", "# The guide\n\nText enough to be found.\n")
    project.write("docs/guide.md", "# The guide in a folder\n\nText enough to be found.\n")
    project.write("wiring.png", b"\x89PNG\r\n\x1a\n\0\0")
    project.write("page.md", f"# Page\n\n{text}")


def git(project: Project, *arguments: str) -> None:
    """Run git in the project."""
    subprocess.run(
        ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *arguments],
        cwd=project.root,
        check=True,
        capture_output=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"},
    )


def told(project: Project, *arguments: str) -> list[tuple[str, str, str]]:
    """Rule, place and help of each error and warning."""
    result = project.run("docs", ".", "--format", "json", *arguments)
    assert result.status in (0, 1), result
    return [(each["rule"], place(each), each["help"]) for each in result.findings if counts(each)]


def info(project: Project, *rules: str) -> list[tuple[str, str, str]]:
    """Rule, place and message of each finding of some rules."""
    findings = project.run("docs", ".", "--format", "json", "--select", ",".join(rules)).findings
    return [(each["rule"], place(each), each["message"]) for each in findings]


def counts(finding: dict[str, Any]) -> bool:
    return bool(finding["severity"] != "info")


def place(finding: dict[str, Any]) -> str:
    return f"{finding['path']}:{finding['line']}:{finding['column']}-{finding['end_column']}"
