"""The edits that mend a mistake: smallest range, the user's own quotes and layout kept."""

from __future__ import annotations

from rtfm_check.mapping.document import Document
from rtfm_check.model import Edit, Fix, Place, Pointer, Span


def replace(place: Place, text: str, title: str) -> Fix:
    """Put a text in the place of what is wrong."""
    return Fix(title, (Edit(place.span, text),))


def in_quotes(place: Place, text: str) -> Fix:
    """Put a value that has no quotes into double ones; it holds nothing to escape."""
    return replace(place, f'"{text}"', "put it in quotes")


def rename_key(document: Document, pointer: Pointer, name: str, *, is_safe: bool) -> Fix:
    """Give a key another name, in the quotes it has."""
    place = document.key(pointer)
    mark = document.source.at(place.span)[:1]
    quotes = mark if mark in ("'", '"') else ""
    fix = replace(place, f"{quotes}{name}{quotes}", f"rename to `{name}`")
    return fix._replace(is_safe=is_safe)


def insert_line(document: Document, line: str) -> Fix:
    """Put a line before the first one, with the line end that the file has."""
    end = "\r\n" if "\r\n" in document.source.text else "\n"
    return Fix(f"add the line `{line}`", (Edit(Span(1, 1, 1, 1), line + end),))


def insert_member(document: Document, key: str, value: str) -> Fix:
    """Put a member before the first one of a JSON object, laid out as that one is."""
    source = document.source
    first, _ = next(iter((document.root.members or {}).values()))
    span = source.span(first.start, first.start)
    between = source.text[document.root.start + 1 : first.start]
    return Fix(f"add `{key}`", (Edit(span, f'"{key}": "{value}",{between or " "}'),))
