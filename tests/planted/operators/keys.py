"""Mistakes in keys: misspelt, left out, written twice, in the wrong place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.planted import edit
from tests.planted.edit import Planted, Site, plant, with_value
from tests.planted.mappings import Mapping
from tests.planted.operators._operator import operator

_MISSPELT = {
    "name": ("Name", "names"),
    "match": ("Match", "matches"),
    "chunks": ("chunk", "Chunks", "chunsk"),
    "edges": ("edge", "Edges"),
    "schema_url": ("schema-url", "schemaUrl", "schema"),
    "discriminator": ("Discriminator", "discriminators", "discriminater"),
    "foreach": ("for_each", "forEach", "for-each", "foreahc"),
    "title": ("titel", "Title", "heading"),
    "content": ("contents", "Content", "contnet", "body"),
    "metadata": ("meta_data", "metaData", "meta", "metadate"),
    "relation": ("relations", "Relation", "relatoin"),
    "target": ("targets", "Target", "tagret"),
    "target_kind": ("targetKind", "target-kind", "target_kid"),
}


def write_key(mapping: Mapping, operator: str, site: Site, new: str, **more: Any) -> Planted:
    """Give a key another name in the quotes that it has; the key with them is what is wrong."""
    assert site.key is not None
    start, end = site.key
    mark = mapping.text[start] if mapping.text[start] in "'\"" else ""
    about = f"`{site.name}` is written `{new}`"
    return plant(mapping, operator, about, start, end, f"{mark}{new}{mark}", **more)


@operator("a misspelt key", 19, 46, 47)
def misspelt_key(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping):
        for new in _MISSPELT.get(site.name, ()):
            yield write_key(mapping, "a misspelt key", site, new, word=site.name)


@operator("a key left out", 12, 17, 39, 42, 77, 78)
def left_out(mapping: Mapping) -> Iterator[Planted]:
    text = mapping.text
    for site in edit.keyed(mapping, "name", "match", "chunks", "content", "relation", "target"):
        beside = edit.siblings(mapping, site)
        if len(beside) < 2 or site.key is None:
            continue
        index = beside.index(site)
        if index + 1 < len(beside):
            start, end = site.key[0], beside[index + 1].key[0]  # type: ignore[index]
        else:
            start, end = beside[index - 1].end, site.end
        changed = text[:start] + text[end:]
        if not edit.loads(changed, mapping.file) or not edit.is_same(
            edit.load(changed, mapping.file), edit.without(mapping, site.pointer)
        ):
            continue
        first = beside[1] if index == 0 else beside[0]
        assert first.key is not None
        shift = end - start if first.key[0] >= end else 0
        yield Planted(
            mapping,
            "a key left out",
            f"no `{'.'.join(map(str, site.pointer))}`",
            changed,
            first.key[0] - shift,
            first.key[1] - shift,
            word=site.name,
        )


@operator("a key written twice", 16)
def twice(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping):
        if site.key is None or not site.is_scalar or site.style in "|>":
            continue
        start, _ = site.key
        pair = mapping.text[start : site.end]
        before = ", "
        if not site.in_flow:
            line = mapping.text.rfind("\n", 0, start) + 1
            before = "\n" + " " * len(mapping.text[line:start].removeprefix("\ufeff"))
        planted = plant(
            mapping,
            "a key written twice",
            f"`{site.name}` stands here twice",
            site.end,
            site.end,
            before + pair,
            (len(before), len(before) + site.key[1] - start),
        )
        if edit.loads(planted.text, mapping.file) and edit.is_same(
            edit.load(planted.text, mapping.file), edit.load(mapping.text, mapping.file)
        ):
            yield planted


@operator("fields without discriminator", 19)
def fields_at_match(mapping: Mapping) -> Iterator[Planted]:
    """`match: {type: note}`: the whole first key is wrong."""
    for site in edit.keyed(mapping, "discriminator"):
        if len(edit.siblings(mapping, site)) == 1 and len(site.value) == 1:
            field, value = next(iter(site.value.items()))
            match = next(each for each in edit.sites(mapping) if each.pointer == ("match",))
            text = json.dumps({field: value})
            size = len(json.dumps(field))
            for each in with_value(mapping, "fields without discriminator", match, text):
                yield each._replace(
                    start=each.start + 1, end=each.start + 1 + size, word="discriminator"
                )
