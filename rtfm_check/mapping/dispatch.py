"""Which mapping takes a document: RTFM's registry, with the lookup by hash instead of a loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import Spec
from rtfm_check.model import JsonValue


class Match(NamedTuple):
    """The mapping that takes a document, or the one that breaks it."""

    position: int  # in the order of loading
    rule: str  # "schema_url" or "discriminator"
    breaks: bool = False  # RTFM raises while it compares


class Dispatcher:
    """The mappings of a project in the order of their files."""

    def __init__(self, specs: Iterable[Spec | None]) -> None:
        """`specs` are in the order that the files load; None stands for a file that is skipped."""
        self.specs = list(specs)
        self.order = _registration(self.specs)
        self._rank = {index: rank for rank, index in enumerate(self.order)}
        self._by_url: dict[JsonValue, list[int]] = {}
        self._by_value: dict[tuple[str, ...], dict[JsonValue, list[int]]] = {}
        self._always: list[int] = []  # compared with every document
        for index in self.order:
            self._file(index, self.specs[index])

    def _file(self, index: int, spec: Spec | None) -> None:
        assert spec is not None
        if spec.schema_url is not None:
            if isinstance(spec.schema_url, str):
                self._by_url.setdefault(spec.schema_url, []).append(index)
            else:
                self._always.append(index)
        if spec.discriminator is None:
            return
        path, expected = spec.tests[0] if spec.tests else (None, None)
        if path is None:
            self._always.append(index)
            return
        try:
            self._by_value.setdefault(path, {}).setdefault(expected, []).append(index)
        except TypeError:  # a list or object, which has no hash
            self._always.append(index)

    def find(self, document: JsonValue) -> Match | None:
        """The first mapping that matches; none matches what is not an object."""
        if not isinstance(document, dict):
            return None
        candidates = set(self._always)
        url = document.get("$schema") or document.get("$id")
        if isinstance(url, str):
            candidates.update(self._by_url.get(url, ()))
        for path, by_value in self._by_value.items():
            value = paths.resolve(document, path)
            if not isinstance(value, dict | list):
                candidates.update(by_value.get(value, ()))
        ordered = sorted(candidates, key=self._rank.__getitem__) if candidates else ()
        for index in ordered:
            spec = self.specs[index]
            assert spec is not None
            found = compare(spec, document)
            if found is not None:
                return Match(index, found.rule, found.breaks)
        return None


def compare(spec: Spec, document: dict[str, JsonValue]) -> Match | None:
    """Whether one mapping takes an object, and by which rule; the position says nothing."""
    url = document.get("$schema") or document.get("$id")
    if spec.schema_url is not None and url == spec.schema_url:
        return Match(0, "schema_url")
    if spec.discriminator is None:
        return None
    if not isinstance(spec.discriminator, dict):
        return Match(0, "discriminator", breaks=True)
    for path, expected in spec.tests:
        if path is None:
            return Match(0, "discriminator", breaks=True)
        if paths.resolve(document, path) != expected:
            return None
    return Match(0, "discriminator")


def _registration(specs: list[Spec | None]) -> list[int]:
    """The indices of the mappings that count, in the order RTFM asks them.

    A mapping replaces an earlier one of the same name and moves to the end. Names are compared
    as Python compares them, so 1 and true are one name.
    """
    order: dict[int, None] = {}
    by_name: dict[JsonValue, int] = {}
    unhashable: list[int] = []
    for index, spec in enumerate(specs):
        if spec is None:
            continue
        if spec.name != spec.name:  # NaN: no name is equal to it
            order[index] = None
            continue
        try:
            earlier = by_name.get(spec.name)
            by_name[spec.name] = index
        except TypeError:
            same = [i for i in unhashable if _name(specs[i]) == spec.name]
            earlier = same[-1] if same else None
            unhashable = [i for i in unhashable if i not in same] + [index]
        if earlier is not None:
            del order[earlier]
        order[index] = None
    return list(order)


def _name(spec: Spec | None) -> JsonValue:
    return None if spec is None else spec.name
