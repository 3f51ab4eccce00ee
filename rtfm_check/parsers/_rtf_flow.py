"""The paragraphs, rows and cells that a stretch of RTF text makes."""

from __future__ import annotations

from rtfm_check.chunking import PROSE, Block
from rtfm_check.parsers._sections import folded, unhyphenated

_LEVELS = 64  # tables in tables


class Flow:
    """The body of a document, or a note, a text box or a header of it."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []  # that are done
        self.later: list[Block] = []  # notes and boxes, to come behind the paragraph
        self._texts: list[list[str]] = [[]]  # of what is open, by the level of its table
        self._cells: list[list[str]] = [[]]  # of the row that is open, by level
        self._inner: list[str] = []  # rows of tables in the row that is open
        self._rows: list[str] = []
        self._size = 0  # of the rows

    def out(self, level: int) -> list[str]:
        """Where the text of a paragraph goes; `level` is 2 for a table in a table."""
        level = min(max(level, 1), _LEVELS)
        while len(self._texts) < level:
            self._texts.append([])
            self._cells.append([])
        return self._texts[level - 1]

    def paragraph(self, *, in_table: bool, level: int) -> None:
        """A paragraph ends."""
        out = self.out(level)
        if in_table or level > 1:
            if out:
                out.append("\n")  # the cell goes on
            return
        text = folded("".join(out))
        out.clear()
        if self._rows or self._cells[0] or self._inner:
            self.row(1)
            self._end_table()
        if text:
            self.blocks.append(Block(text))
        self._settle()

    def cell(self, level: int) -> None:
        """A cell of a table ends."""
        out = self.out(level)
        self._cells[min(level, _LEVELS) - 1].append(" ".join(unhyphenated("".join(out)).split()))
        out.clear()

    def row(self, level: int) -> None:
        """A row of a table ends."""
        self.out(level)
        level = min(level, _LEVELS)
        cells = self._cells[level - 1]
        line = " | ".join(cells) if any(cells) else ""
        cells.clear()
        if level > 1:
            if line:
                self._inner.append(line)
            return
        for each in (line, *self._inner):
            if each:
                if self._rows and self._size + len(each) > PROSE.target:
                    self._end_table()
                self._rows.append(each)
                self._size += len(each) + 1
        self._inner.clear()

    def end(self) -> list[Block]:
        """All that is not taken yet, whatever was left open."""
        for level in range(len(self._texts), 0, -1):
            if self._cells[level - 1]:
                if self.out(level):
                    self.cell(level)
                self.row(level)
            elif level > 1 and self.out(level):
                self.out(1).extend(("\n", *self.out(level)))
        self.paragraph(in_table=False, level=1)
        blocks, self.blocks = self.blocks, []
        return blocks

    def _end_table(self) -> None:
        if self._rows:
            self.blocks.append(Block("\n".join(self._rows)))
        self._rows.clear()
        self._size = 0

    def _settle(self) -> None:
        if self.later:
            self.blocks += self.later
            self.later.clear()
