"""What can be changed in a mapping's text, and a text with one change.

Places are indices in the text, found with PyYAML alone (JSON is YAML to it).
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import yaml

from tests.planted.mappings import Mapping

Pointer = tuple[Any, ...]
_ANCHOR = re.compile(r"(?:&\S*\s+)?")
PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_$][\w.$]*)\s*\}\}")


class Planted(NamedTuple):
    """A changed text, and what is now wrong in it."""

    mapping: Mapping
    operator: str
    about: str  # the change in words
    text: str
    start: int  # of what is wrong, in the changed text
    end: int
    word: str = ""  # what the help must name
    overlaps: bool = False  # the place can only be near: told by its overlap
    unseen: str = ""  # why the mistake cannot be seen


class Site(NamedTuple):
    """A value of a mapping, and its key where it has one."""

    pointer: Pointer
    key: tuple[int, int] | None
    start: int  # behind an anchor; a tag belongs to the value
    end: int  # without the blanks and line ends behind it
    style: str  # of a scalar: plain, ', ", | or >; of a collection: block or flow
    value: Any
    in_flow: bool  # inside a flow collection

    @property
    def name(self) -> Any:
        return self.pointer[-1] if self.pointer else ""

    @property
    def is_scalar(self) -> bool:
        return self.style not in ("block", "flow")


class Spot(NamedTuple):
    """A placeholder: its text, the path in it, and what it is tried in."""

    site: Site
    start: int
    end: int
    path_start: int
    path_end: int
    path: str
    contexts: tuple[Any, ...]
    in_loop: bool


def load(text: str, file: str) -> Any:
    """What RTFM gets from a text; raises ValueError where it gets nothing."""
    data, error = _loaded(text, file)
    if error:
        raise ValueError(error)
    return copy.deepcopy(data)


def loads(text: str, file: str) -> bool:
    return not _loaded(text, file)[1]


@lru_cache(maxsize=64)
def _loaded(text: str, file: str) -> tuple[Any, str]:
    """The data of a text, or the error."""
    try:
        if file.endswith(".json"):
            return json.loads(text), ""
        return yaml.safe_load(text.removeprefix("\ufeff")), ""
    except (yaml.YAMLError, ValueError, TypeError) as error:
        return None, str(error) or "refused"


def is_same(left: Any, right: Any) -> bool:
    """Equality with types and NaN, and with the order of keys."""
    return repr(left) == repr(right)


def sites(mapping: Mapping) -> tuple[Site, ...]:
    """All values of a mapping but the root, each once."""
    return _sites(mapping.text, mapping.file)


@cache
def _sites(text: str, file: str) -> tuple[Site, ...]:
    body = text.removeprefix("\ufeff")
    root = yaml.compose(body, Loader=yaml.SafeLoader)
    return tuple(_Walk(text, len(text) - len(body)).below(root, (), load(text, file)))


class _Walk:
    """Finds the values of a text; what an alias repeats is found at its anchor."""

    def __init__(self, text: str, shift: int) -> None:
        self.text = text
        self.shift = shift
        self.seen: set[int] = set()

    def below(
        self, node: Any, pointer: Pointer, data: Any, *, in_flow: bool = False
    ) -> Iterator[Site]:
        """The values inside a collection, each before what is inside it."""
        if isinstance(node, yaml.ScalarNode):
            return
        in_flow = in_flow or bool(node.flow_style)
        for name, key, value in _pairs(node):
            if id(value) not in self.seen:
                self.seen.add(id(value))
                inner = (*pointer, name)
                yield self._site(inner, key, value, data[name], in_flow=in_flow)
                yield from self.below(value, inner, data[name], in_flow=in_flow)

    def _site(self, pointer: Pointer, key: Any, node: Any, value: Any, *, in_flow: bool) -> Site:
        start, end = self._range(node)
        anchor = _ANCHOR.match(self.text, start, end)
        assert anchor is not None
        start = anchor.end()
        if isinstance(node, yaml.ScalarNode):
            style = node.style or "plain"
        else:
            style = "flow" if node.flow_style else "block"
        own = self.text[start:end].rstrip()
        if style == "block":  # comments behind it belong to what follows
            own = re.sub(r"(?:\s*\n[ \t]*#[^\n]*)+\s*$", "", own).rstrip()
        key_range = None if key is None else self._range(key)
        return Site(pointer, key_range, start, start + len(own), style, value, in_flow)

    def _range(self, node: Any) -> tuple[int, int]:
        return node.start_mark.index + self.shift, node.end_mark.index + self.shift


def _pairs(node: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The name, key and value of each entry; the key of an entry of a list is None."""
    if isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield index, None, value
        return
    for key, value in node.value:
        if key.value != "<<":
            yield (yaml.safe_load(key.value) if key.style is None else key.value), key, value


