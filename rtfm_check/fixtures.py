"""Fixtures: sample documents that mappings are tried on, read as RTFM reads documents."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.layout import expected_path
from rtfm_check.mapping import document as documents
from rtfm_check.mapping import json_reader
from rtfm_check.mapping.document import Document
from rtfm_check.mapping.node import Node, Problem
from rtfm_check.model import JsonValue
from rtfm_check.project import unreadable
from rtfm_check.source import Source, Unreadable, read


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
    for path in paths:
        try:
            source = read(path, name=path, limit=limits.FIXTURE_BYTES, root=root)
        except Unreadable as error:
            yield Fixture(unreadable(path, error))
            continue
        fixture = read_fixture(source)
        beside = expected_path(path)
        if os.path.lexists(beside):
            fixture.expected = _read_expected(beside, root)
        yield fixture


def _read_expected(path: str, root: str) -> Document:
    try:
        source = read(path, name=path, limit=limits.FIXTURE_BYTES, root=root)
    except Unreadable as error:
        return unreadable(path, error)
    return read_fixture(source).document


def read_fixture(source: Source) -> Fixture:
    """The fixture in a source."""
    if source.path.lower().endswith(".jsonl"):
        return Fixture(Document(source, loads=False), is_lines=True)
    if source.not_utf8:
        return Fixture(Document(source, problems=(documents.not_utf8(source),), loads=False))
    start = 1 if source.has_bom else 0
    text = source.text[start:]
    watch = _Watch()
    try:
        data = json.loads(text, object_pairs_hook=watch.object, parse_constant=watch.constant)
    except RecursionError:
        return Fixture(Document(source, problems=(documents.too_deep(),), loads=False))
    except ValueError:
        problem = documents.json_problem(source.text, start)
        problem = problem._replace(rule="fixture-invalid-json")
        return Fixture(Document(source, problems=(problem,), loads=False))
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
    if watch.repeats or watch.constants:
        tree = json_reader.read(source.text, start)
        root = tree.root
        problems += [_constant(node, source) for node in tree.constants]
        problems += [
            problem._replace(rule="fixture-duplicate-key")
            for problem in documents.duplicate_keys(tree)
        ]
    return Fixture(Document(source, data=data, root=root, problems=tuple(problems)))


class _Watch:
    """Hooks for json.loads that notice what RTFM takes and JSON does not say."""

    def __init__(self) -> None:
        self.repeats = False
        self.constants = False

    def object(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        made = dict(pairs)
        if len(made) != len(pairs):
            self.repeats = True
        return made

    def constant(self, word: str) -> float:
        self.constants = True
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
