"""Running text in sections, as RTFM numbers it: DOCX, ODT and RTF have no pages of their own.

A page is estimated from the characters that the chunks before have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check.chunking import PROSE, Block, fill
from rtfm_check.parsers._contract import Draft

_PAGE = 2500  # characters that RTFM takes for a page


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
    if "\n" not in text:
        return " ".join(text.split())
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))
