"""The keywords of JSON Schema, all counted, and some done in another way than jsonschema does.

A schema is a stranger's: references may fan out without end, and patterns may take for ever. So
each keyword is counted, patterns are matched by `regexes`, and what compares all with all is done
by hashes. A reference that leads nowhere says nothing: it is told where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from jsonschema.exceptions import ValidationError
from referencing.exceptions import Unresolvable
from referencing.jsonschema import lookup_recursive_ref

from rtfm_check import limits
from rtfm_check.model import JsonValue
from rtfm_check.text.show import quote
from rtfm_check.typed import regexes

Keyword = Callable[[Any, Any, Any, Any], Iterable[ValidationError] | None]
Errors = Iterator[ValidationError]
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_CHARS = 50  # of a message that count as one step
_ERROR = 20  # steps that an error counts as: many are kept, for each of many alternatives


class TooLong(Exception):
    """A document and a schema that take too long to be held against each other."""


class Budget:
    """The steps that may still be taken."""

    def __init__(self) -> None:
        self.left = 0
        self.depth = 0

    def spend(self, steps: int) -> None:
        """Take some steps. Raises TooLong."""
        self.left -= steps
        if self.left < 0:
            raise TooLong

    @contextmanager
    def inner(self) -> Iterator[None]:
        """One level more, inside a `with`. Raises TooLong.

        Before Python itself ends a recursion: where that is in a library written in Rust, what it
        raises is no Exception.
        """
        if self.depth >= limits.VALIDATION_CALLS:
            raise TooLong
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1


def counted(budget: Budget, stock: dict[str, Keyword]) -> dict[str, Keyword]:
    """The keywords of a dialect, each counted; `stock` has jsonschema's own."""
    own = _Keywords(budget, stock)
    mine: dict[str, Keyword] = {
        "pattern": own.pattern,
        "properties": own.properties,
        "patternProperties": own.pattern_properties,
        "additionalProperties": own.additional_properties,
        "unevaluatedProperties": own.unevaluated_properties,
        "unevaluatedItems": own.unevaluated_items,
        "uniqueItems": own.unique_items,
        "enum": own.enum,
        **{key: own.reference(key) for key in _REFERENCES},
    }
    return {key: _counted(mine.get(key, stock[key]), budget) for key in stock}


