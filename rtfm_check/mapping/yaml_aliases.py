"""What aliases cost: cycles, depth and expansion, found before anything is made of the nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

from rtfm_check import limits
from rtfm_check.mapping.node import Problem
from rtfm_check.text.show import quote

YamlNode = Any  # yaml.Node and its three kinds; PyYAML's stubs know no more of their values
MERGE = "tag:yaml.org,2002:merge"
_ANCHOR = re.compile(r"(?:^|[\s\[{,])&[^\s\[\]{},]")


class Refused(Exception):
    """The text cannot be read; `problem` is the one reason to report."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def too_deep() -> Refused:
    return Refused(
        Problem(
            "nested-too-deep",
            0,
            0,
            f"the file is nested more than {limits.MAPPING_DEPTH} levels deep",
            "no mapping needs more than five levels",
        )
    )


class Survey:
    """A walk over the composed nodes before anything is made of them: depth, cycles, expansion."""

    def __init__(self, body: str, loader: Any, shift: int) -> None:
        self.body = body
        self.loader = loader
        self.shift = shift
        self.sizes: dict[int, int] = {}  # id of a node -> values it stands for
        self.merged: dict[int, int] = {}  # id of a mapping node -> its pairs with merge keys
        self.copied = 0  # pairs that merge keys copy, in the whole file
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
            raise too_deep()
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
        count = len(node.value)
        for key_node, value_node in node.value:
            if key_node.tag != MERGE:
                continue
            sources = value_node.value if value_node.id == "sequence" else [value_node]
            copied = sum(self.merged.get(id(source), 0) for source in sources)
            count += copied
            self.copied += copied
            if self.copied > limits.MAPPING_NODES:
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
        start, end = span_of(aliases[-1] if aliases else node, self.shift)
        if rule == "alias-cycle":
            return Refused(
                Problem(
                    rule,
                    start,
                    end,
                    f"the alias {quote(f'*{anchored}')} stands inside what it repeats",
                    "write the value out instead of repeating it",
                )
            )
        many = f"more than {limits.MAPPING_NODES:,} values"
        if aliases:
            message = f"with its aliases expanded the file holds {many}"
            help_text = "write out what is needed instead of repeating aliases"
        else:
            message = f"the file holds {many}"
            help_text = "cut it into several mappings"
        return Refused(Problem(rule, start, end, message, help_text))


def span_of(marked: Any, shift: int) -> tuple[int, int]:
    """The range of a node or token in the text of the file."""
    return marked.start_mark.index + shift, marked.end_mark.index + shift


def _neighbours(body: str, loader: Any) -> Iterable[tuple[Any, Any]]:
    """Each token with the one that follows it."""
    before: Any = None
    for token in yaml.scan(body, Loader=loader):
        if before is not None:
            yield before, token
        before = token


def unused_anchors(body: str, loader: Any, shift: int) -> Iterable[Problem]:
    """A problem for each anchor that no alias repeats."""
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
            *span_of(token, shift),
            f"nothing repeats the anchor {quote(f'&{name}')}",
            f"remove it, or use it with {quote(f'*{name}')}",
        )