def kind(pointer: Pointer) -> str:
    """What a value is: mapping, match, chunk or edge for their keys, else metadata, test or ''."""
    match pointer:
        case (_,):
            return "mapping"
        case ("match", _):
            return "match"
        case ("match", "discriminator", _):
            return "test"
        case ("chunks", int(), _):
            return "chunk"
        case ("edges", int(), _):
            return "edge"
        case ("chunks", int(), "metadata", _):
            return "metadata"
    return ""


def keyed(mapping: Mapping, *names: str) -> Iterator[Site]:
    """The values of keys that mappings have, of some names or of all."""
    for site in sites(mapping):
        is_own = kind(site.pointer) in ("mapping", "match", "chunk", "edge")
        if is_own and site.key is not None and (not names or site.name in names):
            yield site


def is_template(site: Site) -> bool:
    """Whether RTFM renders a value."""
    is_text = isinstance(site.value, str)
    if kind(site.pointer) == "metadata":
        return is_text
    return is_text and kind(site.pointer) + "." + str(site.name) in (
        "chunk.title",
        "chunk.content",
        "edge.target",
    )


def spots(mapping: Mapping) -> Iterator[Spot]:
    """The placeholders of a mapping."""
    data = load(mapping.text, mapping.file)
    for site in sites(mapping):
        if not is_template(site):
            continue
        foreach = data[site.pointer[0]][site.pointer[1]].get("foreach")
        contexts = tuple(_contexts(mapping, foreach))
        for match in PLACEHOLDER.finditer(mapping.text, site.start, site.end):
            yield Spot(site, *match.span(), *match.span(1), match[1], contexts, foreach is not None)


def _contexts(mapping: Mapping, foreach: str | None) -> Iterator[Any]:
    for document in mapping.documents:
        if foreach is None:
            yield document
            continue
        for item in resolve(document, foreach) or ():
            yield item if isinstance(item, dict) else {"value": item}


def resolve(data: Any, path: str) -> Any:
    """What a dotted path leads to, or None."""
    for part in path.split("."):
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        else:
            return None
    return data


def plant(
    mapping: Mapping,
    operator: str,
    about: str,
    start: int,
    end: int,
    new: str,
    wrong: tuple[int, int] | None = None,
    **more: Any,
) -> Planted:
    """Replace a range; `wrong` is what of the new text is wrong, counted from its start."""
    first, last = wrong if wrong is not None else (0, len(new))
    text = mapping.text[:start] + new + mapping.text[end:]
    return Planted(mapping, operator, about, text, start + first, start + last, **more)


def with_value(
    mapping: Mapping, operator: str, site: Site, new: str, **more: Any
) -> Iterator[Planted]:
    """Write another value; nothing where the text would not mean just that."""
    text = mapping.text
    name = f"`{'.'.join(map(str, site.pointer))}` is {new}"
    data = load(text, mapping.file)
    try:
        put(data, site.pointer, load(new, mapping.file))
    except ValueError:
        return
    planted = plant(mapping, operator, name, site.start, site.end, new, **more)
    if site.style in ("block", "|", ">") and site.key is not None:
        colon = text.index(":", site.key[1]) + 1
        planted = plant(
            mapping, operator, name, colon, site.end, " " + new, (1, 1 + len(new)), **more
        )
    if loads(planted.text, mapping.file) and is_same(load(planted.text, mapping.file), data):
        yield planted


def put(data: Any, pointer: Pointer, value: Any) -> None:
    """Set a value in loaded data."""
    for part in pointer[:-1]:
        data = data[part]
    data[pointer[-1]] = value


def without(mapping: Mapping, pointer: Pointer) -> Any:
    """The data of a mapping without one key."""
    data = load(mapping.text, mapping.file)
    inner = data
    for part in pointer[:-1]:
        inner = inner[part]
    del inner[pointer[-1]]
    return data


def siblings(mapping: Mapping, site: Site) -> list[Site]:
    """The values beside one, in the order of the text."""
    return [
        each
        for each in sites(mapping)
        if each.pointer[:-1] == site.pointer[:-1] and each.key is not None
    ]
