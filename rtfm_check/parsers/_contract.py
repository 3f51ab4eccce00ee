"""What a parser gets and what it yields.

A parser is a module of this package with one function, `parse(file) -> Iterator[Item]`. It
walks the document once and yields what it meets, in the order of the document. It never opens a
file by itself, never raises for damage that it knows (a `Problem` and the text so far are the
result), and never drops text without a `Problem`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

from rtfm_check.file import File
from rtfm_check.model import JsonValue

RTFM_BOOK = "rtfm_book_slug"  # in the metadata of a document that RTFM does not name by its path
ORDINAL = -1  # as the number of a draft: its place among the chunks of the document, from 1


class Draft(NamedTuple):
    """A chunk without its identity; `records` adds ids, slugs and hashes."""

    title: str  # RTFM's chapter_title
    text: str  # not blank
    lines: tuple[int, int] | None = None  # the first and the last, 1-based
    pages: tuple[int, int] = (1, 1)  # the first and the last; rows, where RTFM counts rows
    number: int | None = ORDINAL  # RTFM's chapter_num
    paragraph: int = 1
    kind: str = "chapter"  # RTFM's section_type
    mark: str = ""  # stands in the id before the ordinal: "ch001" gives `slug-ch001-0001`
    ordinal: int | None = None  # in the id, where it does not count all chunks from 1
    width: int = 4  # digits of the ordinal in the id
    metadata: Mapping[str, JsonValue] | None = None
    is_mapped: bool = False  # made by a mapping: its size is the mapping's business


class How(StrEnum):
    """How the target of a link is looked for; `resolve` knows what each means."""

    PATH = "path"  # relative to the document, or with `/` to the root
    WIKILINK = "wikilink"
    MODULE = "module"  # of Python; its dots in front count packages upwards
    TEX = "tex"  # as PATH, with .tex understood
    BIB = "bib"  # as PATH, with .bib understood
    NAME = "name"  # no file: a citation key, a package, a table
    URL = "url"  # elsewhere; no edge
    ANCHOR = "anchor"  # in the same document; no edge
    REFERENCE = "reference"  # of Markdown, `[text][label]` without a definition; no edge
    DEFINED = "defined"  # of Markdown, a definition whose label has one already; no edge


NO_EDGES = (How.URL, How.ANCHOR, How.REFERENCE, How.DEFINED)  # links that are none


class Link(NamedTuple):
    """A candidate for an edge."""

    relation: str  # link, import, include, cite, depends_on or fk
    target: str  # as a reader means it: decoded once, without title, query and fragment
    detail: str  # as it is written, with its fragment
    how: How = How.NAME
    fragment: str = ""  # behind the `#`, decoded
    start: int = -1  # of what is written as the target, in `file.text`; -1: nowhere in it
    end: int = -1


class Anchor(NamedTuple):
    """A place in the document that a fragment can name."""

    title: str  # of a heading; "" for an id without one
    level: int  # of a heading, 1 to 6; 0 for an id without one
    ids: tuple[str, ...] = ()  # that are written out; slugs are made of the title
    start: int = -1  # in `file.text`


class Problem(NamedTuple):
    """Something that the reader of the index has to know of, as a finding."""

    rule: str  # the name of a rule of `rules/indexing.py`
    message: str  # what is wrong, in the user's words
    help: str = ""  # the nearest fix
    note: str = ""  # what RTFM does about it
    start: int = -1  # of what is wrong, in `file.text`
    end: int = -1
    line: int = 0  # 1-based, where there is no offset
    column: int = 1  # 1-based, in code points


class About(NamedTuple):
    """What the document says of itself. Its title counts for the chunks that come after it."""

    title: str | None = None
    pages: int | None = None
    metadata: Mapping[str, JsonValue] | None = None  # of the document
    extended: Mapping[str, JsonValue] | None = None  # of each chunk that has none of its own
    mapping: str | None = None  # the name of the mapping that took it


Item = Draft | Link | Anchor | Problem | About


class Parse(Protocol):
    """The one function of a parser's module."""

    def __call__(self, file: File) -> Iterator[Item]:
        """What the document holds, in its order."""
        ...


class MissingPart(Exception):
    """A library or program that a parser needs is not installed.

    `name` is what to install, `extra` the extra of rtfm-check that brings it, or "".
    """

    def __init__(self, name: str, extra: str = "", advice: str = "") -> None:
        super().__init__(name)
        self.name = name
        self.extra = extra
        self.advice = advice
