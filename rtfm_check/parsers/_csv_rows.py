"""The rows of a table, read from blocks of text in bounded memory.

Python's csv reads what is well formed. A row that is not is read here: a quote that is never
closed, or closed in the middle of a cell some lines on, does not swallow the rows behind it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check.parsers._csv_dialect import Dialect

LINE_CHARS = 8 * 1024 * 1024  # a longer line is cut to rows
CELL_CHARS = 1024 * 1024  # of a row that goes over several lines
_IN_VAIN = 8 * CELL_CHARS  # that may be read for the end of a quote which has none


class Odd:
    """What is odd in some rows: where first, how large there, how many times."""

    def __init__(self) -> None:
        self.line = 0  # of the first, 1-based
        self.column = 1
        self.size = 0  # of the first
        self.count = 0

    def add(self, line: int, column: int = 1, size: int = 0) -> None:
        """One more of it."""
        if not self.count:
            self.line, self.column, self.size = line, column, size
        self.count += 1


class _Extent(NamedTuple):
    """How far a row goes."""

    end: int  # offset behind it, or of where it was given up
    opened: int = -1  # offset of the quote that has no good end


class Rows:
    """The cells of each row, without line ends, and what was wrong with them."""

    def __init__(self, blocks: Iterable[str], dialect: Dialect, first: int = 1) -> None:
        self.line = first  # where the row that was given last begins
        self.is_open = False  # that row has a quote without end
        self.open_quotes = Odd()
        self.long_lines = Odd()
        self._dialect = dialect
        self._options = dialect.options
        self._blocks = blocks
        self._cell_end = re.compile(f"[{re.escape(dialect.delimiter)}\n]")
        self._next = first  # the line that the text begins with
        self._rest = ""  # a row that goes on in the next text
        self._budget = _IN_VAIN
        csv.field_size_limit(2 * LINE_CHARS)  # of the process; no cell is as long

    def __iter__(self) -> Iterator[list[str]]:
        delimiter = self._dialect.delimiter
        for text in map(self._dialect.doubled, self._texts()):
            if self._rest or self._dialect.skips_blanks or self._dialect.quote in text:
                yield from self._quoted(self._rest + text)
                continue
            lines = text.split("\n")
            del lines[-1]
            for number, line in enumerate(lines, self._next):
                self.line = number
                yield line.split(delimiter)
            self._next += len(lines)
        if self._rest:
            yield from self._quoted(self._rest, is_last=True)

    def _texts(self) -> Iterator[str]:
        """The blocks, cut behind line ends."""
        held: list[str] = []
        size = 0
        for block in self._blocks:
            cut = block.rfind("\n") + 1
            if cut:
                yield "".join((*held, block[:cut]))
                held, size = [block[cut:]], len(block) - cut
                continue
            held.append(block)
            size += len(block)
            while size > LINE_CHARS:
                text = "".join(held)
                cut = text.rfind(self._dialect.delimiter, LINE_CHARS // 2, LINE_CHARS)
                self.long_lines.add(self._next + self._rest.count("\n"))
                yield (text[:cut] if cut > 0 else text[:LINE_CHARS]) + "\n"
                self._next -= 1  # no line of the file ended there
                held = [text[cut + 1 :] if cut > 0 else text[LINE_CHARS:]]
                size = len(held[0])
        if size:
            yield "".join((*held, "\n"))

    def _quoted(self, text: str, *, is_last: bool = False) -> Iterator[list[str]]:
        """The rows of lines that have quotes; what may go on in the next text is kept for it."""
        self._rest = ""
        buffer = io.StringIO(text, newline="\n")
        at = 0
        while at < len(text):
            buffer.seek(at)
            reader = csv.reader(buffer, strict=True, **self._options)
            done = 0
            try:
                for row in reader:
                    self.line = self._next + done
                    count = reader.line_num
                    yield (row or [""]) if count - done == 1 else _flat(row)
                    done = count
            except csv.Error:
                at = _behind_lines(text, at, done)
            else:
                at = len(text)
            self._next += done
            if at == len(text):
                break
            extent = self._extent(text, at, len(text))
            is_open = extent.opened >= 0 and extent.end == len(text)
            if is_open and not is_last and len(text) - at <= CELL_CHARS:
                self._rest = text[at:]
                break
            cells, at = self._row(text, at, extent)
            yield cells
            self.is_open = False
            self._budget -= max(0, extent.end - at)
            while self._budget < 0 and at < extent.end:  # no row goes over several lines there
                line_end = text.index("\n", at) + 1
                cells, at = self._row(text, at, self._extent(text, at, line_end))
                yield cells
                self.is_open = False

    def _row(self, text: str, at: int, extent: _Extent) -> tuple[list[str], int]:
        """The cells of a row, and where the next one begins.

        A quote without a good end is a character like others, and its row ends with the line.
        """
        self.line = self._next
        if extent.opened < 0:
            end = extent.end
            cells = self._cells(text[at:end])
        else:
            self.is_open = True
            end = text.index("\n", extent.opened) + 1
            column = extent.opened - text.rfind("\n", 0, extent.opened)
            line = self._next + text.count("\n", at, extent.opened)
            self.open_quotes.add(line, column)
            cells = self._cells(text[at : extent.opened])[:-1]
            cells += text[extent.opened : end - 1].split(self._dialect.delimiter)
        self._next += text.count("\n", at, end)
        return cells, end

    def _cells(self, text: str) -> list[str]:
        """The cells of one row, however badly it is quoted."""
        lines = io.StringIO(text, newline="\n")
        return _flat(next(csv.reader(lines, **self._options), [])) or [""]

    def _extent(self, text: str, at: int, end: int) -> _Extent:
        """How far the row goes that begins at `at`, in the text up to `end`."""
        quote, delimiter = self._dialect.quote, self._dialect.delimiter
        while True:
            while self._dialect.skips_blanks and text.startswith(" ", at, end):
                at += 1
            if text.startswith(quote, at, end):
                opened = at
                at = _closed(text, quote, at + 1, end)
                if at < 0:
                    return _Extent(end, opened)
                is_good = at == end or text[at] in (delimiter, "\n")
                if not is_good and text.find("\n", opened, at) >= 0:
                    return _Extent(at, opened)
            found = self._cell_end.search(text, at, end)
            if found is None:
                return _Extent(end)
            at = found.end()
            if found[0] == "\n":
                return _Extent(at)


def _closed(text: str, quote: str, at: int, end: int) -> int:
    """Behind the quote that ends a cell; -1 if there is none."""
    while True:
        at = text.find(quote, at, end)
        if at < 0:
            return -1
        if not text.startswith(quote, at + 1, end):
            return at + 1
        at += 2


def _flat(cells: list[str]) -> list[str]:
    return [cell.replace("\n", " ") for cell in cells]


def _behind_lines(text: str, at: int, count: int) -> int:
    """The offset behind that many lines."""
    for _ in range(count):
        at = text.index("\n", at) + 1
    return at
