"""Mistakes in placeholders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.planted import edit
from tests.planted.edit import Planted, Spot, plant
from tests.planted.mappings import Mapping
from tests.planted.operators._operator import operator


def _replace_spot(
    mapping: Mapping, operator: str, spot: Spot, new: str, **more: Any
) -> Iterator[Planted]:
    """Write something else for a whole placeholder, where the text still loads."""
    about = f"`{new}` for `{mapping.text[spot.start : spot.end]}`"
    planted = plant(mapping, operator, about, spot.start, spot.end, new, **more)
    if edit.loads(planted.text, mapping.file):
        yield planted


def replace_path(
    mapping: Mapping, operator: str, spot: Spot, new: str, **more: Any
) -> Iterator[Planted]:
    """Write another path in a placeholder: the path is what is wrong."""
    about = f"`{new}` for `{spot.path}`"
    planted = plant(mapping, operator, about, spot.path_start, spot.path_end, new, **more)
    if any(edit.resolve(each, new) is not None for each in spot.contexts):
        planted = planted._replace(unseen="the other path is there too")
    yield planted


@operator("braces lost or too many", 59)
def braces(mapping: Mapping) -> Iterator[Planted]:
    name = "braces lost or too many"
    forms = ("{{ %s }", "{ %s }}", "{{{ %s }}}", "{{{ %s }}", "{{ %s }}}", "{{ %s")
    for spot in edit.spots(mapping):
        before = edit.PLACEHOLDER.sub("", mapping.text[spot.site.start : spot.start])
        is_inside = before.count("{") > before.count("}")
        is_close = mapping.text[spot.end] == "}"
        for form in forms:
            more = {"word": f"{{{{ {spot.path} }}}}"}
            if is_inside and is_close and form.startswith("{{{"):
                continue  # which of the braces are the text's own is anyone's guess
            if is_inside and (is_close or form in ("{{{ %s }}", "{{ %s }}}")):
                more["unseen"] = "a brace may belong to the braces of the text, as in JSON"
            elif form == "{{ %s" and mapping.text[spot.end] in ".$_":
                continue  # the path goes on
            yield from _replace_spot(mapping, name, spot, form.replace("%s", spot.path), **more)


@operator("another notation than a path", 57, 58)
def notation(mapping: Mapping) -> Iterator[Planted]:
    name = "another notation than a path"
    for spot in edit.spots(mapping):
        path = spot.path
        right = f"{{{{ {path} }}}}"
        for new, word in (
            (f"{{{{ {path} | upper }}}}", path),
            (f"{{{{ {path}|trim }}}}", path),
            (f"{{{{- {path} -}}}}", right),
            (f"${{{path}}}", right),
            (f"{{% {path} %}}", path),
            (f"{{{{ .{path} }}}}", right),
            (f"{{{{ {path} or title }}}}", path),
            (f"{{{{ {path}[0] }}}}", f"{path}.0"),
            (f"{{{{ my-{path} }}}}", ""),
            (f"{{{{ {path.replace('.', '/')} }}}}", right),
            (f"{{{{ {path.replace('.', '[', 1)}] }}}}", right),
            ("{{ }}", ""),
        ):
            if new == right or new.count("[") != new.count("]"):
                continue
            yield from _replace_spot(mapping, name, spot, new, word=word)


@operator("a dot too many", 60)
def dots(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        for new in {spot.path + ".", spot.path.replace(".", "..")} - {spot.path}:
            yield from replace_path(mapping, "a dot too many", spot, new, word=spot.path)


@operator("a prefix", 61)
def prefix(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        for prefix in ("item.", "this.") if spot.in_loop else ("$.",):
            yield from replace_path(mapping, "a prefix", spot, prefix + spot.path, word=spot.path)


@operator("another case", 63)
def case(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        for new in {spot.path.upper(), spot.path.title().replace(".", "."), spot.path.capitalize()}:
            if new != spot.path:
                yield from replace_path(mapping, "another case", spot, new, word=spot.path)


@operator("an object or list in a text", 64)
def object(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        parent, _, _ = spot.path.rpartition(".")
        found = [edit.resolve(each, parent) for each in spot.contexts] if parent else []
        if found and all(isinstance(each, dict) for each in found):
            texts = [key for key, value in found[0].items() if isinstance(value, str)]
            word = f"{parent}.{texts[0]}" if texts else ""
            yield plant(
                mapping,
                "an object or list in a text",
                f"`{parent}` for `{spot.path}`",
                spot.path_start,
                spot.path_end,
                parent,
                word=word,
            )


@operator("a field of the document in foreach", 55)
def root_field(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        if not spot.in_loop:
            continue
        document = mapping.documents[0]
        items = spot.contexts
        for field, value in document.items():
            is_other = isinstance(value, str) and "$" not in field
            if is_other and not any(field in item for item in items) and "value" not in items[0]:
                yield from replace_path(
                    mapping, "a field of the document in foreach", spot, field, word="foreach"
                )
                break


@operator("another name for value", 56)
def value(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        if spot.in_loop and spot.path == "value":
            for new in ("name", "item", "tag", "text"):
                yield from replace_path(
                    mapping, "another name for value", spot, new, word="{{ value }}"
                )


@operator("no braces", 66)
def no_braces(mapping: Mapping) -> Iterator[Planted]:
    """`content: body`; a title without a placeholder is a title."""
    for spot in edit.spots(mapping):
        site = spot.site
        if site.name != "content" or mapping.text.count("{{", site.start, site.end) > 1:
            continue
        whole = mapping.text[site.start : site.end]
        if site.style in "|>":
            continue  # the place of what is left of a block is not that of the edit
        new = whole.replace(mapping.text[spot.start : spot.end], spot.path)
        planted = plant(mapping, "no braces", f"`{new}`", site.start, site.end, new)
        if edit.loads(planted.text, mapping.file):
            is_whole = new.strip("'\"") == spot.path
            yield planted._replace(word=f"{{{{ {spot.path} }}}}" if is_whole else "{{ path }}")
