"""Jupyter notebooks: a chunk for each section, which a Markdown cell with a heading begins.

Cells stand in their order: Markdown and raw text as they are, code in a fence that names the
language of the kernel, or that of the cell: by its magic, such as `%%bash`, or its metadata.
Outputs and attachments are left out, as in RTFM. A section of more than 4,000 characters is cut
between cells, and in a cell that is longer; a part of a code cell has its own fence.

Edges: `link`, of Markdown cells, as in Markdown pages. Headings of a notebook can be linked to.

Differences from RTFM 0.55.1: a fence is longer than those in the code, and names the language. A
heading in code or HTML begins no section; one that is underlined or indented does, and `##` at its
end is no part of the title. Notebooks of format 3 and before are read, and those with a source
that is no text. What is no notebook is indexed as plain text, and told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.chunking import Budget, split
from rtfm_check.file import File
from rtfm_check.parsers import _markdown_title
from rtfm_check.parsers._contract import About, Anchor, Draft, Item, Link, Problem
from rtfm_check.parsers._markdown_page import Page
from rtfm_check.parsers._notebook import Cell, NoNotebook, Notebook
from rtfm_check.parsers._notebook_text import NotebookText, notebook_text
from rtfm_check.parsers.plaintext import packed

BUDGET = Budget(4000, 200, 4000)
_JOINER = "\n\n"
_IN_HEADING = re.compile(r"[*_`&\\~]")
_NESTING = " \t>*+-0123456789.)"
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_RUN = re.compile(r"`{3,}")
_LONGEST = 40  # characters of a fence
_IN_VAIN = 20  # links whose place may be looked for without finding it


class Section(NamedTuple):
    """The cells from a heading to the next."""

    title: str
    cells: list[Cell]


def parse(file: File) -> Iterator[Item]:
    """The sections of a notebook, its links and headings."""
    yield About(title=file.stem)
    source = notebook_text(file)
    if not source.text or source.text.isspace():
        return
    try:
        notebook = Notebook(source)
    except NoNotebook as no:
        yield no.problem
        for text, first, last, _ in packed(file.text):
            yield Draft(file.file_name, text, (first, last))
        return
    places = _Places(source)
    section = Section("(intro)", [])
    is_empty = True
    for cell in notebook.cells():
        if cell.is_markdown:
            title, found = _read(cell.text)
            if title:
                yield from _drafts(section)
                section = Section(title, [])
            for item in found:
                yield places.placed(item, cell.text) if isinstance(item, Link) else item
        section.cells.append(cell)
        is_empty = False
    yield from _drafts(section)
    yield from notebook.problems
    if is_empty and not notebook.problems:
        yield Problem(
            "empty-document",
            "the notebook has no cell with text",
            note="RTFM indexes nothing of it",
        )


def _read(text: str) -> tuple[str, Iterable[Link | Anchor]]:
    """The title of the first heading of a Markdown cell, and all links and places in it."""
    headings = _headings(text)
    if headings is None:
        page = Page(text)
        titles = [
            _markdown_title.raw(page.lines[first : last + 1])
            for first, last, kind in page.blocks
            if kind > 0
        ]
        found: list[Link | Anchor] = [*page.links]
        found += [each._replace(start=-1) for each in page.anchors]
    else:
        titles = [_markdown_title.raw([heading]) for heading in headings]
        levels = [len(heading) - len(heading.lstrip("#")) for heading in headings]
        found = list(map(Anchor, titles, levels))
    return next(filter(None, titles), ""), found


def _headings(text: str) -> list[str] | None:
    """The headings of a text that has nothing else in it; None for what takes a `Page`."""
    if "[" in text or "<" in text or "^" in text or "```" in text or "~~~" in text:
        return None  # links, HTML, ids of blocks, code
    found = []
    for line in text.split("\n"):
        if "#" in line:
            if _HEADING.match(line):
                if _IN_HEADING.search(line):
                    return None
                found.append(line)
            elif line[0] != "#" and line.lstrip(_NESTING).startswith("#"):
                return None
        elif line and not line.strip(" \t=-"):
            return None  # a line below a heading, perhaps
    return found


def _drafts(section: Section) -> Iterator[Draft]:
    title = _markdown_title.shortened(section.title)
    text = _JOINER.join(map(_shown, section.cells)).lstrip("\n")
    if len(text) <= BUDGET.target:
        if text:
            yield Draft(title, text)
        return
    texts = _packed(piece for cell in section.cells for piece in _pieces(cell))
    for part, text in enumerate(texts, 1):
        yield Draft(f"{title} (part {part})" if len(texts) > 1 else title, text)


def _shown(cell: Cell) -> str:
    """A cell as it stands in a chunk."""
    if not cell.language:
        return cell.text
    fence = _fence(cell.text)
    return f"{fence}{cell.language}\n{cell.text}\n{fence}"


def _pieces(cell: Cell) -> Iterator[str]:
    """A cell in pieces that fit in a chunk, each piece of code in a fence of its own."""
    fences = len(_shown(cell)) - len(cell.text)
    for start, end in split(cell.text, BUDGET.target - fences, BUDGET.least):
        text = cell.text[start:end].rstrip()
        if text:
            yield _shown(cell._replace(text=text)) if cell.language else text.lstrip("\n")


def _packed(pieces: Iterable[str]) -> list[str]:
    """The chunks of a section; what is short is no chunk of its own."""
    texts: list[str] = []
    for piece in pieces:
        size = len(texts[-1]) if texts else BUDGET.target
        if size >= BUDGET.least and size + len(_JOINER) + len(piece) > BUDGET.target:
            texts.append(piece)
        else:
            texts[-1] += _JOINER + piece
    if len(texts) > 1 and len(texts[-1]) < BUDGET.least:
        texts[-2:] = [_JOINER.join(texts[-2:])]
    return texts


def _fence(code: str) -> str:
    """A fence that the code does not close."""
    if "```" not in code:
        return "```"
    longest = max(map(len, _RUN.findall(code)))
    return "`" * (longest + 1) if longest < _LONGEST else "~~~"


class _Places:
    """Looks for what cells hold in the text of the file, from its start to its end."""

    def __init__(self, source: NotebookText) -> None:
        self._source = source
        self._at = 0
        self._in_vain = 0

    def placed(self, link: Link, cell: str) -> Link:
        """The link where it stands in the file, if it can be found there."""
        nowhere = link._replace(start=-1, end=-1)
        if link.start < 0 or self._in_vain > _IN_VAIN:
            return nowhere
        before = cell[max(0, link.start - 2) : link.start].rpartition("\n")[2]
        target = cell[link.start : link.end]
        written = json.dumps(before + target, ensure_ascii=False)[1:-1]
        at = self._source.text.find(written, self._at)
        if at < 0:
            self._in_vain += 1
            return nowhere
        self._at = at + 1
        end = self._source.offset(at + len(written))
        return link._replace(start=end - len(json.dumps(target, ensure_ascii=False)) + 2, end=end)
