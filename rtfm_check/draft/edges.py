"""Which fields of the samples refer to something: to files, or to other items by their id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.draft.plan import Plan
from rtfm_check.draft.shape import Field, Shape

_FILE = re.compile(r"(?!\d+\.)[\w./-]{1,200}\.[A-Za-z][A-Za-z0-9]{0,7}")
_FILES = ("path", "file", "filename", "filepath", "uri", "href", "source", "source_name", "target")
_IDS = ("id", "key", "identifier", "number", "uuid")
_REFERENCES = ("parent", "ref", "ruleid", "epic", "blocks", "duplicate_of", "depends_on")
_MOST = 6


class Edge(NamedTuple):
    """One entry of `edges`."""

    foreach: tuple[str, ...]
    target: str
    note: str


def edges(plan: Plan) -> list[Edge]:
    """The edges of a draft, those to files first."""
    found = [*_files(plan), *_ids(plan)]
    return found[:_MOST]


def _files(plan: Plan) -> Iterator[Edge]:
    for chunk in plan.chunks:
        for each in chunk.fields:
            items = each.shape.items
            if not chunk.foreach and items is not None and _are_files(items, each.name):
                yield Edge(each.path, "value", f"`{each.dotted}` names files")
            elif not each.prints_python and _are_files(each.shape, each.name):
                yield Edge(chunk.foreach, each.dotted, f"`{each.dotted}` names a file")


def _are_files(shape: Shape, name: str) -> bool:
    values = shape.values
    if not values or shape.blank or not all(_FILE.fullmatch(each) for each in values):
        return False
    return name.lower() in _FILES or all("/" in each for each in values)


def _ids(plan: Plan) -> Iterator[Edge]:
    ids: dict[str, tuple[tuple[str, ...], Field]] = {}
    for chunk in plan.chunks:
        for each in chunk.fields:
            if each.name.lower() in _IDS and len(each.path) == 1:
                for value in each.shape.values:
                    ids.setdefault(value, (chunk.foreach, each))
    for chunk in plan.chunks:
        for each in chunk.fields:
            values = each.shape.values
            is_named = each.name.lower() in _REFERENCES or each.name.endswith(("_id", "Id", "_key"))
            if (
                not values
                or each.prints_python
                or not (is_named or each.path[-2:-1] == ("parent",))
            ):
                continue
            owners = {ids[value][0] for value in values if value in ids}
            if len(owners) == 1 and all(value in ids for value in values) and each.shape.mean > 1:
                (foreach,) = owners
                place = ".".join(foreach) or "the document"
                yield Edge(chunk.foreach, each.dotted, f"`{each.dotted}` is an id in `{place}`")
