"""One file of the tree, read by its parser: records of chunks, links, and what is to be told."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from rtfm_check import limits, records
from rtfm_check.file import File
from rtfm_check.indexing import remarks
from rtfm_check.indexing.bounds import Bounds
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
from rtfm_check.text import secrets

Chunk = dict[str, Any]  # a record of the artifact


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
        self._identity = records.Identity(slug, file.name, self.title, {})
        self._replaced: int | None = None  # line of the first chunk that no store takes; 0: unknown
        self._is_told_of_nul = False
        self._told = 0  # problems
        self._secrets = remarks.Secrets(file)
        self._bounds = Bounds(file)

    def items(self) -> Iterator[Chunk | Link | Anchor | Problem]:
        """What the parser yields, its drafts as records; ends whatever happens."""
        yield from self._noted(self.route.problems)
        if self.route.parser is None:
            return
        numbered = records.Numbered()
        try:
            for item in self._parsed():
                if self._bounds.is_full:
                    yield from self._noted([remarks.too_much_output(self.file)])
                    break
                if isinstance(item, Draft):
                    if item.text.isspace() or not item.text:
                        continue
                    made, problems = self._chunk(item, numbered)
                    if problems:
                        yield from self._noted(problems)
                    yield made
                elif isinstance(item, About):
                    self._learn(item)
                elif isinstance(item, Link):
                    self.links += 1
                    self._bounds.take(item.target, item.detail)
                    yield item
                elif isinstance(item, Problem):
                    yield from self._noted([item])
                else:
                    self._bounds.take(item.title, *item.ids)
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
        if self._replaced is not None and not self._is_told_of_nul:
            yield from self._noted([remarks.replaced(self.file, self._replaced)])
        if self._bounds.longest:
            yield from self._noted([remarks.repeated(self._bounds.longest)])
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

    def _chunk(self, draft: Draft, numbered: records.Numbered) -> tuple[Chunk, list[Problem]]:
        title, metadata = draft.title, draft.metadata
        data = records.encoded(draft.text)
        if data is None or records.encoded(title) is None:
            text = records.storable(draft.text)
            draft, data = draft._replace(text=text, title=records.storable(title)), text.encode()
            if self._replaced is None:
                self._replaced = draft.lines[0] if draft.lines else 0
        if not draft.is_mapped:
            if len(title) > limits.TITLE_CHARS:
                draft = draft._replace(title=self._bounds.title(draft.title))
            if metadata:
                draft = draft._replace(metadata=self._bounds.own(metadata))
        found = secrets.find(draft.text)
        problems = list(self._secrets.told(draft, found)) if found else []
        self.chunks += 1
        made = numbered.chunk(draft, data, self._identity)
        self._bounds.take_chunk(made)
        return made, problems

    def _learn(self, about: About) -> None:
        extended = self._identity.extended
        if about.title is not None:
            self.title = self._bounds.title(records.storable(about.title))
        if about.pages is not None:
            self.pages = about.pages
        if about.metadata is not None:
            self.metadata = {**self.metadata, **about.metadata}
        if about.extended is not None:
            extended = self._bounds.shared(about.extended)
        if about.mapping is not None:
            self.mapping = about.mapping
        self._identity = self._identity._replace(title=self.title, extended=extended)

    def _noted(self, problems: Iterator[Problem] | list[Problem]) -> Iterator[Problem]:
        for problem in problems:
            self.is_told = True
            self._told += 1
            self._is_told_of_nul |= _is_at_nul(self.file, problem)
            if self._told <= limits.DOCUMENT_PROBLEMS:
                yield problem


def _is_at_nul(file: File, problem: Problem) -> bool:
    """Whether a parser says itself what the matter is with a NUL."""
    return problem.start >= 0 and file.has_text and file.text[problem.start : problem.end] == "\0"
