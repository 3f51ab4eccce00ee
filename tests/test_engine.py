"""What RTFM makes of mappings, fact by fact: loading, matching, templates, chunks, edges.

Each expected value was seen in RTFM 0.55.1 itself; tests/differential compares at large.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rtfm_check.fixtures import read_fixture
from rtfm_check.mapping.apply import Outcome, apply
from rtfm_check.mapping.dispatch import Dispatcher, Match
from rtfm_check.mapping.document import read_mapping
from rtfm_check.mapping.spec import Spec, load
from rtfm_check.source import Source

TAKES_X = "match: {discriminator: {type: x}}\n"
DOCUMENT = (
    '{"type": "x", "t": "T", "s": "text", "n": null, "ok": true, "no": false, "f": 1.10,'
    ' "e": 1e3, "big": 1e400, "i": 12345678901234567890, "a": {"b": [1, "é\'"]},'
    ' "l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "ten"], "q": {"": "empty"}, "my-key": 1}'
)


def spec_of(text: str | bytes, name: str = "m.yaml") -> Spec | None:
    """The mapping in a file's text, or None when RTFM skips the file."""
    data = text if isinstance(text, bytes) else text.encode()
    document = read_mapping(Source(name, data))
    return load(document.data) if document.loads else None


def find(match: str, document: str) -> Match | None:
    """What dispatch says about a document, given one mapping's `match`."""
    return Dispatcher([spec_of(f"name: m\nmatch: {match}\n")]).find(json.loads(document))


def outcome(rest: str, document: str = DOCUMENT) -> Outcome:
    """What a mapping with these chunks or edges makes of a document."""
    spec = spec_of(TAKES_X + rest)
    assert spec is not None
    made = apply(spec, read_fixture(Source("doc.json", document.encode())).document.data)
    # The dry run, which asks what each placeholder found, renders on another way
    assert made == apply(
        spec, read_fixture(Source("doc.json", document.encode())).document.data, lambda *_: None
    )
    return made


def chunks(rest: str, document: str = DOCUMENT) -> list[tuple[int, str, str]]:
    """The chunks as (number, title, content)."""
    made = outcome(rest, document)
    assert made.failure is None
    return [(each.number, each.title, each.content) for each in made.chunks]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("name: [bad", id="not YAML"),
        pytest.param("name: a\n---\nname: b\n", id="two documents"),
        pytest.param("name: !foo m", id="unknown tag"),
        pytest.param("match:\n\ttype: x", id="tab"),
        pytest.param(b"name: caf\xe9", id="not UTF-8"),
        pytest.param("name: m".encode("utf-16"), id="UTF-16"),
        pytest.param("- name: m", id="root is a list"),
        pytest.param("match: foo", id="match is text"),
        pytest.param("match: [a]", id="match is a list"),
        pytest.param("chunks: 5", id="chunks is a number"),
        pytest.param("name: !!int ''", id="a number without a digit"),
        pytest.param("name: 2024-13-45", id="a date that is none"),
    ],
)
def test_yaml_that_is_skipped(text: str | bytes) -> None:
    assert spec_of(text) is None


@pytest.mark.parametrize(
    ("name", "text", "loads"),
    [
        pytest.param("m.json", '{"name": "m"}', True, id="JSON"),
        pytest.param("m.JSON", '{"name": "m"}', True, id="suffix in capitals"),
        pytest.param("m.json", '\ufeff{"name": "m"}', False, id="JSON with a BOM"),
        pytest.param("m.json", '{"name": NaN}', True, id="NaN"),
        pytest.param("m.json", '{"name": "m",}', False, id="comma at the end"),
        pytest.param("m.json", "name: m", False, id="YAML in a JSON file"),
        pytest.param("m.yaml", "\ufeffname: m", True, id="YAML with a BOM"),
        pytest.param("m.yml", '{"name": "m"}', True, id="JSON in a YAML file"),
        pytest.param("m.yaml", "chunks: {a: 1}", True, id="chunks is a map"),
        pytest.param("m.yaml", "chunks: text", True, id="chunks is text"),
        pytest.param("m.yaml", "name: m\nmatch: !!omap [a: 1]", False, id="match is pairs"),
        pytest.param("m.yaml", "name: m\nx: !!pairs [a: 1]", True, id="pairs elsewhere"),
    ],
)
def test_what_loads(name: str, text: str, loads: bool) -> None:
    assert (spec_of(text, name) is not None) is loads


