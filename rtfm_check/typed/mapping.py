"""The paths of a mapping, held against the schema of its documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.mapping.spec import Breaks, ChunkSpec, EdgeSpec, ForEach, Spec
from rtfm_check.mapping.template import Placeholder
from rtfm_check.model import JsonValue, Pointer
from rtfm_check.project import MappingFile, PlacedUse
from rtfm_check.text.show import a_kind_of, kind_of, quote
from rtfm_check.typed.advice import Advice
from rtfm_check.typed.nodes import Item, Node
from rtfm_check.typed.parts import TooMuch
from rtfm_check.typed.places import Followed, Places

_DISCRIMINATOR: Pointer = ("match", "discriminator")
_OWN = ("$schema", "$id")  # of a document: RTFM looks there for the URL, whatever the schema says
_NOTHING = "RTFM finds nothing there and writes nothing"
_PERHAPS = "RTFM writes nothing in its place where it is missing"
_PLURAL = {"null": "null", "boolean": "booleans"}


class Mistake(NamedTuple):
    """What the schema says against a path of a mapping; `rule` names the rule that tells it."""

    rule: str
    pointer: Pointer
    message: str
    help: str
    note: str
    placed: PlacedUse | None = None  # the template, and
    placeholder: Placeholder | None = None  # what of it is meant
    is_key: bool = False  # the key at the pointer is meant, not its value


def mistakes(file: MappingFile, places: Places, schema: str) -> list[Mistake]:
    """All that a schema says against the paths of a mapping; `schema` is its file."""
    if file.spec is None:
        return []
    try:
        check = _Check(file, places, schema)
        return [*check.discriminator(file.spec), *check.specs(file.spec)]
    except TooMuch:
        message = f"{schema} takes too long to be followed"
        help = "write the schema with fewer alternatives"
        note = "the paths of the mapping were not held against it"
        return [Mistake("schema-unusable", ("match", "schema_url"), message, help, note)]


def has(places: Places, foreach: ForEach | Breaks | None, segments: tuple[str, ...]) -> bool:
    """Whether the schema has a path, of the document or of the items of a list."""
    try:
        context: Node = places.root
        if isinstance(foreach, ForEach):
            around = places.follow(context, foreach.segments)
            if around.node is None or around.reached < len(foreach.segments):
                return False
            context = places.items(around.node)
        found = places.follow(context, segments)
    except TooMuch:
        return False
    is_named = found.undeclared is None and found.is_declared
    return is_named and found.reached == len(segments)


class _Check:
    def __init__(self, file: MappingFile, places: Places, schema: str) -> None:
        self.file = file
        self.places = places
        self.schema = schema
        self.advice = Advice(places)

    def specs(self, spec: Spec) -> Iterator[Mistake]:
        """Mistakes in chunks and edges."""
        specs: list[ChunkSpec | EdgeSpec] = [*spec.chunks, *spec.edges]
        for each in specs:
            uses = [use for use in self.file.uses if use.use.pointer[:2] == each.pointer]
            if each.foreach is None:
                yield from self._templates(uses, self.places.root, None)
            elif isinstance(each.foreach, ForEach):
                found = list(self._loop(each.foreach, each.pointer[0]))
                yield from found
                if not found:
                    reached = self.places.follow(self.places.root, each.foreach.segments)
                    assert reached.node is not None
                    items = self.places.items(reached.node)
                    yield from self._templates(uses, items, each.foreach)

    def _loop(self, foreach: ForEach, kind: JsonValue) -> Iterator[Mistake]:
        if not all(foreach.segments):
            return  # told as foreach-not-a-path
        found = self.places.follow(self.places.root, foreach.segments)
        note = f"RTFM makes no {'chunk' if kind == 'chunks' else 'edge'}"
        wrong = self._wrong(found, foreach.segments, self.places.root, None, is_loop=True)
        if wrong is not None:
            rule, message, help = wrong
            yield Mistake(rule, foreach.pointer, message, help, note)
            return
        assert found.node is not None
        kinds = self.places.kinds(found.node)
        if "list" not in kinds:
            what = _listed(kinds)
            help = self.advice.for_loop(foreach.path)
            if kinds == {"object"} and not help.startswith("did you mean"):
                help = "write the list of objects out in the JSON: RTFM does not loop over keys"
            message = f"{quote(foreach.path)} is {what} in {self.schema}, and no list"
            yield Mistake("foreach-no-list-in-schema", foreach.pointer, message, help, note)

    def _templates(
        self, uses: list[PlacedUse], context: Node, foreach: ForEach | None
    ) -> Iterator[Mistake]:
        for placed in uses:
            for each in placed.use.template.placeholders:
                is_own = foreach is None and each.segments[0] in _OWN
                if all(each.segments) and not is_own:
                    yield from self._placeholder(placed, each, context, foreach)

    def _placeholder(
        self, placed: PlacedUse, each: Placeholder, context: Node, foreach: ForEach | None
    ) -> Iterator[Mistake]:
        pointer = placed.use.pointer
        found = self.places.follow(context, each.segments)
        wrong = self._wrong(found, each.segments, context, foreach)
        if wrong is not None:
            note = _NOTHING if wrong[0] == "path-not-in-schema" else _PERHAPS
            yield Mistake(wrong[0], pointer, *wrong[1:], note, placed, each)
            return
        assert found.node is not None
        kinds = self.places.kinds(found.node)
        if not kinds or kinds == {"null"}:
            message = f"{quote(each.path)} is always null in {self.schema}"
            yield Mistake("path-not-in-schema", pointer, message, "", _NOTHING, placed, each)
        elif kinds <= {"object", "list", "null"}:
            message = f"{quote(each.path)} is {_listed(kinds - {'null'})} in {self.schema}"
            note = "RTFM writes it as Python prints it: with single quotes, None and True"
            help = self._inner(each.path, found.node, kinds)
            yield Mistake("no-text-in-schema", pointer, message, help, note, placed, each)
        elif not found.is_required:
            message = f"{quote(each.path)} is not required by {self.schema}"
            note = "RTFM writes nothing where it is missing"
            yield Mistake("optional-in-schema", pointer, message, "", note, placed, each)

    def _inner(self, path: str, node: Node, kinds: frozenset[str]) -> str:
        """The text inside an object or list that was probably meant."""
        if "list" in kinds:
            items = self.places.items(node)
            assert isinstance(items, Item)
            if self.places.kinds(items.node) == {"object"}:
                return f"use `foreach: {path}`"
            return f"use `foreach: {path}` and `{{{{ value }}}}`, or one item: `{path}.0`"
        for name in self.places.names(node):
            inner = self.places.follow(node, (name,)).node
            if "." not in name and inner is not None and "string" in self.places.kinds(inner):
                return f"did you mean `{path}.{name}`?"
        return ""

    def _wrong(
        self,
        found: Followed,
        segments: tuple[str, ...],
        context: Node,
        foreach: ForEach | None,
        *,
        is_loop: bool = False,
    ) -> tuple[str, str, str] | None:
        """The rule, message and help for a path that cannot be there, or is not described."""
        is_proved = found.reached < len(segments)
        at = found.reached if is_proved else found.undeclared
        if found.undeclared is not None and found.undeclared < found.reached:
            is_proved, at = False, found.undeclared
        if at is None:
            return None
        path = ".".join(segments)
        if is_loop:
            help = self.advice.for_loop(path)
        else:
            help = self.advice.for_path(segments, at, context, is_in_loop=foreach is not None)
        if not is_proved and found.is_open and not help.startswith("did you mean"):
            return None
        reason = self._reason(segments, at, context, foreach)
        if is_proved:
            return "path-not-in-schema", f"{quote(path)} cannot be there: {reason}", help
        return "path-not-described", f"{quote(path)} is not described: {reason}", help

    def _reason(
        self, segments: tuple[str, ...], at: int, context: Node, foreach: ForEach | None
    ) -> str:
        """Why nothing is known at a segment: what is there instead."""
        name = quote(segments[at])
        around = self.places.follow(context, segments[:at]).node
        assert around is not None
        if isinstance(around, Item):
            assert foreach is not None
            kinds = self.places.kinds(around.node)
            if "object" not in kinds:
                many = " or ".join(_PLURAL.get(each, f"{each}s") for each in sorted(kinds))
                return f"the items of {quote(foreach.path)} are {many} in {self.schema}"
            return f"an item of {quote(foreach.path)} has no {name} in {self.schema}"
        where = quote(".".join(segments[:at])) if at else "a document"
        kinds = self.places.kinds(around)
        if "object" in kinds:
            return f"{where} has no {name} in {self.schema}"
        return f"{where} is {_listed(kinds)} in {self.schema}"

    def discriminator(self, spec: Spec) -> Iterator[Mistake]:
        """Mistakes in the match rule."""
        if not isinstance(spec.discriminator, dict):
            return
        for (path, expected), (segments, _) in zip(
            spec.discriminator.items(), spec.tests, strict=True
        ):
            if segments is None or not all(segments) or segments[0] in _OWN or expected is None:
                continue  # told as another mistake, or one that holds where the field is missing
            yield from self._test(path, segments, expected)

    def _test(self, path: str, segments: tuple[str, ...], expected: JsonValue) -> Iterator[Mistake]:
        pointer = (*_DISCRIMINATOR, path)
        note = f"the rule matches no document that {self.schema} allows"
        found = self.places.follow(self.places.root, segments)
        wrong = self._wrong(found, segments, self.places.root, None)
        if wrong is not None:
            rule, message, help = wrong
            if rule == "path-not-in-schema":
                rule = "discriminator-not-in-schema"
            else:
                note = "the rule matches only documents that have more than the schema says"
            yield Mistake(rule, pointer, message, help, note, is_key=True)
            return
        assert found.node is not None
        values = self.places.constants(found.node)
        rule = "discriminator-not-in-schema"
        if values is not None and expected not in values:
            from rtfm_check.typed.validate import as_json, one_of

            only = f"only {as_json(values[0])}" if len(values) == 1 else "other values"
            message = f"{quote(path)} is never {as_json(expected)}: {self.schema} allows {only}"
            yield Mistake(rule, pointer, message, one_of(expected, values), note)
            return
        kinds = self.places.kinds(found.node)
        if values is None and _comparable(kind_of(expected)) not in map(_comparable, kinds):
            message = f"{quote(path)} is {_listed(kinds)} in {self.schema}, and never "
            help = f"write a {sorted(kinds)[0]}" if len(kinds) == 1 else ""
            yield Mistake(rule, pointer, message + a_kind_of(expected), help, note)


def _comparable(kind: str) -> str:
    """A kind, where RTFM compares 1 and true as equal."""
    return "number" if kind == "boolean" else kind


def _listed(kinds: frozenset[str]) -> str:
    """Kinds with their articles."""
    names = [
        each if each == "null" else f"an {each}" if each[0] in "aeiou" else f"a {each}"
        for each in sorted(kinds)
    ]
    return " or ".join(names) or "nothing"
