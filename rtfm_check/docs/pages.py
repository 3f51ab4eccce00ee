"""What the linter of documents keeps of a file: its links, its anchors, and facts of its chunks.

Made where the file is read, and small: no text is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import methodcaller
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from rtfm_check.docs.comments import Wanted, wanted
from rtfm_check.file import File
from rtfm_check.indexing.shard import Item, Segment, Work
from rtfm_check.indexing.work import Chunk, Reading
from rtfm_check.model import Span
from rtfm_check.parsers import BY_NAME, by_name
from rtfm_check.parsers._contract import Anchor, How, Link

_WORD = re.compile(r"\w+")
_IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|<img\b[^>]*>")
_ALT = re.compile(r"\balt\s*=\s*(\"[^\"]+\"|'[^']+'|[^\s\"'>]+)")
_FENCE = re.compile(r"^ {0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE)
_RULED = re.compile(r"\A\s*\|[^\n]*\n[ \t]*\|?[ \t]*:?-+")  # a table that begins with its header
_INCLUDE = re.compile(  # of MyST, of MkDocs' snippets and macros, of Jekyll
    r"^[ \t]*(?:[`:]{3,}\{include\}|-+8<-+|\{%-?[ \t]*include)", re.MULTILINE
)
_MADE = re.compile(r"^::: [\w.-]+[ \t]*$", re.MULTILINE)  # by mkdocstrings, mkdocs-click
_CLOSED = re.compile(r"^:::+[ \t]*$", re.MULTILINE)  # as containers of other programs are
_SHARED_LABELS = re.compile(r"\b(?:autorefs|mkdocstrings|auto_append)\b")  # in a configuration
_BARE_IMAGES = ("![](", "![](<")  # in front of the address of an image without a text
_DESCRIBED = re.compile(  # by an attribute behind it, of Pandoc, Quarto, MyST or Python-Markdown
    r"[^()\n]{0,300}+\)\{[^{}]{0,2000}?\balt[ \t]*="
)
_HOW = {each.value: each for each in How}
_MOST_HASHED = 16 * 1024 * 1024  # bytes of a file
_ENCODED = methodcaller("encode", "utf-8", "surrogatepass")
_SKETCH = 16  # hashes kept of a chunk's runs of words
PROSE = frozenset(  # parsers of texts whose copies are told
    ("markdown", "bofip", "docx", "odt", "rtf", "epub", "latex", "jupyter", "pdf")
)
_LEAST_WORDS = 40  # of a chunk that is compared with others


class PageLink(NamedTuple):
    """A link, and where its target is written."""

    relation: str
    target: str
    detail: str
    how: How
    fragment: str
    span: Span | None
    written: str = ""  # what stands there


class PageAnchor(NamedTuple):
    """A heading or an id."""

    title: str
    level: int
    ids: Sequence[str]
    span: Span | None = None  # its first character, where it has ids


class PageChunk(NamedTuple):
    """Facts of a chunk."""

    title: str
    chars: int
    hash: str
    line: int  # its first, or 0
    is_heading_alone: bool
    has_images_alone: bool  # without text, also in `alt`
    ends: str  # marks of how it begins and ends, as `_ends` gives them
    sketch: Sequence[int]  # of what it says; () for a short one


class Page(NamedTuple):
    """A file as the linter sees it."""

    name: str
    parser: str
    title: str
    size: int
    links: tuple[PageLink, ...]
    anchors: tuple[PageAnchor, ...]
    chunks: tuple[PageChunk, ...]
    wanted: tuple[Wanted, ...] = ()  # findings, by comments in it
    aliases: Sequence[str] = ()  # other names of it, by its front matter
    has_include: bool = False  # a part of its text stands elsewhere, or is made
    has_shared_labels: bool = False  # for other pages, which it configures
    sha256: str = ""  # of its bytes, in hex; "" for a large file


class PageMaker:
    """Makes the page of a file."""

    kinds: ClassVar[tuple[str, ...]] = ("pages",)

    def __init__(self, file: File, item: Item, segment: Segment) -> None:
        self._file = file
        self._item = item
        self._segment = segment
        self._links: list[PageLink] = []
        self._anchors: list[PageAnchor] = []
        self._chunks: list[PageChunk] = []
        self._is_prose = by_name(item.path) in PROSE

    def take(self, each: Chunk | Link | Anchor) -> None:
        """Keep what the linter needs of a chunk, a link or an anchor."""
        if isinstance(each, dict):
            self._chunks.append(_chunk(each, is_prose=self._is_prose))
        elif isinstance(each, Link):
            self._links.append(_link(self._file, each))
        else:
            self._anchors.append(_anchor(self._file, each))

    def end(self, reading: Reading) -> None:
        """Write the page."""
        parser = reading.route.parser
        page = Page(
            self._item.name,
            parser.name if parser else "",
            reading.title,
            self._item.size,
            tuple(self._links),
            tuple(self._anchors),
            tuple(self._chunks),
            tuple(wanted(self._file, parser.name)) if parser else (),
            _aliases(reading.metadata),
            self._file.has_text and _has_include(self._file.text),
            parser is BY_NAME.get("yaml") and bool(_SHARED_LABELS.search(self._file.text)),
            self._file.digest() if self._item.size <= _MOST_HASHED else "",
        )
        self._segment.write("pages", page._asdict())


LOOK = Work((PageMaker,))


def from_record(record: dict[str, Any]) -> Page:
    """The page of a record that was written."""
    links = tuple(
        PageLink(relation, target, detail, _HOW[how], fragment, Span(*span) if span else None, text)
        for relation, target, detail, how, fragment, span, text in record["links"]
    )
    anchors = tuple(
        PageAnchor(title, level, ids, Span(*span) if span else None)
        for title, level, ids, span in record["anchors"]
    )
    chunks = tuple(map(PageChunk._make, record["chunks"]))
    comments = tuple(
        Wanted(word, line, Span(*span), reason) for word, line, span, reason in record["wanted"]
    )
    return Page(
        **{**record, "links": links, "anchors": anchors, "chunks": chunks, "wanted": comments}
    )


def _has_include(text: str) -> bool:
    if _INCLUDE.search(text):
        return True
    return bool(_MADE.search(text)) and not _CLOSED.search(text)


def _aliases(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The names in `aliases`, as a list or with commas between, as Obsidian reads them."""
    found = metadata.get("aliases") or metadata.get("alias") or ()
    names = found.split(",") if isinstance(found, str) else found
    if not isinstance(names, list):
        return ()
    return tuple(each.strip() for each in names if isinstance(each, str) and each.strip())


