"""The pages of a PDF whose tree of pages pypdf refuses: it loops, is too deep, or is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NullObject

from rtfm_check import limits

_INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")  # by the pages below a node


def pages(reader: PdfReader) -> list[PageObject]:
    """The pages that can be reached, each object once, in the order of the tree."""
    try:
        root = reader.trailer["/Root"].get_object().raw_get("/Pages")
    except Exception:  # it is not there, or is anything else
        return _all_pages(reader)
    found: list[PageObject] = []
    seen: set[tuple[int, int]] = set()
    levels: list[tuple[Iterator[Any], dict[str, Any]]] = [(iter([root]), {})]
    while levels and len(found) < limits.PDF_PAGES:
        kids, inherited = levels[-1]
        each = next(kids, None)
        if each is None:
            levels.pop()
            continue
        if isinstance(each, IndirectObject):
            if (each.idnum, each.generation) in seen:
                continue
            seen.add((each.idnum, each.generation))
        with suppress(Exception):  # whatever a damaged object leads to; the others go on
            node = each.get_object()
            if not isinstance(node, DictionaryObject):
                continue
            own = inherited | {name: node[name] for name in _INHERITED if name in node}
            below = node.get("/Kids", NullObject()).get_object()
            if isinstance(below, ArrayObject):
                levels.append((iter(below), own))
            else:
                found.append(_page(reader, each, node, own))
    return found


def _all_pages(reader: PdfReader) -> list[PageObject]:
    """The pages among all objects, in the order in which they lie in the file."""
    found: list[PageObject] = []
    if "/Encrypt" in reader.trailer:
        return found
    places = {
        (number, generation): (offset, 0)
        for generation, offsets in reader.xref.items()
        for number, offset in offsets.items()
    }
    for number, (stream, index) in reader.xref_objStm.items():
        places[number, 0] = (places.get((stream, 0), (0, 0))[0], index)
    for number, generation in sorted(places, key=lambda each: (places[each], each)):
        with suppress(Exception):  # as above
            each = IndirectObject(number, generation, reader)
            node = each.get_object()
            if isinstance(node, DictionaryObject) and node.get("/Type") == "/Page":
                found.append(_page(reader, each, node, {}))
        if len(found) >= limits.PDF_PAGES:
            break
    return found


def _page(reader: PdfReader, given: Any, node: DictionaryObject, own: dict[str, Any]) -> PageObject:
    page = PageObject(reader, given if isinstance(given, IndirectObject) else None)
    page.update({**own, **node})
    return page
