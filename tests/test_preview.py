"""`rtfm-check preview`: what one mapping makes of one document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Project

EXAMPLES = Path(__file__).parent / "examples"
NOTEBOOK = EXAMPLES / "notebooklm" / ".rtfm"
MAPPING = (
    "name: m\nmatch: {discriminator: {type: x}}\n"
    'chunks:\n  - foreach: items\n    title: "{{ n }}"\n    content: "{{ text }}"\n'
    '    metadata: {score: .nan, 1: "{{ n }}"}\n'
    'edges: [{relation: link, foreach: items, target: "{{ n }}.md", target_kind: slug}]\n'
)


def test_text_shows_chunks_metadata_and_edges(project: Project) -> None:
    result = project.run(
        "preview",
        str(NOTEBOOK / "mappings/nblm-answer.yaml"),
        str(NOTEBOOK / "fixtures/answer-2.json"),
    )
    assert result == (
        0,
        "mapping `nblm-answer-v1`\n"
        "\n"
        "chunk 0001  Q: Who checks the valves in winter?\n"
        "  The duty engineer, on the first Monday of each month.\n"
        "  notebook_id: n-1\n"
        "  asked_at: 2026-05-05T08:12:41Z\n"
        "\n"
        "chunk 0002  [1] duty-roster.xlsx\n"
        "  First Monday: valve round, all halls.\n"
        "  source_name: duty-roster.xlsx\n"
        "  citation_marker: [1]\n"
        "\n"
        "edge candidate cites -> duty-roster.xlsx\n",
        "",
    )


def test_json_has_mapping_chunks_and_edges_and_is_strict(project: Project) -> None:
    project.mapping(MAPPING)
    document = {"type": "x", "items": [{"n": "a"}, {"n": "b", "text": "words"}]}
    project.fixture(json.dumps(document))
    result = project.run(
        "preview", ".rtfm/mappings/m.yaml", ".rtfm/fixtures/doc.json", "--format", "json"
    )

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    assert json.loads(result.out, parse_constant=refuse) == {
        "mapping": "m",
        "chunks": [
            {
                "number": 2,
                "title": "b",
                "content": "words",
                "metadata": {"score": "nan", "1": "b"},
            }
        ],
        "edges": [
            {"relation": "link", "target": "a.md", "target_kind": "slug"},
            {"relation": "link", "target": "b.md", "target_kind": "slug"},
        ],
    }


@pytest.mark.parametrize(
    ("mapping", "document", "said"),
    [
        (MAPPING, '{"type": "y"}', 'doc.json: `type` is "y", and has to be "x"'),
        (MAPPING, "[1]", "doc.json: the document is a list"),
        ("name: [", '{"type": "x"}', "m.yaml:1:7: the `[` opened here is never closed"),
        (MAPPING, '{"type": "x",}', "doc.json:1:13: not JSON: a comma after the last entry"),
        ("- a", "{}", "RTFM skips m.yaml"),
        (MAPPING.replace('"{{ text }}"', "5"), '{"type": "x", "items": [1]}', "TypeError"),
    ],
    ids=["no match", "list", "mapping", "document", "skipped", "fails"],
)
def test_what_gives_nothing_says_why(
    project: Project, mapping: str, document: str, said: str
) -> None:
    project.write("m.yaml", mapping)
    project.write("doc.json", document)
    result = project.run("preview", "m.yaml", "doc.json", "--format", "json")
    assert result.status == 1
    assert said in result.err
    assert json.loads(result.out)["chunks"] == []


def test_chunks_that_are_dropped_are_shown_as_such(project: Project) -> None:
    project.write("m.yaml", MAPPING)
    project.write("doc.json", '{"type": "x", "items": [{"text": "a"}, {}, {"text": "c"}]}')
    out = project.run("preview", "m.yaml", "doc.json").out
    assert "chunk 0002  dropped: its content is blank\n  ! `{{ text }}` is missing\n" in out


OUTCOMES = (
    "name: m\nmatch: {discriminator: {type: x}}\n"
    'chunks:\n  - title: "T {{ nope }}"\n    content: "{{ text }} {{ note }}{{ none }}{{ tags }}"\n'
    '    metadata: {done: "{{ done }}", rank: 1}\n'
    '  - {foreach: gone, content: "{{ x }}"}\n  - {foreach: empty, content: "{{ x }}"}\n'
    '  - {foreach: text, content: "{{ x }}"}\n'
    'edges:\n  - {relation: link, target: "{{ nope }}"}\n'
)
OUTCOMES_DOCUMENT = (
    '{"type": "x", "text": "one\\ntwo", "note": "", "none": null, "tags": ["a"], "done": true,'
    ' "empty": []}'
)


def test_what_became_of_each_placeholder_is_said(project: Project) -> None:
    project.write("m.yaml", OUTCOMES)
    project.write("doc.json", OUTCOMES_DOCUMENT)
    assert project.run("preview", "m.yaml", "doc.json").out == (
        "mapping `m`\n"
        "\n"
        "chunk 0001  T\n"
        "  one\n"
        "  two ['a']\n"
        "  done: True\n"
        "  rank: 1\n"
        "  ! `{{ done }}` is a boolean, written as Python prints it\n"
        "  ! `{{ none }}` is null\n"
        "  ! `{{ nope }}` is missing\n"
        "  ! `{{ note }}` is empty\n"
        "  ! `{{ tags }}` is a list, written as Python prints it\n"
        "\n"
        "chunks[1]  nothing: `gone` is missing\n"
        "\n"
        "chunks[2]  nothing: `empty` is an empty list\n"
        "\n"
        "chunks[3]  nothing: `text` is a string, and no list\n"
        "\n"
        "edge candidate link dropped: its target is empty\n"
        "  ! `{{ nope }}` is missing\n"
    )


def test_and_has_a_colour_of_its_own(project: Project) -> None:
    project.write("m.yaml", OUTCOMES)
    project.write("doc.json", OUTCOMES_DOCUMENT)
    out = project.run("preview", "m.yaml", "doc.json", "--color", "always").out
    green, yellow, red, purple = (f"\x1b[{code}m" for code in ("32", "1;33", "1;31", "1;35"))
    assert f"\n  {green}one\x1b[0m\n  {green}two\x1b[0m {yellow}{{{{ note }}}}\x1b[0m" in out
    assert f"T \x1b[0m{red}{{{{ nope }}}}\x1b[0m" in out
    assert f"{purple}['a']\x1b[0m" in out
    assert "\x1b" not in project.run("preview", "m.yaml", "doc.json", "--color", "never").out


def test_a_mapping_that_is_asked_first_is_named(project: Project) -> None:
    text = MAPPING.replace("items", "others")
    project.mapping(text.replace("name: m", "name: a"), "1-a.yaml")
    project.mapping(MAPPING, "2-b.yaml")
    project.write("doc.json", '{"type": "x", "items": [{"text": "a"}]}')
    result = project.run("preview", ".rtfm/mappings/2-b.yaml", "doc.json")
    assert (result.status, result.err) == (
        0,
        "rtfm-check: RTFM asks .rtfm/mappings/1-a.yaml first, which takes doc.json\n",
    )
    assert "chunk 0001" in result.out
    assert project.run("preview", ".rtfm/mappings/1-a.yaml", "doc.json").err == ""


def test_a_folder_is_no_document(project: Project) -> None:
    project.write("m.yaml", MAPPING)
    result = project.run("preview", "m.yaml", ".")
    assert (result.status, result.out) == (2, "")
    assert ". is a folder; name a file" in result.err


def test_files_that_are_not_there_are_4(project: Project) -> None:
    project.write("m.yaml", MAPPING)
    assert project.run("preview", "m.yaml", "doc.json").status == 4