@pytest.mark.parametrize(
    ("names", "order"),
    [
        pytest.param(["one", "two", "one"], ["two", "one"], id="the later moves to the end"),
        pytest.param(["", ""], ["unnamed"], id="two without a name"),
        pytest.param(["", "unnamed"], ["unnamed"], id="unnamed is a name"),
        pytest.param(["5", "'5'"], [5, "5"], id="number and text"),
        pytest.param(["1", "true", "1.0"], [1.0], id="equal in Python"),
        pytest.param(["[a]", "b", "[a]"], ["b", ["a"]], id="lists"),
        pytest.param(["m", "M"], ["m", "M"], id="case"),
    ],
)
def test_same_names(names: list[str], order: list[Any]) -> None:
    dispatcher = Dispatcher(spec_of(f"name: {name}\n") for name in names)
    specs = [dispatcher.specs[index] for index in dispatcher.order]
    assert [spec.name for spec in specs if spec is not None] == order


def test_a_name_that_is_not_a_number_equals_no_other() -> None:
    assert Dispatcher(spec_of("name: .nan") for _ in range(2)).order == [0, 1]


def test_the_first_that_matches_takes_the_document() -> None:
    specs = [spec_of(f"name: {name}\n{TAKES_X}") for name in "ab"]
    found = Dispatcher([None, *specs]).find({"type": "x"})
    assert found == Match(1, "discriminator")


@pytest.mark.parametrize(
    ("match", "document"),
    [
        pytest.param("{schema_url: u}", '{"$schema": "u"}', id="by $schema"),
        pytest.param("{schema_url: u}", '{"$id": "u"}', id="by $id"),
        pytest.param("{schema_url: u}", '{"$schema": "", "$id": "u"}', id="empty $schema"),
        pytest.param("{schema_url: u, discriminator: {a: 1}}", '{"$id": "u"}', id="url alone"),
        pytest.param("{schema_url: u, discriminator: {a: 1}}", '{"a": 1}', id="values alone"),
        pytest.param("{schema_url: [u]}", '{"$id": ["u"]}', id="a list as url"),
        pytest.param("{discriminator: {a.b: 1}}", '{"a": {"b": 1}}', id="dotted"),
        pytest.param("{discriminator: {a.-1: 1}}", '{"a": [0, 1]}', id="last item"),
        pytest.param("{discriminator: {a.01: 1}}", '{"a": [0, 1]}', id="01 as an index"),
        pytest.param("{discriminator: {a.+1: 1}}", '{"a": [0, 1]}', id="+1 as an index"),
        pytest.param("{discriminator: {'a. 1': 1}}", '{"a": [0, 1]}', id="blank in an index"),
        pytest.param("{discriminator: {a.١: 1}}", '{"a": [0, 1]}', id="an Arabic index"),
        pytest.param("{discriminator: {my key: 1}}", '{"my key": 1}', id="blank in a key"),
        pytest.param("{discriminator: {v: 1}}", '{"v": true}', id="1 is true"),
        pytest.param("{discriminator: {v: 1}}", '{"v": 1.0}', id="1 is 1.0"),
        pytest.param("{discriminator: {v: no}}", '{"v": 0}', id="no is 0"),
        pytest.param("{discriminator: {v: null}}", "{}", id="null is missing"),
        pytest.param("{discriminator: {v: null}}", '{"v": null}', id="null is null"),
        pytest.param("{discriminator: {v: [1, a]}}", '{"v": [1.0, "a"]}', id="whole list"),
        pytest.param("{discriminator: {v: 0123}}", '{"v": 83}', id="octal"),
        pytest.param("{discriminator: {v: 12:30}}", '{"v": 750}', id="base 60"),
        pytest.param("{discriminator: {v: 1e3}}", '{"v": "1e3"}', id="1e3 is text"),
        pytest.param("{discriminator: {v: y}}", '{"v": "y"}', id="y is text"),
        pytest.param("{discriminator: {v: .inf}}", '{"v": 1e400}', id="infinite"),
    ],
)
def test_matches(match: str, document: str) -> None:
    found = find(match, document)
    assert found is not None
    assert not found.breaks


