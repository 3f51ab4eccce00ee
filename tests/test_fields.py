"""Field profiles in the commands: the worked example, what is indexed, and what is told."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
import yaml

from tests.artifacts import Artifact
from tests.conftest import Project

# The worked example of the description of JSON indexing.
DOCUMENT = """\
{
  "title": "AI Assistant",
  "description": "Configurable RAG assistant for TYPO3.",
  "author": {
    "name": "Steffen Kroggel",
    "email": "developer@example.com"
  },
  "keywords": [
    "TYPO3",
    "AI",
    "RAG"
  ]
}
"""
ENTRIES = (
    "json_text_fields.title,json_text_fields.description\n"
    "json_metadata_fields.author.name=contact_name,json_metadata_fields.author.email="
    "contact_email,json_metadata_fields.keywords.*=keywords\n"
)
TEXT = "AI Assistant\nConfigurable RAG assistant for TYPO3."
METADATA = {
    "contact_name": "Steffen Kroggel",
    "contact_email": "developer@example.com",
    "keywords": ["TYPO3", "AI", "RAG"],
}
AS_YAML = f"files: [doc.json]\nconfig: |\n  {ENTRIES.replace(chr(10), chr(10) + '  ').rstrip()}\n"
AS_JSON = {
    "files": ["doc.json"],
    "json_text_fields": ["title", "description"],
    "json_metadata_fields": {
        "contact_name": "author.name",
        "contact_email": "author.email",
        "keywords": "keywords.*",
    },
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.conf", f"files = doc.json\n{ENTRIES}"),
        ("p.conf", "files = doc.json\n" + ENTRIES.replace(",", "\n")),
        ("p.yaml", AS_YAML),
        ("p.yml", yaml.safe_dump(AS_JSON, sort_keys=False)),
        ("p.json", json.dumps(AS_JSON)),
    ],
)
def test_the_worked_example_gives_its_text_and_metadata(
    project: Project, name: str, text: str
) -> None:
    project.write(f".rtfm/fields/{name}", text)
    project.write("doc.json", DOCUMENT)
    shown = project.run("preview", f".rtfm/fields/{name}", "doc.json", "--format", "json")
    assert shown.status == 0, shown.err
    (record,) = json.loads(shown.out)["records"]
    assert record["text"] == TEXT
    assert record["metadata"] == METADATA
    assert project.check() == []


PROFILE = (
    "files = *.jsonl\nsource_identifier = id\njson_text_fields.title\njson_metadata_fields.by\n"
)


def test_a_file_is_indexed_with_its_profile(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", PROFILE)
    long = "word " * 1000
    project.write(
        "a.jsonl",
        '{"id": "x", "title": "Pump", "by": "Ada"}\n\n{"id": 2, "title": "' + long + '"}\n',
    )
    result = project.run("index", ".", "--format", "json")
    assert result.findings == []
    made = Artifact(project.root / "rtfm-index")
    (document,) = made.documents
    assert document["parser"] == "json-fields"
    assert document["metadata"] == {"profile": ".rtfm/fields/p.conf", "source_identifier": "id"}
    first, second, third = made.chunks
    assert (first["content"], first["chapter_title"], first["line_start"]) == ("Pump", "x", 1)
    assert first["metadata"]["by"] == "Ada"
    assert first["metadata"]["source_id"] == "x"
    assert [second["chapter_title"], third["chapter_title"]] == ["2 (part 1)", "2 (part 2)"]
    assert second["metadata"] == third["metadata"]
    shown = project.run("preview", ".rtfm/fields/p.conf", "a.jsonl", "--format", "json")
    records = json.loads(shown.out)["records"]
    for key in ("source_hash", "content_hash"):
        assert [each[key] for each in records] == [
            first["metadata"][key],
            second["metadata"][key],
        ]


def test_what_the_index_cannot_take_is_told(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", PROFILE)
    project.write("a.jsonl", '{"id": 1, "title": "a"}\n{]\n3\n{"id": 1, "title": "b"}\n{"id": 5}\n')
    result = project.run("index", ".", "--format", "json")
    told = [(each["rule"], each["line"]) for each in result.findings]
    assert told == [
        ("record-invalid-json", 2),
        ("record-not-an-object", 3),
        ("duplicate-source-id", 4),
        ("record-without-text", 5),
    ]
    assert len(Artifact(project.root / "rtfm-index").chunks) == 2


def test_a_profile_is_checked_alone_from_its_folder_and_from_standard_input(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("exports/a.jsonl", '{"id": 1, "title": "a", "by": "b"}\n')
    text = PROFILE.replace("*.jsonl", "exports/*.jsonl").replace("title", "titel")
    project.write(".rtfm/fields/p.conf", text)
    for arguments in ([], ["."], [".rtfm/fields"], [".rtfm/fields/p.conf"], [".rtfm"]):
        findings = project.run(*arguments, "--format", "json").findings
        assert [each["rule"] for each in findings] == ["field-path-not-found"], arguments
    project.write("loose.conf", text)
    findings = project.run("loose.conf", "--format", "json").findings
    assert [each["rule"] for each in findings] == ["field-path-not-found"]

    class Stdin:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    name = ".rtfm/fields/p.conf"
    result = project.run("-", "--stdin-filename", name, "--format", "json")
    assert [each["rule"] for each in result.findings] == ["field-path-not-found"]


def test_the_report_says_what_was_tried(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", PROFILE)
    project.write("a.jsonl", '{"id": 1, "title": "a", "by": "b"}\n' * 1)
    assert project.run().out == "1 field profile, 1 record: no findings\n"
    summary = project.run("--format", "json").report["summary"]
    assert (summary["files"], summary["profiles"], summary["records"]) == (2, 1, 1)


def test_a_comment_suppresses_a_finding(project: Project) -> None:
    comment = "# rtfm-check: ignore[field-path-not-found] not exported yet\n"
    entry = "json_metadata_fields.later\n"
    project.write(".rtfm/fields/p.conf", PROFILE + comment + entry)
    project.write("a.jsonl", '{"id": 1, "title": "a", "by": "b"}\n')
    result = project.run("--format", "json")
    assert result.findings == []
    assert result.report["summary"]["suppressed"] == 1


def test_a_file_that_is_left_out_is_told_with_the_reason(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", PROFILE.replace("*.jsonl", "build/*.jsonl"))
    project.write("build/a.jsonl", '{"id": 1, "title": "a"}\n')
    (finding,) = project.run("--format", "json").findings
    assert finding["rule"] == "profile-matches-no-file"
    assert "RTFM reads nothing that is named build" in finding["help"]


def test_a_mapping_that_takes_the_file_too_is_told(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", PROFILE.replace("*.jsonl", "*.json"))
    project.mapping(
        "name: m\nmatch: {discriminator: {id: 1}}\nchunks: [{content: '{{ title }}'}]\n"
    )
    project.write("a.json", '{"id": 1, "title": "a", "by": "b"}\n')
    rules = [each["rule"] for each in project.check() if each["severity"] == "warning"]
    assert rules == ["file-in-two-profiles"]


def test_many_findings_of_a_kind_are_counted(project: Project) -> None:
    project.write(".rtfm/fields/p.conf", PROFILE)
    project.write("a.jsonl", '{"id": 1, "title": "a", "by": "b"}\n' + "7\n" * 1000)
    findings = project.run("--format", "json").findings
    assert len(findings) == 201
    assert findings[-1]["message"] == "800 more like this in the file"
    project.run("index", ".")
    found = Artifact(project.root / "rtfm-index").findings
    assert len(found) == 201


def test_a_verdict_is_kept_until_a_profile_or_a_record_changes(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rtfm_check import lint_fields

    runs = []
    lint = lint_fields.lint_fields

    def counted(*arguments: Any) -> Any:
        runs.append(1)
        return lint(*arguments)

    monkeypatch.setattr(lint_fields, "lint_fields", counted)
    project.write(".rtfm/fields/p.conf", PROFILE)
    project.write("a.jsonl", '{"id": 1, "title": "a", "by": "b"}\n')
    outputs = [project.run().out for _ in range(2)]
    assert outputs == ["1 field profile, 1 record: no findings\n"] * 2
    assert len(runs) == 1
    project.write("a.jsonl", '{"id": 1, "title": "a", "by": "bb"}\n{"id": 2, "title": "c"}\n')
    assert "2 records" in project.run().out
    project.write("b.jsonl", '{"id": 1, "title": "a", "by": "b"}\n')
    assert "3 records" in project.run().out
    project.write(".rtfm/fields/p.conf", PROFILE.replace("by", "title"))
    assert "3 records" in project.run().out
    assert len(runs) == 4
