"""One file of the tree, read by its parser: records of chunks, links, and what is to be told."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from rtfm_check import limits, records
from rtfm_check.file import File
from rtfm_check.indexing import remarks
from rtfm_check.indexing.routing import Route
from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import (
    About,
    Anchor,
    Draft,
    Item,
    Link,
    MissingPart,
    Problem,
)
from rtfm_check.source import Unreadable

Chunk = dict[str, Any]  # a record of the artifact
_RECORD_CHARS = 300  # of a record, beside what differs in length


class Reading:
    """A file while it is read, and what is known of it when it was."""

    def __init__(self, file: File, route: Route, slug: str) -> None:
        self.file = file
        self.route = route
        self.slug = slug
        self.title = file.file_name
        self.pages: int | None = None
        self.metadata: dict[str, JsonValue] = {}
        self.mapping: str | None = None  # the name of the mapping that took it
        self.chunks = 0
        self.links = 0
        self.is_told = False  # something was said about it
        self._extended: dict[str, JsonValue] = {}
        self._has_replaced = False
        self._room = (
            limits.OUTPUT_CHARS + limits.OUTPUT_TIMES * file.size
        )  # for records, in characters
        self._told = 0  # problems
        self._secrets = remarks.Secrets(file)
        self._weighed: tuple[Mapping[str, JsonValue] | None, int] = (None, 0)  # the last metadata
        self._longest = 0  # characters of what was cut, because each chunk repeats it
        self._shared: Mapping[str, JsonValue] | None = None  # the metadata of the last chunk
        self._bound: dict[str, JsonValue] | None = None  # the same within bounds

    def items(self) -> Iterator[Chunk | Link | Anchor | Problem]:
        """What the parser yields, its drafts as records; ends whatever happens."""
        yield from self._noted(self.route.problems)
        if self.route.parser is None:
            return
        numbered = records.Numbered()
        try:
            for item in self._parsed():
                if self._room < 0:
                    yield from self._noted([remarks.too_much_output(self.file)])
                    break
                if isinstance(item, Draft):
                    if item.text.isspace() or not item.text:
                        continue
                    yield from self._chunk(item, numbered)
                elif isinstance(item, About):
                    self._learn(item)
                elif isinstance(item, Link):
                    self.links += 1
                    self._room -= len(item.target) + len(item.detail) + _RECORD_CHARS
                    yield item
                elif isinstance(item, Problem):
                    yield from self._noted([item])
                else:
                    self._room -= len(item.title) + sum(map(len, item.ids)) + _RECORD_CHARS
                    yield item
        except Unreadable as error:
            yield from self._noted(
                [Problem("unreadable-file", f"the file cannot be read: {error}")]
            )
        except MissingPart as missing:
            yield from self._noted([remarks.missing(missing, self.route.parser.name)])
        except MemoryError:
            yield from self._noted([remarks.TOO_MUCH_MEMORY])
        except Exception as error:  # the boundary: one file, whose text so far is kept
            yield from self._noted([remarks.failed(error, self.route.parser)])
        if self._longest:
            yield from self._noted([remarks.repeated(self._longest)])
        if self.file.has_text or self.file.streamed:
            yield from self._noted(remarks.of_encoding(self.file, self.route.parser.name))
        if not self.chunks and not self.is_told:
            yield from self._noted([remarks.nothing(self.file)])
        if self._told > limits.DOCUMENT_PROBLEMS:
            yield remarks.too_many_problems(self._told)

    def document(self) -> dict[str, Any]:
        """The record of the document, without the count of its edges."""
        parser = self.route.parser
        return {
            "slug": self.slug,
            "path": self.file.name,
            "title": self.title,
            "parser": parser.name if parser else None,
            "mapping": self.mapping,
            "bytes": self.file.size,
            "sha256": self.file.digest(),
            "chunk_count": self.chunks,
            "edge_count": self.links,
            "page_count": self.pages,
            "metadata": self.metadata,
        }

    def _parsed(self) -> Iterator[Item]:
        assert self.route.parser is not None
        parse = self.route.parser.load()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of libraries: what is wrong becomes a problem
            yield from parse(self.file)

    def _chunk(self, draft: Draft, numbered: records.Numbered) -> Iterator[Chunk | Problem]:
        if not (records.is_storable(draft.text) and records.is_storable(draft.title)):
            draft = draft._replace(
                text=records.storable(draft.text), title=records.storable(draft.title)
            )
            if not self._has_replaced:
                self._has_replaced = True
                yield from self._noted([remarks.REPLACED])
        if len(draft.title) > limits.TITLE_CHARS and not draft.is_mapped:
            draft = draft._replace(title=self._shortened(draft.title))
        if draft.metadata and not draft.is_mapped:
            draft = draft._replace(metadata=self._own(draft.metadata))
        yield from self._noted(self._secrets.of(draft))
        identity = records.Identity(self.slug, self.file.name, self.title, self._extended)
        self.chunks += 1
        made = numbered.chunk(draft, identity)
        self._room -= self._weight(
            made, self._extended if draft.metadata is None else draft.metadata
        )
        yield made

    def _weight(self, chunk: Chunk, metadata: Mapping[str, JsonValue]) -> int:
        """About how many characters the record of a chunk has."""
        if metadata is not self._weighed[0]:
            self._weighed = metadata, len(str(metadata))
        names = len(chunk["chapter_title"]) + len(self.title) + 3 * len(self.file.name)
        return len(chunk["content"]) + names + self._weighed[1] + _RECORD_CHARS

    def _learn(self, about: About) -> None:
        if about.title is not None:
            self.title = self._shortened(records.storable(about.title))
        if about.pages is not None:
            self.pages = about.pages
        if about.metadata is not None:
            self.metadata = {**self.metadata, **about.metadata}
        if about.extended is not None:
            self._extended = self._bounded(about.extended)
        if about.mapping is not None:
            self.mapping = about.mapping

    def _shortened(self, title: str) -> str:
        """A title as each chunk can repeat it: a document of long ones would have no end."""
        if len(title) <= limits.TITLE_CHARS:
            return title
        self._longest = max(self._longest, len(title))
        return title[: limits.TITLE_CHARS - 1] + "…"

    def _own(self, metadata: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """The metadata of a chunk; from the second one on that shares them, within bounds."""
        if metadata is not self._shared:
            self._shared, self._bound = metadata, None
            return metadata
        if self._bound is None:
            self._bound = self._bounded(metadata)
        return self._bound

    def _bounded(self, metadata: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Metadata as many chunks can repeat them."""
        if len(str(metadata)) <= limits.CHUNK_METADATA_CHARS:
            return dict(metadata)
        made, room = {}, limits.CHUNK_METADATA_CHARS
        for key, value in metadata.items():
            kept = self._shortened(value) if isinstance(value, str) else value
            size = len(str(kept))
            if size <= room:
                made[key] = kept
                room -= size
            else:
                self._longest = max(self._longest, size)
        return made

    def _noted(self, problems: Iterator[Problem] | list[Problem]) -> Iterator[Problem]:
        for problem in problems:
            self.is_told = True
            self._told += 1
            if self._told <= limits.DOCUMENT_PROBLEMS:
                yield problem
