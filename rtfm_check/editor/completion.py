"""What may be written where the cursor is: keys, values, paths that documents have, rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lsprotocol import types

from rtfm_check.dryrun.trial import Example
from rtfm_check.editor import keys, promised, samples
from rtfm_check.editor.cursor import Cursor
from rtfm_check.editor.positions import Lines
from rtfm_check.editor.samples import Known
from rtfm_check.mapping.contract import SCHEMA_URL
from rtfm_check.model import Finding, JsonValue
from rtfm_check.rules import all_rules
from rtfm_check.typed.places import Places

_OPEN = re.compile(r"\{\{(\s*)([\w.$]*)$")
_WORD = re.compile(r"[\w.$]*")
_CLOSED = re.compile(r"\s*\}\}")
_IGNORE = re.compile(r"#[ \t]*rtfm-check:[ \t]*ignore(?:-file)?\[(?:[^\]]*,)?[ \t]*([\w-]*)$")
_PLAIN = re.compile(r"[A-Za-z_$/][\w.$/-]*")
_RELATIONS = {
    "link": "a page or file that the document links to",
    "import": "code that the document needs",
    "include": "a file that is a part of the document",
}


class Place(NamedTuple):
    """A cursor, and what is known around it."""

    cursor: Cursor
    at: int  # of the cursor in the text
    lines: Lines
    is_json: bool
    is_fields: bool
    has_snippets: bool
    examples: list[Example]  # documents that the mapping takes, as far as that is known
    documents: list[Example]  # all that were kept
    records: list[Known]  # paths of the records of a profile
    places: Places | None  # that the schema of the documents has
    schema_ids: list[str]  # of the JSON Schemas of the project
    findings: list[Finding]  # of the file


def complete(place: Place) -> Iterator[types.CompletionItem]:
    """What may be written there, the likeliest first."""
    if place.cursor.role == "comment":
        return _rules(place)
    if place.cursor.role == "key":
        return _keys(place)
    return _record_paths(place) if place.is_fields else _values(place)


def numbered(found: Iterable[types.CompletionItem]) -> list[types.CompletionItem]:
    """The items in this order, which an editor would else change to that of the alphabet."""
    items = list(found)
    for number, item in enumerate(items):
        item.sort_text = f"{number:04}"
    return items


def dotted(text: str, index: int, lines: Lines, records: list[Known]) -> list[types.CompletionItem]:
    """What may be written in a profile in dot notation, whose entries are lines or comma-separated.

    `json_text_fields.PATH`, `json_metadata_fields.PATH=key`, `files = GLOB`.
    """
    start = max(text.rfind("\n", 0, index), text.rfind(",", 0, index)) + 1
    before = text[start:index].lstrip()
    for prefix in ("json_text_fields.", "json_metadata_fields."):
        if before.startswith(prefix) and "=" not in before:
            word = before.removeprefix(prefix)
            at = lines.between(index - len(word), index)
            return [_item(each.path, at, each.path, each.detail) for each in records]
    match = re.fullmatch(r"source_identifier[ \t]*[=:][ \t]*(\S*)", before)
    if match:
        at = lines.between(index - len(match[1]), index)
        return [_item(each.path, at, each.path, each.detail) for each in records]
    if re.fullmatch(r"\w*", before):
        at = lines.between(index - len(before), index)
        known = {each.name: each.about for each in keys.keys(keys.FIELDS_SCHEMA, ())}
        words = {
            "json_text_fields": "json_text_fields.",
            "json_metadata_fields": "json_metadata_fields.",
            "files": "files = ",
            "source_identifier": "source_identifier = ",
        }
        return [_item(name, at, word, "", known[name]) for name, word in words.items()]
    return []


def _item(
    label: str, at: types.Range, text: str, detail: str = "", about: str = ""
) -> types.CompletionItem:
    return types.CompletionItem(
        label=label,
        kind=types.CompletionItemKind.Field,
        detail=detail or None,
        documentation=about or None,
        text_edit=types.TextEdit(at, text),
    )


def _keys(place: Place) -> Iterator[types.CompletionItem]:
    cursor = place.cursor
    if cursor.pointer == ("match", "discriminator") and not place.is_fields:
        yield from _fields(place)
        return
    name = keys.schema_of(is_fields=place.is_fields)
    schema = keys.at(name, cursor.pointer)
    pointer, dash = cursor.pointer, ""
    if "items" in schema and not place.is_json and not cursor.has_colon:
        pointer, dash = (*cursor.pointer, 0), "- "
    there = cursor.get(*cursor.pointer)
    taken = set(there) if isinstance(there, dict) else set()
    for key in keys.keys(name, pointer):
        if key.name not in taken and not (key.name == "$schema" and not place.is_json):
            yield _key(place, key, dash)


def _key(place: Place, key: keys.KnownKey, dash: str) -> types.CompletionItem:
    """A key with its colon, and with a template where that is what follows."""
    cursor = place.cursor
    is_template = key.name in ("content", "title", "target") and not place.is_fields
    is_snippet = place.has_snippets and not cursor.has_colon
    value = ""
    if is_snippet and is_template:
        value = '"{{ $0 }}"'
    elif is_snippet and place.is_json:
        value = {"object": "{$0}", "array": "[$0]"}.get(key.kind, '"$0"')
    written = f'"{key.name}"' if place.is_json or cursor.style == '"' else key.name
    text = written if cursor.has_colon else f"{dash}{written}:"
    if not cursor.has_colon and (key.kind == "string" or place.is_json):
        text += f" {value}" if is_snippet or place.is_json else " "
    item = _item(key.name, _token(place), text.replace("$s", "\\$s") if is_snippet else text)
    item.kind = types.CompletionItemKind.Property
    item.detail = "required" if key.is_required else None
    item.documentation = key.about or None
    item.filter_text = f"{cursor.style}{key.name}" if cursor.style else None
    if is_snippet:
        item.insert_text_format = types.InsertTextFormat.Snippet
    return item


def _token(place: Place) -> types.Range:
    """The range of the word that the cursor is in, with its quotes."""
    cursor, text = place.cursor, place.lines.text
    start = place.at - len(cursor.before) - len(cursor.style)
    end = place.at + len(cursor.after)
    if cursor.style and text.startswith(cursor.style, end):
        end += 1
    return place.lines.between(start, end)


def _fields(place: Place) -> Iterator[types.CompletionItem]:
    """The fields of documents that a discriminator may compare."""
    cursor = place.cursor
    there = cursor.get(*cursor.pointer)
    for each in _known(place, place.documents, ""):
        if each.kinds[0] not in ("string", "number", "boolean"):
            continue
        if any(part.isdecimal() for part in each.path.split(".")):
            continue  # of an item of a list: no sign of what a document is
        if isinstance(there, dict) and each.path in there:
            continue
        is_plain = _PLAIN.fullmatch(each.path) and not place.is_json and not cursor.style
        written = each.path if is_plain else json.dumps(each.path, ensure_ascii=False)
        text = written if cursor.has_colon else f"{written}: "
        item = _item(each.path, _token(place), text, each.detail)
        item.filter_text = f"{cursor.style}{each.path}" if cursor.style else None
        yield item


def _known(
    place: Place, examples: list[Example], foreach: str, *, lists: bool = False
) -> list[Known]:
    """The paths that the schema has, and then those that only documents have."""
    seen = samples.known(examples, foreach, lists=lists)
    if place.places is None:
        return seen
    found = promised.known(place.places, foreach, lists=lists)
    names = {each.path for each in found}
    return [*found, *(each for each in seen if each.path not in names)]


def _constants(place: Place, path: str, seen: list[JsonValue]) -> list[JsonValue]:
    """The values that the schema lists for a field, and that no document has."""
    if place.places is None:
        return []
    return [each for each in promised.constants(place.places, path) if each not in seen]


def _values(place: Place) -> Iterator[types.CompletionItem]:
    cursor = place.cursor
    pointer = cursor.pointer
    last = pointer[-1] if pointer else ""
    if pointer[:2] == ("match", "discriminator") and len(pointer) == 3:
        seen = samples.values_at(place.documents, str(last))
        yield from _scalars(place, [*_constants(place, str(last), seen), *seen])
    elif pointer == ("match", "schema_url"):
        urls = [
            value
            for key in ("$schema", "$id")
            for value in samples.values_at(place.documents, key)
            if isinstance(value, str)
        ]
        yield from _scalars(place, dict.fromkeys([*urls, *place.schema_ids]))
    elif pointer == ("$schema",):
        yield from _scalars(place, [SCHEMA_URL])
    elif len(pointer) == 3 and last == "foreach":
        yield from _lists(place)
    elif len(pointer) == 3 and last == "relation":
        yield from _scalars(place, list(_RELATIONS), _RELATIONS)
    elif _is_template(pointer):
        yield from _placeholders(place)
    else:
        yield from _scalars(
            place, keys.at(keys.schema_of(is_fields=False), pointer).get("enum", [])
        )


def _is_template(pointer: tuple[str | int, ...]) -> bool:
    if len(pointer) == 4:
        return pointer[2] == "metadata"
    return len(pointer) == 3 and pointer[2] in ("content", "title", "target")


def _scalars(
    place: Place, values: Iterable[JsonValue], about: dict[str, str] | None = None
) -> Iterator[types.CompletionItem]:
    for value in values:
        text = value if isinstance(value, str) else json.dumps(value)
        if isinstance(value, str) and not place.cursor.style and not _is_plain(place, value):
            text = json.dumps(value, ensure_ascii=False)
        elif place.cursor.style:
            text = json.dumps(text, ensure_ascii=False)[1:-1]
        item = _item(str(value), _inside(place), text, "", (about or {}).get(str(value), ""))
        item.kind = types.CompletionItemKind.Value
        yield item


def _is_plain(place: Place, value: str) -> bool:
    """Whether a text may stand in YAML without quotes, and is a text there."""
    words = ("yes", "no", "on", "off", "true", "false", "null", "y", "n")
    is_word = _PLAIN.fullmatch(value) is not None and value.lower() not in words
    return not place.is_json and is_word


def _inside(place: Place) -> types.Range:
    """The range of the scalar that the cursor is in, without its quotes."""
    cursor = place.cursor
    return place.lines.between(
        place.at - len(cursor.before), place.at + len(cursor.after.rstrip("\r\n"))
    )


def _lists(place: Place) -> Iterator[types.CompletionItem]:
    """The lists that a foreach may run over."""
    for each in _known(place, place.examples, "", lists=True):
        is_bare = place.is_json and not place.cursor.style
        text = json.dumps(each.path) if is_bare else each.path
        yield _item(each.path, _inside(place), text, each.detail)


def _placeholders(place: Place) -> Iterator[types.CompletionItem]:
    """The paths that a template can reach, in its braces or with them."""
    cursor, index = place.cursor, place.at
    foreach = cursor.get(*cursor.pointer[:2], "foreach")
    foreach = foreach.strip("'\" ") if isinstance(foreach, str) else ""
    known = _known(place, place.examples, foreach)
    match = _OPEN.search(cursor.before)
    if match is None:
        if cursor.before.strip() or cursor.after.strip() or cursor.style in ("|", ">"):
            return
        for each in known:
            text = f"{{{{ {each.path} }}}}"
            text = text if cursor.style else f'"{text}"'
            yield _item(text, _inside(place), text, each.detail)
        return
    word = _WORD.match(cursor.after)
    assert word is not None
    at = place.lines.between(index - len(match[2]), index + word.end())
    behind = cursor.after[word.end() :]
    before = "" if match[1] else " "
    after = "" if behind[:1] == " " else " "
    closed = after if _CLOSED.match(behind) else " }}"
    for each in known:
        yield _item(each.path, at, f"{before}{each.path}{closed}", each.detail)


def _record_paths(place: Place) -> Iterator[types.CompletionItem]:
    """The paths of records, for the fields of a profile."""
    pointer = place.cursor.pointer
    name = pointer[0] if pointer else ""
    if name not in ("json_text_fields", "json_metadata_fields", "source_identifier"):
        return
    for each in place.records:
        is_plain = _PLAIN.fullmatch(each.path) and not place.is_json
        text = each.path if is_plain or place.cursor.style else json.dumps(each.path)
        yield _item(each.path, _inside(place), text, each.detail)


def _rules(place: Place) -> Iterator[types.CompletionItem]:
    """The names of rules in a comment that suppresses; those that found something come first."""
    match = _IGNORE.search(place.cursor.before)
    if match is None:
        return
    at = place.lines.between(place.at - len(match[1]), place.at)
    line, _ = place.lines.span(place.at)
    near = {
        each.rule: each.message for each in place.findings if abs(each.place.span.line - line) <= 1
    }
    near |= {each.rule: each.message for each in place.findings if each.rule not in near}
    rules = {each.name: each for each in all_rules()}
    for name in [*near, *(name for name in rules if name not in near)]:
        item = _item(name, at, name, near.get(name, ""), rules[name].summary)
        item.kind = types.CompletionItemKind.Reference
        yield item
