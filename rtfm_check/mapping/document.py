"""A mapping file or fixture: its text, what it loads as, and where each value lies."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rtfm_check.mapping.node import Node, Problem
from rtfm_check.model import JsonValue, Place, Pointer, json_pointer
from rtfm_check.source import Source
from rtfm_check.text.show import quote

if TYPE_CHECKING:
    from rtfm_check.mapping.json_reader import Tree

_EMPTY = "write the mapping, or remove the file"


class Document:
    """A file that was read.

    `loads` says whether RTFM gets data out of it; then `data` is what it gets. `problems` is what
    reading found, fatal or not.
    """

    __slots__ = ("_root", "data", "loads", "problems", "source", "start")

    def __init__(
        self,
        source: Source,
        *,
        data: JsonValue = None,
        root: Node | None = None,
        problems: tuple[Problem, ...] = (),
        loads: bool = True,
    ) -> None:
        self.source = source
        self.data = data
        self.problems = problems
        self.loads = loads
        self.start = 1 if source.has_bom else 0  # where the text begins, behind a BOM
        self._root = root

    @property
    def root(self) -> Node:
        """The value tree; of a JSON file made when first asked for."""
        if self._root is None:
            from rtfm_check.mapping import json_reader

            self._root = json_reader.read(self.source.text, self.start).root
        return self._root

    def at(self, pointer: Pointer) -> Place:
        """The place of a value; of its key where nothing is written; else of what is around it."""
        node, key = self._find(pointer)
        if not node.is_written and key is not None:
            node = key
        return self._place(node, pointer)

    def key(self, pointer: Pointer) -> Place:
        """The place of the key that leads to a value; of the value in a list."""
        node, key = self._find(pointer)
        return self._place(key or node, pointer)

    def within(self, pointer: Pointer, start: int, end: int) -> Place:
        """The place of the characters [start, end) of a string value."""
        from rtfm_check.mapping import offsets

        node, _ = self._find(pointer)
        first, last = offsets.source_range(self.source.text, node, start, end)
        return self.source.place(first, last, json_pointer(pointer))

    def node(self, pointer: Pointer) -> Node:
        """The node of a value, or of the nearest thing around it that is there."""
        return self._find(pointer)[0]

    def text(self, pointer: Pointer) -> str:
        """What is written for a value, without its anchor; nothing where nothing is."""
        node = self.node(pointer)
        return self.source.text[self._own_start(node) : node.end]

    def owner(self, pointer: Pointer) -> Place:
        """The place to report something missing from the object at `pointer`.

        The key that holds it; its first key in a list; the first key of the file for the root.
        """
        node, key = self._find(pointer)
        if key is None and node.members:
            key = next(iter(node.members.values()))[0]
        return self._place(key or node, pointer)

    def _find(self, pointer: Pointer) -> tuple[Node, Node | None]:
        node, key = self.root, None
        for part in pointer:
            if node.members is not None and part in node.members:
                key, node = node.members[part]
            elif node.items is not None and isinstance(part, int) and part < len(node.items):
                key, node = None, node.items[part]
            else:
                break
        return node, key

    def _place(self, node: Node, pointer: Pointer) -> Place:
        return self.source.place(self._own_start(node), node.end, json_pointer(pointer))

    def _own_start(self, node: Node) -> int:
        """Where a node begins behind its anchor; a tag belongs to the value."""
        text = self.source.text
        if text[node.start : node.start + 1] != "&":
            return node.start
        behind = text[node.start : node.end].split(maxsplit=1)[1:]
        return node.end - len(behind[0]) if behind else node.start

    def problem_place(self, problem: Problem) -> Place:
        """The place of something that reading found."""
        return self.source.place(problem.start, problem.end)


def is_deeper(data: JsonValue, most: int) -> bool:
    """Whether a document has more levels of nesting."""
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(most):
        level = [
            inner
            for each in level
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def value_at(value: JsonValue, pointer: Iterable[JsonValue]) -> JsonValue:
    """What is at a pointer in a value, or None."""
    for part in pointer:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def read_mapping(source: Source) -> Document:
    """Read a mapping file as RTFM does, by its suffix; `loads` is false for what it skips."""
    if source.not_utf8:
        return Document(source, problems=(not_utf8(source),), loads=False)
    if source.path.lower().endswith(".json"):
        return _read_json_mapping(source)
    from rtfm_check.mapping import yaml_reader

    shift = 1 if source.has_bom else 0
    try:
        reading = yaml_reader.read(source.text, shift)
    except yaml_reader.Refused as refused:
        return Document(source, problems=(refused.problem,), loads=False)
    if reading.root is None or reading.data is None:
        empty = Problem("empty-mapping-file", 0, 0, "the file holds no mapping", _EMPTY)
        return Document(source, problems=(empty,), loads=False)
    return Document(source, data=reading.data, root=reading.root, problems=reading.problems)


def _read_json_mapping(source: Source) -> Document:
    from rtfm_check.mapping import json_reader

    text = source.text
    if source.has_bom:
        mark = Problem(
            "byte-order-mark",
            0,
            1,
            "the file begins with a UTF-8 byte order mark, which JSON does not allow",
            "save the file as UTF-8 without BOM",
        )
        return Document(source, problems=(mark,), loads=False)
    if not text.strip():
        empty = Problem("empty-mapping-file", 0, 0, "the file holds no mapping", _EMPTY)
        return Document(source, problems=(empty,), loads=False)
    try:
        data = json.loads(text)
        tree = json_reader.read(text)
    except RecursionError:
        return Document(source, problems=(too_deep(),), loads=False)
    except ValueError:
        return Document(source, problems=(json_problem(text, 0),), loads=False)
    from rtfm_check import limits

    if _depth(tree.root) > limits.MAPPING_DEPTH:
        return Document(source, problems=(too_deep(),), loads=False)
    return Document(source, data=data, root=tree.root, problems=duplicate_keys(tree))


def json_problem(text: str, start: int) -> Problem:
    """Why a text that `json.loads` refuses is not JSON."""
    from rtfm_check.mapping import json_reader

    try:
        json_reader.read(text, start)
    except json_reader.JsonSyntax as error:
        return error.problem
    return Problem(
        "json-syntax",
        start,
        start,
        "Python's JSON reader refuses this file",
        "write it anew with a program that writes JSON",
    )


def duplicate_keys(tree: Tree) -> tuple[Problem, ...]:
    """A problem for each key that an object has a second time."""
    return tuple(
        Problem(
            "duplicate-key",
            again.start,
            again.end,
            f"the key {quote(again.value)} stands here a second time",
            "keep one of the two",
            ((first.start, first.end, "first here; this value is lost"),),
        )
        for first, again in tree.duplicates
    )


def too_deep() -> Problem:
    """The problem of a file that is nested deeper than we follow."""
    return Problem("nested-too-deep", 0, 0, "the file is nested too deep to be read")


def not_utf8(source: Source) -> Problem:
    """The problem of a file that is not UTF-8, at its first bad byte."""
    bad = source.not_utf8
    assert bad is not None
    if bad.guess:
        return Problem(
            "not-utf8", 0, 0, f"the file is in {bad.guess}, not UTF-8", "save it as UTF-8"
        )
    return Problem(
        "not-utf8",
        bad.offset,
        bad.offset,
        f"the byte 0x{bad.byte:02X} here is not UTF-8",
        "save the file as UTF-8",
    )


def _depth(root: Node) -> int:
    deepest, waiting = 0, [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        if node.items:
            waiting += [(item, depth + 1) for item in node.items]
        if node.members:
            waiting += [(value, depth + 1) for _, value in node.members.values()]
    return deepest
