"""Nodes: what stands for the values at one place of the documents of a schema."""

from __future__ import annotations

from typing import Any

from rtfm_check.model import JsonValue


class Part:
    """A part of a schema, and what its references are relative to."""

    __slots__ = ("key", "resolver", "schema")

    def __init__(self, schema: JsonValue, resolver: Any, key: object) -> None:
        self.schema = schema
        self.resolver = resolver  # None: nothing in it refers to anything
        self.key = key


class Group:
    """Nodes that all hold, or of which one holds."""

    __slots__ = ("is_all", "key", "nodes")

    def __init__(self, nodes: list[Node], key: object, *, is_all: bool) -> None:
        self.nodes = nodes
        self.is_all = is_all
        self.key = key


class Item:
    """What the templates of a `foreach` see of an item: no object is wrapped as `value`."""

    __slots__ = ("key", "node")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.key: object = ("item", node.key)


Node = Part | Group | Item
OPEN = Part(True, None, "open")  # says nothing
CLOSED = Part(False, None, "closed")  # nothing can be there
OBJECT = Part({"type": "object"}, None, "object")
LIST = Part({"type": "array"}, None, "list")
NO_OBJECT = Part({"type": ["array", "string", "number", "boolean", "null"]}, None, "no object")
LAST = "-1"  # an index that any item may have
