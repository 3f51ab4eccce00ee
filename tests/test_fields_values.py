"""What a field profile makes of a record: the values of its paths, text, metadata and identity."""

from __future__ import annotations

from typing import Any

import pytest

from rtfm_check.fields import paths
from rtfm_check.fields.apply import Spelt, apply, leaves
from tests.field_profiles import made, profile


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
