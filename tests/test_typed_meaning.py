"""Typed paths: a schema is understood as jsonschema does, its patterns as ECMA has them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rtfm_check.fixtures import read_fixture
from rtfm_check.source import Source
from rtfm_check.text.show import kind_of
from rtfm_check.typed import regexes
from rtfm_check.typed.folder import SchemaFile, Schemas
from tests.conftest import Project
from tests.schema_projects import URL, write


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
