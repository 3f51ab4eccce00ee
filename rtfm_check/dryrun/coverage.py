"""How much of the text of its fixtures each mapping reads, and what of it nobody reads.

Text is what stands in strings: keys, numbers and booleans are not counted. A character is indexed
when its string is in the content or title of a chunk that is made; one that stands in metadata or
an edge only, or is compared by `match`, is read and not indexed. What a blank chunk would have
held, or a document that RTFM fails on, is not indexed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.dryrun.run import DryRun, Tried
from rtfm_check.dryrun.trial import Trial
from rtfm_check.fixtures import open_fixtures
from rtfm_check.layout import Target
from rtfm_check.mapping import paths
from rtfm_check.mapping.apply import MappedChunk, MappedEdge, Outcome
from rtfm_check.mapping.spec import ChunkSpec, EdgeSpec, ForEach, Spec, Use
from rtfm_check.model import JsonValue
from rtfm_check.project import MappingFile, open_folder

UNREAD, READ, INDEXED = 0, 1, 2

Marks = dict[tuple[int, str | int], int]  # (id of a list or object, key in it): READ or INDEXED


class Unread(NamedTuple):
    """A field whose text no placeholder reads."""

    path: tuple[str, ...]  # `*` for the items of a list, and for the keys of a large object
    characters: int


class Coverage:
    """What the fixtures showed about the text that one mapping reads."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.characters = [0, 0, 0]  # unread, read and not indexed, indexed
        self._unread = _Field()
        self._fields = 0

    @property
    def file(self) -> MappingFile:
        """The mapping."""
        return self.trial.file

    @property
    def share(self) -> float | None:
        """The part of the text that is indexed, 0 to 1; None where no fixture has any text."""
        total = sum(self.characters)
        return self.characters[INDEXED] / total if total else None

    def unread(self) -> list[Unread]:
        """The fields that nobody reads, the largest first."""
        found = list(self._unread.all())
        return sorted(found, key=lambda each: (-each.characters, each.path))

    def add(self, document: JsonValue, spec: Spec, outcome: Outcome, rule: str) -> None:
        """Count the text of a document that the mapping took."""
        marks = marks_of(document, spec, outcome, rule)
        waiting = [(document, self._unread, UNREAD)]
        while waiting:
            value, field, level = waiting.pop()
            is_list = isinstance(value, list)
            pairs: Iterable[tuple[JsonValue, JsonValue]]
            pairs = enumerate(value) if is_list else value.items()
            is_wild = is_list or len(value) > limits.COVERAGE_KEYS
            for key, inner in pairs:
                now = max(level, marks.get((id(value), key), UNREAD))
                is_text = isinstance(inner, str)
                if not is_text and not isinstance(inner, list | dict):
                    continue
                below = self._below(field, "*" if is_wild else str(key))
                if not is_text:
                    waiting.append((inner, below, now))
                    continue
                self.characters[now] += len(inner)
                if now == UNREAD:
                    below.characters += len(inner)

    def _below(self, field: _Field, name: str) -> _Field:
        """The field of a name in another; the one around it where there are too many."""
        below = field.fields.get(name)
        if below is None:
            if self._fields >= limits.COVERAGE_FIELDS:
                return field
            self._fields += 1
            below = field.fields[name] = _Field()
        return below


class _Field:
    """The text of a field that nobody reads, over all fixtures, and the fields in it."""

    __slots__ = ("characters", "fields")

    def __init__(self) -> None:
        self.characters = 0
        self.fields: dict[str, _Field] = {}

    def all(self) -> Iterator[Unread]:
        """This field and those below it, of which text is not read."""
        waiting: list[tuple[tuple[str, ...], _Field]] = [((), self)]
        while waiting:
            path, field = waiting.pop()
            if field.characters:
                yield Unread(path, field.characters)
            waiting += [((*path, name), below) for name, below in field.fields.items()]


class Measured(NamedTuple):
    """The coverage of a folder of mappings."""

    mappings: list[Coverage]
    unmatched: list[str]  # fixtures that no mapping takes
    untried: list[str]  # fixtures that no mapping can be tried on: `check` says why


