"""The published schema: its constraints to the letter, and the fast extra that may not differ."""

from __future__ import annotations

import datetime
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rtfm_check.mapping import contract

SCHEMAS = Path(__file__).parent.parent / "schemas"
SCHEMA = json.loads((SCHEMAS / "rtfm-mapping-v1.json").read_text("utf-8"))
VALID = {"name": "m", "match": {"discriminator": {"type": "x"}}, "chunks": [{"content": "c"}]}


def without_descriptions(value: Any) -> Any:
    """A schema without its prose; a property that is called description stays."""
    if isinstance(value, dict):
        return {
            key: without_descriptions(each)
            for key, each in value.items()
            if key not in ("description", "title") or isinstance(each, dict)
        }
    return [without_descriptions(each) for each in value] if isinstance(value, list) else value


def test_the_constraints_are_the_published_ones() -> None:
    assert without_descriptions(SCHEMA) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://schemas.roomi-fields.com/rtfm-mapping-v1.json",
        "type": "object",
        "additionalProperties": False,
        "required": ["name", "match", "chunks"],
        "properties": {
            "$schema": {"type": "string", "format": "uri"},
            "name": {"type": "string", "minLength": 1},
            "match": {
                "type": "object",
                "additionalProperties": False,
                "anyOf": [{"required": ["schema_url"]}, {"required": ["discriminator"]}],
                "properties": {
                    "schema_url": {"type": "string", "format": "uri"},
                    "discriminator": {
                        "type": "object",
                        "minProperties": 1,
                        "additionalProperties": {},
                    },
                },
            },
            "chunks": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/chunk"}},
            "edges": {"type": "array", "items": {"$ref": "#/$defs/edge"}},
        },
        "$defs": {
            "chunk": {
                "type": "object",
                "additionalProperties": False,
                "required": ["content"],
                "properties": {
                    "content": {"type": "string", "minLength": 1},
                    "title": {"type": "string"},
                    "foreach": {"type": "string"},
                    "metadata": {"type": "object", "additionalProperties": True},
                },
            },
            "edge": {
                "type": "object",
                "additionalProperties": False,
                "required": ["relation", "target"],
                "properties": {
                    "relation": {"type": "string", "minLength": 1},
                    "target": {"type": "string", "minLength": 1},
                    "foreach": {"type": "string"},
                    "target_kind": {
                        "type": "string",
                        "enum": ["literal", "slug", "url"],
                        "default": "literal",
                    },
                },
            },
        },
    }


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.stem)
def test_every_schema_is_a_schema_and_has_no_pattern_to_backtrack_in(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    if path.stem == "rtfm-mapping-v1":  # the only one that validates what users write
        assert "pattern" not in json.dumps(schema)


def test_no_socket_is_opened_whatever_a_mapping_refers_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    data = {**VALID, "$schema": "http://192.0.2.1/s.json", "$ref": "http://192.0.2.1/r.json"}
    assert [each.rule for each in contract.violations(data)] == ["unknown-key"]


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://example.org/a.json", True),
        ("urn:example:a", True),
        ("file:///a%20b", True),
        ("example.org/a.json", False),
        ("https://example.org/a b.json", False),
        ("https:", False),
        ("https://example.org/%zz", False),
        ("", False),
    ],
)
def test_a_uri_has_a_scheme_and_only_uri_characters(url: str, is_one: bool) -> None:
    assert contract.is_uri(url) is is_one


MAPPING_KEYS = ["name", "match", "chunks", "edges", "$schema", "schema_url", "discriminator"]
ENTRY_KEYS = ["content", "title", "foreach", "metadata", "relation", "target", "target_kind"]
KEYS = st.sampled_from([*MAPPING_KEYS, *ENTRY_KEYS, "typo"])
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "x", "literal", "https://example.org/a.json", "a b"]),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)


OTHER_THAN_JSON = [
    {"chunks": [{"content": "c", "metadata": {"on": datetime.date(2026, 5, 4)}}]},
    {"chunks": [{"content": "c", "metadata": {1: "one", None: "none"}}]},
    {"match": {"discriminator": {"data": b"x"}}},
    {"name": datetime.date(2026, 5, 4)},
    {"name": "\ud800"},
    {1: "one"},
    {True: "yes"},
    {"chunks": [("content", "c")]},
    {"edges": {"a", "b"}},
    {"match": {"discriminator": {"n": 10**400}}},
]


@pytest.mark.parametrize("number", [1, 1_000_000], ids=["our own", "jsonschema-rs"])
@settings(max_examples=1000, deadline=None)
@given(st.dictionaries(KEYS, VALUES))
def test_the_first_look_says_what_the_explaining_validator_says(
    number: int, changed: dict[str, Any]
) -> None:
    data = {**VALID, **changed}
    is_valid = contract._validator().is_valid(data)
    assert contract.first_look(number)(data) == is_valid
    assert bool(contract.violations(data)) == (not is_valid)


@pytest.mark.parametrize("number", [1, 1_000_000], ids=["our own", "jsonschema-rs"])
@pytest.mark.parametrize("changed", OTHER_THAN_JSON, ids=str)
def test_the_first_look_takes_nothing_that_the_validator_does_not(
    number: int, changed: dict[Any, Any]
) -> None:
    data = {**VALID, **changed}
    assert contract.first_look(number)(data) <= contract._validator().is_valid(data)
