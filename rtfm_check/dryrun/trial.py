"""What the fixtures showed about one mapping: counts, examples, and why a path finds nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rtfm_check.mapping import paths
from rtfm_check.mapping.apply import Failure, MappedEdge
from rtfm_check.mapping.spec import ChunkSpec, EdgeSpec, ForEach
from rtfm_check.mapping.template import Placeholder
from rtfm_check.model import (
    Finding,
    JsonValue,
    Place,
    Pointer,
    Severity,
    json_pointer,
)
from rtfm_check.project import MappingFile, PlacedUse

if TYPE_CHECKING:
    from rtfm_check.typed.folder import Named, Schemas
    from rtfm_check.typed.mapping import Mistake
    from rtfm_check.typed.places import Places

ITEMS = 100  # of a list of a kept document that are looked at
_PREFIXES = ("$", "item", "this", "it", "entry", "element", "row", "self", "loop")


class Example(NamedTuple):
    """A document that is kept to explain things with."""

    name: str
    data: JsonValue


class Seen(NamedTuple):
    """Where something was seen first."""

    fixture: str
    item: int | None  # 0-based, in a foreach

    def __str__(self) -> str:
        return self.fixture if self.item is None else f"{self.fixture}, item {self.item}"


class PlaceholderTrial:
    """What a placeholder found over all its contexts."""

    __slots__ = ("first", "null", "odd", "placeholder", "resolved")

    def __init__(self, placeholder: Placeholder) -> None:
        self.placeholder = placeholder
        self.resolved = 0
        self.null = 0  # contexts where the path leads to null
        self.odd: Counter[str] = Counter()  # object, list, boolean, float: printed as Python does
        self.first: dict[str, tuple[Seen, JsonValue]] = {}  # of each kind of odd value


class UseTrial:
    """What a template rendered over all its contexts."""

    __slots__ = (
        "blank",
        "first_blank",
        "first_label_only",
        "label_only",
        "longest",
        "placed",
        "placeholders",
        "total",
        "wrapped",
    )

    def __init__(self, placed: PlacedUse) -> None:
        self.placed = placed
        self.placeholders = [PlaceholderTrial(each) for each in placed.use.template.placeholders]
        self.total = 0
        self.wrapped = 0  # contexts that are scalars, wrapped as `value`
        self.blank = 0
        self.first_blank: Seen | None = None
        self.label_only = 0  # contexts with text, and not a word of it from the document
        self.first_label_only: Seen | None = None
        self.longest: tuple[int, Seen | None] = (0, None)


class ListTrial:
    """What the foreach of a spec found."""

    __slots__ = ("first", "foreach", "items", "kinds", "pointer")

    def __init__(self, pointer: Pointer, foreach: ForEach) -> None:
        self.pointer = pointer
        self.foreach = foreach
        self.kinds: Counter[str] = Counter()  # list, empty list, missing, null, object, ...
        self.first: dict[str, tuple[Seen, JsonValue]] = {}
        self.items = 0


class Dead(NamedTuple):
    """A placeholder that never found anything, and the reason that could be made out."""

    kind: str  # the rule that reports it
    trial: UseTrial
    placeholder: Placeholder
    suggestion: str = ""


class Trial:
    """All that the fixtures showed about one mapping."""

    def __init__(self, file: MappingFile, *, has_fixtures: bool) -> None:
        self.file = file
        self.has_fixtures = has_fixtures  # the folder has documents to try
        self.matched = 0
        self.by_url = 0
        self.by_discriminator = 0
        self.disagreeing: list[tuple[str, str]] = []  # (fixture, the only rule that took it)
        self.examples: list[Example] = []
        self.uses: dict[int, UseTrial] = {}  # by id of the template's use; empty until a match
        self.lists: dict[Pointer, ListTrial] = {}  # by the spec's pointer; empty until a match
        self.vanished: list[Place] = []  # documents that match and give no chunk
        self.failures: dict[Pointer, tuple[Failure, str]] = {}
        self.url_misses: list[tuple[Place, str]] = []  # in fixtures, nearly this mapping's URL
        self.hidden_ids: list[Place] = []
        self.same: Counter[tuple[Pointer, Pointer]] = Counter()  # specs that gave equal chunks
        self.edges: dict[Pointer, list[tuple[MappedEdge, Seen]]] = {}
        self.told: list[Finding] = []  # what was reported about the mapping so far
        self.is_asked = False  # RTFM asks it: it loads, and no later one of its name replaces it
        self.root = ""  # folder of the project
        self.rivals: list[tuple[str, MappingFile]] = []  # fixture, the mapping that took it
        self.sample: list[Example] = []  # documents that no mapping took
        self.linked: set[str] = set()  # files that edges name, and that are there
        self.untried = 0  # fixtures that no mapping was asked about
        self.schemas: Schemas | None = None  # of documents, where there is a folder of them
        self._told_of = self.told  # the list that the prefixes are made of
        self._read = 0  # how much of it
        self._told_prefixes: set[str] = set()  # pointers with an error or warning at or in them
        self._paths: dict[str, list[str]] = {}  # foreach -> paths that its items have

    def begin(self) -> None:
        """Make room for what a document shows; most mappings of a large project see none."""
        self.uses = {id(placed.use): UseTrial(placed) for placed in self.file.uses}
        self.lists = {
            spec.pointer: ListTrial(spec.foreach.pointer, spec.foreach)
            for spec in specs(self.file)
            if isinstance(spec.foreach, ForEach)
        }

    def is_told(self, prefix: str) -> bool:
        """Whether an error or warning was reported at a pointer or inside it."""
        if self._told_of is not self.told or self._read > len(self.told):
            self._told_of, self._read, self._told_prefixes = self.told, 0, set()
        for each in self.told[self._read :]:
            pointer = each.place.pointer
            if each.severity is not Severity.INFO and pointer not in self._told_prefixes:
                self._told_prefixes.update(_prefixes(pointer))
        self._read = len(self.told)
        return prefix in self._told_prefixes

    def is_told_at(self, place: Place) -> bool:
        """Whether an error or warning was reported at a place."""
        return any(
            each.place.span == place.span and each.severity is not Severity.INFO
            for each in self.told
        )

    @property
    def named_schema(self) -> Named | None:
        """What the URL of the mapping names in the folder of JSON Schemas, if there is one."""
        spec = self.file.spec
        if self.schemas is None or spec is None or not isinstance(spec.schema_url, str):
            return None
        return self.schemas.named(spec.schema_url)

    @property
    def places(self) -> Places | None:
        """What the schema of the mapping's documents says of paths."""
        named, spec = self.named_schema, self.file.spec
        if named is None or named.file is None or self.schemas is None or spec is None:
            return None
        return self.schemas.places(spec.schema_url)

    @cached_property
    def typed(self) -> list[Mistake]:
        """What the schema of the mapping's documents says against its paths."""
        named, places = self.named_schema, self.places
        if places is None or named is None or named.file is None:
            return []
        from rtfm_check.typed.mapping import mistakes

        return mistakes(self.file, places, named.file.name)

    def is_in_schema(self, dead: Dead) -> bool:
        """Whether the schema has a path that no fixture has: the fixtures are too few, then."""
        if self.places is None:
            return False
        from rtfm_check.typed.mapping import has

        return has(self.places, dead.trial.placed.foreach, dead.placeholder.segments)

    def is_loop_told(self, use: UseTrial) -> bool:
        """Whether the loop around a template was reported, so that its contexts say nothing."""
        spec = use.placed.use.pointer[:2]
        return spec in self._misspelt_loops or self.is_told(f"{json_pointer(spec)}/foreach")

    @cached_property
    def _misspelt_loops(self) -> set[Pointer]:
        """The specs with a key that stands for `foreach`."""
        return {each.pointer for each in self.file.violations if each.suggestion == "foreach"}

    @property
    def has_errors(self) -> bool:
        """Whether an error was reported about the mapping."""
        return any(each.severity is Severity.ERROR for each in self.told)

    @cached_property
    def dead(self) -> list[Dead]:
        """The placeholders that found nothing in any context they were tried in.

        Asked for when all fixtures were tried and the rules of single files have run.
        """
        found = []
        for trial in self.uses.values():
            if self.is_loop_told(trial):
                continue
            for each in trial.placeholders:
                if trial.total and not each.resolved and all(each.placeholder.segments):
                    found.append(self._why_dead(trial, each))
        return found

    def _why_dead(self, trial: UseTrial, each: PlaceholderTrial) -> Dead:
        placeholder = each.placeholder
        segments = placeholder.segments
        if each.null:
            return Dead("always-null", trial, placeholder)
        if not isinstance(trial.placed.foreach, ForEach):
            rest = segments[1:]
            if segments[0] == "$" and any(paths.exists(each.data, rest) for each in self.examples):
                return Dead("item-prefix", trial, placeholder, ".".join(rest))
            return Dead("path-never-resolves", trial, placeholder, self.suggest(trial, each))
        items = list(self.contexts(trial.placed.foreach))
        rest = segments[1:]
        has_rest = bool(rest) and any(paths.exists(item, rest) for item in items)
        if trial.wrapped == trial.total:
            is_prefixed = segments[0] in _PREFIXES and has_rest
            meant = ".".join(rest) if is_prefixed else self.suggest(trial, each)
            return Dead("scalar-items-need-value", trial, placeholder, meant or "value")
        if has_rest:
            name = trial.placed.foreach.segments[-1]
            if segments[0] in _PREFIXES or segments[0] in (name, name.removesuffix("s")):
                return Dead("item-prefix", trial, placeholder, ".".join(rest))
        if any(paths.exists(example.data, segments) for example in self.examples):
            return Dead("root-path-inside-foreach", trial, placeholder)
        return Dead("path-never-resolves", trial, placeholder, self.suggest(trial, each))

    def contexts(self, foreach: ForEach | None) -> Iterator[JsonValue]:
        """The contexts of a spec in the documents that were kept."""
        for example in self.examples:
            if foreach is None:
                yield example.data
                continue
            items = paths.resolve(example.data, foreach.segments)
            if isinstance(items, list):
                for item in items[:ITEMS]:
                    yield item if isinstance(item, dict) else {"value": item}

    def suggest(self, trial: UseTrial, each: PlaceholderTrial) -> str:
        """The path that was meant by one that never resolves, or nothing."""
        from rtfm_check.text.suggest import nearest_path, with_indices_of

        foreach = trial.placed.foreach if isinstance(trial.placed.foreach, ForEach) else None
        path = each.placeholder.path
        at_first = ".".join("0" if each.isdecimal() else each for each in path.split("."))
        near = nearest_path(at_first, self._known(foreach))
        if near is None:
            return ""
        own = with_indices_of(path, near)
        is_there = any(paths.exists(each, paths.split(own)) for each in self.contexts(foreach))
        return own if is_there else near

    def _known(self, foreach: ForEach | None) -> list[str]:
        """The paths that the contexts of a spec have, the most frequent first."""
        key = "" if foreach is None else foreach.path
        if key not in self._paths:
            counts: Counter[str] = Counter()
            for context in self.contexts(foreach):
                counts.update(set(known_paths(context)))
            ordered = sorted(counts, key=lambda path: (-counts[path], path))
            self._paths[key] = ordered
        return self._paths[key]


