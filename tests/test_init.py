"""`rtfm-check init`: a mapping drafted from sample documents, proved on them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project

SAMPLES = Path(__file__).parent / "samples"
# Documents that RTFM's format has no mapping for, and what is said of each.
REFUSED = {
    "eslint": "eslint.json is a report of ESLint, a list at the top",
    "github-issues": "github-issues.json is an export of GitHub, a list at the top",
    "npm-audit": "npm-audit.json is a report of npm audit: `vulnerabilities` is an object whose",
    "npm-lock": "npm-lock.json is a lock file of npm: `packages` is an object whose keys are data",
    "openapi": "openapi.json is a description of an API (OpenAPI): `paths` is an object whose",
}
DRAFTED = sorted({path.stem for path in SAMPLES.glob("*.json")} - set(REFUSED))
LOG: dict[str, Any] = {
    "type": "pump-log",
    "station": "North",
    "entries": [
        {
            "id": "E1",
            "title": "Seal replaced",
            "text": "The seal of the second pump was replaced in the morning.",
            "by": {"name": "Ann"},
            "minutes": 40,
            "tags": ["seal", "pump"],
            "photo": "photos/seal.jpg",
        },
        {
            "id": "E2",
            "title": "Leak found",
            "text": "There is a leak at the new seal, it drips once a minute.",
            "by": {"name": "Bob"},
            "minutes": 5,
            "tags": [],
            "photo": "photos/leak.jpg",
            "parent_id": "E1",
        },
    ],
}


def drafted(project: Project, *documents: Any) -> str:
    """The mapping that is drafted from documents, as text."""
    names = []
    for number, document in enumerate(documents):
        names.append(f"doc-{number}.json")
        text = document if isinstance(document, str) else json.dumps(document)
        project.write(names[-1], text)
    result = project.run("init", "--from", *names, "--stdout", "-q")
    assert (result.status, result.err) == (0, ""), result
    return result.out


def refused(project: Project, *documents: Any) -> str:
    """Why nothing is drafted from documents."""
    names = []
    for number, document in enumerate(documents):
        names.append(f"doc-{number}.json")
        project.write(names[-1], json.dumps(document))
    result = project.run("init", "--from", *names)
    assert (result.status, result.out) == (1, "")
    assert not (project.root / ".rtfm").exists()
    return result.err.removeprefix("rtfm-check: ").removesuffix("\n")


def test_the_samples_are_of_many_producers() -> None:
    assert len(DRAFTED) == 20
    assert len(DRAFTED) + len(REFUSED) == 25


@pytest.mark.parametrize("name", DRAFTED)
def test_a_draft_passes_check_and_indexes_most_of_the_text(project: Project, name: str) -> None:
    project.write(f"{name}.json", SAMPLES.joinpath(f"{name}.json").read_bytes())
    made = project.run("init", "--from", f"{name}.json", "--fixture")
    assert made.status == 0, made
    assert [line.split("/")[:2] for line in made.out.splitlines()] == [
        ["wrote .rtfm", "mappings"],
        ["wrote .rtfm", "fixtures"],
    ]
    checked = project.run(".", "--fail-on", "warning", "--format", "concise")
    assert checked.status == 0, checked.out
    covered = project.run("coverage", ".", "--fail-under", "80")
    assert (covered.status, covered.err) == (0, ""), covered.out
    again = project.run("init", "--from", f"{name}.json")
    assert again.status == 1
    assert "already, which is asked first" in again.err


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_mapped_is_told_with_what_to_do(project: Project, name: str) -> None:
    project.write(f"{name}.json", SAMPLES.joinpath(f"{name}.json").read_bytes())
    result = project.run("init", "--from", f"{name}.json")
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"rtfm-check: {REFUSED[name]}")
    assert "jq '{type: " in result.err or "write a list of routes beside it" in result.err
    assert not (project.root / ".rtfm").exists()


def test_a_whole_draft(project: Project) -> None:
    assert (
        drafted(project, LOG)
        == """\
