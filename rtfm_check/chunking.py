"""Cutting and joining text to chunks: the only place that does either.

No text is dropped, and no chunk is longer than its budget's `most` plus `least`. RTFM's sizes are
kept where it is right; where it drops short paragraphs, or lets a text without a sentence end grow
without bound, this does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Budget(NamedTuple):
    """Sizes in characters."""

    target: int  # a chunk is done when it has that many
    least: int  # a rest shorter than this joins the chunk before it
    most: int  # a chunk longer than this is cut


PROSE = Budget(1500, 200, 3000)  # of Markdown, PDF, EPUB, DOCX and all other running text


class Block(NamedTuple):
    """A stretch of text that stays whole if it can."""

    text: str
    first: int = 0  # line, 1-based; 0: unknown
    last: int = 0
    is_whole: bool = False  # code or a table: `fill` does not cut it where it fits in a chunk

    @property
    def lines(self) -> tuple[int, int] | None:
        """The lines as a draft has them."""
        return (self.first, self.last) if self.first else None


def split(
    text: str, most: int, spare: int = 0, *, by_sentence: bool = False
) -> Iterator[tuple[int, int]]:
    """The ranges [start, end) of the parts of a text, none longer than `most`.

    A rest of up to `spare` characters is no part of its own: it stays with the one before. A part
    ends behind a blank line where there is one in its last three quarters, else behind a line, a
    sentence or a word, and in the middle of a word where nothing else is left. With
    `by_sentence`, sentences come before lines, as RTFM cuts running text.
    """
    start, length = 0, len(text)
    while length - start > most + spare:
        end = _cut(text, start, start + most, by_sentence)
        yield start, end
        start = end
    if start < length or not length:
        yield start, length


def _cut(text: str, start: int, end: int, by_sentence: bool) -> int:
    lowest = start + max(1, (end - start) // 4)
    if by_sentence:
        cut = _sentence_end(text, lowest, end)
        if cut:
            return cut
    for mark in ("\n\n", "\n"):
        at = text.rfind(mark, lowest, end)
        if at >= 0:
            return at + len(mark)
    cut = 0 if by_sentence else _sentence_end(text, lowest, end)
    if cut:
        return cut
    at = text.rfind(" ", lowest, end)
    if at >= 0:
        return at + 1
    return end


def _sentence_end(text: str, start: int, end: int) -> int:
    """Behind the last sentence that ends in [start, end), or 0."""
    cut = max(text.rfind(mark, start, end) for mark in (". ", "! ", "? ", ".\n", "!\n", "?\n"))
    return cut + 1 if cut >= 0 else 0


def parts(block: Block, budget: Budget, *, by_sentence: bool = False) -> Iterator[Block]:
    """A block cut to blocks that the budget allows, with the lines of each."""
    text = block.text
    if len(text) <= budget.most:
        yield block
        return
    is_exact = bool(block.first) and text.count("\n") == block.last - block.first
    line = block.first
    for start, end in split(text, budget.most, budget.least, by_sentence=by_sentence):
        part = text[start:end]
        if not is_exact:
            first, last = block.first, block.last
        else:
            first = line
            line += part.count("\n")
            last = line - 1 if part.endswith("\n") and line > first else line
        yield block._replace(text=part, first=first, last=last)


def flow(pieces: Iterable[str], most: int, spare: int = 0) -> Iterator[str]:
    """The parts that `split` makes of a text which comes in pieces, and is never held whole."""
    held: list[str] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size > 4 * (most + spare):  # not at every piece: what is held is joined each time
            text = "".join(held)
            *done, (start, _) = split(text, most, spare)
            yield from (text[first:last] for first, last in done)
            held = [text[start:]]
            size = len(held[0])
    text = "".join(held)
    yield from (text[first:last] for first, last in split(text, most, spare))


def fill(blocks: Iterable[Block], budget: Budget = PROSE, joiner: str = "\n\n") -> Iterator[Block]:
    """Join blocks until a chunk has the target's size: RTFM's way with running text.

    What is then longer than `most` is cut at sentences, and its last part goes on being filled.
    A whole block that fits in a chunk, and would be cut with what is before it, begins a new one.
    """
    held: Block | None = None  # done, and waiting for a short rest
    filling: list[Block] = []
    size = 0  # of their text
    is_whole = False  # one of them is
    for block in blocks:
        length = len(block.text)
        if (is_whole or block.is_whole) and _would_cut(size, length, budget, joiner):
            if held is not None:
                yield _trimmed(held)
            held, filling, size, is_whole = _one(filling, joiner), [], 0, False
        size += length + (len(joiner) if filling else 0)
        filling.append(block)
        is_whole = is_whole or block.is_whole
        if size < budget.target:
            continue
        done = [_one(filling, joiner)]
        if size > budget.most:
            done = list(parts(done[0], budget, by_sentence=not is_whole))
        filling = [done.pop()] if len(done) > 1 else []
        size = len(filling[0].text) if filling else 0
        is_whole = bool(filling) and filling[0].is_whole
        for each in done:
            if held is not None:
                yield _trimmed(held)
            held = each
    yield from _rest(held, _one(filling, joiner) if filling else None, budget, joiner)


def pack(blocks: Iterable[Block], budget: Budget) -> Iterator[list[Block]]:
    """Group blocks as long as a group stays within the target: RTFM's way with keys and lines.

    A block of more than `most` is cut, each part being a group. A short rest joins the group
    before it. The size of a group is that of its blocks, without what joins them.
    """
    held: list[Block] = []
    group: list[Block] = []
    size = 0
    for block in blocks:
        length = len(block.text)
        if group and size + length > budget.target:
            if held:
                yield held
            held, group, size = group, [], 0
        if length > budget.most:
            if held:
                yield held
            *whole, last = parts(block, budget)
            yield from ([part] for part in whole)
            held, group, size = [last], [], 0
            continue
        group.append(block)
        size += length
    if held and group and size < budget.least and _size(held) + size <= budget.most:
        held += group
        group = []
    if held:
        yield held
    if group:
        yield group


def join(group: list[Block], joiner: str = "\n") -> Block:
    """The blocks of a group as one."""
    return Block(joiner.join(block.text for block in group), group[0].first, group[-1].last)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of running text, the white space in each folded to single blanks."""
    for paragraph in re.split(r"\n[^\S\n]*\n", text):
        folded = " ".join(paragraph.split())
        if folded:
            yield folded


