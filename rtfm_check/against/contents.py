"""What our parsers make of a file, as RTFM's is held against it: words of chunks, and edges.

Words are those of titles and contents, folded. What a chunk repeats is not counted again: a title
that the last one had, lines at the top that the last one had too, and, where the file is the text
as it is written, a word that stands in it less often.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, ClassVar, NamedTuple

from rtfm_check.docs.comments import Wanted, wanted
from rtfm_check.file import File
from rtfm_check.indexing.shard import Item, Segment, Work
from rtfm_check.indexing.work import Chunk, Reading
from rtfm_check.model import Span
from rtfm_check.parsers._contract import NO_EDGES, Anchor, Link

_WORD = re.compile(r"\w+")
_AS_WRITTEN = frozenset(
    ("markdown", "python", "latex", "yaml", "toml", "shell", "plaintext", "csv")
)


class Piece(NamedTuple):
    """The words of a chunk."""

    line: int  # its first, or 0
    words: dict[str, int]


class Edge(NamedTuple):
    """An edge, and where its target is written."""

    relation: str
    target: str
    span: Span | None


class Contents(NamedTuple):
    """What a file holds."""

    name: str
    is_text: bool  # as it lies there
    pieces: tuple[Piece, ...]
    edges: tuple[Edge, ...]
    wanted: tuple[Wanted, ...]  # findings, by comments in it


class ContentsMaker:
    """Makes the contents of a file."""

    kinds: ClassVar[tuple[str, ...]] = ("contents",)

    def __init__(self, file: File, item: Item, segment: Segment) -> None:
        self._file = file
        self._item = item
        self._segment = segment
        self._pieces: list[tuple[int, Counter[str]]] = []
        self._edges: list[Edge] = []
        self._title = ""
        self._top: list[str] = []  # the lines of the last chunk

    def take(self, each: Chunk | Link | Anchor) -> None:
        """Keep the words of a chunk, or an edge."""
        if isinstance(each, dict):
            self._pieces.append((each["line_start"] or 0, self._words(each)))
        elif isinstance(each, Link) and each.how not in NO_EDGES:
            has_place = each.start >= 0 and self._file.has_text
            span = self._file.lines.span(each.start, each.end) if has_place else None
            self._edges.append(Edge(each.relation, each.target, span))

    def end(self, reading: Reading) -> None:
        """Write the contents."""
        parser = reading.route.parser
        if parser is not None and parser.name in _AS_WRITTEN and self._file.has_text:
            _bound(self._pieces, Counter(words(self._file.text)))
        made = Contents(
            name=self._item.name,
            is_text=self._file.has_text,
            pieces=tuple(Piece(*each) for each in self._pieces),
            edges=tuple(self._edges),
            wanted=tuple(wanted(self._file, parser.name)) if parser is not None else (),
        )
        self._segment.write("contents", made._asdict())

    def _words(self, chunk: Chunk) -> Counter[str]:
        title, lines = chunk["chapter_title"], chunk["content"].split("\n")
        same = 0
        for line, last in zip(lines, self._top, strict=False):
            if line != last:
                break
            same += 1
        found = Counter(words(title) if title != self._title else ())
        found.update(words("\n".join(lines[same:])))
        self._title, self._top = title, lines
        return found


READ = Work((ContentsMaker,))


def words(text: str) -> list[str]:
    """The words of a text, folded; `peer.py` takes the same."""
    return _WORD.findall(text.casefold())


def from_record(record: dict[str, Any]) -> Contents:
    """The contents of a record that was written."""
    return Contents(
        record["name"],
        record["is_text"],
        tuple(Piece(*each) for each in record["pieces"]),
        tuple(
            Edge(relation, target, Span(*span) if span else None)
            for relation, target, span in record["edges"]
        ),
        tuple(
            Wanted(word, line, Span(*span), reason) for word, line, span, reason in record["wanted"]
        ),
    )


def _bound(pieces: list[tuple[int, Counter[str]]], left: Counter[str]) -> None:
    """Take out of each chunk what the text does not have once more."""
    for _, found in pieces:
        for word in list(found):
            found[word] = min(found[word], left[word])
            left[word] -= found[word]
