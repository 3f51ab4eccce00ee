"""What RTFM makes of a file, held against what is in it: words it loses, edges it gets wrong.

The rules are in `rules/against.py`. Edges are those that parsers propose: relation and target.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from rtfm_check.against.contents import Contents, Edge
from rtfm_check.against.process import Answer
from rtfm_check.model import Hit, Place, Related, Span
from rtfm_check.rules import Rule
from rtfm_check.rules import against as rules
from rtfm_check.text.show import quote

_TOP = Span(1, 1, 1, 1)
_NAMED = 8  # words of a message
_PLACES = 10  # beside a finding
_WHOLE = "`rtfm-check index` makes an index that has them"

Told = tuple[Rule, Hit]
PlaceOf = Callable[[str], Span]  # of what is written in the file


class Wrong(NamedTuple):
    """An edge that RTFM does not have as it is written."""

    ours: Edge | None  # None: there is no such link
    theirs: tuple[str, str, str] | None  # relation, target, what is written; None: RTFM lacks it


class Compared(NamedTuple):
    """A file, seen from both sides."""

    contents: Contents
    answer: Answer
    lost: tuple[tuple[int, Counter[str]], ...]  # first line of a chunk, and words that are lost
    wrong: tuple[Wrong, ...]

    @property
    def words(self) -> int:
        """All words of the file."""
        return sum(sum(piece.words.values()) for piece in self.contents.pieces)

    @property
    def words_lost(self) -> int:
        """Those that RTFM loses."""
        return sum(words.total() for _, words in self.lost)


def compare(contents: Contents, answer: Answer) -> Compared:
    """Hold the two sides of a file against each other."""
    left = Counter(answer.words)
    lost = []
    for piece in contents.pieces:
        gone = Counter(
            {word: count - left[word] for word, count in piece.words.items() if count > left[word]}
        )
        for word, count in piece.words.items():
            left[word] = max(0, left[word] - count)
        if gone:
            lost.append((piece.line, gone))
    return Compared(contents, answer, tuple(lost), tuple(_wrong(contents.edges, answer.edges)))


def _wrong(ours: tuple[Edge, ...], theirs: tuple[tuple[str, str, str], ...]) -> Iterator[Wrong]:
    """The edges that are not the same on both sides; those that mean one link together."""
    left: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for each in theirs:
        left.setdefault(each[:2], []).append(each)
    unmatched = []
    for edge in ours:
        same = left.get((edge.relation, edge.target))
        if same:
            same.pop()
        else:
            unmatched.append(edge)
    alike: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for each in theirs:
        if left[each[:2]]:
            alike.setdefault((each[0], _meant(each[1])), []).append(left[each[:2]].pop())
    for edge in unmatched:
        near = alike.get((edge.relation, _meant(edge.target)))
        yield Wrong(edge, near.pop(0) if near else None)
    for others in alike.values():
        yield from (Wrong(None, each) for each in others)


def _meant(target: str) -> str:
    """What a target comes to where a reader takes away what RTFM leaves in it, or puts there."""
    return unquote(target.partition("#")[0].partition("?")[0]).strip("<> ").lstrip("./")


def tell(compared: Compared, place_of: PlaceOf) -> Iterator[Told]:
    """What is to be said of a file. `place_of` finds what is written in its text."""
    name, answer = compared.contents.name, compared.answer
    if answer.error:
        parser = f"RTFM's parser {answer.parser}" if answer.parser else "RTFM"
        message = f"{parser} fails: {quote(answer.error)}"
        note = f"RTFM indexes nothing of the file, which has {compared.words:,} words"
        yield rules.rtfm_fails_on_document, Hit(Place(name, _TOP), message, _WHOLE, note)
        return
    if compared.lost:
        yield rules.rtfm_loses_words, _loses(compared)
    if compared.wrong:
        yield rules.rtfm_misreads_edges, _misreads(compared, place_of)


def _loses(compared: Compared) -> Hit:
    name = compared.contents.name
    (first, _), *others = compared.lost
    all_of_them = sum((words for _, words in compared.lost), Counter[str]())
    named = ", ".join(quote(word) for word in list(all_of_them)[:_NAMED])
    more = ", ..." if len(all_of_them) > _NAMED else ""
    message = f"RTFM loses {compared.words_lost:,} of {compared.words:,} words: {named}{more}"
    if not compared.answer.chunks:
        message = f"RTFM makes no chunk of the file, and loses all of {compared.words:,} words"
        others = []
    related = tuple(
        Related(_at(name, line), f"and {words.total():,} here") for line, words in others[:_PLACES]
    )
    left = len(others) - len(related)
    note = f"and in {left:,} more chunks" if left else ""
    return Hit(_at(name, first), message, _WHOLE, note, related)


def _at(name: str, line: int) -> Place:
    return Place(name, Span(line or 1, 1, line or 1, 1))


def _misreads(compared: Compared, place_of: PlaceOf) -> Hit:
    name = compared.contents.name
    told = [Related(Place(name, _span(each, place_of)), _says(each)) for each in compared.wrong]
    told.sort(key=lambda each: each.place.span)
    first, *others = told
    made_up = sum(each.ours is None for each in compared.wrong)
    wrong = len(compared.wrong) - made_up
    counts = []
    if wrong:
        counts.append(f"gets {wrong:,} of {len(compared.contents.edges):,} edges wrong")
    if made_up:
        counts.append(f"makes {made_up:,} up")
    message = f"RTFM {' and '.join(counts)}: {first.message}"
    left = len(others) - _PLACES
    note = f"and {left:,} more" if left > 0 else ""
    return Hit(first.place, message, _WHOLE, note, tuple(others[:_PLACES]))


def _says(each: Wrong) -> str:
    if each.theirs is None:
        assert each.ours is not None
        return f"it has no edge ({each.ours.relation}) to {quote(each.ours.target)}"
    if each.ours is None:
        return f"it has an edge of {quote(each.theirs[2] or each.theirs[1])}, which is none"
    return f"it reads {quote(each.theirs[1])} where {quote(each.ours.target)} is meant"


def _span(each: Wrong, place_of: PlaceOf) -> Span:
    if each.ours is not None:
        return each.ours.span or _TOP
    assert each.theirs is not None
    return place_of(each.theirs[2])
