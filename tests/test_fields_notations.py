"""Field profiles as they are written: each notation, the schema, and slips told at their places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rtfm_check.fields import dotted, form
from rtfm_check.fields.build import Builder
from rtfm_check.fields.profile import Profile
from tests.conftest import SCHEMAS
from tests.field_profiles import made, profile

SCHEMA = Draft202012Validator(json.loads((SCHEMAS / "rtfm-fields-v1.json").read_text("utf-8")))


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


def test_the_schema_is_sound_and_bundled() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)
    assert (Path(SCHEMAS) / "rtfm-fields-v1.json").exists()
