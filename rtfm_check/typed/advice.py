"""What to write for a path that the schema does not have."""

from __future__ import annotations

from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest_path, with_indices_of
from rtfm_check.typed.nodes import Item, Node
from rtfm_check.typed.places import Places

_NAMES = 8  # that are listed


class Advice:
    """Finds what was probably meant, among all that the schema has."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._paths: dict[object, list[str]] = {}

    def for_loop(self, path: str) -> str:
        """The list that was meant by a path, or all there are."""
        root = self.places.root
        inside = [each for each in self._known(root, is_loop=True) if each.startswith(f"{path}.")]
        if inside:
            return f"did you mean `{inside[0]}`?"
        return self.near(path, root, is_loop=True) or _listed(
            "the lists are", self._known(root, is_loop=True)
        )

    def for_path(
        self, segments: tuple[str, ...], at: int, context: Node, *, is_in_loop: bool
    ) -> str:
        """What was meant by a path that leads nowhere from one of its segments on."""
        if isinstance(context, Item) and "object" not in self.places.kinds(context.node):
            return self.near(".".join(segments), context) or "write `{{ value }}`"
        if is_in_loop and segments[1:] and self._has(context, segments[1:]):
            return f"write `{'.'.join(segments[1:])}`"
        if is_in_loop and self._has(self.places.root, segments):
            return "it is a field of the document; inside `foreach` a path starts at the item"
        around = self.places.follow(context, segments[:at]).node
        assert around is not None
        name, rest = ".".join(segments[:at]), ".".join(segments[at:])
        if not is_in_loop and at and self._is_list_with(around, segments[at:]):
            return f"`{name}` is a list: use `foreach: {name}` and `{{{{ {rest} }}}}`"
        names = self.places.names(around)
        if "." in rest and rest in names:
            return "RTFM cannot reach a key that holds a dot"
        return self.near(".".join(segments), context) or _listed("it has", names)

    def near(self, path: str, context: Node, *, is_loop: bool = False) -> str:
        """The path that was probably meant, or nothing."""
        at_first = ".".join("0" if each.isdecimal() else each for each in path.split("."))
        near = nearest_path(at_first, self._known(context, is_loop=is_loop))
        if near is None or near == path:
            return ""
        return f"did you mean `{with_indices_of(path, near)}`?"

    def _is_list_with(self, node: Node, segments: tuple[str, ...]) -> bool:
        """Whether a node is a list whose items have a path."""
        if isinstance(node, Item) or self.places.kinds(node) != {"list"}:
            return False
        return self._has(self.places.items(node), segments)

    def _has(self, context: Node, segments: tuple[str, ...]) -> bool:
        """Whether the schema has a path."""
        found = self.places.follow(context, segments)
        return found.reached == len(segments) and found.undeclared is None

    def _known(self, context: Node, *, is_loop: bool) -> list[str]:
        key = (context.key, is_loop)
        if key not in self._paths:
            self._paths[key] = self.places.paths(context, lists=is_loop)
        return self._paths[key]


def _listed(before: str, names: list[str]) -> str:
    if not names:
        return ""
    more = ", ..." if len(names) > _NAMES else ""
    return f"{before} {', '.join(map(quote, names[:_NAMES]))}{more}"
