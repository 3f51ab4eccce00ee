"""Typed paths: mappings and fixtures held against the JSON Schemas of a folder."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rtfm_check.fixtures import read_fixture
from rtfm_check.show import kind_of
from rtfm_check.source import Source
from rtfm_check.typed import regexes
from rtfm_check.typed.folder import SchemaFile, Schemas
from tests.conftest import SCHEMAS, Project

URL = "https://example.org/note.json"
NEWEST = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string"}
EXAMPLE = Path(__file__).parent / "examples" / "typed-paths"


def closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def note(**properties: Any) -> dict[str, Any]:
    return {"$id": URL, **closed(**{"$schema": TEXT, **properties})}


def write(project: Project, chunks: str, *schemas: Any, match: str = "") -> None:
    project.write(".rtfm-check.yaml", "schemas: schemas\n")
    project.mapping(f"name: m\nmatch: {{schema_url: '{URL}'{match}}}\nchunks:\n{chunks}")
    for number, schema in enumerate(schemas):
        text = schema if isinstance(schema, str) else json.dumps(schema)
        project.write(f"schemas/{number}.json", text)


def told(project: Project, *arguments: str) -> list[tuple[str, str, str]]:
    return [(each["rule"], each["message"], each["help"] or "") for each in found(project)]


def found(project: Project) -> list[dict[str, Any]]:
    return [each for each in project.check() if each["severity"] != "info"]


def of_path(project: Project, path: str, schema: Any, *others: Any) -> list[str]:
    """What is told of a placeholder."""
    write(project, f'  - content: "{{{{ {path} }}}}"\n', schema, *others)
    return [each["rule"] for each in found(project)]


def test_the_bundled_demonstration_finds_the_mistakes_of_its_twin(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert found(project) == []
    text = (EXAMPLE / ".rtfm/mappings/nblm-answer.yaml").read_text("utf-8")
    monkeypatch.chdir(project.root)
    project.write(".rtfm-check.yaml", "schemas: schemas\n")
    project.write(
        "schemas/nblm-answer-v1.json", (SCHEMAS / "nblm-answer-v1.json").read_text("utf-8")
    )
    for right, wrong in (
        ("{{ answer.text }}", "{{ anwser.text }}"),
        ("{{ notebook.id }}", "{{ notebook }}"),
        ("foreach: citations\n    title", "foreach: metadata\n    title"),
        ("{{ marker }} {{", "{{ question }} {{"),
        ("type: nblm-answer", "type: nblm-anser"),
    ):
        assert right in text
        text = text.replace(right, wrong, 1)
    project.mapping(text)
    assert told(project) == [
        (
            "discriminator-not-in-schema",
            '`type` is never `"nblm-anser"`: schemas/nblm-answer-v1.json allows only '
            '`"nblm-answer"`',
            'did you mean `"nblm-answer"`?',
        ),
        (
            "path-not-described",
            "`anwser.text` is not described: a document has no `anwser` in "
            "schemas/nblm-answer-v1.json",
            "did you mean `answer.text`?",
        ),
        (
            "no-text-in-schema",
            "`notebook` is an object in schemas/nblm-answer-v1.json",
            "did you mean `notebook.id`?",
        ),
        (
            "foreach-no-list-in-schema",
            "`metadata` is an object in schemas/nblm-answer-v1.json, and no list",
            "did you mean `metadata.tags`?",
        ),
    ]


def test_the_example_has_the_bundled_schema() -> None:
    own, bundled = (folder / "nblm-answer-v1.json" for folder in (EXAMPLE / "schemas", SCHEMAS))
    assert own.read_bytes() == bundled.read_bytes()


A, B = closed(a=TEXT), closed(b=TEXT)
SAYS_NO = {
    "additionalProperties": ("b", note(a=TEXT)),
    "properties: false": ("b", {"$id": URL, "type": "object", "properties": {"b": False}}),
    "patternProperties: false": (
        "x-b",
        {"$id": URL, "type": "object", "patternProperties": {"^x-": False}},
    ),
    "unevaluatedProperties": (
        "b",
        {"$id": URL, "type": "object", "allOf": [{"properties": {"a": TEXT}}],
         "unevaluatedProperties": False},
    ),
    "unevaluatedProperties over alternatives": (
        "c",
        {"$id": URL, "type": "object", "unevaluatedProperties": False,
         "anyOf": [{"properties": {"a": TEXT}}, {"properties": {"b": TEXT}}],
         "if": {"required": ["a"]}, "then": {"properties": {"d": TEXT}},
         "else": {"properties": {"e": TEXT}}},
    ),
    "all of": ("b", {"$id": URL, "allOf": [A, {"type": "object"}]}),
    "one of, no branch": ("c", {"$id": URL, "oneOf": [A, B]}),
    "any of, no branch": ("c", {"$id": URL, "anyOf": [A, B]}),
    "if, then and else": ("c", {"$id": URL, "if": {"required": ["a"]}, "then": A, "else": B}),
    "not required": (
        "b", {"$id": URL, "type": "object", "properties": {"b": TEXT}, "not": {"required": ["b"]}}
    ),
    "propertyNames": ("b", {"$id": URL, "propertyNames": {"enum": ["a", "$schema"]}}),
    "propertyNames with a pattern": ("b", {"$id": URL, "propertyNames": {"pattern": "^a|^[$]"}}),
    "a reference": ("a.b", {**note(a={"$ref": "#/$defs/a"}), "$defs": {"a": A}}),
    "an anchor": ("a.b", {**note(a={"$ref": "#a"}), "$defs": {"a": {"$anchor": "a", **A}}}),
    "inside a text": ("a.b", note(a=TEXT)),
    "inside a number": ("a.b.c", note(a=closed(b={"type": "integer"}))),
    "a name in a list": ("a.b", note(a={"type": "array", "items": A})),
    "behind the last of a tuple": (
        "a.1", note(a={"type": "array", "prefixItems": [TEXT], "items": False})
    ),
    "behind maxItems": ("a.2", note(a={"type": "array", "maxItems": 2})),
    "a name in an item": ("a.0.b", note(a={"type": "array", "items": A})),
    "a constant": ("a.b", note(a={"const": "x"})),
    "values": ("a.b", note(a={"enum": ["x", 1]})),
    "always null": ("a", note(a={"type": "null"})),
    "draft 7, nothing counts beside a reference": (
        "b",
        {"$schema": "http://json-schema.org/draft-07/schema#", "$id": URL, "allOf": [
            {"$ref": "#/definitions/a", "additionalProperties": True}],
         "definitions": {"a": A}},
    ),
    "draft 7, items as a tuple": (
        "a.1",
        {"$schema": "http://json-schema.org/draft-07/schema#",
         **note(a={"type": "array", "items": [TEXT], "additionalItems": False})},
    ),
    "2019-09, a recursive reference": (
        "a.a.b",
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": True,
         **note(a={"$recursiveRef": "#"})},
    ),
    "2020-12, a dynamic reference that another schema narrows": (
        "a.b",
        {"$id": URL, "$dynamicAnchor": "node", "$ref": "#/$defs/tree",
         "unevaluatedProperties": False,
         "$defs": {"tree": {"$id": "https://example.org/tree.json", "type": "object",
                            "$dynamicAnchor": "node",
                            "properties": {"a": {"$dynamicRef": "#node"}}}}},
    ),
}  # fmt: skip
SAYS_NOTHING = {
    "nothing at all": ("b", {"$id": URL}),
    "true": ("a.b", note(a=True)),
    "an object without names": ("a.b", note(a={"type": "object"})),
    "one branch": ("b", {"$id": URL, "oneOf": [A, B]}),
    "a branch that says nothing": ("c", {"$id": URL, "anyOf": [A, {"type": "object"}]}),
    "then": (
        "b", {"$id": URL, "properties": {"a": TEXT}, "if": {"properties": {"a": {"const": "x"}}},
              "then": {"properties": {"b": TEXT}}}
    ),
    "a dependent schema": (
        "b", {"$id": URL, "properties": {"a": TEXT},
              "dependentSchemas": {"a": {"properties": {"b": TEXT}}}}
    ),
    "patternProperties": (
        "xb", {"$id": URL, "additionalProperties": False, "properties": {"$schema": TEXT},
               "patternProperties": {"^x": TEXT}}
    ),
    "a pattern that is not decided": (
        "xb", {"$id": URL, "additionalProperties": False, "properties": {"$schema": TEXT},
               "patternProperties": {"^x(?=b)": TEXT}}
    ),
    "a schema for all names": ("b", {"$id": URL, "additionalProperties": TEXT}),
    "names that are allowed": (
        "other", {"$id": URL, "properties": {"a": TEXT}, "additionalProperties": True}
    ),
    "an item of a tuple": ("a.0", note(a={"prefixItems": [TEXT], "items": False})),
    "an item counted from the end": ("a.0", note(a={"type": "array", "items": TEXT})),
    "text or object": ("a", note(a={"type": ["string", "object"]})),
    "a number": ("a", note(a={"type": "integer"})),
    "text or null": ("a", note(a={"type": ["string", "null"]})),
    "a reference back to itself": ("a.a.a.t", {**note(a={"$ref": "#"}, t=TEXT)}),
    "a reference beside its target, 2020-12": (
        "b", {"$id": URL, "allOf": [{"$ref": "#/$defs/a", "properties": {"b": TEXT}}],
              "$defs": {"a": {"properties": {"a": TEXT}}}}
    ),
    "unevaluated, and evaluated under a condition": (
        "b", {"$id": URL, "unevaluatedProperties": False, "properties": {"$schema": TEXT},
              "if": {"properties": {"b": TEXT}}}
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "schema"), SAYS_NO.values(), ids=SAYS_NO)
def test_a_path_that_the_schema_rules_out_is_told(project: Project, path: str, schema: Any) -> None:
    path = path.replace("x-b", "xb") if "-" in path else path
    text = json.loads(json.dumps(schema).replace("^x-", "^x"))
    rules = [rule for rule in of_path(project, path, text) if rule != "url-not-in-schema"]
    assert rules == ["path-not-in-schema"]


@pytest.mark.parametrize(("path", "schema"), SAYS_NOTHING.values(), ids=SAYS_NOTHING)
def test_a_path_that_may_be_there_is_not(project: Project, path: str, schema: Any) -> None:
    rules = [rule for rule in of_path(project, path, schema) if rule != "url-not-in-schema"]
    assert rules == []


def test_what_the_schema_does_not_name_is_a_warning(project: Project) -> None:
    schema = {"$id": URL, "type": "object", "properties": {"text": TEXT}}
    assert of_path(project, "words", schema) == ["path-not-described"]
    schema["additionalProperties"] = True
    assert of_path(project, "words", schema) == []
    assert of_path(project, "txet", schema) == ["path-not-described"]


def test_every_part_of_a_mapping_is_held_against_the_schema(project: Project) -> None:
    item = closed(m=TEXT, k=closed(n=TEXT))
    schema = note(t=TEXT, list={"type": "array", "items": item}, tags={"items": TEXT}, type=TEXT)
    chunks = (
        '  - title: "{{ a }}"\n    content: "{{ b }}"\n    metadata: {c: "{{ d }}"}\n'
        '  - foreach: liszt\n    content: "{{ not_told }}"\n'
        '  - foreach: list\n    title: "{{ t }}"\n    content: "{{ m.x }}{{ k.n }}{{ k }}"\n'
        'edges:\n  - {relation: link, foreach: list, target: "{{ value }}"}\n'
        '  - {relation: link, target: "{{ e }}"}\n'
        '  - {relation: link, foreach: t, target: "{{ f }}"}\n'
    )
    write(project, chunks, schema, match=", discriminator: {type: 3, tpye: x}")
    assert [(each["line"], each["column"], each["rule"]) for each in found(project)] == [
        (2, 76, "discriminator-not-in-schema"),
        (2, 79, "discriminator-not-in-schema"),
        (4, 16, "path-not-in-schema"),
        (5, 18, "path-not-in-schema"),
        (6, 23, "path-not-in-schema"),
        (7, 14, "path-not-in-schema"),
        (10, 16, "path-not-in-schema"),
        (11, 18, "path-not-in-schema"),
        (11, 36, "no-text-in-schema"),
        (13, 49, "path-not-in-schema"),
        (14, 34, "path-not-in-schema"),
        (15, 31, "foreach-no-list-in-schema"),
    ]


def test_what_fixtures_showed_is_told_once_and_by_them(project: Project) -> None:
    write(
        project,
        '  - content: "{{ t }} {{ wrong }} {{ more }}"\n  - {foreach: list, content: "{{ x }}"}\n',
        note(t=TEXT, list={"type": "array", "items": closed(m=TEXT)}),
    )
    project.fixture(json.dumps({"$schema": URL, "t": "words", "more": "m", "list": []}))
    assert told(project) == [
        (
            "fixture-not-of-schema",
            "`more` is not in the schema",
            "",
        ),
        ("path-never-resolves", "`wrong` resolves in 0 of 1 fixture",
         "the document has $schema, list, more, t"),
        ("foreach-empty-everywhere", "`list` is an empty list in every fixture",
         "add a fixture with an item, so that the templates are tried"),
        ("path-not-in-schema",
         "`x` cannot be there: an item of `list` has no `x` in schemas/0.json", "it has `m`"),
    ]  # fmt: skip


def test_a_field_that_the_schema_has_and_no_fixture_is_no_mistake(project: Project) -> None:
    item = closed(m=TEXT, rare=TEXT)
    schema = note(t=TEXT, seldom=TEXT, list={"type": "array", "items": item})
    chunks = (
        '  - content: "{{ t }} {{ seldom }} {{ never }}"\n'
        '  - {foreach: list, content: "{{ m }} {{ rare }} {{ never }}"}\n'
    )
    write(project, chunks, schema)
    project.fixture(json.dumps({"$schema": URL, "t": "words", "list": [{"m": "more"}]}))
    assert [(each["rule"], each["line"], each["column"]) for each in found(project)] == [
        ("path-never-resolves", 4, 39),
        ("path-never-resolves", 5, 53),
    ]


def test_references_lead_to_other_files_by_id_and_by_name(project: Project) -> None:
    write(
        project,
        '  - content: "{{ a.t }} {{ a.x }} {{ b.t }} {{ b.x }}"\n',
        note(a={"$ref": "parts/by-name.json#/$defs/a"}, b={"$ref": "urn:example:b"}),
        {"$id": "urn:example:b", **closed(t=TEXT)},
    )
    project.write("schemas/deep/parts/by-name.json", json.dumps({"$defs": {"a": closed(t=TEXT)}}))
    assert [each["column"] for each in found(project)] == [28, 48]


def test_a_schema_is_found_by_its_file_name_too(project: Project) -> None:
    write(project, '  - content: "{{ a.b }}"\n', closed(a=TEXT))
    (project.root / "schemas/0.json").rename(project.root / "schemas/note.json")
    assert [each["rule"] for each in found(project)] == [
        "url-not-in-schema",
        "path-not-in-schema",
    ]


def test_optional_fields_are_told_where_that_is_asked_for(project: Project) -> None:
    item = {**closed(a=TEXT, b=TEXT), "required": ["a"]}
    schema = {**note(t=TEXT, u=TEXT, list={"type": "array", "items": item}), "required": ["t"]}
    write(project, '  - content: "{{ t }} {{ u }}"\n'
          '  - {foreach: list, content: "{{ a }} {{ b }}"}\n', schema)  # fmt: skip
    assert found(project) == []
    asked = project.check("--select", "optional-in-schema")
    assert [(each["message"], each["line"]) for each in asked] == [
        ("`u` is not required by schemas/0.json", 4),
        ("`b` is not required by schemas/0.json", 5),
    ]


@pytest.mark.parametrize(
    ("document", "message", "help", "line"),
    [
        ({"t": 3}, "`t` is a number, and has to be a string", "", 3),
        ({"t": "x", "kinds": "a"}, "`kinds` is not in the schema", "did you mean `kind`?", 4),
        ({}, "the document has no `t`, which is required", "", 2),
        ({"t": "x", "kind": "b"}, '`kind` is `"b"`, none of the values in the schema',
         "write one of `\"a\"`, `\"aa\"`", 4),
        ({"t": "x", "at": "noon"}, '`at` is `"noon"`, which is no date-time', "", 4),
        ({"t": "x", "list": [{"m": "y"}, {"m": None}]},
         "`list.1.m` is null, and has to be a string", "", 9),
        ({"t": "x", "code": "b1"},
         "`code` does not fit `pattern`: `b1` does not match `^a`", "", 4),
        ({"t": "x", "list": 1.5}, "`list` is a number, and has to be a list", "", 4),
    ],
)  # fmt: skip
def test_a_fixture_is_held_against_its_schema(
    project: Project, document: dict[str, Any], message: str, help: str, line: int
) -> None:
    schema = {
        **note(
            t=TEXT,
            kind={"enum": ["a", "aa"]},
            at={"type": "string", "format": "date-time"},
            list={"type": "array", "items": closed(m=TEXT)},
            code={"type": "string", "pattern": "^a"},
        ),
        "required": ["t"],
    }
    write(project, '  - content: "Note: {{ t }}"\n', schema)
    project.fixture(json.dumps({"$schema": URL, **document}, indent=1))
    (one,) = [each for each in found(project) if each["rule"] == "fixture-not-of-schema"]
    assert (one["message"], one["help"] or "", one["line"]) == (message, help, line)


HOSTILE: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "opened here is never closed"),
    "a list": ("[1]", ""),
    "no schema": ({"$id": URL, "type": "strin"}, "no JSON Schema"),
    "no schema deep inside": (note(a={"properties": []}), "no JSON Schema"),
    "a remote reference": (note(a={"$ref": "https://example.net/x.json"}), "leads to no file"),
    "a reference to a file": (note(a={"$ref": "file:///etc/passwd"}), "leads to no file"),
    "a reference up the tree": (note(a={"$ref": "../../../etc/passwd"}), "leads to no file"),
    "a reference to nothing": (note(a={"$ref": "#/$defs/none"}), "leads to nothing"),
    "a reference to no schema": (
        {**note(a={"$ref": "#/x-part"}), "x-part": {"properties": 1}}, "leads to what is no schema",
    ),
    "a bad pattern": (note(a={"pattern": "("}), "is no pattern"),
    "a bad id": (note(a={"$id": "http://["}), "is no URI"),
    "an unknown dialect": ({"$schema": "https://example.org/own", **note(a=TEXT)}, "the dialect"),
    "deep": ('{"$id": "' + URL + '", "a": ' + '{"not":' * 150 + "{}" + "}" * 151, "too deep"),
    "the same id twice": (note(a=TEXT), "the same `$id`"),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "message"), HOSTILE.values(), ids=HOSTILE)
def test_a_schema_that_cannot_be_used_ends_in_a_finding(
    project: Project, schema: Any, message: str
) -> None:
    others = [note(b=TEXT)] if message == "the same `$id`" else []
    write(project, '  - content: "{{ a }}"\n', *others, schema)
    project.fixture(json.dumps({"$schema": URL, "a": "words"}))
    result = project.run(".", "--format", "json")
    assert result.status in (0, 1), result
    unusable = [each for each in result.findings if each["rule"] == "schema-unusable"]
    assert all(each["path"].startswith("schemas/") for each in unusable)
    if message:
        assert len(unusable) == 1
        assert message in unusable[0]["message"]


FANS_OUT = {
    "$id": URL,
    "$ref": "#/$defs/0",
    "$defs": {
        **{str(i): {"allOf": [{"$ref": f"#/$defs/{i + 1}"}] * 2} for i in range(60)},
        "60": {"type": "object", "properties": {"a": TEXT}},
    },
}
FANS_OUT_BELOW = {
    "$id": URL,
    "allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}],
}
TURNS = {"$id": URL, "$ref": "#"}
CYCLE = {"$id": URL, "$ref": "#/$defs/a",
         "$defs": {"a": {"$ref": "#/$defs/b"},
                   "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}}  # fmt: skip
BACKTRACKS = note(a={"pattern": "^(a+)+$"}, **{"x": {"propertyNames": {"pattern": "(.*)*y"}}})
CHAIN = {
    "$id": URL,
    "$ref": "#/$defs/0",
    "$defs": {
        **{str(i): {"$ref": f"#/$defs/{i + 1}"} for i in range(5_000)},
        "5000": {"type": "object", "properties": {"a": {"$ref": "#/$defs/0"}}},
    },
}
RECURSIVE = note(a={"anyOf": [TEXT, {"$ref": "#"}]})
GIANT = note(a={"anyOf": [{"const": f"value {i}"} for i in range(20_000)]})
MANY = note(a={"enum": [{"v": i} for i in range(20_000)]})


@pytest.mark.parametrize(
    "schema",
    [FANS_OUT, FANS_OUT_BELOW, TURNS, CYCLE, BACKTRACKS, CHAIN, RECURSIVE, GIANT, MANY],
    ids=[
        *("fans out", "fans out below", "turns", "cycle", "backtracks", "a long chain"),
        *("recursive", "giant", "many values"),
    ],
)
def test_a_hostile_schema_ends_and_ends_soon(project: Project, schema: Any) -> None:
    deep: Any = "a" * 5_000 + "b"
    for _ in range(150):
        deep = {"a": deep}
    write(project, '  - content: "{{ a.a.a }} {{ a.b.c }}"\n', schema)
    project.fixture(json.dumps({"$schema": URL, "a": deep}), "deep.json")
    project.fixture(json.dumps({"$schema": URL, "a": "a" * 5_000 + "b"}), "flat.json")
    project.fixture(json.dumps({"$schema": URL, "a": [{"v": -1}] * 2_000}), "list.json")
    start = time.process_time()
    result = project.run(".", "--format", "json")
    assert result.status in (0, 1), result
    assert "internal-error" not in {each["rule"] for each in result.findings}
    assert time.process_time() - start < 25


def test_a_pattern_is_matched_in_time_that_grows_with_the_text() -> None:
    assert regexes.search("^(a+)+$", "a" * 100_000 + "b") is False
    assert regexes.search("(x+x+)+y", "x" * 100_000) is False
    assert regexes.search("(?=a)", "a") is None


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]),
        (r"^\d{4}-\d{2}$", ["2026-05"], ["2026-5", "٢٠٢٦-٠٥"]),
        ("a|b", ["xa", "b"], ["", "c"]),
        (r"^[^\s]+@[\w.-]+$", ["a@b.c"], ["a b@c"]),
        (r"^(?:x|(?<name>y))?$", ["", "x", "y"], ["xy"]),
        (r"^\p{Lu}\u0061\x61[\]\-]$", ["Éaa-", "Aaa]"], ["éaa-"]),
        ("", ["", "a"], []),
        ("a.c", ["abc"], ["a\nc"]),
    ],
)
def test_a_pattern_means_what_ecma_says(pattern: str, yes: list[str], no: list[str]) -> None:
    assert [regexes.search(pattern, text) for text in yes] == [True] * len(yes)
    assert [regexes.search(pattern, text) for text in no] == [False] * len(no)


NAMES = st.sampled_from(["a", "b", "c"])
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(0, 2), st.sampled_from(["", "a", "bb"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
KINDS = st.sampled_from(["object", "array", "string", "integer", "boolean", "null"])


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(inner, min_size=1, max_size=2)
    named = st.dictionaries(NAMES, inner, max_size=3)
    names = st.lists(NAMES, max_size=2, unique=True)
    return st.fixed_dictionaries(
        {},
        optional={
            **{"properties": named, "additionalProperties": inner, "required": names},
            **{"patternProperties": st.dictionaries(st.sampled_from(["^a", "b$"]), inner)},
            **{"unevaluatedProperties": st.booleans(), "unevaluatedItems": st.booleans()},
            **{
                "prefixItems": lists,
                "items": inner,
                "contains": inner,
                "uniqueItems": st.just(True),
            },
            **{"allOf": lists, "anyOf": lists, "oneOf": lists, "not": inner},
            **{"if": inner, "then": inner, "else": inner},
            **{"type": KINDS, "enum": st.lists(VALUES, min_size=1, max_size=3), "const": VALUES},
            **{"propertyNames": st.just({"pattern": "^[ab]"}), "maxItems": st.integers(0, 2)},
            **{"dependentSchemas": named, "$ref": st.just("#/$defs/d")},
        },
    )


DRAWN = st.recursive(st.booleans() | st.just({}), _schemas, max_leaves=6)


@settings(
    max_examples=200, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(DRAWN, st.one_of(st.booleans(), _schemas(st.booleans())), VALUES)
def test_the_schema_is_understood_as_jsonschema_does_and_rules_out_nothing_that_is_valid(
    drawn: Any, other: Any, value: Any
) -> None:
    if isinstance(other, dict):
        other = {key: each for key, each in other.items() if key != "$ref"}
    whole = {"$id": URL, "$defs": {"d": other}, "allOf": [drawn]}
    document = {"a": value, "b": 1}
    schemas = Schemas("/nowhere", "/nowhere")
    source = Source("x.json", json.dumps(whole).encode())
    schemas.__dict__["files"] = [SchemaFile("/nowhere/x.json", read_fixture(source).document)]
    errors = schemas.errors(URL, document)
    assert errors is not None
    is_valid = Draft202012Validator(whole).is_valid(document)
    assert (not errors) == is_valid
    places = schemas.places(URL)
    assert places is not None
    waiting = [((), document)] if is_valid else []
    while waiting:
        path, inner = waiting.pop()
        reached = places.follow(places.root, path)
        assert reached.reached == len(path), (whole, document, path)
        assert reached.node is not None
        assert kind_of(inner) in places.kinds(reached.node)
        constants = places.constants(reached.node)
        assert constants is None or inner in constants
        pairs = inner.items() if isinstance(inner, dict) else ()
        pairs = enumerate(inner) if isinstance(inner, list) else pairs
        waiting += [((*path, str(key)), each) for key, each in pairs]


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("schemas: none\n", "no such folder: none"),
        ("schemas: ../outside\n", "leads out of the repository"),
        ("schemas: [a]\n", "has to be a text"),
    ],
)
def test_a_folder_that_is_not_there_is_wrong_configuration(
    project: Project, config: str, said: str
) -> None:
    write(project, '  - content: "{{ a }}"\n')
    project.write(".rtfm-check.yaml", config)
    result = project.run(".")
    assert (result.status, result.out) == (2, "")
    assert said in result.err


def test_a_verdict_does_not_outlive_a_change_of_a_schema(project: Project) -> None:
    write(project, '  - content: "{{ a }}"\n', note(a=TEXT))
    assert project.run(".").status == 0
    assert project.run(".").status == 0
    project.write("schemas/0.json", json.dumps(note(b=TEXT)))
    assert project.run(".").status == 1
    (project.root / "schemas/0.json").unlink()
    project.write("schemas/other/1.json", json.dumps(note(a=TEXT)))
    assert project.run(".").status == 0


def test_links_that_lead_out_of_the_project_are_not_read(project: Project) -> None:
    outside = project.root.parent / "outside.json"
    outside.write_text(json.dumps(note(b=TEXT)))
    write(project, '  - content: "{{ a }}"\n')
    (project.root / "schemas").mkdir()
    (project.root / "schemas/note.json").symlink_to(outside)
    (one,) = found(project)
    assert (one["rule"], one["path"]) == ("schema-unusable", "schemas/note.json")
    assert "leads out of the project" in one["message"]


def test_schemas_beside_the_mappings_are_no_stray_mappings(project: Project) -> None:
    write(project, '  - content: "{{ a }}{{ b }}"\n')
    project.write(".rtfm-check.yaml", "schemas: .rtfm/mappings/schemas\n")
    project.write(".rtfm/mappings/schemas/note.json", json.dumps(note(a=TEXT)))
    assert [each["rule"] for each in found(project)] == ["path-not-in-schema"]


def test_a_setting_of_the_environment_is_relative_to_here(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, '  - content: "{{ b }}"\n', note(a=TEXT))
    (project.root / ".rtfm-check.yaml").unlink()
    assert found(project) == []
    monkeypatch.setenv("RTFM_CHECK_SCHEMAS", "schemas")
    assert [each["rule"] for each in found(project)] == ["path-not-in-schema"]


def test_ci_and_standard_input_use_the_schemas_too(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys
    from types import SimpleNamespace

    write(project, '  - content: "{{ b }}"\n', note(a=TEXT))
    result = project.run("ci", ".", "--format", "concise")
    assert "error[path-not-in-schema]" in result.out
    text = (project.root / ".rtfm/mappings/m.yaml").read_bytes().replace(b"{{ b", b"{{ c")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    name = ".rtfm/mappings/m.yaml"
    result = project.run("--stdin-filename", name, "-", "--format", "concise")
    assert "`c` cannot be there" in result.out