def _link(file: File, link: Link) -> PageLink:
    start, end = link.start, link.end
    if start < 0 and file.has_text and link.target:
        start = file.text.find(link.target)  # of a cell, or a page in a container
        end = start + len(link.target)
    span = file.lines.span(start, end) if start >= 0 and file.has_text else None
    written = file.text[start:end] if span else ""
    detail = link.detail
    is_bare = span is not None and file.text.endswith(_BARE_IMAGES, 0, start)
    if is_bare and not _DESCRIBED.match(file.text, end):
        detail = f"!{detail}"
    return PageLink(link.relation, link.target, detail, link.how, link.fragment, span, written)


def _anchor(file: File, anchor: Anchor) -> PageAnchor:
    has_place = anchor.ids and anchor.start >= 0 and file.has_text
    span = file.lines.span(anchor.start, anchor.start + 1) if has_place else None
    return PageAnchor(anchor.title, anchor.level, anchor.ids, span)


def _chunk(record: dict[str, Any], *, is_prose: bool) -> PageChunk:
    content = record["content"]
    return PageChunk(
        record["chapter_title"],
        record["content_chars"],
        record["content_hash"],
        record["line_start"] or 0,
        content.strip() == record["chapter_title"].strip(),
        _has_images_alone(content),
        _ends(content) if is_prose else "",
        _sketch(content) if is_prose else (),
    )


def _has_images_alone(content: str) -> bool:
    if "![" not in content and "<img" not in content:
        return False
    for image in _IMAGE.finditer(content):
        if image["alt"] if image[0].startswith("!") else _ALT.search(image[0]):
            return False
    return not _WORD.search(_IMAGE.sub("", content))


def _ends(content: str) -> str:
    """What is open at the ends of a chunk: `f` a fence, `r` and `R` rows, `w` and `W` words.

    The small letter is for its start, the capital for its end; a fence may be open at either.
    """
    marks = "f" if _has_open_fence(content) else ""
    first, last = content.lstrip()[:1], content.rstrip()[-1:]
    if first == "|":
        marks += "r" if not _RULED.search(content) else ""
    elif first.islower() or first.isdigit():
        marks += "w"
    if last == "|":
        marks += "R" if content[content.rstrip().rfind("\n") + 1 :].startswith("|") else ""
    elif last.isalnum():
        marks += "W"
    return marks


def _has_open_fence(content: str) -> bool:
    """Whether a fence of code has one of its ends alone in a text."""
    if "```" not in content and "~~~" not in content:
        return False
    opened = ""
    for fence in _FENCE.finditer(content):
        mark = fence["mark"]
        if not opened:
            opened = mark
        elif mark.startswith(opened) and not fence["info"].strip():
            opened = ""
    return bool(opened)


def _sketch(content: str) -> tuple[int, ...]:
    """The smallest hashes of the runs of three words: two texts share as many as they are alike."""
    words = _WORD.findall(content.lower())
    if len(words) < _LEAST_WORDS:
        return ()
    runs = map("".join, zip(words, words[1:], words[2:], strict=False))
    return tuple(sorted(set(map(crc32, map(_ENCODED, runs))))[:_SKETCH])
