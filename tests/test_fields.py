"""Field profiles: the two notations, paths, and what becomes of a record."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rtfm_check.fields import dotted, form, paths
from rtfm_check.fields.apply import Spelt, apply, leaves
from rtfm_check.fields.build import Builder
from rtfm_check.fields.open import ProfileFile, read_profile
from rtfm_check.fields.profile import Profile
from rtfm_check.source import Source
from tests.artifacts import Artifact
from tests.conftest import SCHEMAS, Project

SCHEMA = Draft202012Validator(json.loads((SCHEMAS / "rtfm-fields-v1.json").read_text("utf-8")))

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


def profile(text: str, name: str = "p.conf") -> ProfileFile:
    return read_profile(Source(name, text.encode()))


def made(text: str, record: Any, name: str = "p.conf") -> tuple[str, dict[str, Any]]:
    """Text and metadata of a record, read with a profile that has no fault."""
    file = profile(text, name)
    assert file.faults == ()
    found = apply(file.profile, record, "doc.json", 0)
    return found.text, found.metadata


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


def test_the_three_forms_of_a_mapping_of_metadata_are_the_same() -> None:
    record = {
        "type": "faq",
        "content": {"text": "Close valve B first."},
        "keywords": ["valve", "safety"],
        "meta": {"category": "ops"},
        "id": "faq-7",
    }
    forms = [
        made(
            '{"json_text_fields": ["type", "content.text", "keywords.*"], "json_metadata_fields":'
            ' {"type": "type", "category": "meta.category", "external_id": "id"}}',
            record,
            "p.json",
        ),
        made(
            "json_text_fields.type\njson_text_fields.content.text\njson_text_fields.keywords.*\n"
            "json_metadata_fields.type\njson_metadata_fields.meta.category=category\n"
            "json_metadata_fields.id=external_id\n",
            record,
        ),
        made(
            "json_text_fields.type, json_text_fields.content.text ,json_text_fields.keywords.*,,\n"
            " json_metadata_fields.type , json_metadata_fields.meta.category = category,"
            "json_metadata_fields.id=external_id,",
            record,
        ),
    ]
    text = "faq\nClose valve B first.\nvalve\nsafety"
    metadata = {"type": "faq", "category": "ops", "external_id": "faq-7"}
    assert forms == [(text, metadata)] * 3


# -- notations ----------------------------------------

SEGMENTS = st.text(st.sampled_from("abXé-_ 1*"), min_size=1, max_size=4).filter(
    lambda text: text == text.strip()
)
PATHS = st.lists(SEGMENTS, min_size=1, max_size=3).map(".".join)
KEYS = st.text(st.sampled_from("abé-_ .="), min_size=1, max_size=5).filter(
    lambda text: text == text.strip() and not text.startswith("=")
)
FORMS = st.fixed_dictionaries(
    {"files": st.lists(st.sampled_from(["a.json", "x/**/*.jsonl"]), min_size=1, unique=True)},
    optional={
        "json_text_fields": st.lists(PATHS, min_size=1, max_size=3, unique=True),
        "json_metadata_fields": st.dictionaries(KEYS, PATHS, min_size=1, max_size=3),
        "source_identifier": PATHS,
    },
)


def _said(file: Profile) -> Any:
    return (
        file.files,
        [each.path for each in file.text],
        [(each.key, each.path) for each in file.metadata],
        file.identifier,
    )


def _read(data: Any) -> Profile:
    builder = Builder()
    form.read(data, builder)
    assert builder.faults == []
    return builder.finish().profile


@settings(max_examples=200, deadline=None)
@given(FORMS)
def test_each_notation_turns_into_the_other_and_back(data: dict[str, Any]) -> None:
    first = _read(data)
    in_dots = profile(dotted.write(first))
    assert in_dots.faults == ()
    assert _said(in_dots.profile) == _said(first)
    again = form.write(in_dots.profile)
    assert again == data
    SCHEMA.validate(again)


WRONG = [
    ({"files": "a.json", "json_text_fields": "title"}, "json_text_fields"),
    ({"files": "a.json", "json_text_fields": [1]}, "json_text_fields/0"),
    ({"files": "a.json", "json_metadata_fields": ["title"]}, "json_metadata_fields"),
    ({"files": "a.json", "json_metadata_fields": {"a": 1}}, "json_metadata_fields/a"),
    ({"files": "a.json", "source_identifier": 3}, "source_identifier"),
    ({"files": 3}, "files"),
    ({"files": "/a.json"}, "files"),
    ({"files": "../a.json"}, "files"),
    ({"files": "a.json", "json_text_field": []}, "json_text_field"),
    ({"files": "a.json", "config": {"a": 1}}, "config"),
    ({"files": "a.json", "json_text_fields": ["a..b"]}, "json_text_fields/0"),
    ({"files": "a.json", "json_text_fields": ["a[0].b"]}, "json_text_fields/0"),
    ({"files": "a.json", "json_text_fields": ["/a/b"]}, "json_text_fields/0"),
    ({"files": "a.json", "json_text_fields": ["$.a"]}, "json_text_fields/0"),
    ([], ""),
]


@pytest.mark.parametrize(("data", "pointer"), WRONG, ids=str)
def test_what_the_schema_refuses_is_told_at_its_place(data: Any, pointer: str) -> None:
    assert not SCHEMA.is_valid(data)
    file = profile(json.dumps(data), "p.json")
    (fault,) = file.faults
    place = file.place(fault.where)
    assert place.pointer.strip("/") == pointer
    assert fault.help


@pytest.mark.parametrize(
    "data",
    [
        {"files": "a.json"},
        {"files": ["a.json"], "config": "json_text_fields.a"},
        {"files": ["*.jsonl"], "config": ["json_text_fields.a", "json_metadata_fields.b=c"]},
        {"$schema": "https://schemas.roomi-fields.com/rtfm-fields-v1.json", "files": "a.json"},
        {"files": "a.json", "json_text_fields": ["first name", "items.0", "a-b.*.c"]},
    ],
    ids=str,
)
def test_what_the_schema_takes_has_no_fault(data: Any) -> None:
    SCHEMA.validate(data)
    assert profile(json.dumps(data), "p.json").faults == ()


@pytest.mark.parametrize(
    ("text", "at", "help"),
    [
        ("json_text_field.title\n", (1, 1, 16), "did you mean `json_text_fields`?"),
        ("json_text_fields.a, b.c=d\n", (1, 21, 26), "`json_metadata_fields.b.c=d`"),
        ("json_text_fields\n", (1, 1, 17), "write one, as in `author.name`"),
        ("# a comment\njson_text_fields.a..b\n", (2, 18, 22), "did you mean `a.b`?"),
        ("json_text_fields.a[0][*].b\n", (1, 18, 27), "did you mean `a.0.*.b`?"),
        ("json_text_fields.$.a\n", (1, 18, 21), "did you mean `a`?"),
        ("json_text_fields.a=b\n", (1, 1, 21), "did you mean `json_metadata_fields.a=b`?"),
        ("json_metadata_fields.a=\n", (1, 1, 24), "write it, or remove the `=`"),
        ("json_metadata_fields.a: b\n", (1, 1, 26), "write `json_metadata_fields.a=b`"),
        ("json_metadata_fields.a=>b\n", (1, 1, 26), "write `json_metadata_fields.a=b`"),
        ("json_text_fields.a; json_text_fields.b\n", (1, 19, 20), "write `,`"),
        ("json_text_fields.'a'\n", (1, 18, 21), "write `a`"),
        ('json_metadata_fields.a="b"\n', (1, 24, 27), "write `b`"),
        ('files = "a.jsonl"\n', (1, 9, 18), "write `a.jsonl`"),
        ("source_identifier = 'id'\n", (1, 21, 25), "write `id`"),
        ("source_id = id\n", (1, 1, 10), "did you mean `source_identifier`?"),
        ("files =\n", (1, 1, 8), "write a glob"),
        ("\ufefffiles = ../x\n", (1, 9, 13), "relative to the folder with `.rtfm/`"),
    ],
)
def test_a_slip_in_dot_notation_is_told_at_its_place(
    text: str, at: tuple[int, int, int], help: str
) -> None:
    file = profile(text)
    (fault,) = file.faults
    span = file.place(fault.where).span
    assert (span.line, span.column, span.end_column) == at
    assert help in fault.help


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("config: |\n  json_text_fields.a\n  json_text_field.b\n", (3, 3, 18)),
        ('config: "json_text_fields.a,json_text_field.b"\n', (1, 29, 44)),
        ("config:\n- json_text_fields.a\n- json_text_field.b\n", (3, 3, 18)),
        ("json_text_fields:\n- a\n- b..c\n", (3, 3, 7)),
        ("json_metadata_fields:\n  k: a[0]\n", (2, 6, 10)),
    ],
)
def test_a_slip_in_yaml_is_told_at_its_place(text: str, at: tuple[int, int, int]) -> None:
    file = profile(text, "p.yaml")
    (fault,) = file.faults
    span = file.place(fault.where).span
    assert (span.line, span.column, span.end_column) == at


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("json_text_fields: a, b.*\n", 'write `json_text_fields: [a, "b.*"]`'),
        ("json_metadata_fields: [a.b, c]\n", "write `json_metadata_fields: {b: a.b, c: c}`"),
        (
            "json_metadata_fields: [a.b, c.b]\n",
            "write `json_metadata_fields: {a.b: a.b, c.b: c.b}`",
        ),
        ("json_text_fields: 5\n", "write it as in `json_text_fields: [title, content.body]`"),
        ("source_id: id\n", "did you mean `source_identifier`?"),
        ("path: a.jsonl\n", "did you mean `files`?"),
    ],
)
def test_what_to_write_instead_in_yaml(text: str, help: str) -> None:
    (fault,) = profile(text, "p.yaml").faults
    assert fault.help == help


def test_keys_with_colons_are_keys() -> None:
    made = profile("json_metadata_fields.dc:title\njson_text_fields.a;b\n")
    assert made.faults == ()
    assert [field.path.text for field in made.profile.metadata] == ["dc:title"]


# -- paths ----------------------------------------


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.b", ["x"]),
        ("list.0", ["first"]),
        ("list.1.c", [7]),
        ("list.9", []),
        ("list.-1", []),
        ("list.*", ["first", {"c": 7}]),
        ("list.*.c", [7]),
        ("a.*", ["x", False, 0]),
        ("*.b", ["x"]),
        ("codes.404", ["Not found page"]),
        ("null", []),
        ("deep.*.*", [1, 2, 3]),
        ("a.b.c", []),
        ("A.b", []),
    ],
)
def test_paths_lead_through_objects_and_lists(path: str, expected: list[Any]) -> None:
    record = {
        "a": {"b": "x", "n": None, "f": False, "z": 0},
        "list": ["first", {"c": 7}, None],
        "codes": {"404": "Not found page"},
        "null": None,
        "deep": [[1, 2], {"k": 3}],
    }
    assert paths.values(record, paths.parse(path)) == expected


def test_values_are_written_as_json_writes_them() -> None:
    record = {"v": [True, False, 0, -1, Spelt("9.50"), Spelt("1e3"), "", " ", None, "text"]}
    text, _ = made("json_text_fields.v.*\n", record)
    assert text == "true\nfalse\n0\n-1\n9.50\n1e3\ntext"


def test_a_record_without_text_fields_is_flattened() -> None:
    record = {"title": "Pump", "tags": ["a", None, "b"], "o": {"on": True, "e": []}}
    text, metadata = made("files = x\n", record)
    assert text == "title: Pump\ntags.0: a\ntags.2: b\no.on: true"
    assert metadata == {}


def test_metadata_of_wildcards_are_lists_and_others_are_as_they_are() -> None:
    record = {"tags": ["one"], "none": [], "n": 7, "null": None, "object": {"a": 1}}
    _, metadata = made(
        "json_metadata_fields.tags.*=tags, json_metadata_fields.none.*, json_metadata_fields.n,"
        "json_metadata_fields.null, json_metadata_fields.object, json_metadata_fields.gone",
        record,
    )
    assert metadata == {"tags": ["one"], "n": 7, "object": {"a": 1}}


def test_an_object_as_text_gives_all_its_values() -> None:
    text, _ = made("json_text_fields.a\n", {"a": {"b": "x", "c": [1, {"d": "y"}]}, "e": "z"})
    assert text == "x\n1\ny"


def test_a_deep_record_is_flattened_without_recursion_and_in_bounds() -> None:
    record: Any = "end"
    for _ in range(5000):
        record = {"a-rather-long-key": [record, "more"]}
    text, _ = made("files = x\n", record)
    assert text.count("more") == 5000
    assert len(text) < 4_000_000
    assert sum(1 for _ in leaves(record)) == 5001


# -- identity ----------------------------------------


def test_identity_stays_when_the_text_changes_and_content_does_not() -> None:
    file = profile("source_identifier = id\njson_text_fields.t\njson_metadata_fields.m\n").profile
    first = apply(file, {"id": 1, "t": "a", "m": 1}, "d.jsonl", 1)
    text = apply(file, {"id": 1, "t": "b", "m": 1}, "d.jsonl", 5)
    payload = apply(file, {"id": 1, "t": "a", "m": 2}, "d.jsonl", 1)
    other = apply(file, {"id": 2, "t": "a", "m": 1}, "d.jsonl", 1)
    elsewhere = apply(file, {"id": 1, "t": "a", "m": 1}, "e.jsonl", 1)
    assert first.source_id == text.source_id == "1"
    assert first.source_hash == text.source_hash == payload.source_hash
    assert len({first.content_hash, text.content_hash, payload.content_hash}) == 3
    assert len({first.source_hash, other.source_hash, elsewhere.source_hash}) == 3
    assert first.content_hash == other.content_hash


@pytest.mark.parametrize("value", [None, "", " ", [1], {"a": 1}, True])
def test_what_tells_nothing_is_no_identifier(value: Any) -> None:
    file = profile("source_identifier = id\n").profile
    without = apply(file, {"id": value}, "d.jsonl", 1)
    assert without.source_id is None
    assert without.source_hash != apply(file, {"id": value}, "d.jsonl", 2).source_hash


# -- the commands ----------------------------------------

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


def test_the_schema_is_sound_and_bundled() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)
    assert (Path(SCHEMAS) / "rtfm-fields-v1.json").exists()


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
