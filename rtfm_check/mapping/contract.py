"""A mapping held against the published schema, with each mistake told once.

What does not conform is told by jsonschema; its errors are then folded: a misspelt key explains
the required key that is missing beside it and the `anyOf` that fails around it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from rtfm_check import resources
from rtfm_check.mapping.conforms import Check, compiled, is_uri
from rtfm_check.model import JsonValue, Pointer
from rtfm_check.text.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jsonschema.protocols import Validator

    ValidationError = Any  # jsonschema's own type leaves its values untyped and optional

__all__ = ["SCHEMA", "SCHEMA_URL", "Violation", "first_look", "is_uri", "violations"]

SCHEMA = "rtfm-mapping-v1"
SCHEMA_URL = f"https://schemas.roomi-fields.com/{SCHEMA}.json"

# What people write for a key, where no spelling is near.
_SYNONYMS = {
    "body": "content",
    "text": "content",
    "template": "content",
    "heading": "title",
    "header": "title",
    "headline": "title",
    "label": "title",
    "name": "title",
    "for": "foreach",
    "each": "foreach",
    "loop": "foreach",
    "items": "foreach",
    "meta": "metadata",
    "attributes": "metadata",
    "properties": "metadata",
    "kind": "target_kind",
    "type": "relation",
    "rel": "relation",
    "to": "target",
    "ref": "target",
    "href": "target",
    "link": "target",
    "schema": "schema_url",
    "url": "schema_url",
    "when": "match",
    "filter": "match",
    "selector": "match",
    "id": "name",
}
AT_THE_TOP = ("match", "chunks", "edges")  # keys that stand nowhere else
_OF_CHUNKS = ("title", "content", "metadata")
_OF_EDGES = ("relation", "target", "target_kind")
_FAST_FROM = 5_000  # mappings
_RULES = ("schema_url", "discriminator")  # of a match


class Violation(NamedTuple):
    """One way in which a mapping departs from the schema; `rule` names the rule that reports it."""

    rule: str
    pointer: Pointer  # of the value; for a missing key, of the object
    key: str = ""  # the missing or unknown key
    suggestion: str = ""  # the key that was meant
    missing: tuple[str, ...] = ()  # required keys whose absence this explains
    wanted: tuple[str, ...] = ()  # types or values that would be right
    below: str = ""  # the empty key before an unknown one, which should hold it; or `-`, a dash


def violations(data: JsonValue, conforms: Check | None = None) -> list[Violation]:
    """All departures of a mapping's data from the schema, each mistake once."""
    if (conforms or _conforms())(data):
        return []
    if _is_other(data):
        return [Violation("not-a-mapping", ())]
    errors = list(_validator().iter_errors(data))
    by_place: dict[Pointer, list[ValidationError]] = {}
    for error in errors:
        by_place.setdefault(tuple(error.absolute_path), []).append(error)
    found: list[Violation] = []
    explained: set[str] = set()  # top-level keys that a misplaced key stands for
    for pointer, here in by_place.items():
        found += _fold(pointer, here, data, explained)
    return [
        each
        for each in _joined(_indented(found, data), data)
        if not (each.rule == "missing-key" and not each.pointer and each.key in explained)
    ]


def _indented(found: list[Violation], data: JsonValue) -> list[Violation]:
    """The violations, an empty key and the unknown ones right behind it as one: an indentation."""
    places = {(each.pointer, each.key): each for each in found if each.rule == "unknown-key"}
    empty = {each.pointer for each in found if each.rule == "wrong-type" and each.pointer}
    if not places or not empty:
        return found
    dropped: set[tuple[Pointer, JsonValue]] = set()
    belongs: dict[tuple[Pointer, JsonValue], str] = {}
    for pointer in empty:
        around = _value_at(data, pointer[:-1])
        if not isinstance(around, dict) or around[pointer[-1]] is not None:
            continue
        keys = list(around)
        behind = keys[keys.index(pointer[-1]) + 1 :]
        run = list(takewhile(places.__contains__, ((pointer[:-1], key) for key in behind)))
        first = places[run[0]] if run else None
        if first and isinstance(first.key, str) and not first.suggestion and not first.missing:
            dropped |= {(pointer, ""), *run[1:]}
            belongs[run[0]] = str(pointer[-1])
    return [
        each._replace(below=belongs.get((each.pointer, each.key), ""), wanted=())
        if (each.pointer, each.key) in belongs
        else each
        for each in found
        if (each.pointer, each.key) not in dropped
    ]


