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

# A name, and a text or the pieces of one that is too long to be held; the pieces are taken before
# the next block is asked for.
Named = tuple[str, str | Iterator[str]]
Lines = tuple[int, int]


class Layout(NamedTuple):
    """How the blocks of a document become chunks."""

    budget: Budget
    title: Callable[[list[str]], str]  # of the names of a group
    text: Callable[[list[str]], str]  # of the texts of a group
    joiner: str = "\n"  # what a short rest is added with
    size: Callable[[str], int] = len  # of a text, that counts
    lines: Callable[[int, int], Lines] | None = None  # of the blocks [a, b), by their numbers


class _Made(NamedTuple):
    """A draft that waits, and the blocks it is of; a part of a block is of none."""

    draft: Draft
    start: int
    names: list[str]
    texts: list[str]


def keys(names: list[str]) -> str:
    """The title of a group of keys."""
    title = ", ".join(names)
    if len(title) > NAME_CHARS:
        title = ", ".join([name[:NAME_CHARS] for name in names])
    return title


def items(names: list[str]) -> str:
    """The title of a group of items that are named by their numbers."""
    return f"items [{names[0]}-{names[-1]}]"


def packed(blocks: Iterable[Named], layout: Layout) -> Iterator[Draft]:
    """The chunks of the blocks of one document."""
    before: _Made | None = None
    last: _Made | None = None
    for made in _made(blocks, layout):
        if before is not None:
            yield before.draft
        before, last = last, made
    if before is not None and last is not None:
        if last.names and len(last.draft.text) < layout.budget.least:
            yield _merged(before, last, layout)
            return
        yield before.draft
    if last is not None:
        yield last.draft


def _made(blocks: Iterable[Named], layout: Layout) -> Iterator[_Made]:
    target, most = layout.budget.target, layout.budget.most
    measure = layout.size
    names: list[str] = []
    texts: list[str] = []
    start = total = shown = 0
    for name, text in blocks:
        if not isinstance(text, str) or len(text) > most:
            if names:
                yield _group(start, names, texts, layout)
            start += len(names)
            yield from (_Made(draft, start, [], []) for draft in _parts(start, name, text, layout))
            start += 1
            names, texts, total, shown = [], [], 0, 0
            continue
        size = measure(text)
        total += size
        shown += len(text) + _BETWEEN
        if names and (total > target or shown > most):
            yield _group(start, names, texts, layout)
            start += len(names)
            names, texts, total, shown = [], [], size, len(text) + _BETWEEN
        names.append(name)
        texts.append(text)
    if names:
        yield _group(start, names, texts, layout)


def _group(start: int, names: list[str], texts: list[str], layout: Layout) -> _Made:
    lines = layout.lines(start, start + len(names)) if layout.lines else None
    draft = Draft(layout.title(names), layout.text(texts), lines)
    return _Made(draft, start, names, texts)


def _parts(start: int, name: str, text: str | Iterator[str], layout: Layout) -> Iterator[Draft]:
    """The drafts of a long block; the first is held back, as one alone is no part."""
    title = layout.title([name])
    found: Iterator[Block]
    if isinstance(text, str):
        first, last = layout.lines(start, start + 1) if layout.lines else (0, 0)
        budget = layout.budget._replace(least=0)
        found = parts(Block(layout.text([text]), first, last), budget)
    else:
        found = (Block(part) for part in flow(text, layout.budget.most))
    alone: Block | None = next(found, None)
    for number, part in enumerate(found, 2):
        if alone is not None:
            yield Draft(f"{title} (part 1)", alone.text, alone.lines)
            alone = None
        yield Draft(f"{title} (part {number})", part.text, part.lines)
    if alone is not None:
        yield Draft(title, alone.text, alone.lines)


def _merged(before: _Made, rest: _Made, layout: Layout) -> Draft:
    if before.names:
        names, texts = before.names + rest.names, before.texts + rest.texts
        return _group(before.start, names, texts, layout).draft
    lines = None
    if before.draft.lines and rest.draft.lines:
        lines = (before.draft.lines[0], rest.draft.lines[1])
    return Draft(
        f"{before.draft.title}, {rest.draft.title}",
        before.draft.text + layout.joiner + rest.draft.text,
        lines,
    )
