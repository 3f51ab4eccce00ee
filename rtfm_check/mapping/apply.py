"""A mapping tried on a document, exactly as RTFM does it: chunks, numbers, metadata, edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.mapping import paths
from rtfm_check.mapping.spec import Breaks, ChunkSpec, EdgeSpec, ForEach, Spec, Use
from rtfm_check.mapping.template import TooLong
from rtfm_check.model import JsonValue, Pointer


class MappedChunk(NamedTuple):
    """A chunk that a mapping makes."""

    number: int  # 1-based; skipped items count, so there may be gaps
    title: str
    content: str
    metadata: dict[JsonValue, JsonValue]
    spec: ChunkSpec
    item: int | None  # 0-based index in the foreach list


class MappedEdge(NamedTuple):
    """An edge candidate that a mapping makes."""

    relation: JsonValue
    target: str
    target_kind: JsonValue
    spec: EdgeSpec
    item: int | None


class Failure(NamedTuple):
    """Why RTFM raises on a document, which then has no chunks, or no edges."""

    pointer: Pointer
    error: str  # the exception's name, or "limit"
    item: int | None


class Outcome(NamedTuple):
    """What a mapping makes of a document."""

    chunks: list[MappedChunk]
    edges: list[MappedEdge]
    failure: Failure | None = None  # then RTFM keeps no chunk
    edge_failure: Failure | None = None  # then RTFM keeps no edge


# Told of every template that is rendered: the template, the index of its item (None outside
# foreach), the context, the values its placeholders found, and the rendered text.
Watch = Callable[[Use, int | None, JsonValue, list[JsonValue], str], None]


class _Stop(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def apply(spec: Spec, document: JsonValue, watch: Watch | None = None) -> Outcome:
    """The chunks and edges of a document that the mapping matches."""
    maker = _Maker(document, watch)
    chunks: list[MappedChunk] = []
    edges: list[MappedEdge] = []
    failure = edge_failure = None
    try:
        for chunk in maker.chunks(spec):
            chunks.append(chunk)
    except _Stop as stop:
        failure = stop.failure
    try:
        for edge in maker.edges(spec):
            edges.append(edge)
    except _Stop as stop:
        edge_failure = stop.failure
    return Outcome(
        chunks if failure is None else [],
        edges if edge_failure is None else [],
        failure,
        edge_failure,
    )


def contexts(
    foreach: ForEach | Breaks | None, document: JsonValue
) -> Iterator[tuple[int | None, JsonValue]]:
    """The contexts a spec's templates see: the document, or each item of its list.

    An item that is not an object is wrapped as `{"value": item}`.
    """
    if foreach is None:
        yield None, document
        return
    if isinstance(foreach, Breaks):
        raise _Stop(Failure(foreach.pointer, foreach.error, None))
    items = paths.resolve(document, foreach.segments)
    if isinstance(items, list):
        for index, item in enumerate(items):
            yield index, item if isinstance(item, dict) else {"value": item}


class _Maker:
    def __init__(self, document: JsonValue, watch: Watch | None) -> None:
        self.document = document
        self.watch = watch
        self.characters = limits.DOCUMENT_CHARS  # that may still be made
        self.texts = 4 * limits.DOCUMENT_CHUNKS

    def chunks(self, spec: Spec) -> Iterator[MappedChunk]:
        number = 0
        for chunk in spec.chunks:
            for item, context in contexts(chunk.foreach, self.document):
                number += 1
                content = self._render(chunk.content, item, context)
                if not content.strip():
                    continue
                if not content.isascii() and not is_unicode(content):
                    assert chunk.content is not None  # it gave the text
                    raise _Stop(Failure(chunk.content.pointer, "UnicodeEncodeError", item))
                title = self._render(chunk.title, item, context)
                yield MappedChunk(
                    number, title, content, self._metadata(chunk, item, context), chunk, item
                )

    def edges(self, spec: Spec) -> Iterator[MappedEdge]:
        for edge in spec.edges:
            for item, context in contexts(edge.foreach, self.document):
                target = self._render(edge.target, item, context)
                if target:
                    yield MappedEdge(edge.relation, target, edge.target_kind, edge, item)

    def _metadata(
        self, chunk: ChunkSpec, item: int | None, context: JsonValue
    ) -> dict[JsonValue, JsonValue]:
        if chunk.metadata_breaks is not None:
            raise _Stop(Failure(*chunk.metadata_breaks, item))
        return {
            key: self._render(value, item, context) if isinstance(value, Use) else value
            for key, value in chunk.metadata
        }

    def _render(self, part: Use | Breaks | None, item: int | None, context: JsonValue) -> str:
        if not isinstance(part, Use):
            return self._without_template(part, item)
        try:
            if self.watch is None:
                text = part.template.fill(context)
            else:
                values = part.template.values(context)
                text = part.template.render(values)
        except (TooLong, RecursionError) as error:
            name = "limit" if isinstance(error, TooLong) else "RecursionError"
            raise _Stop(Failure(part.pointer, name, item)) from error
        self.characters -= len(text)
        self.texts -= 1
        if self.characters < 0 or self.texts < 0:
            raise _Stop(Failure(part.pointer, "limit", item))
        if self.watch is not None:
            self.watch(part, item, context, values, text)
        return text

    def _without_template(self, part: Breaks | None, item: int | None) -> str:
        if part is None:
            return ""
        raise _Stop(Failure(*part, item))


def is_unicode(text: str) -> bool:
    """Whether the text can be written as UTF-8: RTFM hashes the content of a chunk."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
