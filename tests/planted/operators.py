"""The mistakes of the catalogue, each as an operator that plants it wherever it fits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.planted import edit
from tests.planted.edit import Planted, Site, Spot, plant, with_value
from tests.planted.mappings import Mapping

Make = Callable[[Mapping], Iterator[Planted]]


class Operator(NamedTuple):
    """A way to make a mistake, and the rows of the list of known mistakes that it is from."""

    name: str
    rows: tuple[int, ...]
    make: Make


OPERATORS: list[Operator] = []


def _operator(name: str, *rows: int) -> Callable[[Make], Make]:
    def made(make: Make) -> Make:
        OPERATORS.append(Operator(name, rows, make))
        return make

    return made


# ---------------------------------------------------------------------------------- keys

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


@_operator("a misspelt key", 19, 46, 47)
def _misspelt_key(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping):
        for new in _MISSPELT.get(site.name, ()):
            yield write_key(mapping, "a misspelt key", site, new, word=site.name)


@_operator("a key left out", 12, 17, 39, 42, 77, 78)
def _left_out(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("a key written twice", 16)
def _twice(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("fields without discriminator", 19)
def _fields_at_match(mapping: Mapping) -> Iterator[Planted]:
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


# -------------------------------------------------------------------------------- values

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


@_operator("a value of a wrong type", *(15, 18, 21, 34, 40, 43, 44, 45, 48, 71, 77, 78, 79, 80, 81))
def _wrong_type(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping):
        for new in _WRONG.get(site.name, ()):
            is_plain = site.name in ("name", "title", "content", "target") and new[0] in "5t"
            word = f'"{new}"' if is_plain and not mapping.file.endswith(".json") else ""
            yield from with_value(mapping, "a value of a wrong type", site, new, word=word)


@_operator("a word that YAML makes something else of", 15, 43, 44, 45, 48, 79)
def _yaml_word(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("an empty value", 12, 17, 20, 34, 39, 42, 49, 77, 78)
def _emptied(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, *_EMPTY):
        word = "" if site.name == "foreach" else site.name
        word = "discriminator" if site.name == "match" else word
        yield from with_value(mapping, "an empty value", site, _EMPTY[site.name], word=word)


@_operator("a blank content", 42)
def _blank(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "content"):
        yield from with_value(mapping, "a blank content", site, '"  "')


@_operator("an entry that is no map", 41)
def _entry(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if len(site.pointer) == 2 and site.pointer[0] in ("chunks", "edges"):
            for new in ('"{{ body }}"', "5", '["a"]'):
                yield from with_value(mapping, "an entry that is no map", site, new)


@_operator("chunks as a map", 40)
def _chunks_as_map(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "chunks"):
        new = json.dumps(site.value[0])
        yield from with_value(mapping, "chunks as a map", site, new, word="[{...}]")


@_operator("target_kind outside the three", 80)
def _target_kind(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.keyed(mapping, "target_kind"):
        for new, word in (
            ('"file"', ""),
            ('"Literal"', "literal"),
            ('"URL"', "url"),
            ('"slugs"', "slug"),
        ):
            yield from with_value(mapping, "target_kind outside the three", site, new, word=word)


@_operator("a root that is a list", 11)
def _root_list(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("an empty file", 11)
def _nothing(mapping: Mapping) -> Iterator[Planted]:
    for new in ("", "\n\n") if mapping.file.endswith(".json") else ("", "# later\n", "---\n"):
        yield plant(mapping, "an empty file", repr(new), 0, len(mapping.text), new, (0, 0))


# --------------------------------------------------------------------- quotes and brackets


@_operator("no quotes", 2, 3, 22, 23, 24, 25)
def _unquoted(mapping: Mapping) -> Iterator[Planted]:
    """Both quotes are gone from a value that needs them."""
    original = edit.load(mapping.text, mapping.file)
    for site in edit.sites(mapping):
        if not site.is_scalar or mapping.text[site.start] not in "'\"":
            continue
        inner = mapping.text[site.start + 1 : site.end - 1]
        if "\\" in inner or "''" in inner or "\n" in inner:
            continue
        meant = inner.partition(" #")[0]  # what is behind it is a comment now
        planted = plant(
            mapping,
            "no quotes",
            f"`{'.'.join(map(str, site.pointer))}` without its quotes",
            site.start,
            site.end,
            inner,
            (0, len(meant)),
            word='"' + meant.replace('"', '\\"') + '"',
        )
        if not inner and site.key is not None:  # nothing is written: the key is all there is
            planted = planted._replace(start=site.key[0], end=site.key[1], word="")
        if mapping.file.endswith(".json"):
            yield planted._replace(overlaps=True, word="")
        elif not edit.loads(planted.text, mapping.file):
            is_known = inner.startswith("{{") or (": " in inner and inner[0] not in "{[")
            yield planted._replace(overlaps=not is_known)
        elif not edit.is_same(edit.load(planted.text, mapping.file), original):
            yield _loaded_otherwise(site, planted)


def _loaded_otherwise(site: Site, planted: Planted) -> Planted:
    """A value that loads as something else, seen where that matters."""
    loaded = edit.load(planted.text, planted.mapping.file)
    for part in site.pointer:
        loaded = loaded[part] if isinstance(loaded, list) or part in loaded else None
    if edit.kind(site.pointer) == "metadata" and not edit.is_template(site):
        return planted
    if isinstance(loaded, str) and edit.is_template(site):
        return planted._replace(unseen="another text in a template is a template too")
    return planted


@_operator("one quote lost", 1)
def _lost_quote(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if not site.is_scalar or mapping.text[site.start] not in "'\"":
            continue
        for at in (site.start, site.end - 1):
            name = "opening" if at == site.start else "closing"
            text = mapping.text[:at] + mapping.text[at + 1 :]
            line = re.compile(r"\r?\n|$").search(text, site.start)
            assert line is not None
            planted = Planted(
                mapping,
                "one quote lost",
                f"no {name} quote at `{'.'.join(map(str, site.pointer))}`",
                text,
                site.start,
                max(line.start(), site.end - 1),
                overlaps=True,
            )
            if not edit.loads(text, mapping.file):
                yield planted


@_operator("one bracket lost", 1)
def _lost_bracket(mapping: Mapping) -> Iterator[Planted]:
    """What is wrong is anything from the opening bracket to the end of the closing one's line."""
    for site in edit.sites(mapping):
        if site.style != "flow":
            continue
        for at in (site.start, site.end - 1):
            text = mapping.text[:at] + mapping.text[at + 1 :]
            if edit.loads(text, mapping.file):
                continue
            first = text.rfind("\n", 0, site.start) + 1
            line = text.find("\n", site.end - 1)
            line = text.find("\n", line + 1) if line >= 0 else line  # seen at the next key
            yield Planted(
                mapping,
                "one bracket lost",
                f"no `{mapping.text[at]}` at `{'.'.join(map(str, site.pointer))}`",
                text,
                first,
                line if line >= 0 else len(text),
                overlaps=True,
            )


