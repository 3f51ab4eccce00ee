"""Texts that do not load: quotes, brackets, colons, indentation, bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.planted import edit
from tests.planted.edit import Planted, Site, plant
from tests.planted.mappings import Mapping
from tests.planted.operators._operator import operator


@operator("no quotes", 2, 3, 22, 23, 24, 25)
def unquoted(mapping: Mapping) -> Iterator[Planted]:
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
            yield planted


@operator("one quote lost", 1)
def lost_quote(mapping: Mapping) -> Iterator[Planted]:
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


@operator("one bracket lost", 1)
def lost_bracket(mapping: Mapping) -> Iterator[Planted]:
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


@operator("a comma lost", 1)
def lost_comma(mapping: Mapping) -> Iterator[Planted]:
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


@operator("a colon or its space lost", 1)
def lost_colon(mapping: Mapping) -> Iterator[Planted]:
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


@operator("a line indented otherwise", 1)
def indented(mapping: Mapping) -> Iterator[Planted]:
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


@operator("a tab", 4)
def tab(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json"):
        return
    for line in re.finditer(r"^ +(?=[^ #\r\n])", mapping.text, re.MULTILINE):
        planted = plant(mapping, "a tab", f"for {line[0]!r}", *line.span(), "\t")
        if not edit.loads(planted.text, mapping.file):
            yield planted


@operator("a second document", 5)
def second_document(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json") or mapping.text.rstrip().endswith("..."):
        return
    end = len(mapping.text)
    planted = plant(
        mapping, "a second document", "", end, end, "---\nname: two\n", (0, 3), word="---"
    )
    assert not edit.loads(planted.text, mapping.file)
    yield planted


@operator("an unknown tag", 6)
def unknown_tag(mapping: Mapping) -> Iterator[Planted]:
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


@operator("a byte that is not UTF-8", 7)
def not_utf8(mapping: Mapping) -> Iterator[Planted]:
    for site in list(edit.sites(mapping))[::3]:
        yield plant(
            mapping, "a byte that is not UTF-8", "", site.start, site.start, "\udce9", (0, 0)
        )


@operator("a byte order mark in JSON", 8)
def bom(mapping: Mapping) -> Iterator[Planted]:
    if mapping.file.endswith(".json"):
        yield plant(mapping, "a byte order mark in JSON", "", 0, 0, "\ufeff", (0, 1))
