"""The text of a page in blocks: paragraphs, headings, items of lists, rows of tables, code.

Inline tags never split a word, and blocks never glue two. White space is folded but in code. A
cell is one line; a table whose cells hold headings, code or tables is there for the layout, and
its cells are ordinary text. What is not closed ends where that ends which holds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.parsers._contract import Anchor, Link
from rtfm_check.parsers._html_tags import CELLS, ENDS, HEADINGS, LISTS, VERBATIM, walls
from rtfm_check.parsers._markup import Attribute

_BREAK = "\x1d"  # of a line, where white space is folded
_SOFT_HYPHEN = "\xad"
_PERMALINKS = " ¶\uf0c1🔗"  # that generators of pages write behind each heading


class Block(NamedTuple):
    """A stretch of text."""

    text: str
    kind: str = "p"  # or heading, pre, item, row
    level: int = 0  # of a heading, 1 to 6
    start: int = -1  # where its text begins and ends in the page
    end: int = -1
    tag: int = -1  # where the tag is that began it
    is_joined: bool = False  # it goes on with the list or table before it, without a blank line


class Mark(NamedTuple):
    """A start tag that the caller asked for."""

    name: str
    attributes: Mapping[str, Attribute]
    start: int


Item = Block | Link | Anchor | Mark


class _Table:
    """A table that is open."""

    def __init__(self) -> None:
        self.cells: list[str] = []
        self.start = self.end = -1  # of the row
        self.is_layout = False


class _List:
    """A list that is open."""

    def __init__(self, name: str, first: int) -> None:
        self.name = name
        self.number = first

    def mark(self) -> str:
        """What stands before its next item."""
        if self.name != "ol":
            return "" if self.name == "dl" else "- "
        self.number += 1
        return f"{self.number - 1}. "


class Flow:
    """Makes blocks of the tags and texts that it is told of.

    `items` has those that are done, and behind each heading its anchor.
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._open: list[str] = []
        self._tables: list[_Table] = []
        self._in_cell = False  # text belongs to a cell of a table that is one
        self._lists: list[_List] = []
        self._parts: list[str] = []
        self._start = self._end = -1
        self._tag = -1
        self._mark = ""  # of the item that begins
        self._level = 0  # of the heading that is open
        self._ids: tuple[str, ...] = ()  # of it
        self._has_end = False  # it has an end tag
        self._verbatim = 0  # open elements of code
        self._run: object = None  # the list or table of the last block

    @property
    def is_heading(self) -> bool:
        """Whether a heading is open."""
        return self._level > 0

    def text(self, text: str, start: int, end: int) -> None:
        """Text, decoded; `start` and `end` say where it is written."""
        if not self._parts:
            if not self._verbatim and (not text or text.isspace()):
                return
            self._start = start
        self._end = end
        self._parts.append(text)

    def line_break(self) -> None:
        """A line ends, and the paragraph goes on."""
        if self._parts:
            self._parts.append("\n" if self._verbatim else _BREAK)

    def blank(self) -> None:
        """A word ends."""
        if self._parts and not self._verbatim:
            self._parts.append(" ")

    def paragraph(self, tag: int = -1) -> None:
        """A paragraph begins at a tag, or ends; so does any tag that stands in its own line."""
        if self._level and not self._has_end:
            self._end_heading()
        if self._parts:
            if self._level or self._in_cell:
                self.blank()
            elif not self._verbatim:
                self._flush()
            elif not self._parts[-1].endswith("\n"):
                self._parts.append("\n")
        self._tag = self._tag if self._level else tag

    def start(self, name: str, tag: int, first: int = 1) -> None:
        """An element of blocks begins; `first` is the number of a list's first item."""
        if name in VERBATIM or name == "table":
            self._leave_cell()
        self.paragraph(tag)
        if self._level:
            return
        if name in ENDS:
            self._end_innermost(*ENDS[name])
        if len(self._open) >= limits.XML_DEPTH:
            return
        self._open.append(name)
        if name in VERBATIM:
            self._verbatim += 1
        elif name == "table":
            self._tables.append(_Table())
        elif name in CELLS and self._tables:
            self._in_cell = not self._tables[-1].is_layout
        elif name in LISTS:
            self._lists.append(_List(name, first))
        elif name == "li" and self._lists:
            self._mark = self._lists[-1].mark()

    def end(self, name: str) -> None:
        """An element of blocks ends, and all that is open in it."""
        if name in HEADINGS and self._level:
            self._end_heading()
            return
        if self._open and self._open[-1] == name and not self._level:
            self._pop()
        elif not self._level:
            self._end_innermost({name}, walls(name))
        self.paragraph()

    def heading(self, level: int, tag: int, ids: tuple[str, ...], *, has_end: bool) -> None:
        """A heading begins; one without an end tag ends where the next block begins."""
        self._leave_cell()
        self._end_heading()
        self._flush()
        self._level, self._tag, self._ids, self._has_end = level, tag, ids, has_end

    def finish(self) -> None:
        """The page ends."""
        self._end_heading()
        while self._open:
            self._pop()
        self._flush()

    def _end_innermost(self, names: Set[str], walls: Set[str]) -> None:
        """End the innermost element of some names, and what is in it; not beyond a wall."""
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth] in names:
                while len(self._open) > depth:
                    self._pop()
                return
            if self._open[depth] in walls:
                return

    def _pop(self) -> None:
        name = self._open[-1]
        if self._in_cell:
            if name in CELLS:
                self._end_cell()
        elif self._parts and (name in VERBATIM or not self._verbatim):
            self._flush()
        self._open.pop()
        if name in VERBATIM:
            self._verbatim -= 1
        elif name in LISTS:
            self._lists.pop()
        elif name == "li":
            self._mark = ""
        elif name in ("tr", "table") and self._tables:
            self._end_row(self._tables[-1])
            if name == "table":
                self._tables.pop()
                self._in_cell = False

    def _end_cell(self) -> None:
        table = self._tables[-1]
        self._in_cell = False
        if self._parts:
            table.start = self._start if table.start < 0 else table.start
            table.end = self._end
        table.cells.append(self._folded().replace("\n", " "))

    def _end_row(self, table: _Table) -> None:
        if any(table.cells):
            text = " | ".join(table.cells)
            self._add(text, "row", 0, table.start, table.end, table)
        table.cells.clear()
        table.start = table.end = -1

    def _leave_cell(self) -> None:
        """What begins is too much for a cell: the table is there for the layout."""
        if self._in_cell:
            self._in_cell, self._tables[-1].is_layout = False, True
            self._end_row(self._tables[-1])

    def _end_heading(self) -> None:
        if not self._level:
            return
        start, end, level = self._start, self._end, self._level
        title = self._folded().replace("\n", " ").rstrip(_PERMALINKS)
        self._level = 0
        self._add(title, "heading", level, start, end, None)
        if title or self._ids:
            self.items.append(Anchor(title, level if title else 0, self._ids, self._tag))
        self._tag = -1

    def _flush(self) -> None:
        if not self._parts:
            return
        start, end = self._start, self._end
        run = self._lists[0] if self._lists else None
        if self._verbatim:
            text = "".join(self._parts).strip("\n").rstrip()
            self._parts.clear()
            self._add(text, "pre", 0, start, end, run)
            return
        text = self._folded()
        if text and self._lists:
            text = self._as_item(text)
        self._add(text, "item" if run else "p", 0, start, end, run)

    def _as_item(self, text: str) -> str:
        """The text behind the mark of its item; further lines and paragraphs stand below it."""
        indent = "  " * (len(self._lists) - 1)
        mark = self._mark or ("" if self._is_term() else "  ")
        self._mark = ""
        return f"{indent}{mark}" + text.replace("\n", f"\n{indent}{' ' * len(mark)}")

    def _is_term(self) -> bool:
        """Whether the innermost list is one of definitions, and its last element a term."""
        names = (name for name in reversed(self._open) if name in ("dt", "dd") or name in LISTS)
        return next(names, "") in ("dt", "dl")

    def _folded(self) -> str:
        """The text that is held, in lines of single blanks."""
        text = "".join(self._parts)
        self._parts.clear()
        if _SOFT_HYPHEN in text:
            text = text.replace(_SOFT_HYPHEN, "")
        if _BREAK not in text:
            return " ".join(text.split())
        lines = (" ".join(line.split()) for line in text.split(_BREAK))
        return "\n".join(filter(None, lines))

    def _add(self, text: str, kind: str, level: int, start: int, end: int, run: object) -> None:
        if text and not text.isspace():
            is_joined = run is not None and run is self._run
            self.items.append(Block(text, kind, level, start, end, self._tag, is_joined))
            self._run = run
