"""Running text in sections, as RTFM numbers it: DOCX, ODT and RTF have no pages of their own.

A page is estimated from the characters that the chunks before have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.chunking import PROSE, Block, fill
from rtfm_check.parsers._contract import Draft

_PAGE = 2500  # characters that RTFM takes for a page
_SOFT_HYPHEN = "\xad"
_TITLE = 300  # characters; a heading that is longer is text as well


class Heading(NamedTuple):
    """What begins a section."""

    title: str
    level: int


class Sections:
    """Makes the drafts of a document, one section after the other."""

    def __init__(self) -> None:
        self._position = 0  # characters of all chunks so far

    def drafts(self, model: Draft, blocks: Iterable[Block]) -> Iterator[Draft]:
        """The chunks of a section: the model with their text, page and paragraph."""
        for paragraph, block in enumerate(fill(blocks), 1):
            first = self._position // _PAGE + 1
            self._position += len(block.text)
            last = self._position // _PAGE + 1
            yield model._replace(text=block.text, pages=(first, last), paragraph=paragraph)


class Outline:
    """The sections of a document that come with their headings between the blocks.

    Text before the first heading is a section of its own. A section without text has its title
    for it, so that it can be found.
    """

    def __init__(self, items: Iterable[Heading | Block]) -> None:
        self._items = iter(items)
        self._next: Heading | None = None

    def drafts(self) -> Iterator[Draft]:
        """The chunks of all sections."""
        sections = Sections()
        number = 0
        heading: Heading | None = None
        while True:
            title, level = (_short(heading.title), heading.level) if heading else ("", 1)
            model = Draft(
                title or f"Section {number + 1}",
                "",
                number=number + 1,
                kind="chapter" if level <= 2 else "section",
                mark=f"s{number + 1:03d}",
            )
            has_text = False
            for draft in sections.drafts(model, self._blocks(heading)):
                has_text = True
                yield draft
            if heading is not None and not has_text:
                yield from sections.drafts(model, [Block(heading.title)])
            number += heading is not None or has_text
            heading = self._taken()
            if heading is None:
                break

    def _taken(self) -> Heading | None:
        """The heading that ended the section, which begins the next one."""
        taken, self._next = self._next, None
        return taken

    def _blocks(self, heading: Heading | None) -> Iterator[Block]:
        """What comes before the next heading."""
        if heading is not None and len(heading.title) > _TITLE:
            yield Block(heading.title)
        for item in self._items:
            if isinstance(item, Heading):
                self._next = item
                return
            yield item


def _short(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…"


def rows(lines: Iterable[str]) -> Iterator[Block]:
    """The rows of a table as blocks of whole lines, none much longer than a chunk."""
    held: list[str] = []
    size = 0
    for line in lines:
        if held and size + len(line) > PROSE.target:
            yield Block("\n".join(held))
            held, size = [], 0
        held.append(line)
        size += len(line) + 1
    if held:
        yield Block("\n".join(held))


def folded(text: str) -> str:
    """A paragraph with single blanks in its lines; what breaks its lines stays."""
    text = unhyphenated(text)
    if "\n" not in text:
        return " ".join(text.split())
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


def unhyphenated(text: str) -> str:
    """The text without soft hyphens: no search finds a word that is cut by them."""
    return text.replace(_SOFT_HYPHEN, "") if _SOFT_HYPHEN in text else text