def _counted(keyword: Keyword, budget: Budget) -> Keyword:
    def followed(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        budget.spend(1)
        with budget.inner():
            for error in keyword(validator, value, instance, schema) or ():
                budget.spend(_ERROR + len(error.message) // _CHARS)
                yield error

    return followed


class _Keywords:
    """Each method is a keyword, as jsonschema calls it: validator, value, instance, schema."""

    def __init__(self, budget: Budget, stock: dict[str, Keyword]) -> None:
        self._budget = budget
        self._stock = stock

    def pattern(self, validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if isinstance(instance, str) and not self._matches(value, instance):
            yield ValidationError(f"{quote(instance)} does not match {quote(value)}")

    def properties(self, validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        for name, inner in value.items() if isinstance(instance, dict) else ():
            if name in instance:
                yield from _inside(validator, instance[name], inner, name)

    def pattern_properties(self, validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        for expression, inner in value.items() if isinstance(instance, dict) else ():
            for name, each in instance.items():
                if self._matches(expression, name):
                    yield from _inside(validator, each, inner, name)

    def additional_properties(
        self, validator: Any, value: Any, instance: Any, schema: Any
    ) -> Errors:
        for name, each in instance.items() if isinstance(instance, dict) else ():
            if not self._is_known(name, schema):
                yield from _inside(validator, each, value, name)

    def unevaluated_properties(
        self, validator: Any, value: Any, instance: Any, schema: Any
    ) -> Errors:
        if isinstance(instance, dict):
            seen = self._evaluated(validator, instance, schema, is_own=True)
            for name, each in instance.items():
                if name not in seen:
                    yield from _inside(validator, each, value, name)

    def unevaluated_items(self, validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if isinstance(instance, list):
            seen = self._evaluated(validator, instance, schema, is_own=True)
            for index, each in enumerate(instance):
                if index not in seen:
                    yield from _inside(validator, each, value, index)

    def unique_items(self, validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if value and isinstance(instance, list):
            self._budget.spend(len(instance))
            if len({_frozen(each) for each in instance}) < len(instance):
                yield ValidationError("the list has an item twice")

    def enum(self, validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        self._budget.spend(len(value))
        own = _frozen(instance)
        if all(_frozen(each) != own for each in value):
            yield ValidationError(f"{quote(instance)} is not among the values allowed")

    def reference(self, key: str) -> Keyword:
        """The keyword of a kind of reference."""

        def follow(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
            found = _resolved(validator, key, value)
            if found is not None:
                yield from validator.descend(instance, found.contents, resolver=found.resolver)

        return follow

    def _matches(self, pattern: str, text: str) -> bool:
        """Whether a text matches a pattern; where that is not decided, it does."""
        self._budget.spend(1)
        try:
            regex = regexes.compile(pattern)
        except regexes.BadPattern:
            return True  # told where the pattern stands
        if regex is None:
            return True
        found = regex.search(text)
        self._budget.spend(regex.work // 50)
        return found is not False

    def _is_known(self, name: str, schema: Any) -> bool:
        """Whether `properties` or `patternProperties` of a schema are about a name."""
        return name in schema.get("properties", ()) or any(
            self._matches(pattern, name) for pattern in schema.get("patternProperties", ())
        )

    def _evaluated(
        self, validator: Any, instance: Any, schema: Any, *, is_own: bool
    ) -> set[str | int]:
        """The names or indices of an instance that a schema says something of.

        `is_own`: the schema is the one whose `unevaluated` keyword asks.
        """
        self._budget.spend(1)
        if not isinstance(schema, dict):
            return set()
        if isinstance(instance, dict):
            found = self._names(schema, instance, is_own=is_own)
        else:
            found = self._indices(validator, schema, instance, is_own=is_own)
        with self._budget.inner():
            for other, inner in self._referred(validator, schema):
                found |= self._evaluated(other, instance, inner, is_own=False)
            for each in _holding(validator, instance, schema):
                found |= self._evaluated(validator, instance, each, is_own=False)
        return found

    def _referred(self, validator: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
        """What the references of a schema lead to, with a validator for it."""
        for key in _REFERENCES:
            if isinstance(schema.get(key), str) and key in self._stock:
                found = _resolved(validator, key, schema[key])
                if found is not None:
                    contents, resolver = found.contents, found.resolver
                    yield validator.evolve(schema=contents, _resolver=resolver), contents

    def _names(self, schema: Any, instance: Any, *, is_own: bool) -> set[str | int]:
        says_all = "additionalProperties" in schema
        if says_all or (not is_own and "unevaluatedProperties" in schema):
            return set(instance)
        return {name for name in instance if self._is_known(name, schema)}

    def _indices(
        self, validator: Any, schema: Any, instance: Any, *, is_own: bool
    ) -> set[str | int]:
        items = schema.get("items")
        count = len(schema.get("prefixItems", ()))
        if isinstance(items, list):
            count = len(instance) if "additionalItems" in schema else len(items)
        elif "items" in schema or (not is_own and "unevaluatedItems" in schema):
            count = len(instance)
        found: set[str | int] = set(range(min(count, len(instance))))
        if "contains" in schema and "prefixItems" in self._stock:  # since 2020-12
            inner = schema["contains"]
            found |= {i for i, each in enumerate(instance) if _is_valid(validator, each, inner)}
        return found


def _holding(validator: Any, instance: Any, schema: Any) -> Iterator[Any]:
    """The parts of a schema that hold for an instance as a whole, and hold for it."""
    for key in ("allOf", "anyOf", "oneOf"):
        yield from (each for each in schema.get(key, ()) if _is_valid(validator, instance, each))
    if "if" in schema:
        holds = _is_valid(validator, instance, schema["if"])
        yield from [schema["if"]] if holds else []
        yield schema.get("then" if holds else "else", True)
    for name, each in schema.get("dependentSchemas", {}).items():
        if isinstance(instance, dict) and name in instance:
            yield each


def _inside(validator: Any, instance: Any, schema: Any, name: str | int) -> Errors:
    """The errors of a value in another; jsonschema leaves out where it is for `false`."""
    if schema is False:
        for error in validator.descend(None, schema):
            error.path.appendleft(name)
            yield error
    else:
        yield from validator.descend(instance, schema, path=name)


def _is_valid(validator: Any, instance: Any, schema: Any) -> bool:
    return next(iter(validator.descend(instance, schema)), None) is None


def _resolved(validator: Any, key: str, reference: str) -> Any:
    """What a reference leads to, or None for nothing."""
    try:
        if key == "$recursiveRef":
            return lookup_recursive_ref(validator._resolver)
        return validator._resolver.lookup(reference)
    except (Unresolvable, ValueError):
        return None


def _frozen(value: JsonValue) -> object:
    """A value that is equal to another where JSON Schema says so: 1 is 1.0, and not true."""
    if isinstance(value, dict):
        return frozenset((key, _frozen(each)) for key, each in value.items())
    if isinstance(value, list):
        return ("list", *map(_frozen, value))
    return ("boolean", value) if isinstance(value, bool) else value