def _prefixes(pointer: str) -> Iterator[str]:
    """A pointer, and those of all that is around the value it leads to."""
    at = len(pointer)
    while at >= 0:
        yield pointer[:at]
        at = pointer.rfind("/", 0, at)


def known_paths(value: JsonValue, *, lists: bool = False) -> Iterator[str]:
    """The dotted paths that templates can reach in a value; with `lists`, only those of lists.

    At most 2,000, five levels deep; of a list only the first item.
    """
    waiting: list[tuple[str, JsonValue, int]] = [("", value, 0)]
    made = 0
    while waiting and made < 2000:
        prefix, each, depth = waiting.pop(0)
        if isinstance(each, dict):
            pairs: Iterable[tuple[str, JsonValue]] = each.items()
        elif isinstance(each, list) and each:
            pairs = [("0", each[0])]
        else:
            continue
        for key, inner in pairs:
            if not key or "." in key:
                continue
            path = f"{prefix}.{key}" if prefix else key
            if isinstance(inner, list) if lists else True:
                made += 1
                yield path
            if depth < 5:
                waiting.append((path, inner, depth + 1))


def specs(file: MappingFile) -> list[ChunkSpec | EdgeSpec]:
    """The chunk and edge specs of a mapping, in their order."""
    return [] if file.spec is None else [*file.spec.chunks, *file.spec.edges]