@pytest.mark.parametrize(
    ("match", "document"),
    [
        pytest.param("{schema_url: u}", '{"$schema": "v", "$id": "u"}', id="$schema hides $id"),
        pytest.param("{schema_url: u}", '{"$schema": "u#"}', id="fragment mark"),
        pytest.param("{schema_url: u}", '{"$schema": "U"}', id="case"),
        pytest.param("{schema_url: ''}", '{"$schema": ""}', id="empty url"),
        pytest.param("{discriminator: {}}", "{}", id="empty discriminator"),
        pytest.param("{type: x}", '{"type": "x"}', id="no rule"),
        pytest.param("{discriminator: {type: x}}", '[{"type": "x"}]', id="a list at the root"),
        pytest.param("{discriminator: {a.b: 1}}", '{"a.b": 1}', id="a key with a dot"),
        pytest.param("{discriminator: {a: 1, b: 2}}", '{"a": 1}', id="one of two"),
        pytest.param("{discriminator: {v: 1}}", '{"v": "1"}', id="text is no number"),
        pytest.param("{discriminator: {v: no}}", '{"v": "no"}', id="no is false"),
        pytest.param("{discriminator: {v: 2024-01-01}}", '{"v": "2024-01-01"}', id="date"),
        pytest.param("{discriminator: {v: .nan}}", '{"v": NaN}', id="not a number"),
        pytest.param('{discriminator: {v: "x\\n"}}', '{"v": "x"}', id="line end"),
        pytest.param("{discriminator: {v.0: t}}", '{"v": "text"}', id="inside text"),
        pytest.param("{discriminator: {a: 1, 5: 2}}", '{"a": 0}', id="never comes to the odd key"),
    ],
)
def test_does_not_match(match: str, document: str) -> None:
    assert find(match, document) is None


@pytest.mark.parametrize(
    "match",
    [
        pytest.param("{discriminator: [type, x]}", id="list"),
        pytest.param("{discriminator: type}", id="text"),
        pytest.param("{discriminator: {1: x}}", id="number as a key"),
        pytest.param("{discriminator: {on: push}}", id="on is true"),
        pytest.param("{discriminator: {null: x}}", id="null as a key"),
        pytest.param("{discriminator: {2024-01-01: x}}", id="date as a key"),
    ],
)
def test_breaks_every_object(match: str) -> None:
    assert find(match, "{}") == Match(0, "discriminator", breaks=True)
    assert find(match, "[]") is None


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ t }}", "T"),
        ("{{t}}", "T"),
        ("{{\t t \n}}", "T"),
        ("{{\u00a0t\u3000}}", "T"),
        ("{{ t }}{{ t }}", "TT"),
        ("{{{ t }}}", "{T}"),
        ("{{{{ t }}}}", "{{T}}"),
        ("{{ ok }} {{ no }}", "True False"),
        ("{{ f }} {{ e }} {{ big }} {{ i }}", "1.1 1000.0 inf 12345678901234567890"),
        ("{{ a }}", "{'b': [1, \"é'\"]}"),
        ("{{ a.b }}", '[1, "é\'"]'),
        ("{{ a.b.0 }}", "1"),
        ("{{ l.01 }}", "1"),
        ("{{ l.1_0 }}", "ten"),
        ("{{ l.٣ }}", "3"),
        ("{{ q. }}", "empty"),
        ("{{ n }}|", "|"),
        ("{{ nope }}|", "|"),
        ("{{ T }}|", "|"),
        ("{{ t. }}|", "|"),
        ("{{ a..b }}|", "|"),
        ("{{ l.99 }}|", "|"),
        ("{{ s.0 }}|", "|"),
        ("{{ $t }}|", "|"),
    ],
)
def test_templates(template: str, text: str) -> None:
    assert chunks(f"chunks: [{{content: {json.dumps(template)}}}]") == [(1, "", text)]


