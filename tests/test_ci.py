"""`rtfm-check ci`: the three commands in one run."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.artifacts import Artifact, contents
from tests.conftest import Project

EXAMPLES = Path(__file__).parent / "examples"
OUT = "rtfm-index"


def test_one_report_has_the_findings_of_all_three(project: Project) -> None:
    shutil.copytree(EXAMPLES / "notebooklm-broken", project.root, dirs_exist_ok=True)
    project.write("notes.txt", b"caf\xe9\n")
    result = project.run("ci", "--format", "json")
    assert result.status == 1
    found = {each["rule"] for each in result.findings}
    assert found >= {"path-never-resolves", "broken-link", "encoding-replaced"}
    summary = result.report["summary"]
    assert (summary["mappings"], summary["fixtures"]) == (3, 3)
    assert result.report["index"]["documents"] == len(Artifact(project.root / OUT).documents)
    apart = {
        (each["rule"], each["path"], each["line"])
        for command in (["check"], ["docs"], ["index", "-o", "other"])
        for each in project.run(*command, "--format", "json").findings
    }
    assert {(each["rule"], each["path"], each["line"]) for each in result.findings} == apart


def test_the_artifact_is_that_of_index(project: Project) -> None:
    shutil.copytree(EXAMPLES / "notebooklm", project.root, dirs_exist_ok=True)
    assert project.run("ci").status == 0
    made = contents(project.root / OUT)
    assert project.run("index").status == 0
    assert contents(project.root / OUT) == made


def test_comments_in_documents_suppress_what_the_index_says_too(project: Project) -> None:
    project.write(
        "a.md",
        "\ufeff<!-- rtfm-check: ignore-file[document-byte-order-mark] wanted -->\n# A\n\nT.\n",
    )
    result = project.run("ci", "--format", "json")
    assert "document-byte-order-mark" not in {each["rule"] for each in result.findings}
    assert result.report["summary"]["suppressed"] == 1


def test_how_a_run_ends(project: Project) -> None:
    assert project.run("ci").status == 4
    assert project.run("ci", "--allow-empty").status == 0
    project.write("a.md", "# A\n\nText of it.\n")
    assert project.run("ci").status == 0
    project.write("a.md", "# A\n\n[x](none.md)\n")
    assert project.run("ci").status == 1
    assert project.run("ci", "--fail-on", "never").status == 0
    assert project.run("ci", "nowhere").status == 4
