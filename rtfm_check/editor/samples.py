"""What sample documents have at the places that a mapping or profile can name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.dryrun.trial import ITEMS, Example, Trial, known_paths
from rtfm_check.fields import paths as field_paths
from rtfm_check.fields.trial import FieldTrial
from rtfm_check.look import Looked
from rtfm_check.mapping import paths
from rtfm_check.model import JsonValue
from rtfm_check.text.show import kind_of, safe

_CONTEXTS = 60  # that are looked at, for each thing that is asked
_SHOWN_CHARS = 60  # of a value


class Known(NamedTuple):
    """A path that documents have."""

    path: str
    kinds: tuple[str, ...]  # of its values, the most frequent first
    found: int  # contexts that have it
    total: int
    sample: JsonValue
    promise: str = ""  # what a schema says

    @property
    def detail(self) -> str:
        """What there is, in a few words."""
        if self.promise:
            return self.promise
        return f"{' or '.join(self.kinds)}, {self.found} of {self.total}: {shown(self.sample)}"


def trial_of(looked: Looked, path: str) -> Trial | None:
    """What the fixtures showed about a mapping, by its absolute path."""
    document = looked.documents.get(path)
    if looked.dry_run is None or document is None:
        return None
    return next(
        (each for each in looked.dry_run.trials if each.file.document is document),
        None,
    )


def contexts(examples: Iterable[Example], foreach: str | None) -> Iterator[tuple[str, JsonValue]]:
    """What the templates of a spec see, and the fixture that it is of."""
    for example in examples:
        if not foreach:
            yield example.name, example.data
            continue
        items = paths.resolve(example.data, paths.split(foreach))
        for item in items[:ITEMS] if isinstance(items, list) else ():
            yield example.name, item if isinstance(item, dict) else {"value": item}


def known(examples: Iterable[Example], foreach: str | None, *, lists: bool = False) -> list[Known]:
    """The paths that contexts have; texts first, then other scalars, then objects and lists."""
    seen = [context for _, context in _first(contexts(examples, foreach))]
    order: dict[str, None] = {}
    for context in seen:
        order.update(dict.fromkeys(known_paths(context, lists=lists)))
    return _ranked(
        _about(path, [paths.resolve(context, paths.split(path)) for context in seen])
        for path in order
    )


def known_in_records(trial: FieldTrial) -> list[Known]:
    """The paths that the records of a profile have."""
    records = trial.sample[:_CONTEXTS]
    found = []
    for text in trial.known():
        try:
            path = field_paths.parse(text)
        except field_paths.BadPath:
            continue
        values = [field_paths.values(record, path) for record in records]
        found.append(_about(text, [each[0] if each else None for each in values]))
    return _ranked(found)


def _first(pairs: Iterator[tuple[str, JsonValue]]) -> Iterator[tuple[str, JsonValue]]:
    for _, pair in zip(range(_CONTEXTS), pairs, strict=False):
        yield pair


def _about(path: str, values: list[JsonValue]) -> Known:
    there = [value for value in values if value is not None]
    kinds = Counter(map(kind_of, there))
    names = tuple(kind for kind, _ in kinds.most_common()) or ("null",)
    return Known(path, names, len(there), len(values), there[0] if there else None)


def _ranked(found: Iterable[Known]) -> list[Known]:
    ranks = {"string": 0, "number": 1, "boolean": 1, "null": 2}
    return sorted(found, key=lambda each: (ranks.get(each.kinds[0], 3), -each.found))


def values_at(documents: Iterable[Example], path: str) -> list[JsonValue]:
    """The scalars that documents have at a path, the most frequent first."""
    counts: Counter[str] = Counter()
    for example in documents:
        value = paths.resolve(example.data, paths.split(path))
        if isinstance(value, str | int | float | bool):
            counts[json.dumps(value)] += 1
    return [json.loads(text) for text, _ in counts.most_common(20)]


def shown(value: JsonValue) -> str:
    """A value in a few words: a text in quotes, a list by its length."""
    if isinstance(value, list):
        return f"{len(value)} items"
    if isinstance(value, dict):
        names = ", ".join(list(value)[:5])
        return safe(f"{{{names}{', …' if len(value) > 5 else ''}}}"[:_SHOWN_CHARS])
    if isinstance(value, str):
        cut = value if len(value) <= _SHOWN_CHARS else f"{value[: _SHOWN_CHARS - 1]}…"
        return f'"{safe(cut)}"'
    return json.dumps(value)[:_SHOWN_CHARS]