@pytest.mark.parametrize(
    "template",
    [
        *("{{ my-key }}", "{{ my key }}", "{{ 0 }}", "{{ 0.a }}", "{{ é }}", "{{ .t }}", "{{ . }}"),
        *("{{ a.b[0] }}", "{{ a['b'] }}", "{{ t | upper }}", "{{ a,b }}", "{{ a/b }}", "{{ @id }}"),
        *("{{ l.-1 }}", "{{ l.+1 }}", "{{ l. 1 }}", "{{}}", "{{ }}", "{{- t -}}", "{{ t }", "${t}"),
        *("{% if t %}", "{ t }", "{{\u200bt }}"),
    ],
)
def test_templates_left_as_they_stand(template: str) -> None:
    assert chunks(f"chunks: [{{content: {json.dumps(template)}}}]") == [(1, "", template)]


def test_substituted_text_is_not_expanded_again() -> None:
    document = '{"type": "x", "t": "{{ u }}", "u": "U"}'
    assert chunks("chunks: [{content: '{{ t }}'}]", document) == [(1, "", "{{ u }}")]


def test_title_and_content() -> None:
    document = '{"type": "x", "title": "T", "body": "B"}'
    rest = "chunks: [{title: 'T {{ title }}', content: '{{ body }}'}]"
    assert chunks(rest, document) == [(1, "T T", "B")]


def test_empty_items_leave_a_gap_in_the_numbers() -> None:
    document = '{"type": "x", "items": [{"c": "a"}, {"c": " \\n"}, {"c": "b"}]}'
    rest = "chunks: [{foreach: items, content: '{{ c }}'}, {content: end}]"
    assert chunks(rest, document) == [(1, "", "a"), (3, "", "b"), (4, "", "end")]


def test_items_that_are_no_objects_are_values() -> None:
    document = '{"type": "x", "tags": ["a", 3, null, true]}'
    made = chunks("chunks: [{foreach: tags, content: 'v={{ value }}'}]", document)
    assert [content for _, _, content in made] == ["v=a", "v=3", "v=", "v=True"]


def test_items_that_are_lists_are_values() -> None:
    document = '{"type": "x", "m": [[1, 2], [3]]}'
    rest = "chunks: [{foreach: m, content: '{{ value }} {{ value.0 }} {{ 0 }}'}]"
    assert chunks(rest, document) == [(1, "", "[1, 2] 1 {{ 0 }}"), (2, "", "[3] 3 {{ 0 }}")]


def test_the_document_is_out_of_reach_in_a_foreach() -> None:
    document = '{"type": "x", "t": "T", "m": [{}]}'
    assert chunks("chunks: [{foreach: m, content: 't={{ t }}'}]", document) == [(1, "", "t=")]


@pytest.mark.parametrize("path", ["nope", "n", "a", "s", "i", "' l'", "'l[]'", "'{{ l }}'", "$.l"])
def test_foreach_over_what_is_no_list_makes_nothing(path: str) -> None:
    assert chunks(f"chunks: [{{foreach: {path}, content: c}}, {{content: d}}]") == [(1, "", "d")]


@pytest.mark.parametrize("value", ["''", "0", "no", "null", "[]", "{}"])
def test_an_empty_foreach_is_none(value: str) -> None:
    assert chunks(f"chunks: [{{foreach: {value}, content: '{{{{ t }}}}'}}]") == [(1, "", "T")]


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param("", id="missing"),
        pytest.param("chunks: {content: a}", id="a map"),
        pytest.param("chunks: text", id="text"),
        pytest.param("chunks: ['{{ t }}']", id="entries that are no maps"),
        pytest.param("chunks: [{content: '{{ nope }}'}]", id="blank content"),
        pytest.param("chunks: [{title: t}]", id="no content"),
        pytest.param("chunks: [{content: no}]", id="content is false"),
    ],
)
def test_no_chunk(rest: str) -> None:
    assert chunks(rest) == []


def test_content_is_not_trimmed_and_a_false_title_is_empty() -> None:
    assert chunks("chunks: [{title: 0, content: ' {{ t }}\n\n  '}]") == [(1, "", " T\n")]


