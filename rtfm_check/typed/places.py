"""Where paths lead in the documents of a schema, as far as the schema says.

A node stands for the values at one place: a part of the schema, or several that all hold, or
several of which one holds. What is not understood says nothing: a path cannot be there only where
the schema proves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from rtfm_check import limits
from rtfm_check.model import JsonValue
from rtfm_check.typed import regexes
from rtfm_check.typed.nodes import (
    LAST,
    LIST,
    NO_OBJECT,
    OBJECT,
    OPEN,
    Group,
    Item,
    Node,
    Part,
)
from rtfm_check.typed.own import (
    KINDS,
    common,
    forbids,
    index_of,
    members,
    own_constants,
    own_kinds,
)
from rtfm_check.typed.parts import Parts, Step, TooMuch

if TYPE_CHECKING:
    pass


class Followed(NamedTuple):
    """How far a path leads."""

    node: Node | None  # of the last place that is there
    reached: int  # segments that can be there; fewer than all: the next one cannot
    undeclared: int | None  # the first segment that the schema does not have, if any
    is_open: bool  # and that it allows for by a word of its own
    is_required: bool  # each segment is there in every document
    is_declared: bool = False  # the schema has each segment


class Places(Parts):
    """The places of one schema's documents."""

    def follow(self, start: Node, segments: Iterable[str]) -> Followed:
        """Follow a path. Raises TooMuch."""
        self._left = limits.SCHEMA_STEPS
        return self._follow(start, tuple(segments))

    def _follow(self, start: Node, segments: tuple[str, ...]) -> Followed:
        node, undeclared, is_open, is_required = start, None, False, True
        is_declared = True
        for index, segment in enumerate(segments):
            is_required = is_required and self._requires(node, segment)
            step = self._step(node, segment)
            if step.node is None:
                return Followed(node, index, undeclared, is_open, False)
            if undeclared is None and step.is_described and not step.is_declared:
                undeclared, is_open = index, step.is_open
            is_declared = is_declared and step.is_declared
            node = step.node
        reached = len(segments)
        return Followed(node, reached, undeclared, is_open, is_required, is_declared)

    def items(self, node: Node) -> Node:
        """The items of a list, as templates see them. Raises TooMuch."""
        found = self.follow(self._both(LIST, node), (LAST,))
        return Item(found.node if found.reached and found.node is not None else OPEN)

    def kinds(self, node: Node) -> frozenset[str]:
        """The kinds of values that may be there; none where nothing can. Raises TooMuch."""
        self._left = limits.SCHEMA_STEPS
        return self._kinds(node)

    def constants(self, node: Node) -> list[JsonValue] | None:
        """The values that may be there, where the schema lists them. Raises TooMuch."""
        self._left = limits.SCHEMA_STEPS
        return self._constants(node)

    def names(self, node: Node) -> list[str]:
        """The names that the schema has for what is in a place. Raises TooMuch."""
        self._left = limits.SCHEMA_STEPS
        return self._declared(node)

    def _declared(self, node: Node) -> list[str]:
        return list(dict.fromkeys(self._names(node)))[: limits.SCHEMA_NAMES]

    def paths(self, start: Node, *, lists: bool = False) -> list[str]:
        """The dotted paths that the schema has below a node, the shallow first."""
        found: list[str] = []
        waiting: list[tuple[str, Node, int]] = [("", start, 0)]
        self._left = limits.SCHEMA_STEPS
        try:
            while waiting and len(found) < limits.SCHEMA_NAMES:
                path, node, depth = waiting.pop(0)
                for name, inner in self._below(node):
                    own = f"{path}.{name}" if path else name
                    if not lists or self._kinds(inner) == {"list"}:
                        found.append(own)
                    if depth < 5:
                        waiting.append((own, inner, depth + 1))
        except TooMuch:
            return found  # those that are near; they are for help only
        return found

    def _below(self, node: Node) -> Iterator[tuple[str, Node]]:
        if isinstance(node, Item):
            inner = self._kinds(node.node)
            if inner - {"object"}:
                yield "value", self._both(NO_OBJECT, node.node)
            node = node.node
        for name in self._declared(node) if "object" in self._kinds(node) else ():
            step = self._step(node, name)
            if step.node is not None and name and "." not in name:
                yield name, step.node
        if self._kinds(node) == {"list"}:
            step = self._step(node, LAST)
            if step.node is not None:
                yield "0", step.node

    # What holds for a node follows from its parts: for all of them, or for one of them.

    def _step(self, node: Node, segment: str) -> Step:
        return self._remembered(
            ("step", node.key, segment), Step(OPEN), lambda: self._made_step(node, segment)
        )

    def _made_step(self, node: Node, segment: str) -> Step:
        if isinstance(node, Item):
            return self._item_step(node.node, segment)
        if isinstance(node, Part):
            own = self._own_step(node, segment)
            return self._all([own, *(self._step(each, segment) for each in self._beside(node))])
        steps = [self._step(each, segment) for each in node.nodes]
        return self._all(steps) if node.is_all else self._any(steps)

    def _item_step(self, item: Node, segment: str) -> Step:
        kinds = self._kinds(item)
        steps = [Step(None)]
        if "object" in kinds:
            steps.append(self._step(self._both(OBJECT, item), segment))
        if kinds - {"object"} and segment == "value":
            steps.append(Step(self._both(NO_OBJECT, item), is_declared=True))
        return self._any(steps)

    def _own_step(self, part: Part, segment: str) -> Step:
        """What the keywords of a part say, those apart that stand for other parts."""
        schema = part.schema
        if not isinstance(schema, dict):
            return Step(None if schema is False else OPEN)
        kinds = own_kinds(schema)
        steps = [Step(None)]
        if "object" in kinds:
            steps.append(self._member(part, schema, segment))
        index = index_of(segment)
        if "list" in kinds and index is not None:
            steps.append(self._list_item(part, schema, index))
        return self._any(steps)

    def _member(self, part: Part, schema: dict[str, JsonValue], name: str) -> Step:
        properties, patterns = members(schema, "properties"), members(schema, "patternProperties")
        is_described = bool(properties or patterns)
        if forbids(schema, name):
            return Step(None, is_described=is_described)
        inner = [properties[name]] if name in properties else []
        is_covered = bool(inner)
        for pattern, each in patterns.items():
            matches = regexes.search(pattern, name)
            is_covered = is_covered or matches is not False
            inner += [each] if matches else []
        is_open = False
        if not is_covered:
            rest = self._rest(part, schema, name)
            if rest is False:
                return Step(None, is_described=is_described)
            is_open = rest is not None
            inner = [rest] if isinstance(rest, dict) else []
        if any(each is False for each in inner):
            return Step(None, is_described=is_described)
        nodes = [self._inner(part, each) for each in inner if each is not True]
        is_declared = is_covered or any(each for each in inner)
        return Step(self._joined(nodes), is_declared, is_described, is_open)

    def _rest(self, part: Part, schema: dict[str, JsonValue], name: str) -> JsonValue:
        """The schema for a name that no other keyword of a part has; None where there is none."""
        if "additionalProperties" in schema:
            return schema["additionalProperties"]
        rest = schema.get("unevaluatedProperties")
        if rest is None or any(self._evaluates(each, name) for each in self._beside(part)):
            return None
        return rest

    def _evaluates(self, node: Node, name: str) -> bool:
        """Whether a part could say something of a name, so that it is not left over."""
        return self._remembered(
            ("evaluates", node.key, name), True, lambda: self._made_evaluates(node, name)
        )

    def _made_evaluates(self, node: Node, name: str) -> bool:
        if isinstance(node, Group):
            return any(self._evaluates(each, name) for each in node.nodes)
        if isinstance(node, Item) or not isinstance(node.schema, dict):
            return False
        schema = node.schema
        if schema.get("additionalProperties") or name in members(schema, "properties"):
            return True
        if schema.get("unevaluatedProperties"):
            return True
        patterns = members(schema, "patternProperties")
        if any(regexes.search(pattern, name) is not False for pattern in patterns):
            return True
        return any(self._evaluates(each, name) for each in self._beside(node))

    def _list_item(self, part: Part, schema: dict[str, JsonValue], index: int) -> Step:
        first, rest = schema.get("prefixItems"), schema.get("items")
        if isinstance(rest, list):
            first, rest = rest, schema.get("additionalItems")
        first = first if isinstance(first, list) else []
        most = schema.get("maxItems")
        if isinstance(most, int | float) and most <= max(index, 0):
            return Step(None)
        if index >= len(first) and rest is False:
            return Step(None)
        has_rest = isinstance(rest, dict | bool)
        is_closed = schema.get("unevaluatedItems") is False and not self._beside(part)
        if index >= len(first) and not has_rest and is_closed:
            return Step(None)
        if index >= len(first):
            inner = [rest] if has_rest else []
        elif index >= 0:
            inner = [first[index]]
        else:
            inner = [each for each in (*first, rest if has_rest else True) if each is not False]
            return self._any([Step(self._inner(part, each), is_declared=True) for each in inner])
        if any(each is False for each in inner):
            return Step(None)
        nodes = [self._inner(part, each) for each in inner if each is not True]
        return Step(self._joined(nodes), bool(inner))

    def _kinds(self, node: Node) -> frozenset[str]:
        return self._remembered(("kinds", node.key), KINDS, lambda: self._made_kinds(node))

    def _made_kinds(self, node: Node) -> frozenset[str]:
        if isinstance(node, Item):
            return frozenset(("object",))
        if isinstance(node, Part):
            own = own_kinds(node.schema)
            return own.intersection(*(self._kinds(each) for each in self._beside(node)))
        found = [self._kinds(each) for each in node.nodes]
        if node.is_all:
            return KINDS.intersection(*found)
        return frozenset().union(*found)

    def _constants(self, node: Node) -> list[JsonValue] | None:
        return self._remembered(("constants", node.key), None, lambda: self._made_constants(node))

    def _made_constants(self, node: Node) -> list[JsonValue] | None:
        if isinstance(node, Item):
            return None
        if isinstance(node, Part):
            return common([own_constants(node.schema), *map(self._constants, self._beside(node))])
        found = [self._constants(each) for each in node.nodes]
        if node.is_all:
            return common(found)
        values = [value for each in found for value in (each or ())[: limits.SCHEMA_NAMES + 1]]
        return None if None in found or len(values) > limits.SCHEMA_NAMES else values

    def _requires(self, node: Node, name: str) -> bool:
        return self._remembered(
            ("requires", node.key, name), False, lambda: self._made_requires(node, name)
        )

    def _made_requires(self, node: Node, name: str) -> bool:
        if isinstance(node, Item):
            return self._kinds(node.node) == {"object"} and self._requires(node.node, name)
        if isinstance(node, Part):
            schema = node.schema
            required = schema.get("required") if isinstance(schema, dict) else None
            if isinstance(required, list) and name in required:
                return True
            return any(self._requires(each, name) for each in self._beside(node))
        found = (self._requires(each, name) for each in node.nodes)
        return any(found) if node.is_all else all(found)

    def _names(self, node: Node) -> Iterator[str]:
        seen: set[object] = set()
        waiting = [node]
        while waiting:
            each = waiting.pop()
            if each.key in seen:
                continue
            seen.add(each.key)
            if isinstance(each, Item):
                waiting.append(each.node)
            elif isinstance(each, Part):
                if isinstance(each.schema, dict):
                    named = members(each.schema, "properties")
                    yield from (name for name, inner in named.items() if inner)
                waiting += reversed(self._beside(each))
            else:
                waiting += reversed(each.nodes)
