"""Mistakes in foreach, match, metadata and edges: texts that mean something else."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.planted import edit
from tests.planted.edit import Planted, plant, with_value
from tests.planted.mappings import Mapping
from tests.planted.operators._operator import operator


@operator("foreach in another notation", 50, 51, 52)
def foreach(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "foreach"):
        path = site.value
        for new in (
            f"{{{{ {path} }}}}",
            f"{path}[]",
            f"{path}[*]",
            f"{path}.*",
            f"$.{path}",
            f" {path}",
            f"{path} ",
            f"/{path.replace('.', '/')}",
            f"{path}.*.text",
            f"item in {path}",
        ):
            yield from with_value(
                mapping, "foreach in another notation", site, json.dumps(new), word=path
            )


@operator("foreach over what is no list", 53, 54)
def no_list(mapping: Mapping) -> Iterator[Planted]:
    document = mapping.documents[0]
    for site in edit.keyed(mapping, "foreach"):
        parent = site.value.rpartition(".")[0]
        scalar = next(key for key, value in document.items() if isinstance(value, str))
        for new in filter(None, (parent, scalar)):
            word = site.value if new == parent else ""
            yield from with_value(
                mapping, "foreach over what is no list", site, json.dumps(new), word=word
            )


@operator("a value that no document has", *(23, 24, 25, 26, 27, 29, 30, 31))
def test_value(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if edit.kind(site.pointer) != "test" or not isinstance(site.value, str):
            continue
        values = ["no", "2024-01-01", "3.10", "0123", "12:30", ".nan", "1_000", "0x1F"]
        for new in values if not mapping.file.endswith(".json") else ["NaN"]:
            word = "" if new in (".nan", "NaN") else f'"{new}"'
            yield from with_value(mapping, "a value that no document has", site, new, word=word)
        for new in ("*", f"{site.value}*", f"{site.value}|other", f"^{site.value}$"):
            yield from with_value(mapping, "a value that no document has", site, json.dumps(new))
        for new in (json.dumps([site.value, "other"]), "null", json.dumps(site.value + "\n")):
            yield from with_value(mapping, "a value that no document has", site, new)


@operator("a field in another notation", 22, 32)
def test_key(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if edit.kind(site.pointer) != "test":
            continue
        path = site.name
        for new in (f"$.{path}", f"/{path.replace('.', '/')}", f"{{{{ {path} }}}}", f" {path}"):
            assert site.key is not None
            yield plant(
                mapping,
                "a field in another notation",
                f"`{new}` for `{path}`",
                *site.key,
                json.dumps(new),
                word=path,
            )
        for new in ("on", "1", "yes", "2024-01-01", "1.5"):
            planted = plant(
                mapping, "a field in another notation", new, *site.key, new, word=f'"{new}"'
            )
            if edit.loads(planted.text, mapping.file):
                yield planted


@operator("a URL that is nearly right", 35)
def url(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "schema_url"):
        url = site.value
        for new in (
            url + "#",
            url + "/",
            url.replace("https:", "http:"),
            url.replace("example", "Example"),
            url.replace("https://", "https://www."),
            url.removesuffix(".json"),
            url.replace("-v1", "-v2"),
            url.replace("schemas/", "schema/"),
        ):
            if new != url:
                yield from with_value(
                    mapping, "a URL that is nearly right", site, json.dumps(new), word=url
                )
        yield from with_value(mapping, "a URL that is nearly right", site, json.dumps(url + "*"))


@operator("metadata that cannot be stored so", 23, 25, 72, 74, 75)
def metadata(mapping: Mapping) -> Iterator[Planted]:
    name = "metadata that cannot be stored so"
    is_json = mapping.file.endswith(".json")
    for site in edit.sites(mapping):
        if edit.kind(site.pointer) != "metadata" or not site.is_scalar:
            continue
        for new in () if is_json else ("2024-01-01", "no", "0123", "12:30", "3.10"):
            yield from with_value(mapping, name, site, new, word=f'"{new}"')
        yield from with_value(mapping, name, site, "NaN" if is_json else ".nan")
        if isinstance(site.value, str) and "{{" in site.value:
            text = json.dumps(site.value)
            for before, behind in (("[", "]"), ('{"inner": ', "}")):
                for each in with_value(mapping, name, site, before + text + behind):
                    start = each.start + len(before)
                    yield each._replace(start=start, end=start + len(text))


@operator("a target with blanks or an anchor", 83)
def target(mapping: Mapping) -> Iterator[Planted]:
    name = "a target with blanks or an anchor"
    data = edit.load(mapping.text, mapping.file)
    for site in edit.keyed(mapping, "target"):
        edge = data["edges"][site.pointer[1]]
        if edge["relation"] not in ("link", "import", "include"):
            continue
        if edge.get("target_kind") == "url" or "://" in site.value:
            continue
        for new in (f" {site.value}", f"{site.value} ", f"{site.value}#part"):
            yield from with_value(mapping, name, site, json.dumps(new))
        yield from with_value(mapping, name, site, '"  "')