def test_metadata_is_rendered_one_level_deep() -> None:
    rest = "chunks: [{content: c, metadata: {a: '{{ t }}', b: ['{{ t }}'], 3: 0x1F, d: '{{ u }}'}}]"
    (chunk,) = outcome(rest).chunks
    assert chunk.metadata == {"a": "T", "b": ["{{ t }}"], 3: 31, "d": ""}


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("content: 5", "TypeError"),
        ("content: yes", "TypeError"),
        ("content: [a]", "TypeError"),
        ("content: c, title: 5", "TypeError"),
        ("content: c, foreach: 1", "AttributeError"),
        ("content: c, foreach: [l]", "AttributeError"),
        ("content: c, metadata: text", "AttributeError"),
        ("content: c, metadata: [a]", "AttributeError"),
        ("content: c, metadata: {d: 2024-01-01}", "TypeError"),
        ("content: c, metadata: {d: !!binary aGk=}", "TypeError"),
        ("content: c, metadata: {d: [!!set {a}]}", "TypeError"),
        ("content: c, metadata: {2024-01-01: d}", "TypeError"),
        ('content: "\\ud83d\\ude00"', "UnicodeEncodeError"),
    ],
)
def test_failures(entry: str, error: str) -> None:
    failure = outcome(f"chunks: [{{{entry}}}]").failure
    assert failure is not None
    assert failure.error == error


def test_half_a_character_in_the_content_fails_and_in_a_title_does_not() -> None:
    document = '{"type": "x", "t": "\\ud800"}'
    failure = outcome("chunks: [{content: 'a {{ t }}'}]", document).failure
    assert failure is not None
    assert failure.error == "UnicodeEncodeError"
    rest = "chunks: [{content: c, title: '{{ t }}'}]"
    assert chunks(rest, document) == [(1, "\ud800", "c")]


@pytest.mark.parametrize("entry", ["title: 5", "title: 5, content: ' '", "metadata: [a]"])
def test_what_is_skipped_does_not_fail(entry: str) -> None:
    assert chunks(f"chunks: [{{{entry}}}]") == []


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param("[{target: a}]", [("related", "a", "literal")], id="defaults"),
        pytest.param(
            "[{target: ' {{ t }}#x ', relation: cites, target_kind: file}]",
            [("cites", " T#x ", "file")],
            id="kept as it is",
        ),
        pytest.param("[{target: '{{ nope }}'}]", [], id="empty target"),
        pytest.param("[{target: ' '}]", [("related", " ", "literal")], id="blank target"),
        pytest.param("[{relation: cites}]", [], id="no target"),
        pytest.param("[{target: a, relation: null}]", [(None, "a", "literal")], id="null"),
        pytest.param("[{target: a}, {target: a}]", [("related", "a", "literal")] * 2, id="twice"),
        pytest.param("{target: a}", [], id="a map"),
        pytest.param(
            "[{foreach: a.b, target: '{{ value }}'}]",
            [("related", "1", "literal"), ("related", "é'", "literal")],
            id="foreach",
        ),
    ],
)
def test_edges(edges: str, expected: list[tuple[object, str, object]]) -> None:
    made = outcome(f"edges: {edges}")
    assert [(each.relation, each.target, each.target_kind) for each in made.edges] == expected


def test_a_target_that_is_not_text_fails_the_edges_alone() -> None:
    made = outcome("chunks: [{content: c}]\nedges: [{target: 5}]")
    assert made.failure is None
    assert made.edge_failure is not None
    assert made.edge_failure.error == "TypeError"


@pytest.mark.parametrize(
    ("data", "loads"),
    [
        pytest.param(b'{"a": NaN}', True, id="NaN"),
        pytest.param(b'{"a": 1, "a": 2}', True, id="a key twice"),
        pytest.param(b'\xef\xbb\xbf{"a": 1}', True, id="BOM, tried all the same"),
        pytest.param(b'{"a": "\xff"}', False, id="not UTF-8"),
        pytest.param(b'{"a": 01}', False, id="leading zero"),
        pytest.param(b"", False, id="empty"),
    ],
)
def test_documents(data: bytes, loads: bool) -> None:
    assert read_fixture(Source("doc.json", data)).document.loads is loads
