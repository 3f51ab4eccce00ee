"""A document held against a JSON Schema, by jsonschema, with an end to what that may take.

Not by jsonschema-rs, which is quicker and has no such end: references that fan out keep it busy for
ever, and those that turn in circles may end the process.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from jsonschema import FormatChecker, validators
from jsonschema.exceptions import best_match
from jsonschema_specifications import REGISTRY
from referencing import Registry
from referencing.jsonschema import specification_with

from rtfm_check import limits
from rtfm_check.model import JsonValue, Pointer
from rtfm_check.text.show import a_kind_of, quote, safe
from rtfm_check.text.suggest import nearest
from rtfm_check.typed.keywords import Budget, TooLong, counted

_KINDS = {"array": "a list", "object": "an object", "integer": "an integer", "null": "null"}


class Error(NamedTuple):
    """One way in which a document departs from its schema."""

    pointer: Pointer
    message: str
    help: str = ""
    stranger: str = ""  # the key that the schema does not allow; its place is the key
    missing: str = ""  # the key that is missing from the object


class Checker:
    """Holds documents against the schemas of one dialect."""

    def __init__(self, dialect: str) -> None:
        self._budget = Budget()
        stock: Any = validators.validator_for({"$schema": dialect})
        made: Any = validators.extend  # its types say nothing
        self._class = made(stock, validators=counted(self._budget, dict(stock.VALIDATORS)))

    def errors(self, registry: Registry[Any], uri: str, data: JsonValue) -> list[Error]:
        """How a document departs from a schema. Raises TooLong."""
        self._budget.left = limits.VALIDATION_STEPS + limits.VALIDATION_TIMES * _size(data)
        self._budget.depth = 0
        validator = self._class({"$ref": uri}, registry=registry, format_checker=_formats())
        found: dict[Error, None] = {}
        try:
            for error in validator.iter_errors(data):
                found.update(dict.fromkeys(_worded(best_match([error]))))
                if len(found) > limits.VALIDATION_ERRORS:
                    break
        except (ArithmeticError, RecursionError) as error:  # of huge numbers, of deep constants
            raise TooLong from error
        return _folded(list(found))


def _size(data: JsonValue) -> int:
    """The number of values in a document, as far as it counts."""
    waiting, size = [data], 0
    while waiting and size < limits.VALIDATION_VALUES:
        each = waiting.pop()
        size += 1
        if isinstance(each, dict | list):
            waiting += each.values() if isinstance(each, dict) else each
    return size


@lru_cache(maxsize=8)
def checker(dialect: str) -> Checker:
    """The checker of a dialect."""
    return Checker(dialect)


@lru_cache(maxsize=1)
def metaschemas() -> Registry[Any]:
    """The schemas of schemas, without the key that would have jsonschema use its own keywords."""
    made: Registry[Any] = Registry()
    for uri in REGISTRY:
        contents = copy.deepcopy(REGISTRY.contents(uri))
        specification = specification_with(contents.pop("$schema"))
        made = made.with_resource(uri, specification.create_resource(contents))
    return made.crawl()


@lru_cache(maxsize=1)
def _formats() -> FormatChecker:
    """The formats that are looked at: those of times, which other programs read."""
    from datetime import date, datetime

    def is_made(text: object, make: Callable[[str], date], *, has_zone: bool) -> bool:
        if not isinstance(text, str):
            return True
        try:
            made = make(text)
        except ValueError:
            return False
        return not has_zone or (isinstance(made, datetime) and made.tzinfo is not None)

    checker = FormatChecker(formats=())
    checker.checks("date-time")(lambda text: is_made(text, datetime.fromisoformat, has_zone=True))
    checker.checks("date")(lambda text: is_made(text, date.fromisoformat, has_zone=False))
    return checker


def _worded(error: Any) -> Iterator[Error]:
    """An error of jsonschema in words that name the place and what would be right."""
    where = tuple(error.absolute_path)
    name = quote(".".join(map(str, where))) if where else "the document"
    wanted, own = error.validator_value, error.instance
    match error.validator:
        case None:  # the schema `false`
            if where and isinstance(where[-1], str):
                yield Error(where, f"{name} is not in the schema", stranger=where[-1])
            else:
                yield Error(where, f"{name} is more than the schema allows")
        case "required":
            for each in (each for each in wanted if each not in own):
                yield Error(where, f"{name} has no {quote(each)}, which is required", missing=each)
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            listed = " or ".join(_KINDS.get(each, f"a {safe(each)}") for each in kinds)
            yield Error(where, f"{name} is {a_kind_of(own)}, and has to be {listed}")
        case "const":
            message = f"{name} is {as_json(own)}, and has to be {as_json(wanted)}"
            yield Error(where, message, f"write {as_json(wanted)}")
        case "enum":
            message = f"{name} is {as_json(own)}, none of the values in the schema"
            yield Error(where, message, one_of(own, wanted))
        case "format":
            yield Error(where, f"{name} is {as_json(own)}, which is no {safe(str(wanted))}")
        case _:
            said = safe(error.message[: limits.EXCERPT_CHARS])
            yield Error(where, f"{name} does not fit `{error.validator}`: {said}")


def one_of(value: JsonValue, values: list[JsonValue]) -> str:
    """What to write for a value that is none of those that may be there."""
    texts = [each for each in values[: limits.SCHEMA_NAMES] if isinstance(each, str)]
    near = nearest(value, texts) if isinstance(value, str) else None
    if near is not None:
        return f"did you mean {as_json(near)}?"
    more = ", ..." if len(values) > 8 else ""
    return f"write {'one of ' * (len(values) > 1)}{', '.join(map(as_json, values[:8]))}{more}"


def as_json(value: JsonValue) -> str:
    """A value as a message shows it."""
    import json

    if isinstance(value, dict | list):
        return a_kind_of(value)
    return quote(json.dumps(value, ensure_ascii=False, default=str))


def _folded(errors: list[Error]) -> list[Error]:
    """The errors without those that a misspelt key explains."""
    missing: dict[Pointer, list[str]] = {}
    for each in errors:
        if each.missing:
            missing.setdefault(each.pointer, []).append(each.missing)
    explained: set[tuple[Pointer, str]] = set()
    found = []
    for each in errors:
        around = each.pointer[:-1]
        near = nearest(each.stranger, missing.get(around, ())) if each.stranger else None
        if near is not None:
            explained.add((around, near))
            each = each._replace(help=f"did you mean `{near}`?")
        found.append(each)
    return [each for each in found if (each.pointer, each.missing) not in explained]
