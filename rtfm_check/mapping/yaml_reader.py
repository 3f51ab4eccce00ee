"""YAML with places, by the rules of the PyYAML that RTFM loads with (YAML 1.1, `safe_load`).

RTFM uses PyYAML's pure Python loader. The C loader is nine times faster and differs from it on
few texts (some tabs, a question mark in a flow), so it reads all others, and every error is the
pure loader's own. What a text loads as comes from PyYAML's constructor itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from rtfm_check import limits
from rtfm_check.mapping.node import Node, Problem
from rtfm_check.model import JsonValue

if TYPE_CHECKING:
    from collections.abc import Iterable

YamlNode = Any  # yaml.Node and its three kinds; PyYAML's stubs know no more of their values

_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # absent where libyaml is
# What the two loaders read differently, or may: see also _has_bare_question_mark.
_LOADERS_DIFFER = re.compile(
    r"""
    [\t\ufeff\x85\u2028\u2029%?!|>]       # looking for one of these first makes it fast
    (?: (?<= [\t\ufeff\x85\u2028\u2029] )  # blanks and line ends to one of them only
      | (?<= % ) (?<! [^\r\n]% )           # directives
      | (?<= \? ) (?<! [^\s\[{,]\? )       # a question mark that may begin a key
      | (?<= ! ) (?<! [^\s\[{,]! )         # a tag that is bare, or that a flow indicator touches
        (?: [^!<\w] | $ | \S*[\[\]{},] )
      | (?<= [|>] ) [-+0-9]* \#            # a comment that touches the head of a block scalar
    )
    """,
    re.VERBOSE,
)
_BETWEEN = re.compile(r"(?:\s|(?<=\s)\#[^\r\n\x85\u2028\u2029]*)*")  # blanks and comments
_WORD = re.compile(r"\S+")
_MERGE = "tag:yaml.org,2002:merge"
# PyYAML lets what its constructors stumble over out as it is: `!!int ''` is an IndexError.
REFUSALS = (
    *(yaml.YAMLError, ValueError, TypeError, AttributeError),
    *(LookupError, ArithmeticError),
)


class Refused(Exception):
    """The text cannot be read; `problem` is the one reason to report."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Reading(NamedTuple):
    """What reading a YAML text gives; `root` is None when there is no document in it."""

    data: JsonValue
    root: Node | None
    problems: tuple[Problem, ...]


def read(text: str, shift: int = 0) -> Reading:
    """Read `text[shift:]`; places count from the start of the text.

    Raises Refused when RTFM would skip the file, or when it exceeds our limits.
    """
    body = text[shift:]
    loader: Any = yaml.SafeLoader if _LOADERS_DIFFER.search(body) else _FAST
    try:
        try:
            loaded = _load(body, loader, shift)
        except REFUSALS as error:
            if loader is yaml.SafeLoader or _is_depth(error):
                raise
            loader = yaml.SafeLoader
            loaded = _load(body, loader, shift)
    except RecursionError as error:
        raise _too_deep() from error
    except REFUSALS as error:
        if _is_depth(error):
            raise _too_deep() from error
        raise _refusal(body, error, shift) from error
    if loaded is None:
        return Reading(None, None, ())
    duplicates = _duplicate_keys(loaded.pairs, loaded.values, shift)
    problems = (*duplicates, *_unused_anchors(body, loader, shift))
    return Reading(loaded.data, _Mirror(body, loaded.values, shift).node(loaded.root), problems)


def _refusal(body: str, error: Exception, shift: int) -> Refused:
    from rtfm_check.mapping import yaml_syntax

    return Refused(yaml_syntax.explain(body, error, shift))


def _is_depth(error: Exception) -> bool:
    """Whether the C loader gave up because of the depth."""
    return isinstance(error, yaml.MarkedYAMLError) and "nesting depth" in str(error.problem)


def _too_deep() -> Refused:
    return Refused(
        Problem(
            "nested-too-deep",
            0,
            0,
            f"the file is nested more than {limits.MAPPING_DEPTH} levels deep",
            "no mapping needs more than five levels",
        )
    )


class _Loaded(NamedTuple):
    """What PyYAML makes of a text."""

    root: YamlNode
    data: JsonValue
    values: dict[YamlNode, JsonValue]  # of the nodes that something was made of
    pairs: list[list[tuple[YamlNode, YamlNode]]]  # of each mapping, as written


def _load(body: str, base: Any, shift: int) -> _Loaded | None:
    """The document in a text, or None when there is none."""
    loader = base(body)
    try:
        root = loader.get_single_node()
        if root is None:
            return None
        if base is not yaml.SafeLoader and "?" in body and _has_bare_question_mark(root):
            raise _LoadersDiffer
        pairs = _Survey(body, base, shift).check(root)
        data = loader.construct_object(root)
        while loader.state_generators:
            generators, loader.state_generators = loader.state_generators, []
            for generator in generators:
                for _ in generator:
                    pass
        return _Loaded(root, data, loader.constructed_objects, pairs)
    finally:
        loader.dispose()


class _LoadersDiffer(yaml.YAMLError):
    """The C loader read something that the pure one reads differently."""


def _has_bare_question_mark(root: YamlNode) -> bool:
    """Whether a question mark stands in a plain scalar, which in a flow it ends for one loader."""
    waiting, seen = [root], {id(root)}
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.ScalarNode):
            if not node.style and "?" in node.value:
                return True
            continue
        parts = node.value
        if isinstance(node, yaml.MappingNode):
            parts = [part for pair in parts for part in pair]
        waiting += [part for part in parts if id(part) not in seen]
        seen.update(map(id, parts))
    return False


class _Survey:
    """A walk over the composed nodes before anything is made of them: depth, cycles, expansion."""

    def __init__(self, body: str, loader: Any, shift: int) -> None:
        self.body = body
        self.loader = loader
        self.shift = shift
        self.sizes: dict[int, int] = {}  # id of a node -> values it stands for
        self.merged: dict[int, int] = {}  # id of a mapping node -> its pairs with merge keys
        self.around: set[int] = set()
        self.pairs: list[list[tuple[YamlNode, YamlNode]]] = []

    def check(self, root: YamlNode) -> list[list[tuple[YamlNode, YamlNode]]]:
        """The pairs of each mapping as written, before merge keys are expanded."""
        self._size(root, 1)
        return self.pairs

    def _size(self, node: YamlNode, depth: int) -> int:
        key = id(node)
        if key in self.around:
            raise self._alias_problem("alias-cycle", node)
        if key in self.sizes:
            return self.sizes[key]
        if isinstance(node, yaml.ScalarNode):
            self.sizes[key] = 1
            return 1
        if depth > limits.MAPPING_DEPTH:
            raise _too_deep()
        self.around.add(key)
        size = 1
        for child in self._children(node):
            size += self._size(child, depth + 1)
            if size > limits.MAPPING_NODES:
                raise self._alias_problem("alias-expansion", child)
        self.around.discard(key)
        self.sizes[key] = size
        if isinstance(node, yaml.MappingNode):
            self._count_merged(node)
            self.pairs.append(list(node.value))
        return size

    def _children(self, node: YamlNode) -> Iterable[YamlNode]:
        if isinstance(node, yaml.SequenceNode):
            yield from node.value
            return
        for pair in node.value:
            yield from pair

    def _count_merged(self, node: YamlNode) -> None:
        count = 0
        for key_node, value_node in node.value:
            count += 1
            if key_node.tag == _MERGE:
                sources = value_node.value if value_node.id == "sequence" else [value_node]
                count += sum(self.merged.get(id(source), 0) for source in sources)
            if count > limits.MAPPING_NODES:
                raise self._alias_problem("alias-expansion", value_node)
        self.merged[id(node)] = count

    def _alias_problem(self, rule: str, node: Any) -> Refused:
        """The problem, placed at the alias that leads to the node (or at the node)."""
        anchored = next(
            (
                token.value
                for token, following in _neighbours(self.body, self.loader)
                if isinstance(token, yaml.AnchorToken)
                and following.start_mark.index >= node.start_mark.index >= token.start_mark.index
            ),
            None,
        )
        aliases: list[Any] = [
            token
            for token, _ in _neighbours(self.body, self.loader)
            if isinstance(token, yaml.AliasToken) and token.value == anchored
        ]
        start, end = _range(aliases[-1] if aliases else node, self.shift)
        if rule == "alias-cycle":
            return Refused(
                Problem(
                    rule,
                    start,
                    end,
                    f"the alias `*{anchored}` stands inside what it repeats",
                    "write the value out instead of repeating it",
                )
            )
        return Refused(
            Problem(
                rule,
                start,
                end,
                f"with its aliases expanded the file holds more than "
                f"{limits.MAPPING_NODES:,} values",
                "write out what is needed instead of repeating aliases",
            )
        )


def _range(marked: Any, shift: int) -> tuple[int, int]:
    """The range of a node or token in the text of the file."""
    return marked.start_mark.index + shift, marked.end_mark.index + shift


def _neighbours(body: str, loader: Any) -> Iterable[tuple[Any, Any]]:
    """Each token with the one that follows it."""
    before: Any = None
    for token in yaml.scan(body, Loader=loader):
        if before is not None:
            yield before, token
        before = token


def _duplicate_keys(
    mappings: list[list[tuple[YamlNode, YamlNode]]], values: dict[YamlNode, JsonValue], shift: int
) -> Iterable[Problem]:
    for pairs in mappings:
        seen: dict[JsonValue, YamlNode] = {}
        for key_node, _ in pairs:
            key = values.get(key_node, [])  # no key when nothing was made of the node
            if key_node.tag == _MERGE or isinstance(key, list | dict | set):
                continue
            first = seen.setdefault(key, key_node)
            if first is key_node:
                continue
            yield Problem(
                "duplicate-key",
                *_range(key_node, shift),
                f"the key `{key_node.value}` stands here a second time",
                "keep one of the two",
                ((*_range(first, shift), "first here; this value is lost"),),
            )


_ANCHOR = re.compile(r"(?:^|[\s\[{,])&[^\s\[\]{},]")


def _unused_anchors(body: str, loader: Any, shift: int) -> Iterable[Problem]:
    if not _ANCHOR.search(body):
        return
    anchors: dict[str, Any] = {}
    for token in yaml.scan(body, Loader=loader):
        if isinstance(token, yaml.AnchorToken):
            anchors[token.value] = token
        elif isinstance(token, yaml.AliasToken):
            anchors.pop(token.value, None)
    for name, token in anchors.items():
        yield Problem(
            "unused-anchor",
            *_range(token, shift),
            f"nothing repeats the anchor `&{name}`",
            f"remove it, or use it with `*{name}`",
        )


class _Mirror:
    """Our nodes for PyYAML's, after merge keys are expanded."""

    def __init__(self, body: str, values: dict[YamlNode, JsonValue], shift: int) -> None:
        self.body = body
        self.values = values
        self.shift = shift
        self.made: dict[int, Node] = {}

    def node(self, node: YamlNode) -> Node:
        found = self.made.get(id(node))
        if found is not None:
            return found
        value = self.values.get(node)  # nothing is made of the mappings in an !!omap
        start, end = _range(node, self.shift)
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