def _joined(found: list[Violation], data: JsonValue) -> list[Violation]:
    """The violations, two entries that a dash too many makes of one as one: that of the first.

    `below` of it says which dash: `-` is that of the next entry, `--` its own.
    """
    without: dict[Pointer, set[str]] = {}
    for each in found:
        if each.rule == "missing-key" and len(each.pointer) == 2:
            without.setdefault(each.pointer, set()).add(each.key)
    dashes: dict[Pointer, str] = {}
    dropped: set[Pointer] = set()  # entries of which nothing is told
    for pointer, names in sorted(without.items()):
        entries, at = _value_at(data, pointer[:1]), pointer[1]
        following, before = (pointer[0], at + 1), (pointer[0], at - 1)
        if pointer in dropped or not entries[at]:
            continue
        if at + 1 < len(entries) and _are_one(entries[at], entries[at + 1], names):
            rest = without.get(following, set())
            if rest <= entries[at].keys():
                dashes[pointer] = "-"
                dropped.add(following)
        elif at and before not in without and _are_one(entries[at], entries[at - 1], names):
            dashes[pointer] = "--"
    told: set[Pointer] = set()
    made = []
    for each in found:
        if each.rule == "missing-key" and len(each.pointer) == 2:
            if each.pointer in dropped or each.pointer in told:
                continue
            if each.pointer in dashes:
                told.add(each.pointer)
                each = each._replace(below=dashes[each.pointer])
        made.append(each)
    return made


def _are_one(entry: JsonValue, other: JsonValue, missing: set[str]) -> bool:
    """Whether two entries have no key in common, and one has what the other lacks."""
    is_map = isinstance(entry, dict) and isinstance(other, dict)
    return is_map and not entry.keys() & other.keys() and missing <= other.keys()


def _value_at(data: JsonValue, pointer: Pointer) -> JsonValue:
    for part in pointer:
        data = data[part]  # a place of a violation
    return data


def _is_other(data: JsonValue) -> bool:
    """Whether a map of keys is no mapping at all: most likely a document, passed by mistake."""
    if not isinstance(data, dict):
        return False
    strangers = 0
    for key in data:
        word = str(key)
        if nearest(word, ("match", "chunks", "edges")) or word in ("discriminator", "schema_url"):
            return False
        strangers += word not in ("name", "$schema") and not _parents(key)
    return strangers >= 2 and 2 * strangers > len(data)


def _fold(
    pointer: Pointer, errors: list[ValidationError], data: JsonValue, explained: set[str]
) -> Iterable[Violation]:
    missing = [_required(error) for error in errors if error.validator == "required"]
    any_of = [error for error in errors if error.validator == "anyOf"]
    for error in errors:
        if error.validator == "additionalProperties":
            unknown = _unknown(error)
            strangers = _strangers(pointer, unknown, missing)
            if strangers:
                wanted = ("edges",) if pointer[0] == "chunks" else ("chunks",)
                yield Violation("unknown-key", pointer, strangers[0], "", tuple(missing), wanted)
                unknown = [key for key in unknown if key not in strangers]
                missing = []
            for key in [key for key in unknown if pointer and key in AT_THE_TOP]:
                lost = () if key == "edges" else (key,)
                yield Violation("unknown-key", pointer, key, "", lost)
                unknown.remove(key)
                explained.add(key)
            if not pointer and len(unknown) == 1 and wrapped(error.instance[unknown[0]]):
                yield Violation("unknown-key", pointer, unknown[0], "", tuple(missing))
                missing = []
                continue
            if any_of and len(unknown) > 1:
                fields = _fields(unknown, error)
                if fields:
                    yield Violation("unknown-key", pointer, fields[0], "", _RULES, fields)
                    any_of = []
                    continue
            open_names = [name for name in error.schema["properties"] if name not in error.instance]
            for key in unknown:
                suggestion, absorbed = _meant(key, pointer, error.schema, open_names, missing)
                parents = _parents(key) if not pointer else ()
                if parents:
                    suggestion, absorbed = "", ()
                is_only = len(unknown) == len(missing) == 1 and not parents
                if is_only and not absorbed and not suggestion:
                    absorbed = (missing[0],)
                missing = [name for name in missing if name not in absorbed]
                if suggestion in open_names:
                    open_names.remove(suggestion)
                explained.update(parents)
                if any_of:
                    absorbed = _RULES
                yield Violation("unknown-key", pointer, key, suggestion, absorbed, parents)
                any_of = []
        elif error.validator not in ("required", "anyOf"):
            yield _other(pointer, error)
    for name in missing:
        yield Violation("missing-key", pointer, name)
    for _ in any_of:
        yield Violation("match-without-rule", pointer)


