"""`rtfm-check ci`: the three commands in one run."""

from __future__ import annotations

import json
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


QUERIES = """\
top: 1
min-recall: 0.9
queries:
  - {query: primed pump, expect: docs/pumps.md}
  - {query: where is the safe, expect: docs/none.md}
"""


def test_what_is_written_is_tried_and_compared_with_an_older_index(project: Project) -> None:
    project.write("docs/pumps.md", "# Pumps\n\nThe east pump is primed through the plug.\n")
    project.write("docs/gone.md", "# Gone\n\nText that goes.\n")
    assert project.run("index", "docs", "-o", "base").status == 0
    (project.root / "docs/gone.md").unlink()
    project.write("docs/new.md", "# New\n\nText that comes.\n")
    assert project.run("index", "docs", "-o", "base").status == 0
    (project.root / "docs/new.md").unlink()
    project.write("queries.yaml", QUERIES.replace("docs/", ""))
    asked = ("ci", "docs", "--golden", "queries.yaml", "--diff-base", "base", "-o", "new")
    result = project.run(*asked, "--format", "json", "--format", "markdown=summary.md")
    assert result.status == 1
    rules = {(each["rule"], each["path"], each["line"]) for each in result.findings}
    assert rules == {
        ("golden-query-miss", "queries.yaml", 5),
        ("recall-below-threshold", "queries.yaml", 2),
    }
    assert result.report["retrieval"] == {
        "path": "queries.yaml",
        "min_recall": 0.9,
        "recall": 0.5,
        "mrr": 0.5,
        "queries": [
            {
                "query": "primed pump",
                "top": 1,
                "recall": 1.0,
                "expected": [{"expect": "`pumps.md`", "rank": 1}],
            },
            {
                "query": "where is the safe",
                "top": 1,
                "recall": 0.0,
                "expected": [{"expect": "`none.md`", "rank": None}],
            },
        ],
    }
    told = project.run(*asked[:-1], "again").out.splitlines()
    assert told[-2:] == [
        "2 queries: recall@1 0.500, MRR 0.500",
        "since base: documents 2 -> 1; chunks 2 -> 1 (+0 -1), loss 50.00 %; edges 0 -> 0",
    ]
    diff = json.loads(project.run("diff", "base", "new", "--format", "json").out)
    assert result.report["diff"] == diff
    assert (diff["chunks_added"], diff["chunks_removed"]) == (0, 1)
    summary = (project.root / "summary.md").read_text("utf-8")
    assert "| **error** golden-query-miss (RTM" in summary
    assert "| markdown | 1 | 1 |" in summary
    assert "| removed | new.md | 1 → 0 (+0 −1) | +0 −0 |  |" in summary
    assert "2 queries: recall 0.500, **less than 0.9**; MRR 0.500" in summary
    assert "| where is the safe | <code>none.md</code> | **not in 1** |" in summary
    assert "| primed pump | <code>pumps.md</code> | 1 |" in summary


def test_the_configuration_may_name_the_queries(project: Project) -> None:
    project.write(".rtfm-check.yaml", "golden: .rtfm/queries.yaml\n")
    project.write(".rtfm/queries.yaml", QUERIES)
    project.write("docs/pumps.md", "# Pumps\n\nThe east pump is primed through the plug.\n")
    result = project.run("ci", "--format", "json")
    assert result.status == 1
    assert "golden-query-miss" in {each["rule"] for each in result.findings}
    assert result.report["retrieval"]["path"] == ".rtfm/queries.yaml"


def test_a_base_or_queries_that_are_none_end_the_run_before_anything_is_read(
    project: Project,
) -> None:
    project.write("a.md", "# A\n\nText of it.\n")
    assert project.run("ci", "--diff-base", "none").status == 4
    assert project.run("ci", "--golden", "none").status == 4
    project.write("base/manifest.json", "{}")
    assert project.run("ci", "--diff-base", "base").status == 2
    project.write("q.yaml", "queries: []\n")
    assert project.run("ci", "--golden", "q.yaml").status == 2
    assert not (project.root / OUT).exists()
    assert project.run("ci", "--exclude", "base/*", "--exclude", "q.yaml").status == 0
    same = project.run("ci", "--diff-base", f"./{OUT}")
    assert (same.status, "is what is written" in same.err) == (2, True)


def test_the_summary_has_the_coverage_of_mappings_and_no_text_acts_in_it(project: Project) -> None:
    shutil.copytree(EXAMPLES / "notebooklm", project.root, dirs_exist_ok=True)
    project.mapping(
        "name: new\nmatch: {discriminator: {type: new}}\nchunks: [{content: '{{ text }}'}]\n",
        "new<b>|`x`.yaml",
    )
    project.fixture('{"type": "new", "text": "four", "a|b<i>": "not read"}', "new.json")
    assert project.run("ci", "--format", "markdown=summary.md").status == 0
    summary = (project.root / "summary.md").read_text("utf-8")
    assert "### Coverage of mappings" in summary
    assert (
        "| .rtfm/mappings/new\\<b\\>\\|<code>x</code>.yaml | 1 | 26.6 % | 8 | a\\|b\\<i\\> |"
        in summary
    )
