"""A profile tried on the records it is for, and what they showed about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.fields import paths
from rtfm_check.fields.apply import flattened, identifier, written
from rtfm_check.fields.identities import Identities
from rtfm_check.fields.open import ProfileFile
from rtfm_check.fields.paths import WILDCARD, FieldPath
from rtfm_check.fields.profile import MetadataField, Profile, TextField
from rtfm_check.fields.records import Bad, Record
from rtfm_check.model import JsonValue, Place, Span
from rtfm_check.text import secrets
from rtfm_check.text.show import a_kind_of, quote

_SAMPLE = 100  # records kept, to look for what a path may mean
_SAMPLE_CHARS = 4 * 1024 * 1024  # of all that are kept
_KNOWN = 2000  # paths of the sample
_WATCHED = 2000  # records that are looked through for secrets
_SECRET_CHARS = 4096  # of a value
_SECRET_NAME = re.compile(
    r"(?:^|[_.-])(?:pass(?:word|wd|phrase)?|pwd|secret|api_?key|token|private_?key|access_?key"
    r"|credentials?)(?:[_.-]|$)"
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Event(NamedTuple):
    """Something about one record."""

    rule: str
    place: Place
    message: str
    help: str = ""
    note: str = ""
    related: tuple[Place, str] | None = None


class PathTrial:
    """What the records showed about one path."""

    def __init__(self, field: TextField | MetadataField) -> None:
        self.field = field
        self.found = 0  # records in which it leads somewhere
        self.containers = 0  # of them, where that is an object or a list
        self.first_container: tuple[Place, str] | None = None  # and what it is
        self.secret: Place | None = None  # the first record whose value looks like one

    @property
    def path(self) -> FieldPath:
        """The path."""
        return self.field.path


class FieldTrial:
    """A profile, and what became of the records that it is for."""

    def __init__(self, file: ProfileFile) -> None:
        self.file = file
        self.data: list[str] = []  # its files, as reports name them
        self.records = 0
        self.identified = 0  # records with an identifier
        self.paths = [
            *map(PathTrial, self.profile.text),
            *map(PathTrial, self.profile.metadata),
        ]
        self.events: list[Event] = []
        self.sample: list[dict[str, JsonValue]] = []
        self.excerpts: dict[str, Excerpts] = {}
        self.also_taken: list[tuple[str, str]] = []  # a file, and the other profile or mapping
        self.left_out: list[tuple[str, str]] = []  # a file that it would be for, and why not
        self.needs_identifier: Place | None = None  # the second record of a file
        self._counts: Counter[tuple[str, str]] = Counter()
        self._kept = 0
        self._ids = Identities()

    @property
    def profile(self) -> Profile:
        """The profile."""
        return self.file.profile

    def begin(self, name: str) -> None:
        """The records that follow are of this file."""
        self.data.append(name)
        self._ids = Identities()

    def bad(self, bad: Bad, name: str) -> None:
        """Note something that is no record."""
        place = _place(name, bad.line, bad.column)
        self._note(Event(bad.rule, place, bad.message, bad.help, bad.note), bad.shown)

    def feed(self, record: Record, name: str) -> None:
        """Try a record."""
        self.records += 1
        place = _place(name, record.line)
        self._keep(record)
        self._identify(record, place)
        has_text = False
        is_watched = self.records <= _WATCHED
        for each in self.paths:
            found = paths.values(record.value, each.path)
            if not found:
                continue
            each.found += 1
            if isinstance(each.field, TextField):
                has_text = _look_at_text(each, found, place) or has_text
            elif is_watched and each.secret is None and _is_secret(each.field, found):
                each.secret = place
        if self.profile.is_flattened:
            has_text = next(flattened(record.value), None) is not None
        if not has_text:
            message = "no text field of the record has a value"
            if self.profile.is_flattened:
                message = "the record has no value"
            help = "name a field that every record has"
            note = "nothing of it can be found"
            self._note(Event("record-without-text", place, message, help, note), record.shown)

    def known(self) -> list[str]:
        """The paths that the records have, with `*` for the places in a list."""
        found: dict[str, None] = {}
        for record in self.sample:
            for path in _paths_of(record):
                if len(found) >= _KNOWN:
                    return list(found)
                found.setdefault(path)
        return list(found)

    def is_found(self, path: FieldPath) -> bool:
        """Whether a path leads somewhere in the records that were kept."""
        return any(paths.values(record, path) for record in self.sample)

    def _identify(self, record: Record, place: Place) -> None:
        if record.number == 2 and self.needs_identifier is None:
            self.needs_identifier = place
        if self.profile.identifier is None:
            return
        path = self.profile.identifier.text
        own = identifier(self.profile, record.value)
        if own is None:
            message = f"the record has no {quote(path)} to tell it by"
            help = "give every record an identifier"
            note = "another record before it makes it a new one, as it is told by its place"
            self._note(Event("missing-source-id", place, message, help, note), record.shown)
            return
        self.identified += 1
        earlier = self._ids.first_line(own, record.line)
        if earlier:
            message = f"the identifier {quote(own)} is that of the record in line {earlier} too"
            help = "give every record an identifier of its own"
            note = "the later record replaces the earlier one"
            related = (_place(place.path, earlier), "the first record of this identifier")
            event = Event("duplicate-source-id", place, message, help, note, related)
            self._note(event, record.shown)

    def _keep(self, record: Record) -> None:
        if len(self.sample) < _SAMPLE and self._kept + record.size <= _SAMPLE_CHARS:
            self._kept += record.size
            self.sample.append(record.value)

    def _note(self, event: Event, shown: str) -> None:
        """Keep an event; beyond limits.FINDINGS of a kind in a file they are only counted."""
        name = event.place.path
        self._counts[event.rule, name] += 1
        if self._counts[event.rule, name] <= limits.FINDINGS:
            self.events.append(event)
            self.excerpts.setdefault(name, Excerpts()).add(event.place.span.line, shown)

    def uncounted(self) -> Iterator[tuple[str, str, int]]:
        """The rules and files of events that were not kept, and how many these were."""
        for (rule, name), count in self._counts.items():
            if count > limits.FINDINGS:
                yield rule, name, count - limits.FINDINGS


class Excerpts:
    """The lines of a file that reports show."""

    def __init__(self) -> None:
        self._lines: dict[int, str] = {}

    def add(self, line: int, text: str) -> None:
        """Keep a line, or the start of it."""
        self._lines.setdefault(line, text)

    def excerpt(self, line: int) -> tuple[str, ...]:
        """The line, if it was kept."""
        return (self._lines[line],) if line in self._lines else ()


def _place(name: str, line: int, column: int = 1) -> Place:
    return Place(name, Span(line, column, line, column))


def _look_at_text(trial: PathTrial, found: list[JsonValue], place: Place) -> bool:
    """Whether values give text; an object or a list among them is noted."""
    has_text = False
    for value in found:
        if isinstance(value, dict | list):
            if trial.first_container is None:
                trial.first_container = (place, a_kind_of(value))
            trial.containers += 1
            has_text = has_text or next(flattened(value), None) is not None
        elif not has_text:
            text = written(value)
            has_text = bool(text) and not text.isspace()
    return has_text


def _is_secret(field: MetadataField, found: list[JsonValue]) -> bool:
    names = [_HUMP.sub("_", name).lower() for name in (field.path.segments[-1], field.key)]
    is_named = any(_SECRET_NAME.search(name) for name in names)
    for value in found:
        if isinstance(value, str):
            text = value[:_SECRET_CHARS]
            if (is_named and len(text.strip()) >= 6) or secrets.find(text):
                return True
    return False


def _paths_of(record: JsonValue) -> Iterator[str]:
    """The dotted paths of a record; keys that a path cannot name are passed over."""
    waiting: list[tuple[str, JsonValue]] = [("", record)]
    while waiting:
        prefix, value = waiting.pop()
        if prefix.count(".") > limits.PATH_SEGMENTS:
            continue
        members: list[tuple[str, JsonValue]] = []
        if isinstance(value, dict):
            members = [(key, each) for key, each in value.items() if key and "." not in key]
        elif isinstance(value, list):
            members = [(WILDCARD, each) for each in value[:3]]
        for key, each in members[:_KNOWN]:
            path = f"{prefix}.{key}" if prefix else key
            yield path
            if isinstance(each, dict | list):
                waiting.append((path, each))