def measure(
    target: Target,
    progress: Callable[[int, int], None] | None = None,
    watch: Callable[[Tried, str], None] | None = None,
) -> Measured:
    """Try the fixtures of a folder on its mappings, and count what of their text is read.

    What became of each fixture is given to `watch`, while the fixture is in memory, with the file
    of the mapping that took it.
    """
    folder = open_folder(target, {})
    files = target.fixture_files() if folder.files else []
    dry_run = DryRun(folder, has_fixtures=bool(files))
    mappings = [Coverage(trial) for trial in dry_run.trials]
    unmatched: list[str] = []
    untried: list[str] = []
    for done, fixture in enumerate(open_fixtures(files, target.root)):
        if progress is not None:
            progress(done, len(files))
        tried = dry_run.feed(fixture)
        taker = None
        if tried.match is not None and tried.spec is not None and tried.outcome is not None:
            taker = mappings[tried.match.position]
            taker.add(fixture.document.data, tried.spec, tried.outcome, tried.match.rule)
        else:
            (unmatched if _is_object(tried) else untried).append(fixture.name)
        if watch is not None:
            watch(tried, "" if taker is None else taker.file.path)
    dry_run.finish()
    if progress is not None:
        progress(len(files), len(files))
    return Measured(mappings, unmatched, untried)


def _is_object(tried: Tried) -> bool:
    document = tried.fixture.document
    return tried.match is None and document.loads and isinstance(document.data, dict)


def marks_of(document: JsonValue, spec: Spec, outcome: Outcome, rule: str) -> Marks:
    """Which values of a document the mapping reads."""
    marks: Marks = {}
    if rule == "schema_url":
        _mark(marks, document, ("$schema" if document.get("$schema") else "$id",), READ)
    for segments, _ in spec.tests:
        _mark(marks, document, segments or (), READ)
    reads = Reads(document, spec)
    results: list[MappedChunk | MappedEdge] = [*outcome.chunks, *outcome.edges]
    for made in results:
        reads.mark(made, marks)
    return marks


class Reads:
    """What of a document the chunks and edges of a mapping read.

    A value is known by what holds it: texts that are alike may be one object in memory, lists and
    objects of a document never are.
    """

    def __init__(self, document: JsonValue, spec: Spec) -> None:
        self._document = document
        specs: list[ChunkSpec | EdgeSpec] = [*spec.chunks, *spec.edges]
        self._lists = {
            each.pointer: paths.resolve(document, each.foreach.segments)
            for each in specs
            if isinstance(each.foreach, ForEach)
        }

    def mark(self, made: MappedChunk | MappedEdge, marks: Marks) -> None:
        """Mark what one of them reads."""
        for use, level in _uses(made.spec):
            for placeholder in use.template.placeholders:
                segments = placeholder.segments
                if made.item is None:
                    _mark(marks, self._document, segments, level)
                else:
                    _mark_item(marks, self._lists[made.spec.pointer], made.item, segments, level)


def _uses(spec: ChunkSpec | EdgeSpec) -> Iterator[tuple[Use, int]]:
    """The templates of a spec, and what becomes of the text that they read."""
    parts: list[tuple[JsonValue, int]] = []
    if isinstance(spec, EdgeSpec):
        parts.append((spec.target, READ))
    else:
        parts += [(spec.content, INDEXED), (spec.title, INDEXED)]
        parts += [(value, READ) for _, value in spec.metadata]
    return ((part, level) for part, level in parts if isinstance(part, Use))


def _mark_item(
    marks: Marks, items: list[JsonValue], item: int, segments: tuple[str, ...], level: int
) -> None:
    """Mark what a path leads to in an item; one that is no object has the name `value`."""
    if isinstance(items[item], dict):
        _mark(marks, items[item], segments, level)
    elif segments[0] == "value":
        _mark(marks, items, (str(item), *segments[1:]), level)


def _mark(marks: Marks, value: JsonValue, segments: tuple[str, ...], level: int) -> None:
    where = paths.pointer(value, segments)
    if not where or len(where) < len(segments):
        return
    for key in where[:-1]:
        value = value[key]
    place = (id(value), where[-1])
    marks[place] = max(level, marks.get(place, UNREAD))