def _other(pointer: Pointer, error: ValidationError) -> Violation:
    value = error.validator_value
    match error.validator:
        case "type":
            return Violation("wrong-type", pointer, wanted=(str(value),))
        case "enum":
            meant = nearest(str(error.instance), value) or ""
            if not isinstance(error.instance, str):
                return Violation("wrong-type", pointer, wanted=("string",))
            return Violation("bad-enum-value", pointer, suggestion=meant, wanted=tuple(value))
        case "minLength" | "minItems" | "minProperties":
            return Violation("empty-value", pointer)
        case "format" if error.instance == "":
            return Violation("empty-value", pointer)
        case "format":
            return Violation("bad-schema-url", pointer)
    return Violation("schema-violation", pointer, key=error.message)


def _strangers(pointer: Pointer, unknown: list[Any], missing: list[str]) -> list[str]:
    """The keys of an entry that belong to the other kind of entries, whose list has no head."""
    if len(pointer) != 2:
        return []
    others = _OF_EDGES if pointer[0] == "chunks" else _OF_CHUNKS
    found = [key for key in unknown if isinstance(key, str) and key in others]
    least = 1 if pointer[0] == "chunks" and missing else 2
    return found if len(found) >= least else []


def wrapped(value: JsonValue) -> int:
    """How many whole mappings a value holds that stands under a key at the top."""
    mappings = value if isinstance(value, list) else [value]
    are_mappings = all(
        isinstance(each, dict) and {"match", "chunks"} & {*each} for each in mappings
    )
    return len(mappings) if are_mappings else 0


def _fields(unknown: list[Any], error: ValidationError) -> tuple[str, ...]:
    """The keys of a match that are fields of documents, when none is a misspelt rule."""
    names = list(error.schema["properties"])
    are_fields = all(
        isinstance(key, str)
        and nearest(key, names) is None
        and _SYNONYMS.get(key.lower()) not in names
        and not isinstance(error.instance[key], dict | list)
        for key in unknown
    )
    return tuple(unknown) if are_fields else ()


def _required(error: ValidationError) -> str:
    """The one key that a `required` error is about."""
    name: str = next(name for name in error.validator_value if error.message.startswith(repr(name)))
    return name


def _unknown(error: ValidationError) -> list[Any]:
    return [key for key in error.instance if key not in error.schema["properties"]]


def _meant(
    key: object, pointer: Pointer, schema: Any, open_names: list[str], missing: list[str]
) -> tuple[str, tuple[str, ...]]:
    """The key that was meant by an unknown one, and the missing key that this explains."""
    if not isinstance(key, str):
        return "", ()
    names = list(schema["properties"])
    meant = nearest(key, open_names) or nearest(key, names)
    synonym = _SYNONYMS.get(key.lower())
    if meant is None and synonym in names:
        meant = synonym
    if meant is None:
        return "", ()
    return meant, (meant,) if meant in missing else ()


def _parents(key: object) -> tuple[str, ...]:
    """The top-level key that a key at the top belongs under, if any."""
    if key in ("schema_url", "discriminator"):
        return ("match",)
    if key in ("content", "title", "metadata", "foreach"):
        return ("chunks",)
    if key in _OF_EDGES:
        return ("edges",)
    return ()


@lru_cache(maxsize=1)
def _validator() -> Validator:
    """The validator of the mapping schema; no reference in it leaves the bundled resources."""
    from jsonschema import Draft202012Validator, FormatChecker
    from referencing import Registry
    from referencing.exceptions import NoSuchResource
    from referencing.jsonschema import DRAFT202012

    def refuse(uri: str) -> Any:
        raise NoSuchResource(uri)

    schema = json.loads(resources.schema_text(SCHEMA))
    registry: Registry[Any] = Registry(retrieve=refuse)  # type: ignore[call-arg]  # attrs alias
    registry = registry.with_resource(schema["$id"], DRAFT202012.create_resource(schema))
    formats = FormatChecker(formats=())
    formats.checks("uri")(is_uri)
    return Draft202012Validator(schema, registry=registry, format_checker=formats)


def first_look(number: int) -> Check:
    """The quick yes for so many mappings; where it says no, jsonschema says why.

    That of jsonschema-rs, the extra `fast`, where it saves more than its import takes.
    """
    return (_fast() if number >= _FAST_FROM else None) or _conforms()


@lru_cache(maxsize=1)
def _conforms() -> Check:
    schema = json.loads(resources.schema_text(SCHEMA))
    check = compiled(schema, schema)
    assert check is not None
    return check


@lru_cache(maxsize=1)
def _fast() -> Check | None:
    try:
        import jsonschema_rs
    except ImportError:
        return None
    schema = json.loads(resources.schema_text(SCHEMA))
    validator = jsonschema_rs.Draft202012Validator(
        schema, validate_formats=True, formats={"uri": is_uri}
    )

    def conforms(data: JsonValue) -> bool:
        try:
            return bool(validator.is_valid(data))
        except (ValueError, TypeError):  # what JSON does not have, such as a date
            return False

    return conforms
