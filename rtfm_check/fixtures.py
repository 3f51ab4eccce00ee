"""Fixtures: sample documents that mappings are tried on, read as RTFM reads documents."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from rtfm_check import limits
from rtfm_check.layout import EXPECTED_SUFFIX, expected_path
from rtfm_check.listing import names
from rtfm_check.mapping import document as documents
from rtfm_check.mapping.document import Document
from rtfm_check.mapping.node import Node, Problem
from rtfm_check.model import JsonValue
from rtfm_check.project import unreadable
from rtfm_check.source import Reader, Source, Unreadable
from rtfm_check.text.show import quote


class Fixture:
    """A sample document.

    `document.loads` is false when there is no data to try. RTFM itself indexes nothing of a file
    with a byte order mark; it is tried all the same, and the problem says so.
    """

    __slots__ = ("document", "expected", "is_lines")

    def __init__(self, document: Document, *, is_lines: bool = False) -> None:
        self.document = document
        self.expected: Document | None = None  # its snapshot
        self.is_lines = is_lines  # JSON Lines, which RTFM has no mapping for

    @property
    def name(self) -> str:
        """The file as reports name it."""
        return self.document.source.name


def open_fixtures(paths: list[str], root: str) -> Iterator[Fixture]:
    """Read the fixtures one by one; only one is in memory at a time."""
    reader, decoder = Reader(root), _Decoder()
    snapshots: dict[str, set[str]] = {}  # those of each folder
    for path in paths:
        try:
            source = reader.read(path, name=path, limit=limits.FIXTURE_BYTES)
        except Unreadable as error:
            yield Fixture(unreadable(path, error))
            continue
        fixture = read_fixture(source, decoder)
        folder = os.path.dirname(path)
        if folder not in snapshots:
            there = names(folder or os.curdir)
            snapshots[folder] = {name for name in there if name.endswith(EXPECTED_SUFFIX)}
        if snapshots[folder]:
            beside = expected_path(path)
            if os.path.basename(beside) in snapshots[folder]:
                fixture.expected = _read_expected(beside, reader)
        yield fixture


def _read_expected(path: str, reader: Reader) -> Document:
    try:
        source = reader.read(path, name=path, limit=limits.FIXTURE_BYTES)
    except Unreadable as error:
        return unreadable(path, error)
    return read_fixture(source).document


def read_fixture(source: Source, decoder: _Decoder | None = None) -> Fixture:
    """The fixture in a source; `decoder` is one that can be used again and again."""
    if source.path.lower().endswith(".jsonl"):
        return Fixture(Document(source, loads=False), is_lines=True)
    if source.not_utf8:
        return Fixture(Document(source, problems=(documents.not_utf8(source),), loads=False))
    start = 1 if source.has_bom else 0
    text = source.text[start:]
    if _most_values(source.data) > limits.FIXTURE_VALUES:
        error = Unreadable(f"more than the limit of {limits.FIXTURE_VALUES:,} values")
        return Fixture(unreadable(source.path, error))
    watch = decoder or _Decoder()
    try:
        data = watch.decode(text)
    except RecursionError:
        return Fixture(Document(source, problems=(documents.too_deep(),), loads=False))
    except ValueError as error:
        problem = _invalid(source, start, error)._replace(rule="fixture-invalid-json")
        return Fixture(Document(source, problems=(problem,), loads=False))
    opened = watch.objects + source.data.count(b"[")
    if opened > limits.FIXTURE_DEPTH and documents.is_deeper(data, limits.FIXTURE_DEPTH):
        return Fixture(Document(source, problems=(documents.too_deep(),), loads=False))
    problems: list[Problem] = []
    if source.has_bom:
        problems.append(
            Problem(
                "fixture-byte-order-mark",
                0,
                1,
                "the document begins with a UTF-8 byte order mark",
                "save the file as UTF-8 without BOM",
            )
        )
    root = None
    if (watch.repeated or watch.constants) and len(text) > limits.FIXTURE_PLACED_CHARS:
        problems += _unplaced(watch)
    elif watch.repeated or watch.constants:
        from rtfm_check.mapping import json_reader

        tree = json_reader.read(source.text, start)
        root = tree.root
        problems += _first([_constant(node, source) for node in tree.constants])
        problems += _first(
            [
                problem._replace(rule="fixture-duplicate-key")
                for problem in documents.duplicate_keys(tree)
            ]
        )
    return Fixture(Document(source, data=data, root=root, problems=tuple(problems)))


def _most_values(data: bytes) -> int:
    """A number that the values in a JSON text are not more than, and mostly not much less."""
    if len(data) < limits.FIXTURE_VALUES:
        return 0
    return data.count(b",") + data.count(b"[") + data.count(b"{")


def _invalid(source: Source, start: int, error: ValueError) -> Problem:
    """Why a text is no JSON; of a large one what Python says, as explaining takes its time."""
    if len(source.text) <= limits.FIXTURE_PLACED_CHARS:
        with suppress(RecursionError):
            return documents.json_problem(source.text, start)
    at = start + (error.pos if isinstance(error, json.JSONDecodeError) else 0)
    said = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return Problem(
        "json-syntax", at, at + 1, f"Python's JSON reader says: {said}", "write JSON here"
    )


def _unplaced(watch: _Decoder) -> list[Problem]:
    """What was noticed in a document that is too large to look for the places."""
    found = []
    if watch.constants:
        words = ", ".join(f"`{word}`" for word in sorted(watch.constants))
        help = "write null, or the text in quotes"
        found.append(Problem("nonstandard-constant", 0, 0, f"{words} is not JSON", help))
    if watch.repeated:
        message = f"an object has the key {quote(watch.repeated[0])} twice"
        found.append(Problem("fixture-duplicate-key", 0, 0, message, "keep one of the two"))
    return found


def _first(problems: list[Problem]) -> list[Problem]:
    """The first problems; the last of them says how many more there are."""
    left = len(problems) - limits.FIXTURE_FAULTS
    if left <= 0:
        return problems
    *first, last = problems[: limits.FIXTURE_FAULTS]
    return [*first, last._replace(message=f"{last.message}; {left:,} more follow")]


class _Decoder:
    """A JSON decoder that notices what RTFM takes and JSON does not say."""

    def __init__(self) -> None:
        self.objects = 0
        self.repeated: list[str] = []  # the keys that the first such object has twice
        self.constants: set[str] = set()
        self._decode = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant
        ).decode

    def decode(self, text: str) -> JsonValue:
        """The value of a text; what was noticed in others is forgotten. Raises as json.loads."""
        self.objects, self.repeated, self.constants = 0, [], set()
        return self._decode(text)

    def _object(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        self.objects += 1
        made = dict(pairs)
        if len(made) != len(pairs) and not self.repeated:
            left = Counter(key for key, _ in pairs)
            self.repeated = [key for key in left if left[key] > 1]
        return made

    def _constant(self, word: str) -> float:
        self.constants.add(word)
        return float(word)


def _constant(node: Node, source: Source) -> Problem:
    word = source.text[node.start : node.end]
    return Problem(
        "nonstandard-constant",
        node.start,
        node.end,
        f"`{word}` is not JSON",
        "write null, or the text in quotes",
    )
