"""The rows of a worksheet, read as a stream.

Most sheets are written by few programs, in few ways: their rows are matched by one expression. A
row that is written in another way goes through the XML reader, and so does a whole sheet in which
the elements have prefixes, or that is not UTF-8. Both give the same cells.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._xlsx_text import decoded, pieces_from
from rtfm_check.parsers._xml import END, START, Reader

# Letters of the column, "" if it is not said; style; type; `<f` if there is a formula; value; the
# text of a cell that does not share it.
Cell = tuple[str, str, str, str, str, str]

CELLS = 16_384  # of a row: as many as a sheet has columns
_ROWS = 1_048_576  # of a sheet
_LONG = 4 * 1024 * 1024  # characters of a row
_ODD = 50  # rows that may be written in an unusual way before all that follow are taken to be so
_CELL = re.compile(
    r"""
    <c (?:\ r="([A-Z]{1,3})[0-9]++")? (?:\ s="([0-9]++)")? (?:\ t="([a-zA-Z]++)")?
    (?: > (?: (<f)[^<>]*+ (?: (?<=/)> | (?<!/)> [^<]*+ </f> ) )?
          (?: <v> ([^<]*+) </v> | <v\ ?/>
            | <is> <t(?:\ xml:space="preserve")?> ([^<]*+) </t> </is>
          )?
        </c>
      | \ ?/>
    )
    """,
    re.VERBOSE,
)
_ROW = re.compile(r"\s*+<row\b([^<>]*+)>")
_NUMBER = re.compile(r'\br="([0-9]{1,9})"')
_HIDDEN = re.compile(r'\bhidden="(?:1|true)"')
_LETTERS = re.compile("[A-Za-z]*+")


class Row(NamedTuple):
    """A row that has cells."""

    number: int  # as the sheet counts
    cells: list[Cell]


class SheetReader:
    """Reads one sheet; what stands behind the rows is known when they were read."""

    def __init__(self, package: Package, part: str) -> None:
        self.hidden_columns = 0
        self.hidden_rows = 0
        self.is_too_wide = False
        self.hyperlinks: list[dict[str, str]] = []
        self._package = package
        self._part = part
        self._last = 0  # the number of a row
        self._odd = 0  # rows that are written in an unusual way

    def rows(self) -> Iterator[Row]:
        """All rows that have a cell."""
        head, rest = pieces_from(
            self._package.archive.stream(self._part), "<sheetData>", "worksheet"
        )
        if head is None:
            yield from self._read(rest)
        else:
            yield from self._read([head.encode(), b"</worksheet>"])
            yield from self._match(rest)

    def _match(self, pieces: Iterable[bytes]) -> Iterator[Row]:
        """The rows of what follows `<sheetData>`."""
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        held = ""
        source = iter(pieces)
        for piece in source:
            held += decode(piece)
            end = held.rfind("</row>") + 6
            if end < 6:
                if len(held) > _LONG:
                    break
                continue
            at = yield from self._of_text(held, end)
            held = held[at:]
            if at < end:
                break
        yield from self._read(chain([b"<worksheet><sheetData>", held.encode()], source))

    def _of_text(self, text: str, end: int) -> Generator[Row, None, int]:
        """The rows up to `end`; returns how far they are rows, written in the usual way."""
        at = 0
        while at < end:
            begin = _ROW.match(text, at)
            if begin is None or self._odd > _ODD:
                return at
            attributes, start = begin[1], begin.end()
            if attributes.endswith("/"):
                self._number(attributes)
                at = start
                continue
            until = text.find("</row>", start)
            yield from self._of_row(text[at : until + 6], attributes, start - at)
            at = until + 6
        return at

    def _of_row(self, text: str, attributes: str, start: int) -> Iterator[Row]:
        cells: list[Cell] = _CELL.findall(text, start)
        if text.count("<c ") + text.count("<c>") + text.count("<c/>") != len(cells):
            self._odd += 1
            yield from self._read(f"<sheetData>{text}</sheetData>")
            return
        if "&" in text:
            cells = [(*cell[:4], decoded(cell[4]), decoded(cell[5])) for cell in cells]
        number = self._number(attributes)
        if " hidden=" in attributes and _HIDDEN.search(attributes):
            self.hidden_rows += 1
        if cells:
            yield self._row(number, cells)

    def _number(self, attributes: str) -> int:
        """The number of the next row."""
        found = _NUMBER.search(attributes)
        number = int(found[1]) if found else 0
        self._last = number if self._last < number <= _ROWS else self._last + 1
        return self._last

    def _row(self, number: int, cells: list[Cell]) -> Row:
        if len(cells) > CELLS:
            self.is_too_wide = True
            del cells[CELLS:]
        return Row(number, cells)

    def _read(self, source: str | Iterable[bytes]) -> Iterator[Row]:
        """The rows of any XML, and what else a sheet says."""
        reader = Reader(source, name=self._part)
        cells: list[Cell] = []
        number = 0
        is_hidden = False
        cell: dict[str, str] = {}
        value: list[str] = []
        text: list[str] = []
        formula = ""
        out: list[str] | None = None
        above = 0  # inside of what tells how to pronounce a text
        for kind, name, attributes, _ in reader:
            if kind == START:
                if name == "c":
                    cell, value, text, formula = attributes, [], [], ""
                elif name == "v":
                    out = value
                elif name == "t":
                    out = None if above else text
                elif name == "f":
                    formula = "<f"
                elif name == "row":
                    number = self._number(f'r="{attributes.get("r", "")}"')
                    is_hidden = attributes.get("hidden") in ("1", "true")
                    cells = []
                elif name == "rPh":
                    above += 1
                elif name == "hyperlink":
                    self.hyperlinks.append(attributes)
                elif name == "col" and attributes.get("hidden") in ("1", "true"):
                    self.hidden_columns += 1
            elif kind == END:
                out = None
                if name == "c":
                    cells.append(_cell(cell, formula, value, text))
                    if len(cells) > CELLS:
                        self._row(number, cells)
                elif name == "row":
                    self.hidden_rows += is_hidden
                    if cells:
                        yield self._row(number, cells)
                    cells = []
                elif name == "rPh":
                    above -= 1
            elif out is not None:
                out.append(name)
        self._package.keep(reader)


def _cell(attributes: dict[str, str], formula: str, value: list[str], text: list[str]) -> Cell:
    letters = _LETTERS.match(attributes.get("r", ""))
    return (
        letters[0].upper() if letters else "",
        attributes.get("s", ""),
        attributes.get("t", ""),
        formula,
        "".join(value),
        "".join(text),
    )
