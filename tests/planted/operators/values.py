"""Values of a wrong type, empty ones, and entries that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.planted import edit
from tests.planted.edit import Planted, plant, with_value
from tests.planted.mappings import Mapping
from tests.planted.operators._operator import operator

_WRONG = {  # in JSON, so that they are right YAML too
    "name": ("5", "true", '["a"]', "null"),
    "match": ('"note"', '["type", "note"]', "5", "null"),
    "discriminator": ('"type"', '["type", "note"]', "5", "null"),
    "schema_url": ("5", '["https://example.org/a", "https://example.org/b"]', "null"),
    "chunks": ('"text"', "5", "null"),
    "content": ("5", "true", '["a", "b"]', "null", "false", '{"a": "b"}'),
    "title": ("5", "true", '["a"]', "0", "false", '{"a": "b"}'),
    "foreach": ("1", '["items"]', "true"),
    "metadata": ('["a"]', '"text"', "5"),
    "edges": ('"text"', '{"a": "b"}', "5"),
    "relation": ("5", "null", '["a"]'),
    "target": ("5", "null", '["a"]'),
    "target_kind": ("5", "null"),
}
_WRONG_YAML = {
    "name": ("yes", "2026-05-04", "3.10"),
    "content": ("yes", "2026-05-04", "1.50"),
    "title": ("no", "12:30", "2026-05-04"),
    "foreach": ("on",),
    "relation": ("off",),
    "target": ("0123",),
}


@operator("a value of a wrong type", *(15, 18, 21, 34, 40, 43, 44, 45, 48, 71, 77, 78, 79, 80, 81))
def wrong_type(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping):
        for new in _WRONG.get(site.name, ()):
            is_plain = site.name in ("name", "title", "content", "target") and new[0] in "5t"
            word = f'"{new}"' if is_plain and not mapping.file.endswith(".json") else ""
            yield from with_value(mapping, "a value of a wrong type", site, new, word=word)


@operator("a word that YAML makes something else of", 15, 43, 44, 45, 48, 79)
def yaml_word(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping):
        for new in _WRONG_YAML.get(site.name, ()):
            word = "" if site.name == "foreach" else f'"{new}"'
            yield from with_value(
                mapping, "a word that YAML makes something else of", site, new, word=word
            )


_EMPTY = {
    "name": '""',
    "match": "{}",
    "discriminator": "{}",
    "schema_url": '""',
    "chunks": "[]",
    "content": '""',
    "foreach": '""',
    "relation": '""',
    "target": '""',
}


@operator("an empty value", 12, 17, 20, 34, 39, 42, 49, 77, 78)
def emptied(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, *_EMPTY):
        word = "" if site.name == "foreach" else site.name
        word = "discriminator" if site.name == "match" else word
        yield from with_value(mapping, "an empty value", site, _EMPTY[site.name], word=word)


@operator("a blank content", 42)
def blank(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "content"):
        yield from with_value(mapping, "a blank content", site, '"  "')


@operator("an entry that is no map", 41)
def entry(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if len(site.pointer) == 2 and site.pointer[0] in ("chunks", "edges"):
            for new in ('"{{ body }}"', "5", '["a"]'):
                yield from with_value(mapping, "an entry that is no map", site, new)


@operator("chunks as a map", 40)
def chunks_as_map(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "chunks"):
        new = json.dumps(site.value[0])
        yield from with_value(mapping, "chunks as a map", site, new, word="[{...}]")


@operator("target_kind outside the three", 80)
def target_kind(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "target_kind"):
        for new, word in (
            ('"file"', ""),
            ('"Literal"', "literal"),
            ('"URL"', "url"),
            ('"slugs"', "slug"),
        ):
            yield from with_value(mapping, "target_kind outside the three", site, new, word=word)


@operator("a root that is a list", 11)
def root_list(mapping: Mapping) -> Iterator[Planted]:
    text = mapping.text
    if text.lstrip()[:1] == "{":
        start = text.index("{")
        end = len(text.rstrip())
        yield plant(
            mapping,
            "a root that is a list",
            "in brackets",
            start,
            end,
            f"[{text[start:end]}]",
            overlaps=True,  # a whole file is wrong: the start is as good a place as any
        )


@operator("an empty file", 11)
def nothing(mapping: Mapping) -> Iterator[Planted]:
    for new in ("", "\n\n") if mapping.file.endswith(".json") else ("", "# later\n", "---\n"):
        yield plant(mapping, "an empty file", repr(new), 0, len(mapping.text), new, (0, 0))
