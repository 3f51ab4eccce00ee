"""The parts of a schema as nodes, and nodes made of nodes.

A part holds together with others: those that it refers to, all of `allOf`, one of `anyOf`. What it
leads back to says nothing new, and what cannot be followed says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rtfm_check import limits
from rtfm_check.model import JsonValue
from rtfm_check.typed.nodes import CLOSED, OBJECT, OPEN, Group, Node, Part
from rtfm_check.typed.own import entries, members

if TYPE_CHECKING:
    from referencing import Registry

_T = TypeVar("_T")


class TooMuch(Exception):
    """A schema that takes too long to follow."""


class Step(NamedTuple):
    """What is known of a name in a place."""

    node: Node | None  # None: nothing can be there
    is_declared: bool = False  # the schema has the name, or says what names there may be
    is_described: bool = False  # the schema lists names here
    is_open: bool = False  # and says that there may be others


class Parts:
    """Makes the nodes of one schema, each once."""

    def __init__(self, registry: Registry[Any], uri: str, dialects: dict[int, str]) -> None:
        found = registry.resolver().lookup(uri)
        self._dialects = dialects
        self._memo: dict[tuple[object, ...], Any] = {}
        self._keys: dict[tuple[object, ...], int] = {}
        self._left = limits.SCHEMA_STEPS
        self._depth = 0
        self.root = self._both(OBJECT, self._part(found.contents, found.resolver))

    def _remembered(self, key: tuple[object, ...], unknown: _T, make: Callable[[], _T]) -> _T:
        """A value, made once; `unknown` for a part that its own references lead back to."""
        if key not in self._memo:
            self._left -= 1
            if self._left < 0 or self._depth >= limits.SCHEMA_CALLS:
                raise TooMuch
            self._memo[key] = unknown
            self._depth += 1
            try:
                self._memo[key] = make()
            except TooMuch:
                del self._memo[key]
                raise
            finally:
                self._depth -= 1
        known: _T = self._memo[key]
        return known

    # The parts that hold beside a part, for the same value.

    def _beside(self, part: Part) -> list[Node]:
        return self._remembered(("beside", part.key), [], lambda: self._made_beside(part))

    def _made_beside(self, part: Part) -> list[Node]:
        schema = part.schema
        if not isinstance(schema, dict) or part.resolver is None:
            return []
        found: list[Node] = list(self._referred(part, schema))
        found += [self._inner(part, each) for each in entries(schema, "allOf")]
        for key in ("anyOf", "oneOf"):
            if entries(schema, key):
                found.append(self._one_of([self._inner(part, each) for each in schema[key]]))
        if "if" in schema:
            holds = self._joined(self._inner(part, schema.get(key, True)) for key in ("if", "then"))
            found.append(self._one_of([holds, self._inner(part, schema.get("else", True))]))
        for key in ("dependentSchemas", "dependencies"):
            for each in members(schema, key).values():
                if isinstance(each, dict):
                    found.append(self._one_of([self._inner(part, each), OPEN]))
        return found

    def _referred(self, part: Part, schema: dict[str, JsonValue]) -> Iterator[Node]:
        from referencing.exceptions import Unresolvable
        from referencing.jsonschema import lookup_recursive_ref

        for key in ("$ref", "$dynamicRef", "$recursiveRef"):
            if not isinstance(schema.get(key), str):
                continue
            try:
                if key == "$recursiveRef":
                    found = lookup_recursive_ref(part.resolver)
                else:
                    found = part.resolver.lookup(schema[key])
            except (Unresolvable, ValueError):
                continue  # told where it stands
            yield self._part(found.contents, found.resolver)

    def _inner(self, part: Part, schema: JsonValue) -> Node:
        """A schema inside a part."""
        resolver = part.resolver
        if isinstance(schema, dict) and isinstance(schema.get("$id"), str):
            from referencing.jsonschema import specification_with

            dialect = self._dialects.get(id(schema))
            if dialect is not None and not self._is_reference_only(schema):
                resource = specification_with(dialect).create_resource(schema)
                resolver = resolver.in_subresource(resource)
        return self._part(schema, resolver)

    def _part(self, schema: JsonValue, resolver: Any) -> Part:
        if not isinstance(schema, dict):
            return CLOSED if schema is False else OPEN
        scope = dict.fromkeys(uri for uri, _ in resolver.dynamic_scope())
        key = self._key(("part", id(schema), *scope))
        if self._is_reference_only(schema):
            schema = {"$ref": schema["$ref"]}
        return Part(schema, resolver, key)

    def _is_reference_only(self, schema: dict[str, JsonValue]) -> bool:
        """Whether nothing but its `$ref` counts."""
        return "$ref" in schema and is_legacy(self._dialects.get(id(schema), ""))

    # Nodes made of nodes. A key is a number, so that comparing two takes no walk through them.

    def _key(self, parts: tuple[object, ...]) -> int:
        return self._keys.setdefault(parts, len(self._keys))

    def _both(self, one: Node, other: Node) -> Node:
        return self._joined([one, other])

    def _joined(self, nodes: Iterable[Node]) -> Node:
        """One node for nodes that all hold."""
        different = list({each.key: each for each in nodes if each is not OPEN}.values())
        if len(different) < 2:
            return different[0] if different else OPEN
        key = self._key(("all", *(each.key for each in different)))
        return Group(different, key, is_all=True)

    def _one_of(self, nodes: Iterable[Node]) -> Node:
        """One node for nodes of which one holds."""
        different = {each.key: each for each in nodes}
        if len(different) == 1:
            return next(iter(different.values()))
        key = self._key(("one", *different))
        return Group(list(different.values()), key, is_all=False)

    def _all(self, steps: list[Step]) -> Step:
        """What holds where all of some steps hold."""
        nodes = [each.node for each in steps if each.node is not None]
        return Step(
            self._joined(nodes) if len(nodes) == len(steps) else None,
            any(each.is_declared for each in steps),
            any(each.is_described for each in steps),
            any(each.is_open for each in steps),
        )

    def _any(self, steps: list[Step]) -> Step:
        """What holds where one of some steps holds."""
        there = [each for each in steps if each.node is not None]
        if not there:
            return Step(None)
        nodes = [each.node for each in there if each.node is not None]
        return Step(
            OPEN if OPEN in nodes else self._one_of(nodes),
            any(each.is_declared for each in there),
            all(each.is_described for each in there),
            any(each.is_open for each in there),
        )


def is_legacy(dialect: str) -> bool:
    """Whether nothing counts beside a `$ref`, as up to draft 7."""
    return any(f"/draft-0{number}/" in dialect for number in (3, 4, 6, 7))
