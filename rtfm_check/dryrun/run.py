"""The dry run: every fixture through the real dispatch, and what each mapping made of it.

Fixtures stream through one at a time; what stays is counts, a few examples of each mapping and
a bounded sample of the fixtures that no mapping took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rtfm_check import limits
from rtfm_check.dryrun.trial import ITEMS, Example, ListTrial, Seen, Trial, UseTrial, specs
from rtfm_check.fixtures import Fixture
from rtfm_check.mapping import paths
from rtfm_check.mapping.apply import MappedChunk, Outcome, apply, contexts
from rtfm_check.mapping.dispatch import Match, compare
from rtfm_check.mapping.spec import Breaks, ForEach, Spec, Use
from rtfm_check.mapping.template import TooLong
from rtfm_check.model import JsonValue, Place, Pointer, Span, TriedDocument
from rtfm_check.project import Folder
from rtfm_check.text.show import kind_of

if TYPE_CHECKING:
    from rtfm_check.typed.folder import Schemas

_EXAMPLES = 20  # documents kept for each mapping
_SAMPLE = 200  # documents kept that no mapping took
_KEPT_CHARS = 16 * 1024 * 1024  # of text of all documents kept


class Tried(NamedTuple):
    """A fixture while it is in memory, and what the dry run made of it."""

    fixture: Fixture
    match: Match | None = None
    outcome: Outcome | None = None  # None: nothing was tried
    spec: Spec | None = None  # the mapping that took it
    schemas: Schemas | None = None  # of documents, where there is a folder of them

    @property
    def mapping_name(self) -> JsonValue:
        """The name of the mapping that took it, or None."""
        return None if self.spec is None else self.spec.name


class DryRun:
    """Tries fixtures on the mappings of a folder."""

    def __init__(self, folder: Folder, *, has_fixtures: bool) -> None:
        self.folder = folder
        self.trials = [Trial(file, has_fixtures=has_fixtures) for file in folder.files]
        for index in folder.dispatcher.order:
            self.trials[index].is_asked = True
        for trial in self.trials:
            trial.root = folder.target.root
            trial.schemas = folder.schemas
        self.fixtures = 0
        self.untried = 0  # that no mapping is asked about: broken, not an object, JSON Lines
        self.unmatched: list[Place] = []  # documents that no mapping takes
        self.tried: list[TriedDocument] = []
        self._kept = 0
        self._urls: dict[str, list[int]] = {}
        for index in folder.dispatcher.order:
            spec = folder.files[index].spec
            if spec is not None and isinstance(spec.schema_url, str):
                self._urls.setdefault(_folded_url(spec.schema_url), []).append(index)
        self._sample: list[Example] = []
        self._taken: list[tuple[Example, int]] = []

    def feed(self, fixture: Fixture) -> Tried:
        """Try one fixture."""
        self.fixtures += 1
        document = fixture.document
        if not document.loads or not isinstance(document.data, dict):
            self.untried += 1
        if not document.loads or fixture.is_lines:
            self.tried.append(TriedDocument(fixture.name, "", "untried", 0, 0))
            return Tried(fixture)
        match = self.folder.dispatcher.find(document.data)
        self._look_at_urls(fixture, match)
        if match is None:
            self._keep(self._sample, _SAMPLE, fixture)
            if isinstance(document.data, dict):
                self.unmatched.append(document.source.top)
            self.tried.append(TriedDocument(fixture.name, "", "", 0, 0))
        elif match.breaks:
            self.untried += 1
            self.tried.append(TriedDocument(fixture.name, "", "breaks", 0, 0))
        else:
            return self._try(fixture, match)
        return Tried(fixture, match, Outcome([], []))

    @property
    def sample(self) -> list[Example]:
        """Documents that no mapping took; a bounded number of them."""
        return self._sample

    def finish(self) -> list[Trial]:
        """The trials, with what could be learned of the mappings that took nothing."""
        for index in self.folder.dispatcher.order:
            trial = self.trials[index]
            spec = trial.file.spec
            _try_the_rest(trial)
            if trial.matched or spec is None:
                continue
            trial.sample = self._sample
            trial.untried = self.untried
            self._look_for_near_url(trial)
            for example, taker in self._taken:
                if taker != index and compare(spec, example.data) is not None:
                    trial.rivals.append((example.name, self.folder.files[taker]))
        return self.trials

    def _look_for_near_url(self, trial: Trial) -> None:
        """Note the URL of a document that no mapping takes and that differs by a few letters."""
        from rtfm_check.text.suggest import nearest

        url = trial.file.spec.schema_url if trial.file.spec is not None else None
        if not isinstance(url, str) or trial.url_misses or trial.hidden_ids:
            return
        urls: dict[str, Place] = {}
        for example in self._sample:
            for key in ("$schema", "$id"):
                if isinstance(example.data.get(key), str) and example.data[key]:
                    place = Place(example.name, Span(1, 1, 1, 1), f"/{key}")
                    urls.setdefault(example.data[key], place)
                    break
        near = nearest(url, urls, limit=0.2)
        if near is not None:
            trial.url_misses.append((urls[near], near))

    def _keep(self, kept: list[Example], most: int, fixture: Fixture) -> Example | None:
        size = len(fixture.document.source.text)
        if (
            len(kept) >= most
            or self._kept + size > _KEPT_CHARS
            or not isinstance(fixture.document.data, dict)
        ):
            return None
        self._kept += size
        example = Example(fixture.name, fixture.document.data)
        kept.append(example)
        return example

    def _look_at_urls(self, fixture: Fixture, match: Match | None) -> None:
        data = fixture.document.data
        if not self._urls or not isinstance(data, dict):
            return
        key = "$schema" if data.get("$schema") else "$id"
        url = data.get(key)
        hidden = data.get("$id") if key == "$schema" else None
        taker = None if match is None else match.position
        for index in self._urls.get(_folded_url(url), ()) if isinstance(url, str) else ():
            spec = self.folder.files[index].spec
            if index != taker and spec is not None and spec.schema_url != url:
                self.trials[index].url_misses.append((fixture.document.at((key,)), str(url)))
        for index in self._urls.get(_folded_url(hidden), ()) if isinstance(hidden, str) else ():
            spec = self.folder.files[index].spec
            if index != taker and spec is not None and spec.schema_url == hidden:
                self.trials[index].hidden_ids.append(fixture.document.at(("$id",)))

    def _try(self, fixture: Fixture, match: Match) -> Tried:
        trial = self.trials[match.position]
        spec = trial.file.spec
        assert spec is not None
        data = fixture.document.data
        if not trial.matched:
            trial.begin()
        trial.matched += 1
        if match.rule == "schema_url":
            trial.by_url += 1
            other = compare(spec._replace(schema_url=None), data)
            agrees = spec.discriminator is None or other is not None
        else:
            trial.by_discriminator += 1
            agrees = spec.schema_url is None or not (data.get("$schema") or data.get("$id"))
        if not agrees:
            trial.disagreeing.append((fixture.name, match.rule))
        example = self._keep(trial.examples, _EXAMPLES, fixture)
        if example is not None and len(self._taken) < _SAMPLE:
            self._taken.append((example, match.position))
        record = _Record(trial, fixture.name)
        outcome = apply(spec, data, record.watch)
        record.take(outcome, fixture)
        counts = len(outcome.chunks), len(outcome.edges)
        self.tried.append(TriedDocument(fixture.name, trial.file.path, match.rule, *counts))
        return Tried(fixture, match, outcome, spec)


def _try_the_rest(trial: Trial) -> None:
    """Try the templates that RTFM did not come to.

    Those of a chunk whose content stays blank, and those behind a value that makes RTFM raise.
    """
    for use in trial.uses.values():
        placed = use.placed
        if use.total or isinstance(placed.foreach, Breaks):
            continue
        for example in trial.examples:
            record = _Record(trial, example.name)
            for item, context in contexts(placed.foreach, example.data):
                if item is not None and item >= ITEMS:
                    break
                values = placed.use.template.values(context)
                record.watch(placed.use, item, context, values, _text(placed.use, values))


def _text(use: Use, values: list[JsonValue]) -> str:
    """The rendered text; of one that is too long the template, which is not blank either."""
    try:
        return use.template.render(values)
    except (TooLong, RecursionError):
        return use.template.text


class _Record:
    """Notes what applying a mapping to one fixture shows."""

    def __init__(self, trial: Trial, name: str) -> None:
        self.trial = trial
        self.name = name  # of the fixture

    def watch(
        self, use: Use, item: int | None, context: JsonValue, values: list[JsonValue], text: str
    ) -> None:
        """Note one rendered template."""
        seen = self.trial.uses[id(use)]
        seen.total += 1
        if item is not None and len(context) == 1 and "value" in context:
            seen.wrapped += 1
        for value, each in zip(values, seen.placeholders, strict=True):
            if type(value) is str:
                each.resolved += 1
            elif value is None:
                if paths.exists(context, each.placeholder.segments):
                    each.null += 1
            else:
                each.resolved += 1
                kind = _odd_kind(value)
                if kind:
                    each.odd[kind] += 1
                    each.first.setdefault(kind, (self._seen(item), value))
        if seen.placed.part in ("content", "target") and not text.strip():
            seen.blank += 1
            seen.first_blank = seen.first_blank or self._seen(item)
        elif seen.placed.part == "content":
            self._content(seen, item, values, text)

    def _content(
        self, seen: UseTrial, item: int | None, values: list[JsonValue], text: str
    ) -> None:
        if values and all(value is None or value == "" for value in values):
            seen.label_only += 1
            seen.first_label_only = seen.first_label_only or self._seen(item)
        if len(text) > max(seen.longest[0], limits.LONG_CHUNK_CHARS):
            seen.longest = (len(text), self._seen(item))

    def _seen(self, item: int | None) -> Seen:
        return Seen(self.name, item)

    def take(self, outcome: Outcome, fixture: Fixture) -> None:
        """Note what came out of the fixture as a whole."""
        trial, data = self.trial, fixture.document.data
        for failure in (outcome.failure, outcome.edge_failure):
            if failure is not None:
                trial.failures.setdefault(failure.pointer, (failure, self.name))
        for spec in specs(trial.file):
            if isinstance(spec.foreach, ForEach):
                self._list(trial.lists[spec.pointer], data)
        if not outcome.chunks and outcome.failure is None:
            trial.vanished.append(fixture.document.source.top)
        self._compare(outcome.chunks)
        for edge in outcome.edges:
            kept = trial.edges.setdefault(edge.spec.pointer, [])
            if len(kept) < 100:
                kept.append((edge, self._seen(edge.item)))

    def _list(self, noted: ListTrial, data: JsonValue) -> None:
        value = paths.resolve(data, noted.foreach.segments)
        if isinstance(value, list):
            kind = "list" if value else "empty list"
            noted.items += len(value)
        elif value is None:
            kind = "null" if paths.exists(data, noted.foreach.segments) else "missing"
        else:
            kind = kind_of(value)
        noted.kinds[kind] += 1
        noted.first.setdefault(kind, (self._seen(None), value))

    def _compare(self, chunks: list[MappedChunk]) -> None:
        """Note the pairs of specs that gave a chunk of the same text."""
        first: dict[str, Pointer] = {}
        pairs = set()
        for chunk in chunks:
            earlier = first.setdefault(chunk.content, chunk.spec.pointer)
            if earlier != chunk.spec.pointer:
                pairs.add((earlier, chunk.spec.pointer))
        for pair in pairs:
            self.trial.same[pair] += 1


def _odd_kind(value: JsonValue) -> str:
    """The kind of a value that Python prints in another way than JSON, or nothing."""
    if isinstance(value, dict | list):
        return kind_of(value)
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, float) and (value.is_integer() or value != value or abs(value) > 1e15):
        return "number"
    return ""


def _folded_url(url: str) -> str:
    """A URL without what people vary by mistake: scheme, case, `www.`, the end, a fragment mark."""
    folded = url.strip().lower().rstrip("#/")
    folded = folded.removeprefix("https://").removeprefix("http://").removeprefix("www.")
    return folded.removesuffix(".json")
