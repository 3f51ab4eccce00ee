"""A part of an XML document as a tree, where its order is not the order of what is wanted.

for event in reader:
    if event[0] == START and event[1] == "ARTICLE":
        article = tree(reader, event)
        number = article.text("META", "META_SPEC", "META_ARTICLE", "NUM")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check import limits
from rtfm_check.parsers._html_tags import BREAKS
from rtfm_check.parsers._xml import START, TEXT, Event


class Node:
    """An element."""

    __slots__ = ("at", "attributes", "children", "end", "name")

    def __init__(self, name: str, attributes: dict[str, str], at: int) -> None:
        self.name = name
        self.attributes = attributes
        self.children: list[Node | str] = []
        self.at = self.end = at  # where its tags are, for `Reader.offset`

    def each(self, name: str) -> Iterator[Node]:
        """The children of a name."""
        return (each for each in self.children if isinstance(each, Node) and each.name == name)

    def find(self, *path: str) -> Node | None:
        """The first child of the first name, of that the first of the second, and so on."""
        node: Node | None = self
        for name in path:
            node = next(node.each(name), None) if node is not None else None
        return node

    def text(self, *path: str) -> str:
        """All text in the element, or in the one that `find` finds, its white space folded."""
        node = self.find(*path)
        if node is None:
            return ""
        parts: list[str] = []
        open_ones = [(node, iter(node.children))]
        while open_ones:
            holder, children = open_ones[-1]
            for each in children:
                if isinstance(each, str):
                    parts.append(each)
                    continue
                if each.is_apart:
                    parts.append(" ")
                open_ones.append((each, iter(each.children)))
                break
            else:
                open_ones.pop()
                if holder.is_apart:
                    parts.append(" ")
        return " ".join("".join(parts).split())

    @property
    def is_apart(self) -> bool:
        """Whether a word ends where it begins or ends; names in capitals are none of HTML."""
        return self.name in BREAKS or self.name == "br" or self.name.isupper()

    def walk(self) -> Iterator[Node | str]:
        """The elements and texts inside, in the order of the document."""
        open_ones = [iter(self.children)]
        while open_ones:
            for each in open_ones[-1]:
                yield each
                if isinstance(each, Node):
                    open_ones.append(iter(each.children))
                    break
            else:
                open_ones.pop()


def tree(events: Iterable[Event], start: Event) -> Node:
    """The element that begins with an event.

    Behind limits.XML_NODES only text is added, to the element that was open then.
    """
    root = Node(start[1], start[2], start[3])
    path = [root]
    left = limits.XML_NODES
    deeper = 0  # elements that are open and no nodes
    for kind, name, attributes, at in events:
        left -= 1
        if kind == TEXT:
            path[-1].children.append(name)
        elif kind == START and left > 0:
            node = Node(name, attributes, at)
            path[-1].children.append(node)
            path.append(node)
        elif kind == START:
            deeper += 1
        elif deeper:
            deeper -= 1
        else:
            path.pop().end = at
            if not path:
                break
    return root
