"""Where the documents of a tree link to, for a report: to each other, elsewhere, or nowhere.

A link leads elsewhere where it names no file on purpose: a package, a citation, a table, a module
of the standard library. It is broken where it means a file that is not there to be found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rtfm_check.details.contents import MOST_DOCUMENTS, Document
from rtfm_check.docs.orphans import is_entrance
from rtfm_check.docs.pages import PROSE
from rtfm_check.resolve import Miss

MOST_LINKS = 100_000
MOST_BROKEN = 20_000
_ELSEWHERE = frozenset(
    (
        *(Miss.ELSEWHERE, Miss.NAMESPACE, Miss.KEY),
        *(Miss.PACKAGE, Miss.TABLE, Miss.NAME),
    )
)


class Link(NamedTuple):
    """A link, or several from one document to one target."""

    source: str
    target: str  # as it is written
    relation: str
    file: str | None  # that it leads to
    reason: str | None  # why it leads to none


class Pair(NamedTuple):
    """Links from one document to another."""

    source: int
    target: int
    relation: str
    times: int


class Broken(NamedTuple):
    """Links from one document that lead nowhere."""

    source: int
    target: str
    relation: str
    reason: str
    times: int


class Graph(NamedTuple):
    """The documents of a tree and the links among them."""

    documents: tuple[Document, ...]
    pairs: tuple[Pair, ...]
    broken: tuple[Broken, ...]
    orphans: tuple[int, ...]  # pages that no other document links to
    elsewhere: tuple[tuple[str, int], ...]  # why, and how many
    resolved: int  # links that lead to a file
    pages: int  # that could be orphans
    pairs_in_all: int
    broken_in_all: int

    @property
    def links(self) -> int:
        """All links."""
        return self.resolved + self.broken_in_all + sum(count for _, count in self.elsewhere)


def make(documents: Iterable[Document], links: Iterable[Link]) -> Graph:
    """The graph of documents, in the order in which they are given."""
    kept = tuple(documents)
    numbers = {each.path: number for number, each in enumerate(kept)}
    pairs: Counter[tuple[int, int, str]] = Counter()
    broken: Counter[tuple[int, str, str, str]] = Counter()
    elsewhere: Counter[str] = Counter()
    linked = set()
    resolved = 0
    for each in links:
        source = numbers.get(each.source, -1)
        if each.file is not None:
            resolved += 1
            target = numbers.get(each.file, -1)
            if target not in (source, -1):
                linked.add(target)
                if source >= 0:
                    pairs[source, target, each.relation] += 1
        elif each.reason in _ELSEWHERE:
            elsewhere[str(each.reason)] += 1
        else:
            broken[source, each.target, each.relation, each.reason or ""] += 1
    pages = [number for number, each in enumerate(kept) if _is_page(each)]
    shown = range(min(len(kept), MOST_DOCUMENTS))
    among = [each for each in pairs if each[0] in shown and each[1] in shown]
    return Graph(
        documents=kept[:MOST_DOCUMENTS],
        pairs=tuple(Pair(*each, pairs[each]) for each in sorted(among)[:MOST_LINKS]),
        broken=tuple(Broken(*each, broken[each]) for each in sorted(broken) if each[0] in shown)[
            :MOST_BROKEN
        ],
        orphans=tuple(number for number in pages if number not in linked and number in shown),
        elsewhere=tuple(sorted(elsewhere.items(), key=lambda each: (-each[1], each[0]))),
        resolved=resolved,
        pages=len(pages),
        pairs_in_all=len(pairs),
        broken_in_all=broken.total(),
    )


def _is_page(document: Document) -> bool:
    """Whether a document is one that readers come to by links."""
    return document.parser in PROSE and not is_entrance(document.path)
