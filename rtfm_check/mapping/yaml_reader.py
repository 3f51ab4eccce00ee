"""YAML with places, by the rules of the PyYAML that RTFM loads with (YAML 1.1, `safe_load`).

RTFM uses PyYAML's pure Python loader. The C loader is nine times faster and differs from it on
few texts (some tabs, a question mark in a flow), so it reads all others, and every error is the
pure loader's own. What a text loads as comes from PyYAML's constructor itself.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, NamedTuple

import yaml

from rtfm_check.mapping import yaml_tree
from rtfm_check.mapping.node import Node, Problem
from rtfm_check.mapping.yaml_aliases import Refused, Survey, YamlNode, too_deep, unused_anchors
from rtfm_check.model import JsonValue

__all__ = ["REFUSALS", "Reading", "Refused", "read"]

_C: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # absent where libyaml is


class _Fast(_C):  # type: ignore[misc]
    """The C loader with a quicker answer to what a value is, which it asks for each of them.

    PyYAML looks for the path of a value too, by which the safe loader knows none.
    """

    def resolve(self, kind: type[YamlNode], value: str, implicit: tuple[bool, bool]) -> str:
        """The tag of a value that has none."""
        if kind is not yaml.ScalarNode:
            is_list = kind is yaml.SequenceNode
            return _C.DEFAULT_SEQUENCE_TAG if is_list else _C.DEFAULT_MAPPING_TAG  # type: ignore[no-any-return]
        if implicit[0]:
            for tag, pattern in self.yaml_implicit_resolvers.get(value[:1], ()):
                if pattern.match(value):
                    return tag  # type: ignore[no-any-return]
        return _C.DEFAULT_SCALAR_TAG  # type: ignore[no-any-return]

    def descend_resolver(self, node: YamlNode, index: object) -> None:
        """Nothing to note."""

    def ascend_resolver(self) -> None:
        """Nothing to forget."""


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
# PyYAML lets what its constructors stumble over out as it is: `!!int ''` is an IndexError.
REFUSALS = (
    *(yaml.YAMLError, ValueError, TypeError, AttributeError),
    *(LookupError, ArithmeticError),
)


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
    loader: Any = yaml.SafeLoader if _LOADERS_DIFFER.search(body) else _Fast
    try:
        try:
            return _load(body, loader, shift)
        except REFUSALS as error:
            if loader is yaml.SafeLoader or _is_depth(error):
                raise
            loader = yaml.SafeLoader
            return _load(body, loader, shift)
    except RecursionError as error:
        raise too_deep() from error
    except REFUSALS as error:
        if _is_depth(error):
            raise too_deep() from error
        raise _refusal(body, error, shift) from error


def _refusal(body: str, error: Exception, shift: int) -> Refused:
    from rtfm_check.mapping import yaml_syntax

    return Refused(yaml_syntax.explain(body, error, shift))


def _is_depth(error: Exception) -> bool:
    """Whether the C loader gave up because of the depth."""
    return isinstance(error, yaml.MarkedYAMLError) and "nesting depth" in str(error.problem)


def _load(body: str, base: Any, shift: int) -> Reading:
    """Read a text with one of the loaders."""
    loader = base(body)
    try:
        root = loader.get_single_node()
        if root is None:
            return Reading(None, None, ())
        if base is not yaml.SafeLoader and "?" in body and _has_bare_question_mark(root):
            raise _LoadersDiffer
        if "&" not in body:  # no anchors, so the nodes are a tree
            with suppress(yaml_tree.Unusual):
                direct = yaml_tree.Direct(loader, shift)
                node = direct.node(root)
                return Reading(node.value, node, tuple(direct.duplicates))
        return _construct(loader, root, body, shift)
    finally:
        loader.dispose()


def _construct(loader: Any, root: YamlNode, body: str, shift: int) -> Reading:
    """Read a document with all that PyYAML's constructor knows: aliases, merge keys, sets."""
    base = type(loader)
    pairs = Survey(body, base, shift).check(root)
    data = loader.construct_object(root)
    while loader.state_generators:
        generators, loader.state_generators = loader.state_generators, []
        for generator in generators:
            for _ in generator:
                pass
    values = loader.constructed_objects
    for node, value in values.items():
        yaml_tree.refuse_long_number(value, node, shift)
    duplicates = yaml_tree.duplicate_keys(pairs, values, shift)
    problems = (*duplicates, *unused_anchors(body, base, shift))
    return Reading(data, yaml_tree.Mirror(body, values, shift).node(root), problems)


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
