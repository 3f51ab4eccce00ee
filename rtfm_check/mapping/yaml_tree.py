"""Our value tree of a YAML document, made from the nodes that PyYAML composed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

from rtfm_check import limits
from rtfm_check.mapping.node import Node, Problem
from rtfm_check.mapping.yaml_aliases import MERGE, Refused, YamlNode, span_of
from rtfm_check.model import JsonValue
from rtfm_check.text.show import quote

_BETWEEN = re.compile(r"(?:\s|(?<=\s)\#[^\r\n\x85\u2028\u2029]*)*")  # blanks and comments
_TEXT = "tag:yaml.org,2002:str"
_COLLECTIONS = {"sequence": "tag:yaml.org,2002:seq", "mapping": "tag:yaml.org,2002:map"}
_WORD = re.compile(r"\S+")
_MOST_BITS = 14_000  # of a whole number; Python prints 4,300 digits


class Unusual(Exception):
    """A document that is not made of plain maps, lists and scalars."""


class Direct:
    """Values and tree of an ordinary document in one walk.

    For texts without anchors, whose nodes are a tree. Whatever else PyYAML's constructor knows
    (merge keys, sets, ordered maps) is Unusual, and left to it.
    """

    def __init__(self, loader: Any, shift: int) -> None:
        self.shift = shift
        self.duplicates: list[Problem] = []
        self._loader = loader
        self._constructors: dict[str, Any] = loader.yaml_constructors
        self._count = 0

    def node(self, node: YamlNode, depth: int = 1) -> Node:
        """The tree of a node; raises what PyYAML's constructors raise."""
        start, end = node.start_mark.index + self.shift, node.end_mark.index + self.shift
        if node.id == "scalar":
            value = node.value if node.tag == _TEXT else self._scalar(node)
            return Node(start, end, value, node.style or "plain")
        self._count += len(node.value) * (1 if node.id == "sequence" else 2)
        if depth > limits.MAPPING_DEPTH or self._count > limits.MAPPING_NODES:
            raise Unusual
        if node.tag != _COLLECTIONS[node.id]:
            raise Unusual
        if node.id == "sequence":
            made = Node(start, end, [])
            last = self._fill_list(made, node, depth)
        else:
            made = Node(start, end, {})
            last = self._fill(made, node, depth)
        if last is not None and not node.flow_style:
            made.end = last.end
        return made

    def _scalar(self, node: YamlNode) -> JsonValue:
        """What a scalar that is no text loads as."""
        constructor = self._constructors.get(node.tag)
        if constructor is None or node.tag == "tag:yaml.org,2002:value":
            raise Unusual
        value = constructor(self._loader, node)
        refuse_long_number(value, node, self.shift)
        return value

    def _fill_list(self, made: Node, node: YamlNode, depth: int) -> Node | None:
        made.items = [self.node(item, depth + 1) for item in node.value]
        made.value = [item.value for item in made.items]
        return made.items[-1] if made.items else None

    def _fill(self, made: Node, node: YamlNode, depth: int) -> Node | None:
        members: dict[JsonValue, tuple[Node, Node]] = {}
        first: dict[JsonValue, Node] = {}  # of the keys that are there twice
        values, last = made.value, None
        for key_node, value_node in node.value:
            if key_node.id != "scalar" or key_node.tag == MERGE:
                raise Unusual
            key, last = self.node(key_node, depth + 1), self.node(value_node, depth + 1)
            if key.value in members:
                earlier = first.setdefault(key.value, members[key.value][0])
                spans = (earlier.start, earlier.end), (key.start, key.end)
                self.duplicates.append(_repeated(*spans, key_node.value))
            members[key.value] = key, last
            values[key.value] = last.value
        made.members = members
        return last


def refuse_long_number(value: JsonValue, node: YamlNode, shift: int) -> None:
    """Raise Refused for a whole number that Python computes with and cannot print."""
    if not isinstance(value, int) or value.bit_length() <= _MOST_BITS:
        return
    digits = int(value.bit_length() * 0.30103) + 1
    raise Refused(
        Problem(
            "yaml-syntax",
            *span_of(node, shift),
            f"a number of {digits:,} digits, more than Python can print",
            "put it in quotes if it is text",
            note="RTFM loads the file, and fails where it writes the number",
        )
    )


def _repeated(first: tuple[int, int], again: tuple[int, int], text: str) -> Problem:
    return Problem(
        "duplicate-key",
        *again,
        f"the key {quote(text)} stands here a second time",
        "keep one of the two",
        ((*first, "first here; this value is lost"),),
    )


def duplicate_keys(
    mappings: list[list[tuple[YamlNode, YamlNode]]], values: dict[YamlNode, JsonValue], shift: int
) -> Iterable[Problem]:
    """A problem for each key that a mapping, as it is written, has a second time."""
    for pairs in mappings:
        seen: dict[JsonValue, YamlNode] = {}
        for key_node, _ in pairs:
            key = values.get(key_node, [])  # no key when nothing was made of the node
            if key_node.tag == MERGE or isinstance(key, list | dict | set):
                continue
            first = seen.setdefault(key, key_node)
            if first is not key_node:
                spans = span_of(first, shift), span_of(key_node, shift)
                yield _repeated(*spans, key_node.value)


class Mirror:
    """Our nodes for PyYAML's, after merge keys are expanded."""

    def __init__(self, body: str, values: dict[YamlNode, JsonValue], shift: int) -> None:
        self.body = body
        self.values = values
        self.shift = shift
        self.made: dict[int, Node] = {}

    def node(self, node: YamlNode) -> Node:
        """The tree of a node; one for each node, however often it is repeated."""
        found = self.made.get(id(node))
        if found is not None:
            return found
        value = self.values.get(node)  # nothing is made of the mappings in an !!omap
        start, end = span_of(node, self.shift)
        mirrored = Node(start, end, value)
        self.made[id(node)] = mirrored
        if isinstance(node, yaml.ScalarNode):
            mirrored.style = node.style or "plain"
        elif isinstance(value, dict):
            mirrored.members = {
                self.values[key]: (self.node(key), self.node(item)) for key, item in node.value
            }
        elif isinstance(value, list) and all(item in self.values for item in node.value):
            mirrored.items = [self.node(item) for item in node.value]
        if not isinstance(node, yaml.ScalarNode) and not node.flow_style:
            mirrored.end = self._end_of_block(node, start)
        return mirrored

    def _end_of_block(self, node: YamlNode, end: int) -> int:
        """Where the last thing in a block collection ends: its own end mark lies further on."""
        parts = node.value
        if isinstance(node, yaml.MappingNode):
            parts = [part for pair in parts for part in pair]
        inside = [part for part in parts if part.start_mark.index >= node.start_mark.index]
        end = max((self.node(part).end for part in inside), default=end) - self.shift
        while True:  # what is no part of it: aliases, and the ends of maps that were merged in
            skipped = _BETWEEN.match(self.body, end, node.end_mark.index)
            assert skipped is not None
            word = _WORD.match(self.body, skipped.end(), node.end_mark.index)
            if word is None:
                return end + self.shift
            end = word.end()
