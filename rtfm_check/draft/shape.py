"""What sample documents have in common: their fields, and what the values look like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.model import JsonValue

_FIRST = re.compile(r"[a-zA-Z_$]")  # what a path in a template begins with
_PLAIN = re.compile(r"[\w$]+")  # a key that a template can name
_OPAQUE = re.compile(
    r"""
      [0-9a-fA-F-]{16,}                          # hashes and UUIDs
    | \d{4}-\d\d-\d\d([T\ ][\d:.,+Z-]*)?         # dates and times
    | [\d.,:+-]+                                 # numbers, clock times
    """,
    re.VERBOSE,
)
_KINDS = 20  # different texts that are kept of a field
_KEPT_CHARS = 200  # of each of them
_ROUTES = 30  # fields of an object that all hold objects; more are data


class Shape:
    """The values that stand in one place of the samples."""

    def __init__(self) -> None:
        self.texts = 0
        self.blank = 0  # texts without a word
        self.characters = 0  # of the texts
        self.longest_text = 0
        self.words = 0  # texts of four words and more, or of several lines
        self.opaque = 0  # texts that are no words: dates, hashes
        self.scalars = 0  # numbers and booleans
        self.objects = 0
        self.lists = 0
        self.longest = 0  # list
        self.fields: dict[str, Shape] = {}
        self.items: Shape | None = None
        self.values: set[str] = set()  # the first different texts

    @property
    def all_characters(self) -> int:
        """Those of all texts in it."""
        total, waiting = 0, [self]
        while waiting:
            shape = waiting.pop()
            total += shape.characters
            waiting += shape.fields.values()
            if shape.items is not None:
                waiting.append(shape.items)
        return total

    @property
    def mean(self) -> float:
        """The length of a text."""
        return self.characters / self.texts if self.texts else 0.0

    @property
    def is_prose(self) -> bool:
        """Whether the texts are sentences."""
        return self.words * 2 >= self.texts - self.blank > 0

    @property
    def is_opaque(self) -> bool:
        """Whether the texts are dates, hashes, or numbers."""
        return self.opaque * 2 > self.texts

    @property
    def is_constant(self) -> bool:
        """Whether the same text stands there each time, of two times and more."""
        return self.texts > 1 and len(self.values) == 1

    @property
    def has_objects(self) -> bool:
        """Whether it is a list of objects."""
        return self.items is not None and self.items.objects > 0

    @property
    def is_routes(self) -> bool:
        """Whether it is an object whose keys are data: the routes of an API, names of packages."""
        names = list(self.fields)
        inner = list(self.fields.values())
        if not inner or any(not each.objects for each in inner):
            return False
        if any(not _PLAIN.fullmatch(name) for name in names) or len(names) > _ROUTES:
            return True
        keys = [set(each.fields) for each in inner]
        common, every = set.intersection(*keys), set.union(*keys)
        return len(names) > 2 and len(common) > 2 and len(common) * 5 >= len(every) * 4

    def add_text(self, text: str) -> None:
        """Note a text."""
        self.texts += 1
        stripped = text.strip()
        self.blank += not stripped
        self.characters += len(text)
        self.longest_text = max(self.longest_text, len(text))
        self.words += "\n" in stripped or stripped.count(" ") > 2
        self.opaque += len(text) < _KEPT_CHARS and _OPAQUE.fullmatch(text) is not None
        if len(self.values) < _KINDS:
            self.values.add(text[:_KEPT_CHARS])


class Field(NamedTuple):
    """A value that a placeholder can name, in the context of a chunk."""

    path: tuple[str, ...]
    shape: Shape
    contexts: int  # objects that could have it

    @property
    def dotted(self) -> str:
        """As templates write it."""
        return ".".join(self.path)

    @property
    def name(self) -> str:
        """Its key."""
        return self.path[-1]

    @property
    def found(self) -> int:
        """In how many contexts it is there, and not null."""
        shape = self.shape
        return shape.texts + shape.scalars + shape.lists + shape.objects

    @property
    def is_rare(self) -> bool:
        """Whether it is there in fewer than one of ten contexts."""
        return self.found * 10 < self.contexts

    @property
    def is_always(self) -> bool:
        """Whether it holds words in every context."""
        return self.shape.texts - self.shape.blank == self.contexts

    @property
    def prints_python(self) -> bool:
        """Whether RTFM writes it as Python prints lists and objects."""
        return bool(self.shape.lists or self.shape.objects)


def shape_of(documents: Iterable[JsonValue]) -> Shape:
    """What the documents have in common."""
    root = Shape()
    made = 0
    waiting = [(root, document) for document in documents]
    while waiting:
        shape, value = waiting.pop()
        if isinstance(value, str):
            shape.add_text(value)
        elif isinstance(value, bool | int | float):
            shape.scalars += 1
        elif isinstance(value, list):
            shape.lists += 1
            shape.longest = max(shape.longest, len(value))
            if shape.items is None:
                shape.items = Shape()
            waiting += [(shape.items, item) for item in value]
        elif isinstance(value, dict):
            shape.objects += 1
            for key, inner in value.items():
                below = shape.fields.get(key)
                if below is None:
                    if made >= limits.DRAFT_FIELDS:
                        below = shape  # its text counts, and has no name
                        if not isinstance(inner, str):
                            continue
                    else:
                        made += 1
                        below = shape.fields[key] = Shape()
                waiting.append((below, inner))
    return root


def is_plain(key: str, *, is_first: bool = False) -> bool:
    """Whether a template can name a key, or begin with it."""
    return _PLAIN.fullmatch(key) is not None and (not is_first or bool(_FIRST.match(key)))


def fields(
    shape: Shape, contexts: int, prefix: tuple[str, ...] = (), *, routes: bool = False
) -> Iterator[Field]:
    """The values in an object that templates can name, in the order of the samples.

    Lists stand for themselves; so does, with `routes`, an object whose keys are data: its own
    values have no names that could be written.
    """
    waiting = [(prefix, shape)]
    while waiting:
        path, each = waiting.pop()
        below = []
        for key, inner in each.fields.items():
            if not is_plain(key, is_first=not path):
                continue
            if inner.objects and not inner.is_routes and len(path) < limits.DRAFT_DEPTH:
                below.append(((*path, key), inner))
            is_whole = routes and inner.is_routes
            if inner.texts or inner.scalars or inner.lists or is_whole:
                yield Field((*path, key), inner, contexts)
        waiting += reversed(below)


class Loss(NamedTuple):
    """Text that no template can reach, and why."""

    path: tuple[str, ...]
    shape: Shape
    reason: str  # "routes" or "key"


def losses(shape: Shape) -> list[Loss]:
    """What of the samples no template can name, the largest first."""
    found = []
    waiting: list[tuple[tuple[str, ...], Shape]] = [((), shape)]
    while waiting:
        path, each = waiting.pop()
        if path and each.is_routes:
            found.append(Loss(path, each, "routes"))
            continue
        for key, inner in each.fields.items():
            if is_plain(key, is_first=not path or path[-1] == "*"):
                waiting.append(((*path, key), inner))
            else:
                found.append(Loss((*path, key), inner, "key"))
        if each.items is not None:
            waiting.append(((*path, "*"), each.items))
    lost = [each for each in found if each.shape.all_characters]
    return sorted(lost, key=lambda each: (-each.shape.all_characters, each.path))