def prose(text: str | Iterable[str], budget: Budget = PROSE) -> Iterator[str]:
    """The chunks of running text, or of its paragraphs."""
    found = paragraphs(text) if isinstance(text, str) else text
    return (block.text for block in fill((Block(each) for each in found), budget))


def _rest(held: Block | None, rest: Block | None, budget: Budget, joiner: str) -> Iterator[Block]:
    if held is not None and rest is not None and len(rest.text) < budget.least:
        joined = _one([held, rest], joiner)
        if len(joined.text) <= budget.most + budget.least:
            held, rest = joined, None
    for each in (held, rest):
        if each is not None:
            yield _trimmed(each)


def _would_cut(size: int, more: int, budget: Budget, joiner: str) -> bool:
    """Whether to join texts of two sizes would make a chunk that is cut, although neither is."""
    if not size or more > budget.most:
        return False
    spare = budget.least if size < budget.least else 0
    return size + len(joiner) + more > budget.most + spare


def _one(blocks: list[Block], joiner: str) -> Block:
    if len(blocks) == 1:
        return blocks[0]
    text = joiner.join([block.text for block in blocks])
    last = max([block.last for block in blocks])
    return Block(text, blocks[0].first, last, any(block.is_whole for block in blocks))


def _trimmed(block: Block) -> Block:
    text = block.text.rstrip()
    return block if len(text) == len(block.text) else block._replace(text=text)


def _size(group: list[Block]) -> int:
    return sum(len(block.text) for block in group)