# yaml-language-server: $schema=https://schemas.roomi-fields.com/rtfm-mapping-v1.json
# Drafted by rtfm-check init from 1 sample.
# A start, to be read and changed. `rtfm-check coverage` says what it leaves out.
name: "pump-log"

match:
  # says what the document is, in every sample
  discriminator:
    type: "pump-log"

chunks:
  # one for the document itself
  - title: "{{ station }}"
    content: "{{ station }}"

  # one for each item of `entries`
  - foreach: "entries"
    title: "{{ id }} {{ title }}"
    # much of the text of the samples; take out what nobody searches for:
    # `photo`
    # rtfm-check: ignore[renders-python-repr] RTFM has no loop in a loop; a list is printed whole
    content: "{{ text }}\\n{{ tags }}\\n{{ photo }}"
    # stored with the chunk, and not searched
    metadata:
      minutes: "{{ minutes }}"
      photo: "{{ photo }}"
      parent_id: "{{ parent_id }}"
      by_name: "{{ by.name }}"

edges:
  # `photo` names a file
  - relation: link
    foreach: "entries"
    target: "{{ photo }}"
  # `parent_id` is an id in `entries`
  - relation: link
    foreach: "entries"
    target: "{{ parent_id }}"
"""
    )


def test_what_a_draft_makes_is_told(project: Project) -> None:
    project.write("log.json", json.dumps(LOG))
    assert project.run("init", "--from", "log.json") == (
        0,
        "wrote .rtfm/mappings/pump-log.yaml\n",
        "rtfm-check: 3 chunks, 3 edges, 91.9 % of the text of the samples is indexed\n",
    )


def test_fixture_snapshot_and_hook_are_written_on_request(project: Project) -> None:
    project.write("a.json", json.dumps(LOG))
    project.write("b.json", json.dumps({**LOG, "station": "South"}))
    result = project.run("init", "--from", "a.json", "b.json", "--snapshot", "--hook", "-q")
    assert result == (
        0,
        "wrote .rtfm/mappings/pump-log.yaml\n"
        "wrote .rtfm/fixtures/pump-log-1.json\n"
        "wrote .rtfm/fixtures/pump-log-2.json\n"
        "wrote .rtfm/fixtures/pump-log-1.expected.json\n"
        "wrote .rtfm/fixtures/pump-log-2.expected.json\n"
        "wrote .pre-commit-config.yaml\n",
        "",
    )
    assert project.run(".", "--fail-on", "warning").status == 0
    assert "entry: rtfm-check check" in (project.root / ".pre-commit-config.yaml").read_text()
    before = (project.root / ".rtfm/fixtures/pump-log-1.expected.json").read_bytes()
    assert project.run(".", "--update-expected").status == 0
    assert (project.root / ".rtfm/fixtures/pump-log-1.expected.json").read_bytes() == before


def test_the_entry_of_the_hook_is_shown_where_there_is_a_file(project: Project) -> None:
    project.write(".pre-commit-config.yaml", "repos: []\n")
    project.write("log.json", json.dumps(LOG))
    result = project.run("init", "--from", "log.json", "--hook", "-q")
    assert result.status == 0
    assert "is there already; add to its `repos`:\n  - repo: local\n" in result.out
    assert (project.root / ".pre-commit-config.yaml").read_text() == "repos: []\n"


@pytest.mark.parametrize(
    "name",
    ["mappings/pump-log.yaml", "fixtures/pump-log.json", "fixtures/pump-log.expected.json"],
)
def test_nothing_is_overwritten(project: Project, name: str) -> None:
    project.write("log.json", json.dumps(LOG))
    project.write(f".rtfm/{name}", "mine")
    result = project.run("init", "--from", "log.json", "--snapshot", "--hook")
    assert (result.status, result.out) == (2, "")
    assert result.err == (f"rtfm-check: .rtfm/{name} is there already; --name gives another\n")
    files = [path for path in project.root.rglob("*") if path.is_file()]
    assert sorted(path.name for path in files) == sorted(["log.json", Path(name).name])
    assert (project.root / ".rtfm" / name).read_text() == "mine"
    other = project.run("init", "--from", "log.json", "--snapshot", "--name", "other", "-q")
    assert other.status == 0


def test_the_name_of_another_mapping_is_not_taken(project: Project) -> None:
    project.write("log.json", json.dumps(LOG))
    project.mapping(
        "name: pump-log\nmatch: {discriminator: {type: x}}\nchunks: [{content: '{{ t }}'}]\n"
    )
    result = project.run("init", "--from", "log.json")
    assert (result.status, result.out, result.err) == (
        2,
        "",
        "rtfm-check: .rtfm/mappings/m.yaml has the name pump-log already; --name gives another\n",
    )
    assert project.run("init", "--from", "log.json", "--name", "other", "-q").status == 0


def test_nothing_is_written_through_a_link_out_of_the_project(
    project: Project, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (project.root / ".rtfm").symlink_to(tmp_path / "outside")
    project.write("log.json", json.dumps(LOG))
    result = project.run("init", "--from", "log.json")
    assert result.status == 2
    assert "would lie outside the project" in result.err
    assert list((tmp_path / "outside").iterdir()) == []


def test_without_a_sample_a_starter_is_written(project: Project) -> None:
    result = project.run("init", "-q")
    assert result == (
        0,
        "wrote .rtfm/mappings/my-document.yaml\nwrote .rtfm/fixtures/my-document.json\n",
        "",
    )
    assert project.run(".", "--fail-on", "info").status == 0


def test_a_schema_comes_first(project: Project) -> None:
    text = drafted(project, {**LOG, "$schema": "https://example.org/log-v1.json"})
    assert '  schema_url: "https://example.org/log-v1.json"\n' in text
    assert "discriminator" not in text
    text = drafted(project, LOG | {"$schema": "https://a.b/1"}, LOG | {"$schema": "https://a.b/2"})
    assert 'type: "pump-log"' in text


def test_a_rule_that_takes_other_documents_is_not_used(project: Project) -> None:
    document = {"type": "report", "kind": "pumps", "text": "The pumps ran the whole night."}
    assert '    type: "report"\n' in drafted(project, document)
    project.write("other.json", '{"type": "report", "valves": [], "rows": 3, "sums": 4}')
    text = drafted(project, document)
    assert '    kind: "pumps"\n' in text
    assert 'type: "report"' not in text.partition("chunks:")[0]


def test_warnings_about_the_draft_are_told_with_the_names_of_the_samples(project: Project) -> None:
    project.write("long.json", json.dumps({"type": "long", "text": "Words " * 2_000}))
    assert project.run("init", "--from", "long.json").err == (
        "rtfm-check: 1 chunk, 0 edges, 99.9 % of the text of the samples is indexed\n"
        "rtfm-check: line 13: a chunk of 12,000 characters (in long.json) (chunk-too-large)\n"
    )


def test_documents_that_are_alike_are_named(project: Project) -> None:
    project.write("a.json", json.dumps(LOG))
    project.write("b.json", json.dumps({**LOG, "station": "South"}))
    result = project.run("init", "--from", "a.json")
    assert result.err.endswith("rtfm-check: it takes b.json too\n")


def test_a_field_of_unknown_name_needs_two_samples(project: Project) -> None:
    first = {"made_by": "pump-tool", "text": "The pumps ran the whole night.", "at": "x"}
    assert refused(project, first).startswith("nothing in doc-0.json says what kind of document")
    text = drafted(project, first, {**first, "text": "They did not run.", "at": "y"})
    assert '    made_by: "pump-tool"\n' in text


def test_a_list_of_one_that_holds_the_lists_is_opened_and_that_is_told(project: Project) -> None:
    text = drafted(project, json.loads(SAMPLES.joinpath("sarif-ruff.json").read_bytes()))
    assert (
        "  # one for each item of `runs.0.results`\n"
        "  # of `runs` the first item only, as in the samples: RTFM has no loop in a loop\n"
        '  - foreach: "runs.0.results"\n' in text
    )


@pytest.mark.parametrize("name", ["reportType", "ArtifactType", "resource_kind", "type"])
def test_a_field_whose_name_ends_with_type_says_what_it_is(project: Project, name: str) -> None:
    text = drafted(project, {"words": "The pumps ran the whole night.", name: "night-report"})
    assert f'  discriminator:\n    {name}: "night-report"\n' in text


def test_an_object_of_routes_is_no_list(project: Project) -> None:
    routes = {f"/pumps/{each}": {"text": f"About the pump number {each}."} for each in range(4)}
    assert refused(project, {"type": "api", "routes": routes}) == (
        "doc-0.json: `routes` is an object whose keys are data (96 characters), and RTFM's "
        'foreach runs over lists only; let its producer write a list, `[{"key": ..., ...}]`; '
        "without a mapping, RTFM indexes such a document by its keys"
    )


def test_a_key_that_no_template_can_name_is_told(project: Project) -> None:
    assert refused(project, {"type": "log", "the-text": "The pumps ran the whole night."}) == (
        "doc-0.json: `the-text` cannot be named in a template (30 characters): letters, digits, "
        "`_` and `$` can; let its producer write another key; without a mapping, RTFM indexes "
        "such a document by its keys"
    )


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "doc-0.json is a list, and RTFM asks mappings about objects only; let its"),
        ("text", "doc-0.json is a string, and RTFM asks mappings about objects only"),
        ({}, "doc-0.json holds no text to index"),
        ({"type": "x"}, "doc-0.json holds no text but that which tells it from other documents"),
        ({"n": 1, "text": "Some text"}, "nothing in doc-0.json says what kind of document it is"),
        (
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {}},
            "doc-0.json holds no text to index",
        ),
        (
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#"},
            "doc-0.json is a string, and RTFM asks mappings about objects only",
        ),
    ],
)
def test_documents_without_a_draft(project: Project, document: Any, why: str) -> None:
    assert refused(project, document).startswith(why)


def test_a_schema_stands_for_a_sample(project: Project) -> None:
    text = {"type": "string"}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.org/log-v1.json",
        "type": "object",
        "properties": {
            "type": {"const": "pump-log"},
            "asked_at": {"type": "string", "format": "date-time"},
            "station": {"$ref": "#/$defs/station"},
            "entries": {
                "type": "array",
                "items": {
                    "allOf": [{"properties": {"title": text}}, {"properties": {"text": text}}]
                },
            },
        },
        "$defs": {"station": {"properties": {"name": text, "near": {"$ref": "#/$defs/station"}}}},
    }
    project.write("log.schema.json", json.dumps(schema))
    result = project.run("init", "--from", "log.schema.json", "--fixture")
    assert result.status == 0
    assert "the sample is made up from the schema log.schema.json" in result.err
    draft = (project.root / ".rtfm/mappings/pump-log.yaml").read_text()
    assert '  - foreach: "entries"\n    title: "{{ title }}"\n    content: "{{ text }}"' in draft
    fixture = json.loads((project.root / ".rtfm/fixtures/pump-log.json").read_text())
    assert fixture["type"] == "pump-log"
    assert [list(entry) for entry in fixture["entries"]] == [["title", "text"]] * 2
    assert project.run(".", "--fail-on", "warning").status == 0


def test_a_schema_that_doubles_at_each_level_is_cut(project: Project) -> None:
    node = {"properties": {f"p{each}": {"$ref": "#/$defs/node"} for each in range(30)}}
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"type": {"const": "tree"}, "text": {"type": "string"}, "n": node},
        "$defs": {"node": node},
    }
    assert 'type: "tree"' in drafted(project, schema)


def test_wrong_usage(project: Project) -> None:
    project.write("log.json", json.dumps(LOG))
    project.write("broken.json", '{"type": }')
    project.write("lines.jsonl", "{}\n")
    project.write("mark.json", b"\xef\xbb\xbf{}")
    assert project.run("init", "--from", "absent.json").status == 4
    for arguments in (
        ("--from", "broken.json"),
        ("--from", "lines.jsonl"),
        ("--from", "mark.json"),
        ("--from", "."),
        ("--from", "log.json", "--name", "../evil"),
        ("--from", "log.json", "--name", ".hidden"),
        ("--from", "log.json", "--stdout", "--hook"),
    ):
        result = project.run("init", *arguments)
        assert (result.status, result.out) == (2, ""), arguments
    assert not (project.root / ".rtfm").exists()


@pytest.mark.parametrize(
    "document",
    [
        {"type": "x\u2028y", "kind": "log", "text": "Words that are searched for."},
        {"type": "{{ a }}", "kind": "log", "text": "Words: {{ b }} and more of them."},
        {"type": "log", "on": "Words that are searched for.", "yes": "no", "null": "~"},
        {"type": "log", "id": "1", "content": "Words of some length.", "tags": "a", "items": [1]},
        {"type": "log", "a": {"name": "A"}, "b": {"name": "B"}, "a_name": "C", "text": "a b c d e"},
        {"type": "log", "text": "Words that are searched for.", "ñ": "", "a": {"ü": "more words"}},
        {"type": "log", "list": [None, 1, "Words that are searched for.", {"a": "b"}, ["c"]]},
        {"type": "log", "text": "\ud83d\ude00 \x7f \x85 \ufeff words of a text that is odd"},
        {"type": "log", "": "none", "a.b": "dot", "text": "Words that are searched for in it."},
        {"type": "log", "0": "first", "_": "Words that are searched for.", "$": "dollar"},
    ],
)
def test_odd_documents_give_sound_drafts(project: Project, document: dict[str, Any]) -> None:
    project.write("odd.json", json.dumps(document))
    made = project.run("init", "--from", "odd.json", "--fixture", "-q")
    assert made.status == 0, made
    checked = project.run(".", "--format", "concise")
    assert checked.status == 0, checked.out


def test_large_documents_are_drafted_from_in_little_time(project: Project) -> None:
    wide = {f"field_{each}": f"text number {each}" for each in range(8_000)}
    assert "chunks:" in drafted(project, {"type": "wide", "text": "Words " * 20_000, **wide})
    rows = [{"title": f"Row {each}", "text": "Some words of it."} for each in range(8_000)]
    assert 'foreach: "rows"' in drafted(project, {"type": "long", "rows": rows})
    many = {f"name_{each}": f"Some more words of number {each}." for each in range(8_000)}
    assert len(drafted(project, {"type": "many", **many})) < 10_000
    deep: Any = "Words at the bottom of it."
    for _ in range(90):
        deep = {"a": [deep]}
    assert drafted(project, {"type": "deep", "text": "Words at the top of all of it.", "a": deep})


def test_any_document_gives_a_sound_draft_or_a_reason(project: Project) -> None:
    chance = random.Random(12)

    def value(depth: int) -> Any:
        kind = chance.randrange(8 if depth else 5)
        if kind < 2:
            return " ".join(chance.choices(["pump", "valve", "a-b", "{{ x }}", "7"], k=kind * 4))
        if kind < 5:
            return chance.choice([None, True, 0, 1.5, "2026-05-04", "docs/a.md", ""])
        if kind == 5:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        names = ["id", "name", "text", "a-b", "tags", "items", "é", "parent_id", "1"]
        return {name: value(depth - 1) for name in chance.sample(names, 4)}

    for number in range(60):
        document = {"type": f"t{number}", **{f"k{each}": value(4) for each in range(4)}}
        project.write("doc.json", json.dumps(document))
        result = project.run("init", "--from", "doc.json", "--fixture", "--name", f"n{number}")
        assert result.status in (0, 1), result
        assert "does not pass" not in result.err, (result.err, document)
    checked = project.run(".", "--format", "concise")
    assert checked.status == 0, checked.out
