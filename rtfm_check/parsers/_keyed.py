"""Blocks that have names, packed to chunks: how RTFM treats the keys of JSON, YAML and TOML.

Blocks are joined as long as they stay within the target, and the title of a chunk names them all.
A block of more than `most` characters is cut to chunks titled `name (part n)`; a short rest at the
end of a document joins the chunk before it. Where RTFM 0.55.1 then goes on to cut both together,
or leaves the title as it was, the title here says what is in the chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rtfm_check.chunking import Block, Budget, flow, parts
from rtfm_check.parsers._contract import Draft

NAME_CHARS = 200  # of a name in a title; all of it is in the text
_BETWEEN = 4  # characters that stand between two blocks at most


class Named(NamedTuple):
    """A block: its text, or the pieces of a text that is too long to be held."""

    name: str
    text: str = ""
    size: int = 0  # that counts; 0: of the text
    first: int = 0  # line, 1-based; 0: unknown
    last: int = 0
    pieces: Iterable[str] | None = None  # taken before the next block is asked for


Render = Callable[[list[Named]], tuple[str, str]]  # the title and the text of a group


class _Made(NamedTuple):
    """A draft that waits, and the blocks it is of; a part of a block is of none."""

    draft: Draft
    group: list[Named]


def joined(joiner: str) -> Render:
    """Renders a group as its names and its texts."""

    def render(group: list[Named]) -> tuple[str, str]:
        title = ", ".join(each.name[:NAME_CHARS] for each in group)
        return title, joiner.join(each.text for each in group)

    return render


def packed(
    blocks: Iterable[Named], budget: Budget, render: Render, joiner: str = "\n"
) -> Iterator[Draft]:
    """The chunks of the blocks of one document; the joiner is what a short rest is added with."""
    before: _Made | None = None
    last: _Made | None = None
    for made in _made(blocks, budget, render):
        if before is not None:
            yield before.draft
        before, last = last, made
    if before is not None and last is not None:
        if last.group and len(last.draft.text) < budget.least:
            yield _merged(before, last, render, joiner)
            return
        yield before.draft
    if last is not None:
        yield last.draft


def _made(blocks: Iterable[Named], budget: Budget, render: Render) -> Iterator[_Made]:
    group: list[Named] = []
    total = shown = 0
    for block in blocks:
        length = len(block.text)
        size = block.size or length
        is_long = block.pieces is not None or length > budget.most
        shown += length + _BETWEEN
        if group and (is_long or total + size > budget.target or shown > budget.most):
            yield _Made(_draft(group, render), group)
            group, total, shown = [], 0, length + _BETWEEN
        if is_long:
            yield from (_Made(draft, []) for draft in _parts(block, budget, render))
            shown = 0
            continue
        group.append(block)
        total += size
    if group:
        yield _Made(_draft(group, render), group)


def _draft(group: list[Named], render: Render) -> Draft:
    title, text = render(group)
    lines = (group[0].first, group[-1].last) if group[0].first else None
    return Draft(title, text, lines)


def _parts(block: Named, budget: Budget, render: Render) -> Iterator[Draft]:
    """The drafts of a long block; the first is held back, as one alone is no part."""
    title, text = render([block])
    found: Iterator[Block]
    if block.pieces is not None:
        found = (Block(part) for part in flow(block.pieces, budget.most))
    else:
        found = parts(Block(text, block.first, block.last), budget._replace(least=0))
    alone: Block | None = next(found, None)
    for number, part in enumerate(found, 2):
        if alone is not None:
            yield Draft(f"{title} (part 1)", alone.text, alone.lines)
            alone = None
        yield Draft(f"{title} (part {number})", part.text, part.lines)
    if alone is not None:
        yield Draft(title, alone.text, alone.lines)


def _merged(before: _Made, rest: _Made, render: Render, joiner: str) -> Draft:
    if before.group:
        return _draft(before.group + rest.group, render)
    lines = None
    if before.draft.lines and rest.draft.lines:
        lines = (before.draft.lines[0], rest.draft.lines[1])
    return Draft(
        f"{before.draft.title}, {rest.draft.title}",
        before.draft.text + joiner + rest.draft.text,
        lines,
    )
