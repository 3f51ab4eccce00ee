"""Typed paths: what a JSON Schema rules out, what it leaves open, and what it says nothing of."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Project
from tests.schema_projects import TEXT, URL, closed, found, note, of_path, told, write

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
