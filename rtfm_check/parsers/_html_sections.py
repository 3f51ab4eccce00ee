"""The sections of a page: a heading of level 1 to 4, and what stands below it.

A heading without text goes in front of the first section below it; one that has none below it is a
section of its own. What stands before the first heading belongs to its section.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rtfm_check.parsers._html import Block

_DEEPEST = 4  # level of a heading that begins a section


class Section(NamedTuple):
    """A part of a page; it is never without blocks."""

    title: str  # "" for a page without headings
    blocks: list[Block]


class Sections:
    """Makes the sections of one page."""

    def __init__(self, is_label: Callable[[Block], bool]) -> None:
        """`is_label` tells blocks that belong to what comes after them."""
        self._is_label = is_label
        self._heading: Block | None = None
        self._blocks: list[Block] = []
        self._waiting: list[Block] = []  # headings without text, each below the one before

    def add(self, block: Block) -> Iterator[Section]:
        """The sections that a block ends, by beginning another one."""
        if not 0 < block.level <= _DEEPEST:
            self._blocks.append(block)
            return
        if self._heading is not None:
            labels = self._labels()
            yield from self._ended()
            self._blocks = labels
        if self._waiting and self._waiting[-1].level >= block.level:
            yield from self._leaf()
        self._heading = block

    def finish(self) -> Iterator[Section]:
        """The last sections."""
        yield from self._ended()
        yield from self._leaf()

    def _ended(self) -> Iterator[Section]:
        heading = self._heading
        if self._blocks:
            yield Section(heading.text if heading else "", self._waiting + self._blocks)
            self._waiting, self._blocks = [], []
        elif heading is not None:
            self._waiting.append(heading)

    def _leaf(self) -> Iterator[Section]:
        """The innermost of the headings without text, below the others."""
        if self._waiting:
            yield Section(self._waiting[-1].text, self._waiting)
            self._waiting = []

    def _labels(self) -> list[Block]:
        """The labels at the end of a section, which are those of the next one."""
        labels: list[Block] = []
        while self._blocks and self._is_label(self._blocks[-1]):
            labels.insert(0, self._blocks.pop())
        return labels
