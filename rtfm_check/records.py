"""The records of the artifact: the only place that makes ids, slugs and hashes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from rtfm_check.model import JsonValue
from rtfm_check.parsers._contract import ORDINAL, Draft

CORPUS = "default"
_MARK = 200  # characters of a document's own number that stand in each id
_RUNS = re.compile(r"[^\w]+|-+")
_HALVES = re.compile("[\ud800-\udfff]")


class Slugs:
    """The slugs of a tree's documents, each given once."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def of(self, path: str) -> str:
        """The slug of a path relative to the root; a second one of the same slug gets `-2`."""
        folder, _, name = path.rpartition("/")
        parts = [_slug(part) for part in folder.split("/")]
        base = f"{'-'.join([CORPUS, *filter(None, parts)])}--{_slug(name)}"
        count = self._taken.get(base, 0)
        made = base
        while made in self._taken:
            count += 1
            made = f"{base}-{count + 1}"
        self._taken[base] = count
        self._taken.setdefault(made, 0)
        return made


def _slug(text: str) -> str:
    return _RUNS.sub("-", text.lower()).strip("_").strip("-")


class Identity(NamedTuple):
    """What all chunks of a document share."""

    slug: str
    path: str
    title: str
    extended: Mapping[str, JsonValue]


class Numbered:
    """Gives the chunks of one document their records."""

    def __init__(self) -> None:
        self.count = 0
        self._ids: dict[str, int] = {}

    def chunk(self, draft: Draft, data: bytes, identity: Identity) -> dict[str, Any]:
        """The record of a draft, whose text in UTF-8 is `data`."""
        self.count += 1
        ordinal = self.count if draft.ordinal is None else draft.ordinal
        mark = f"{draft.mark[:_MARK]}-" if draft.mark else ""
        own = f"{identity.slug}-{mark}{ordinal:0{draft.width}}"
        page_start, page_end = draft.pages
        line_start, line_end = draft.lines or (None, None)
        return {
            "id": self._unique(draft, f"{identity.slug}:{own}"),
            "content": draft.text,
            "book_title": identity.title,
            "book_slug": identity.slug,
            "book_file": identity.path,
            "chapter_title": draft.title,
            "chapter_num": self.count if draft.number == ORDINAL else draft.number,
            "page_start": page_start,
            "page_end": page_end,
            "paragraph": draft.paragraph,
            "line_start": line_start,
            "line_end": line_end,
            "section_type": draft.kind,
            "content_chars": len(draft.text),
            "content_hash": content_hash(data),
            "tags": None,
            "metadata": identity.extended if draft.metadata is None else draft.metadata,
        }

    def _unique(self, draft: Draft, made: str) -> str:
        """RTFM's way with an id that a document has already: `#1`, `#2`."""
        if draft.ordinal is None:
            return made  # the count alone makes it unique, and need not be remembered
        count = self._ids.get(made)
        if count is None:
            self._ids[made] = 0
            return made
        self._ids[made] = count + 1
        return f"{made}#{count + 1}"


def content_hash(data: bytes) -> str:
    """The first 12 hex digits of the MD5 of a text in UTF-8: identity, not security."""
    return hashlib.md5(data, usedforsecurity=False).hexdigest()[:12]


def storable(text: str) -> str:
    """The text with U+FFFD for NUL and for halves of surrogate pairs."""
    return _HALVES.sub("\ufffd", text.replace("\0", "\ufffd"))


def encoded(text: str) -> bytes | None:
    """The text in UTF-8; None if not every store takes it as it is."""
    try:
        return None if "\0" in text else text.encode()  # far quicker than a search for halves
    except UnicodeEncodeError:
        return None
