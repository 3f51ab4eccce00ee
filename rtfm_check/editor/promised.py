"""What a producer's JSON Schema says of the places that a mapping can name."""

from __future__ import annotations

from rtfm_check.editor.samples import Known, shown
from rtfm_check.mapping import paths
from rtfm_check.model import JsonValue
from rtfm_check.text.show import quote
from rtfm_check.typed.nodes import Node
from rtfm_check.typed.parts import TooMuch
from rtfm_check.typed.places import Places


def known(places: Places, foreach: str, *, lists: bool = False) -> list[Known]:
    """The paths that a schema has for the templates of a spec; texts first."""
    try:
        start = _start(places, foreach)
        if start is None:
            return []
        found = [_about(places, start, path) for path in places.paths(start, lists=lists)]
    except TooMuch:
        return []
    ranks = {"string": 0, "number": 1, "boolean": 1, "null": 2}
    return sorted(found, key=lambda each: ranks.get(each.kinds[0], 3) if each.kinds else 1)


def constants(places: Places, path: str) -> list[JsonValue]:
    """The scalars that may be at a path of the document, where the schema lists them."""
    try:
        segments = paths.split(path)
        followed = places.follow(places.root, segments)
        if followed.node is None or followed.reached < len(segments):
            return []
        found = places.constants(followed.node) or []
    except TooMuch:
        return []
    return [each for each in found if isinstance(each, str | int | float | bool)][:20]


def about(places: Places, foreach: str, path: str) -> str:
    """What a schema says of a path, in a sentence."""
    try:
        start = _start(places, foreach)
        if start is None:
            return ""
        segments = paths.split(path)
        followed = places.follow(start, segments)
        if followed.reached < len(segments):
            return f"By the schema there is no {quote(path)}."
        if followed.undeclared is not None:
            return f"The schema does not describe {quote(path)}."
        return f"By the schema: {_about(places, start, path).promise}."
    except TooMuch:
        return ""


def _start(places: Places, foreach: str) -> Node | None:
    """What the templates of a spec see."""
    if not foreach:
        return places.root
    segments = paths.split(foreach)
    followed = places.follow(places.root, segments)
    if followed.node is None or followed.reached < len(segments):
        return None
    return places.items(followed.node)


def _about(places: Places, start: Node, path: str) -> Known:
    followed = places.follow(start, paths.split(path))
    node = followed.node
    kinds = tuple(sorted(places.kinds(node))) if node is not None else ()
    constants = places.constants(node) if node is not None else None
    words = " or ".join(kinds) if len(kinds) < 6 else "anything"
    if constants:
        words = " or ".join(map(shown, constants[:4]))
    promise = f"{words}, {'always there' if followed.is_required else 'not always there'}"
    return Known(path, kinds, 0, 0, None, promise)
