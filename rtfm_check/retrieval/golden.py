"""Retrieval tests: queries whose answers are known, `.rtfm/queries.yaml`.

top: 5
min-recall: 0.9
queries:
  - query: rotate the signing key
    expect: [docs/keys.md]     # a path, path#title, or {contains: "text"}
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from rtfm_check import limits
from rtfm_check.exits import NothingThere, UsageError
from rtfm_check.mapping.document import Document, read_mapping
from rtfm_check.model import Hit, Place
from rtfm_check.retrieval.search import Answer, Index
from rtfm_check.rules import Rule
from rtfm_check.rules import retrieval as rules
from rtfm_check.source import Unreadable, read
from rtfm_check.text.show import quote
from rtfm_check.text.suggest import nearest

_KEYS = ("top", "min-recall", "queries")
_QUERY_KEYS = ("query", "expect", "top")


class Expected(NamedTuple):
    """A chunk that a query has to find: of a path, of a title, or with a text."""

    path: str
    title: str
    contains: str
    place: Place

    def is_met(self, answer: Answer) -> bool:
        """Whether an answer is the one."""
        if self.contains:
            return _folded(self.contains) in _folded(answer.content)
        return answer.path == self.path and self.title in ("", answer.title)

    def __str__(self) -> str:
        if self.contains:
            return f"a chunk with {quote(self.contains)}"
        return quote(f"{self.path}#{self.title}" if self.title else self.path)


class Query(NamedTuple):
    """A query and the chunks that it has to find."""

    text: str
    expected: tuple[Expected, ...]
    top: int
    place: Place


class Golden(NamedTuple):
    """The queries of a file."""

    queries: tuple[Query, ...]
    least: float  # recall that is enough
    place: Place  # of where that is said
    document: Document


class Outcome(NamedTuple):
    """What a query found."""

    query: Query
    answers: tuple[Answer, ...]
    found: tuple[int, ...]  # the rank at which each expected chunk stands, or 0

    @property
    def recall(self) -> float:
        """The share of the expected chunks that are among the answers."""
        return sum(rank > 0 for rank in self.found) / len(self.found)

    @property
    def reciprocal(self) -> float:
        """One over the rank of the first expected chunk; 0 if there is none."""
        ranks = [rank for rank in self.found if rank]
        return 1 / min(ranks) if ranks else 0.0


def load(path: str, root: str) -> Golden:
    """The queries of a file. Raises UsageError, with the place of what is wrong in it."""
    if not os.path.lexists(path):
        raise NothingThere(path)
    try:
        source = read(path, name=path, limit=limits.MAPPING_BYTES, root=root)
    except Unreadable as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    document = read_mapping(source)
    if not document.loads:
        problem = document.problems[0]
        at = source.span(problem.start, problem.end)
        raise UsageError(f"{path}:{at.line}:{at.column}: {problem.message}")
    return _Reader(document).golden()


def run(golden: Golden, index: Index) -> list[Outcome]:
    """Ask all queries."""
    made = []
    for query in golden.queries:
        answers = index.search(query.text, query.top)
        found = tuple(
            next((answer.rank for answer in answers if expected.is_met(answer)), 0)
            for expected in query.expected
        )
        made.append(Outcome(query, tuple(answers), found))
    return made


def recall(outcomes: list[Outcome]) -> float:
    """The mean of the queries' recall; 1 where there is none."""
    return sum(each.recall for each in outcomes) / len(outcomes) if outcomes else 1.0


def mean_reciprocal_rank(outcomes: list[Outcome]) -> float:
    """The mean of one over the rank of the first expected chunk."""
    return sum(each.reciprocal for each in outcomes) / len(outcomes) if outcomes else 1.0


def findings(golden: Golden, outcomes: list[Outcome]) -> Iterator[tuple[Rule, Hit]]:
    """A miss for each expected chunk that is not among the answers, and a bar that is missed."""
    for outcome in outcomes:
        query = outcome.query
        for expected, rank in zip(query.expected, outcome.found, strict=True):
            if rank:
                continue
            message = f"{expected} is not among the first {query.top} for {quote(query.text)}"
            shown = [
                f"{each.path}#{each.title}" if each.title else each.path for each in outcome.answers
            ]
            instead = ", ".join(quote(each) for each in shown[:3]) or "nothing"
            yield (
                rules.golden_query_miss,
                Hit(expected.place, message, f"found instead: {instead}"),
            )
    found = recall(outcomes)
    if found < golden.least:
        message = f"recall is {found:.3f}, less than {golden.least:g}"
        yield rules.recall_below_threshold, Hit(golden.place, message)


class _Reader:
    def __init__(self, document: Document) -> None:
        self._document = document

    def golden(self) -> Golden:
        data = self._object((), self._document.data, _KEYS)
        top = self._number(("top",), data.get("top", 5))
        least = data.get("min-recall", 1.0)
        if not isinstance(least, int | float) or isinstance(least, bool) or not 0 <= least <= 1:
            self._refuse(("min-recall",), "a number from 0 to 1")
        queries = data.get("queries")
        if not isinstance(queries, list) or not queries:
            self._refuse(("queries",), "a list of queries")
        made = tuple(self._query(("queries", n), each, top) for n, each in enumerate(queries))
        pointer = ("min-recall",) if "min-recall" in data else ()
        return Golden(made, float(least), self._document.at(pointer), self._document)

    def _query(self, pointer: tuple[Any, ...], value: Any, top: int) -> Query:
        data = self._object(pointer, value, _QUERY_KEYS)
        text = data.get("query")
        if not isinstance(text, str) or not text.strip():
            self._refuse((*pointer, "query"), "a text to search for")
        given = data.get("expect")
        wanted = given if isinstance(given, list) else [given]
        if given is None or not wanted:
            self._refuse((*pointer, "expect"), "a list of what has to be found")
        expected = tuple(
            self._expected((*pointer, "expect", *([n] if isinstance(given, list) else [])), each)
            for n, each in enumerate(wanted)
        )
        most = self._number((*pointer, "top"), data.get("top", top))
        return Query(text, expected, most, self._document.at((*pointer, "query")))

    def _expected(self, pointer: tuple[Any, ...], value: Any) -> Expected:
        place = self._document.at(pointer)
        if isinstance(value, str) and value:
            path, _, title = value.partition("#")
            return Expected(path, title, "", place)
        if isinstance(value, dict) and isinstance(value.get("contains"), str) and len(value) == 1:
            return Expected("", "", value["contains"], place)
        self._refuse(pointer, "a path, path#title or {contains: text}")

    def _object(
        self, pointer: tuple[Any, ...], value: Any, keys: tuple[str, ...]
    ) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._refuse(pointer, f"an object with {', '.join(keys)}")
        for key in value:
            if key not in keys:
                near = nearest(str(key), keys)
                hint = f"; did you mean {near}?" if near else ""
                self._refuse((*pointer, key), f"one of {', '.join(keys)}{hint}")
        found: dict[str, Any] = value
        return found

    def _number(self, pointer: tuple[Any, ...], value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 1000:
            self._refuse(pointer, "a number from 1 to 1000")
        return int(value)

    def _refuse(self, pointer: tuple[Any, ...], wanted: str) -> NoReturn:
        place = self._document.at(pointer)
        at = f"{place.path}:{place.span.line}:{place.span.column}"
        raise UsageError(f"{at}: `{'.'.join(map(str, pointer)) or 'the file'}` has to be {wanted}")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
