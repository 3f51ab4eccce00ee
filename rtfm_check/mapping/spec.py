"""A mapping as RTFM's lenient loader understands it, compiled for use.

Nothing of the published schema is enforced there: unknown keys are ignored, entries that are not
objects skipped, false values taken as missing. Values of a wrong type are kept; they break the
document that meets them, not the load.
"""

# No `from __future__ import annotations`: records take twice as long to make with it.

from datetime import date
from typing import NamedTuple

from rtfm_check.mapping import paths, template
from rtfm_check.mapping.template import Template
from rtfm_check.model import JsonValue, Pointer


class Breaks(NamedTuple):
    """A value that makes RTFM raise when it is used."""

    pointer: Pointer
    error: str  # the exception's name


class Use(NamedTuple):
    """A template in its place in the mapping."""

    pointer: Pointer
    template: Template


class ForEach(NamedTuple):
    """The list that a spec runs over."""

    pointer: Pointer
    path: str
    segments: tuple[str, ...]


Part = Use | Breaks | None


class ChunkSpec(NamedTuple):
    """One entry of `chunks`."""

    pointer: Pointer
    foreach: ForEach | Breaks | None
    title: Part
    content: Part
    metadata: tuple[tuple[JsonValue, Use | JsonValue], ...]  # templates, and what is not one
    metadata_breaks: Breaks | None


class EdgeSpec(NamedTuple):
    """One entry of `edges`."""

    pointer: Pointer
    foreach: ForEach | Breaks | None
    target: Part
    relation: JsonValue
    target_kind: JsonValue


class Spec(NamedTuple):
    """A mapping that RTFM loads."""

    name: JsonValue
    schema_url: JsonValue
    discriminator: JsonValue  # a dict, or what breaks every document that is compared with it
    tests: tuple[tuple[tuple[str, ...] | None, JsonValue], ...]  # of the discriminator, in order
    chunks: tuple[ChunkSpec, ...]
    edges: tuple[EdgeSpec, ...]


def load(data: JsonValue) -> Spec | None:
    """The mapping in a file's data, or None when RTFM skips the file without a word."""
    if not isinstance(data, dict):
        return None
    match = data.get("match") or {}
    if not isinstance(match, dict):
        return None
    entries = []
    for key in ("chunks", "edges"):
        value = data.get(key) or ()
        try:
            entries.append([(i, each) for i, each in enumerate(value) if isinstance(each, dict)])
        except TypeError:  # a number, say: RTFM cannot loop over it either
            return None
    discriminator = match.get("discriminator") or None
    tests = []
    if isinstance(discriminator, dict):
        for path, expected in discriminator.items():
            tests.append((paths.split(path) if isinstance(path, str) else None, expected))
    return Spec(
        name=data.get("name") or "unnamed",
        schema_url=match.get("schema_url") or None,
        discriminator=discriminator,
        tests=tuple(tests),
        chunks=tuple(_chunk(("chunks", i), each) for i, each in entries[0]),
        edges=tuple(_edge(("edges", i), each) for i, each in entries[1]),
    )


def _chunk(pointer: Pointer, entry: dict[JsonValue, JsonValue]) -> ChunkSpec:
    metadata = entry.get("metadata") or {}
    place = (*pointer, "metadata")
    breaks = None
    pairs: tuple[tuple[JsonValue, Use | JsonValue], ...] = ()
    if not isinstance(metadata, dict):
        breaks = Breaks(place, "AttributeError")
    else:
        is_json = is_plain(metadata) or not not_json(metadata)  # with NaN, which Python writes
        breaks = None if is_json else Breaks(place, "TypeError")
        pairs = tuple(
            (key, Use((*place, key), template.compile(value)) if isinstance(value, str) else value)
            for key, value in metadata.items()
        )
    return ChunkSpec(
        pointer=pointer,
        foreach=_foreach(pointer, entry),
        title=_part(pointer, "title", entry),
        content=_part(pointer, "content", entry),
        metadata=pairs,
        metadata_breaks=breaks,
    )


def _edge(pointer: Pointer, entry: dict[JsonValue, JsonValue]) -> EdgeSpec:
    return EdgeSpec(
        pointer=pointer,
        foreach=_foreach(pointer, entry),
        target=_part(pointer, "target", entry),
        relation=entry.get("relation", "related"),
        target_kind=entry.get("target_kind", "literal"),
    )


def _foreach(pointer: Pointer, entry: dict[JsonValue, JsonValue]) -> ForEach | Breaks | None:
    value = entry.get("foreach")
    if not value:
        return None
    place = (*pointer, "foreach")
    if not isinstance(value, str):
        return Breaks(place, "AttributeError")
    return ForEach(place, value, paths.split(value))


def _part(pointer: Pointer, key: str, entry: dict[JsonValue, JsonValue]) -> Part:
    value = entry.get(key)
    if not value:
        return None
    place = (*pointer, key)
    if not isinstance(value, str):
        return Breaks(place, "TypeError")
    return Use(place, template.compile(value))


def not_json(value: JsonValue, pointer: Pointer = ()) -> list[Pointer]:
    """The pointers of the values, or keys, that JSON cannot hold: dates, binary data, sets."""
    found: list[Pointer] = []
    waiting = [(pointer, value)]
    while waiting:
        where, each = waiting.pop()
        if isinstance(each, dict):
            for key, inner in each.items():
                if not (key is None or isinstance(key, str | int | float)):
                    found.append((*where, key))
                else:
                    waiting.append(((*where, key), inner))
        elif isinstance(each, list | tuple):
            waiting += [((*where, i), inner) for i, inner in enumerate(each)]
        elif isinstance(each, date | bytes | set):
            found.append(where)
    return found


def is_plain(metadata: JsonValue) -> bool:
    """Whether there is nothing but texts under texts, as in most metadata."""
    return isinstance(metadata, dict) and all(
        type(key) is str and type(value) is str for key, value in metadata.items()
    )