@_operator("a comma lost", 1)
def _lost_comma(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        comma = re.compile(r"\s*,").match(mapping.text, site.end)
        if not site.in_flow or comma is None:
            continue
        text = mapping.text[: comma.end() - 1] + mapping.text[comma.end() :]
        if not edit.loads(text, mapping.file):
            line = re.compile(r"\s*[^\n]*").match(text, comma.end() - 1)
            assert line is not None
            start = site.key[0] if site.key else site.start
            yield Planted(mapping, "a comma lost", "", text, start, line.end(), overlaps=True)


@_operator("a colon or its space lost", 1)
def _lost_colon(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if site.key is None:
            continue
        for cut in (":", " "):
            at = site.key[1] if cut == ":" else site.key[1] + 1
            if mapping.text[at : at + 1] != cut:
                continue
            text = mapping.text[:at] + mapping.text[at + 1 :]
            if not edit.loads(text, mapping.file):
                line = re.compile(r"\r?\n|$").search(text, at)
                assert line is not None
                yield Planted(
                    mapping,
                    "a colon or its space lost",
                    f"no `{cut}` behind `{site.name}`",
                    text,
                    site.key[0],
                    line.start(),
                    overlaps=True,
                )


@_operator("a line indented otherwise", 1)
def _indented(mapping: Mapping) -> Iterator[Planted]:
    for site in edit.sites(mapping):
        if site.key is None or site.in_flow or mapping.file.endswith(".json"):
            continue
        line = mapping.text.rfind("\n", 0, site.key[0]) + 1
        if mapping.text[line : site.key[0]].strip(" "):
            continue
        planted = plant(
            mapping,
            "a line indented otherwise",
            f"a blank before `{site.name}`",
            line,
            line,
            " ",
            (0, 1 + _next_key(mapping, site) - line),  # either of the two lines may be meant
            overlaps=True,
        )
        if not edit.loads(planted.text, mapping.file):
            yield planted


def _next_key(mapping: Mapping, site: Site) -> int:
    """The end of the key behind a value, or of its own where there is none."""
    ends = [each.key[1] for each in edit.siblings(mapping, site) if each.key is not None]
    assert site.key is not None
    return next((end for end in ends if end > site.key[1]), site.key[1])


@_operator("a tab", 4)
def _tab(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json"):
        return
    for line in re.finditer(r"^ +(?=[^ #\r\n])", mapping.text, re.MULTILINE):
        planted = plant(mapping, "a tab", f"for {line[0]!r}", *line.span(), "\t")
        if not edit.loads(planted.text, mapping.file):
            yield planted


@_operator("a second document", 5)
def _second_document(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json") or mapping.text.rstrip().endswith("..."):
        return
    end = len(mapping.text)
    planted = plant(
        mapping, "a second document", "", end, end, "---\nname: two\n", (0, 3), word="---"
    )
    assert not edit.loads(planted.text, mapping.file)
    yield planted


@_operator("an unknown tag", 6)
def _unknown_tag(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json"):
        return
    for site in edit.sites(mapping):
        if mapping.text[site.start] == "!":
            continue  # has a tag
        planted = plant(
            mapping, "an unknown tag", "", site.start, site.start, "!foo ", (0, 4), word="remove"
        )
        if site.style != "block" and not edit.loads(planted.text, mapping.file):
            yield planted


@_operator("a byte that is not UTF-8", 7)
def _not_utf8(mapping: Mapping) -> Iterator[Planted]:
    for site in list(edit.sites(mapping))[::3]:
        yield plant(
            mapping, "a byte that is not UTF-8", "", site.start, site.start, "\udce9", (0, 0)
        )


@_operator("a byte order mark in JSON", 8)
def _bom(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json"):
        yield plant(mapping, "a byte order mark in JSON", "", 0, 0, "\ufeff", (0, 1))


# --------------------------------------------------------------------------- placeholders


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


@_operator("braces lost or too many", 59)
def _braces(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("another notation than a path", 57, 58)
def _notation(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("a dot too many", 60)
def _dots(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        for new in {spot.path + ".", spot.path.replace(".", "..")} - {spot.path}:
            yield from replace_path(mapping, "a dot too many", spot, new, word=spot.path)


@_operator("a prefix", 61)
def _prefix(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        for prefix in ("item.", "this.") if spot.in_loop else ("$.",):
            yield from replace_path(mapping, "a prefix", spot, prefix + spot.path, word=spot.path)


@_operator("another case", 63)
def _case(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        for new in {spot.path.upper(), spot.path.title().replace(".", "."), spot.path.capitalize()}:
            if new != spot.path:
                yield from replace_path(mapping, "another case", spot, new, word=spot.path)


@_operator("an object or list in a text", 64)
def _object(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("a field of the document in foreach", 55)
def _root_field(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("another name for value", 56)
def _value(mapping: Mapping) -> Iterator[Planted]:
    for spot in edit.spots(mapping):
        if spot.in_loop and spot.path == "value":
            for new in ("name", "item", "tag", "text"):
                yield from replace_path(
                    mapping, "another name for value", spot, new, word="{{ value }}"
                )


@_operator("no braces", 66)
def _no_braces(mapping: Mapping) -> Iterator[Planted]:
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


# --------------------------------------------------------------------------------- foreach


@_operator("foreach in another notation", 50, 51, 52)
def _foreach(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("foreach over what is no list", 53, 54)
def _no_list(mapping: Mapping) -> Iterator[Planted]:
    document = mapping.documents[0]
    for site in edit.keyed(mapping, "foreach"):
        parent = site.value.rpartition(".")[0]
        scalar = next(key for key, value in document.items() if isinstance(value, str))
        for new in filter(None, (parent, scalar)):
            word = site.value if new == parent else ""
            yield from with_value(
                mapping, "foreach over what is no list", site, json.dumps(new), word=word
            )


# ----------------------------------------------------------------------------------- match


@_operator("a value that no document has", *(23, 24, 25, 26, 27, 29, 30, 31))
def _test_value(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("a field in another notation", 22, 32)
def _test_key(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("a URL that is nearly right", 35)
def _url(mapping: Mapping) -> Iterator[Planted]:
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


# ------------------------------------------------------------------------ metadata and edges


@_operator("metadata that cannot be stored so", 23, 25, 72, 74, 75)
def _metadata(mapping: Mapping) -> Iterator[Planted]:
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


@_operator("a target with blanks or an anchor", 83)
def _target(mapping: Mapping) -> Iterator[Planted]:
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
