"""What an index holds, for a report: its documents, the sizes of its chunks, and chunks to look at.

All chunks are counted; of a large index fewer are kept, and less of the text of each. Each
document keeps its first ones, so that none is without.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple

from rtfm_check.artifact import reader as artifact
from rtfm_check.source import Reader, Unreadable

MOST_DOCUMENTS = 50_000
MOST_CHUNKS = 50_000
CHUNK_CHARS = 4_000  # of the text of one chunk
_TEXT_CHARS = 6_000_000  # of all texts, as ASCII writes them
DOCUMENT_BYTES = 48 * 1024  # of a document whose own text is kept, beside its chunks
DOCUMENT_LINES = 1_500
_DOCUMENTS_CHARS = 2_000_000  # of all those texts
BOUNDS = (50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800)  # characters; and what is longer

_LINE_END = re.compile(r"\r\n|\r")


class Document(NamedTuple):
    """A document of the index, or a page that was linted."""

    path: str
    parser: str  # or nothing, where none takes it
    title: str
    mapping: str
    size: int  # bytes
    chunks: int
    edges: int


class ChunkRow(NamedTuple):
    """A chunk to look at."""

    document: int  # the number of its document
    title: str
    text: str  # its beginning
    chars: int  # of the whole text
    lines: tuple[int, int] | None
    pages: tuple[int, int] | None


class Sizes(NamedTuple):
    """How long the chunks of a parser are, in characters."""

    parser: str
    chunks: int
    counts: tuple[int, ...]  # shorter than each of BOUNDS, and longer than all
    median: int
    ninth: int  # nine of ten are no longer
    longest: int
    longest_in: str  # the path of its document


class Contents(NamedTuple):
    """What an index holds."""

    path: str  # of the index
    documents: tuple[Document, ...]
    chunks: tuple[ChunkRow, ...]
    sizes: tuple[Sizes, ...]
    texts: dict[int, str]  # of documents whose chunks are known by their lines, by number
    chunks_in_all: int


def of_index(path: str, shown: str, root: str | None) -> Contents:
    """Read what an artifact holds of a tree, which is not here where the root is None.

    `shown` is the path of the artifact as reports name it.
    """
    documents = [
        Document(
            each["path"],
            each["parser"] or "",
            each["title"] or "",
            each["mapping"] or "",
            each["bytes"],
            each["chunk_count"],
            each["edge_count"],
        )
        for each in artifact.records(path, "documents")
    ]
    total = sum(each.chunks for each in documents)
    kept = documents[:MOST_DOCUMENTS]
    chunks, sizes = _chunks(artifact.records(path, "chunks"), documents, kept)
    wanted = {each.document for each in chunks if each.lines and root is not None}
    texts = _texts(root or "", kept, wanted)
    return Contents(shown, tuple(kept), chunks, sizes, texts, total)


def _texts(root: str, documents: list[Document], wanted: set[int]) -> dict[int, str]:
    """The texts of documents as they are now, with one kind of line ends.

    What cannot be read any more, is long or in an encoding of its own has none.
    """
    made: dict[int, str] = {}
    room, reader = _DOCUMENTS_CHARS, Reader(root)
    for number in sorted(wanted):
        document = documents[number]
        if document.size > min(DOCUMENT_BYTES, room):
            continue
        path = os.path.join(root, document.path)
        try:
            source = reader.read(path, name=document.path, limit=DOCUMENT_BYTES)
        except Unreadable:
            continue  # it has changed since it was indexed, or has a name that is no text
        text = _LINE_END.sub("\n", source.text)
        if source.not_utf8 or text.count("\n") >= DOCUMENT_LINES:
            continue
        room -= _size(text)
        made[number] = text
    return made


def _chunks(
    records: Iterable[dict[str, Any]], documents: list[Document], kept: list[Document]
) -> tuple[tuple[ChunkRow, ...], tuple[Sizes, ...]]:
    parsers = {each.path: each.parser for each in documents}
    numbers = {each.path: number for number, each in enumerate(kept)}
    most = _most_of_each([each.chunks for each in kept])
    left = sum(min(each.chunks, most) for each in kept)
    room = _TEXT_CHARS
    rows: list[ChunkRow] = []
    taken = [0] * len(kept)
    lengths: dict[str, array[int]] = {}
    longest: dict[str, tuple[int, str]] = {}
    for record in records:
        file, chars = record["book_file"], record["content_chars"]
        parser = parsers.get(file, "")
        lengths.setdefault(parser, array("q")).append(chars)
        if chars > longest.get(parser, (-1, ""))[0]:
            longest[parser] = (chars, file)
        number = numbers.get(file)
        if number is None or taken[number] >= most:
            continue
        taken[number] += 1
        text = _beginning(record["content"], min(CHUNK_CHARS, room // max(1, left)))
        left -= 1
        room -= _size(text)
        rows.append(_row(number, record, text))
    made = tuple(_sizes(name, lengths[name], longest[name][1]) for name in sorted(lengths))
    return tuple(rows), made


def _row(number: int, record: dict[str, Any], text: str) -> ChunkRow:
    return ChunkRow(
        document=number,
        title=record["chapter_title"] or "",
        text=text,
        chars=record["content_chars"],
        lines=_range(record, "line_start", "line_end"),
        pages=_range(record, "page_start", "page_end"),
    )


def _range(record: dict[str, Any], first: str, last: str) -> tuple[int, int] | None:
    if record[first] is None:
        return None
    return record[first], record[first] if record[last] is None else record[last]


def _beginning(text: str, room: int) -> str:
    """As much of a text as takes no more room as ASCII, where a letter may be six."""
    made = text[:room]
    while (size := _size(made)) > room:
        made = made[: len(made) * room // size]
    return made


def _size(text: str) -> int:
    """The room that a text takes as ASCII."""
    return len(text) if text.isascii() else len(text.encode("ascii", "backslashreplace"))


def _most_of_each(counts: list[int]) -> int:
    """How many chunks each document may show, so that all fit."""
    low, high = 0, max(counts, default=0)
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(count, middle) for count in counts) <= MOST_CHUNKS:
            low = middle
        else:
            high = middle - 1
    return low


def _sizes(parser: str, lengths: array[int], longest_in: str) -> Sizes:
    ordered = sorted(lengths)
    counts = [0] * (len(BOUNDS) + 1)
    for length in ordered:
        counts[sum(length >= bound for bound in BOUNDS)] += 1
    last = len(ordered) - 1
    return Sizes(
        parser,
        len(ordered),
        tuple(counts),
        median=ordered[last // 2],
        ninth=ordered[last * 9 // 10],
        longest=ordered[-1],
        longest_in=longest_in,
    )
