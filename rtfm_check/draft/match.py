"""How a draft tells its documents from others: by `$schema`, or by a field that says what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.draft.producers import Producer, known
from rtfm_check.draft.shape import is_plain
from rtfm_check.mapping import paths
from rtfm_check.mapping.dispatch import compare
from rtfm_check.mapping.spec import load
from rtfm_check.model import JsonValue

_URL = re.compile(r"https?://[!-~]{3,200}")
_VALUE = re.compile(r"[ -~]{1,80}")
_DEPTH = 3

# Keys whose value says what a document is, the best first; behind `weak` only with another one.
_TYPES = (
    *("type", "kind", "format", "__typename", "object", "bomformat", "doctype", "document_type"),
    *("documenttype", "schema", "schema_version", "report_type", "reporttype", "apiversion"),
    *("generator", "producer", "tool", "exporter", "source", "dataset", "expand"),
)
_WEAK = ("version", "schemaversion", "format_version", "formatversion", "spec_version")


class Rule(NamedTuple):
    """A match rule."""

    schema_url: str = ""
    discriminator: tuple[tuple[str, JsonValue], ...] = ()
    note: str = ""  # what to know of it
    others: tuple[str, ...] = ()  # documents of the project that are alike, and that it takes too

    @property
    def data(self) -> dict[str, JsonValue]:
        """As a mapping has it."""
        if self.schema_url:
            return {"schema_url": self.schema_url}
        return {"discriminator": dict(self.discriminator)}

    @property
    def compared(self) -> set[tuple[str, ...]]:
        """The paths that are compared."""
        found = {paths.split(path) for path, _ in self.discriminator}
        return {*found, ("$schema",), ("$id",)}

    def takes(self, document: JsonValue) -> bool:
        """Whether RTFM would take a document by it."""
        spec = load({"name": "draft", "match": self.data, "chunks": []})
        return spec is not None and compare(spec, document) is not None


class Other(NamedTuple):
    """Another JSON document of the project."""

    name: str
    data: dict[str, JsonValue]


def choose(
    samples: list[dict[str, JsonValue]], producer: Producer | None, others: list[Other]
) -> Rule | None:
    """The first rule that takes all samples, and no document of the project that is unlike them."""
    for rule in _rules(samples, producer):
        if not all(rule.takes(sample) for sample in samples):
            continue
        taken = [other for other in others if rule.takes(other.data)]
        if all(_is_alike(other.data, samples, producer) for other in taken):
            return rule._replace(others=tuple(other.name for other in taken))
    return None


def _is_alike(
    other: dict[str, JsonValue], samples: list[dict[str, JsonValue]], producer: Producer | None
) -> bool:
    """Whether a document is of the same producer, or has half of its keys as a sample has them."""
    if producer is not None and known([other]) is producer:
        return True
    keys = other.keys()
    return any(2 * len(keys & each.keys()) >= len(keys | each.keys()) for each in samples)


def _rules(samples: list[dict[str, JsonValue]], producer: Producer | None) -> Iterator[Rule]:
    first = samples[0]
    if producer is not None and producer.compared:
        entries = [(path, paths.resolve(first, paths.split(path))) for path in producer.compared]
        if all(value is not None for _, value in entries):
            yield Rule(discriminator=tuple(entries), note=producer.note)
    url = first.get("$schema") or first.get("$id")
    if isinstance(url, str) and _URL.fullmatch(url):
        yield Rule(schema_url=url)
    strong, weak = _constants(samples)
    for entry in strong:
        yield Rule(discriminator=(entry,))
    for number, entry in enumerate(strong):
        for second in (*strong[number + 1 :], *weak):
            yield Rule(discriminator=(entry, second))
    for number, entry in enumerate(weak):
        for second in weak[number + 1 :]:
            yield Rule(discriminator=(entry, second), note=_WEAK_NOTE)
    for entry in weak:
        yield Rule(discriminator=(entry,), note=_WEAK_NOTE)


_WEAK_NOTE = "the documents do not say what they are; a field `type` of their own would be safer"


def _constants(
    samples: list[dict[str, JsonValue]],
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The fields that have one text in all samples: those that say what it is, and others.

    With one sample nothing shows that a field is constant, so only its name can tell.
    """
    strong: list[tuple[int, int, str, str]] = []
    weak: list[tuple[int, int, str, str]] = []
    for path, value in _texts(samples[0]):
        if any(paths.resolve(sample, path) != value for sample in samples[1:]):
            continue
        name = path[-1].lower()
        row = (len(path), ".".join(path), value)
        owner = path[-2].lower() if len(path) > 1 else ""
        telling = owner if name in ("name", "type", "id") and owner in _TYPES else name
        if telling in _TYPES:
            strong.append((_TYPES.index(telling) + 3 * len(path), *row))
        elif len(path) == 1 and name.endswith(("type", "kind")):
            strong.append((len(_TYPES) + 3, *row))
        elif name in _WEAK and len(path) == 1:
            weak.append((0, *row))
        elif len(samples) > 1:
            weak.append((1, *row))
    return _entries(strong), _entries(weak)[:8]


def _entries(rows: list[tuple[int, int, str, str]]) -> list[tuple[str, str]]:
    return [(path, value) for *_, path, value in sorted(rows)]


def _texts(document: dict[str, JsonValue]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The short texts near the top of a document."""
    waiting: list[tuple[tuple[str, ...], dict[str, JsonValue]]] = [((), document)]
    while waiting:
        path, each = waiting.pop()
        for key, value in list(each.items())[:200]:
            if not is_plain(key, is_first=not path):
                continue
            if isinstance(value, str) and _VALUE.fullmatch(value):
                yield (*path, key), value
            elif isinstance(value, dict) and len(path) + 1 < _DEPTH:
                waiting.append(((*path, key), value))
