"""Paragraphs, headings and tables of an Office document, as its reader meets them.

A reader writes text to `out` and says what begins and ends. Tables may stand in cells, boxes and
notes in paragraphs, as deep as the reader likes: a table in a cell gives rows under the row that
it stands in, a box gives paragraphs behind the one that it stands in.
"""

from __future__ import annotations

from rtfm_check.chunking import PROSE, Block
from rtfm_check.parsers._sections import Heading, folded, rows, unhyphenated

_ABOVE = 200  # characters of a cell that the cells it spans below repeat
_BESIDE = 1000  # characters that those it spans beside it may come to
_LINES = 2000  # of a table that is held until it ends


class _Table:
    """A table that is open."""

    __slots__ = ("above", "cells", "inner", "lines")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.cells: list[str] = []  # of the row that is open
        self.inner: list[str] = []  # rows of the tables in it
        self.above: dict[int, str] = {}  # by column: what a cell below may go on with


class _Frame:
    """A stretch of paragraphs: the body, a cell or a box."""

    __slots__ = ("kind", "out", "texts")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.out: list[str] = []  # the paragraph that is open
        self.texts: list[str] = []  # paragraphs of a cell or a box


class Flow:
    """The text of a document, or of a part of it."""

    def __init__(self) -> None:
        self.items: list[Heading | Block] = []  # that are done
        self._later: list[Block] = []  # to come behind what is open
        self._lines: list[str] = []  # of a list or of code, that are not done
        self._frames = [_Frame("body")]
        self._tables: list[_Table] = []

    @property
    def out(self) -> list[str]:
        """Where the text of the open paragraph goes."""
        return self._frames[-1].out

    @property
    def is_body(self) -> bool:
        """Whether a paragraph that ends here stands in no cell and no box."""
        return len(self._frames) == 1

    def paragraph(self, level: int = 0) -> None:
        """A paragraph ends; `level` is that of a heading."""
        frame = self._frames[-1]
        text = "".join(frame.out)
        frame.out.clear()
        if frame.kind != "body":
            frame.texts.append(text)
            return
        self.end_lines()
        text = folded(text)
        if text and level:
            self._settle()
            self.items.append(Heading(text.replace("\n", " "), level))
        elif text:
            self.items.append(Block(text))
        self._settle()

    def code(self) -> None:
        """A paragraph ends that is a line of code, or several."""
        self._line("".join(self.out).rstrip())

    def entry(self, mark: str) -> None:
        """A paragraph ends that is a line of a list, behind its mark."""
        text = " ".join(unhyphenated("".join(self.out)).split())
        self._line(mark + text if text else "")

    def end_lines(self) -> None:
        """What was code or a list is followed by something else."""
        lines, self._lines = self._lines, []
        while lines and not lines[-1]:
            lines.pop()
        if sum(map(len, lines)) > PROSE.target:
            self.items += rows(lines)
        elif lines:
            self.items.append(Block("\n".join(lines)))
        if lines:
            self._settle()

    def later(self, *texts: str) -> None:
        """Paragraphs to come behind the open one."""
        self._later += [Block(made) for made in map(folded, texts) if made]

    def begin_box(self) -> None:
        """Paragraphs follow that stand apart."""
        self._frames.append(_Frame("box"))

    def end_box(self) -> list[str]:
        """The box that was begun last ends: its paragraphs."""
        return [made for made in map(folded, self._pop().texts) if made]

    def begin_table(self) -> None:
        """A table begins, perhaps in a cell."""
        self._tables.append(_Table())

    def end_table(self) -> None:
        """The table that was begun last ends."""
        if not self._tables:
            return
        table = self._tables.pop()
        self._end_row(table)
        if self._tables:
            self._tables[-1].inner += table.lines
        elif self.is_body:
            self.end_lines()
            self.items += rows(table.lines)
            self._settle()
        else:
            self._frames[-1].texts += table.lines

    def begin_cell(self) -> None:
        """A cell begins."""
        self._frames.append(_Frame("cell"))

    def end_cell(self, span: int = 1, *, goes_on: bool = False) -> None:
        """A cell ends; it spans columns, none if it is covered, or goes on with the one above."""
        texts = self._pop().texts
        if not self._tables:
            self._frames[-1].texts += texts
            return
        table = self._tables[-1]
        text = " ".join(unhyphenated(" ".join(texts)).split())
        column = len(table.cells)
        if goes_on and not text:
            text = table.above.get(column, "")
        if text or span:
            span = max(1, min(span, _BESIDE // max(len(text), 20)))
        above = text if len(text) <= _ABOVE else ""
        table.above.update(dict.fromkeys(range(column, column + span), above))
        table.cells += [text] * span

    def end_row(self) -> None:
        """The open row ends."""
        if not self._tables:
            return
        table = self._tables[-1]
        self._end_row(table)
        if len(table.lines) > _LINES and self.is_body and len(self._tables) == 1:
            self.end_lines()
            self.items += rows(table.lines)
            table.lines = []

    def done(self) -> list[Heading | Block]:
        """All that is not taken yet, whatever was left open."""
        while len(self._frames) > 1:
            if self._frames[-1].kind == "cell":
                self.end_cell()
            else:
                self.later(*self.end_box())
        while self._tables:
            self.end_table()
        self.paragraph()
        items, self.items = self.items, []
        return items

    def _pop(self) -> _Frame:
        frame = self._frames.pop() if len(self._frames) > 1 else _Frame("")
        if frame.out:
            frame.texts.append("".join(frame.out))
        return frame

    def _end_row(self, table: _Table) -> None:
        if any(table.cells):
            table.lines.append(" | ".join(table.cells).strip())
        table.cells = []
        table.lines += table.inner
        table.inner = []

    def _line(self, text: str) -> None:
        frame = self._frames[-1]
        frame.out.clear()
        if frame.kind != "body":
            frame.texts.append(text)
        elif text or self._lines:
            self._lines.append(text)

    def _settle(self) -> None:
        self.items += self._later
        self._later.clear()
