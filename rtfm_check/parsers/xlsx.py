"""XLSX: an overview of the workbook; for each sheet its columns, its rows, its comments.

Read without a library, as a stream: what a row takes in memory does not depend on where its cells
are. Edges: `link` for each hyperlink of a cell. Limits: those of archives and of XML, and 16,384
cells in a row. The texts that cells share are held in memory; those that none uses are not read
out, and neither is what says how to pronounce a text.

Titles, layout, types and numbers as in RTFM 0.55.1, but for these. The declared dimension of a
sheet is not believed: all rows and columns are read, and the first row with a value names the
columns. Blank rows are left out; rows keep their numbers. A column without a name is `colN` with
N from 1 everywhere. A row of more than 4,000 characters is cut, each part under the line that
names the columns; so are schemas and overviews of more than 8,000. In rows that are mostly empty
only what is there is shown. Comments, and texts in drawings and charts, are chunks of their own.
Chart sheets, bad numbers and bad references to texts cost nothing but themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check.chunking import split
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, Item, Problem
from rtfm_check.parsers._hyperlinks import link
from rtfm_check.parsers._ooxml import Package, Relation
from rtfm_check.parsers._table import BUDGET, head, one_line, packed
from rtfm_check.parsers._xlsx_book import MODULE, Book, Sheet, book_of, comments, drawn
from rtfm_check.parsers._xlsx_rows import Table, Values
from rtfm_check.parsers._xlsx_sheet import CELLS, SheetReader
from rtfm_check.parsers._xlsx_text import shared
from rtfm_check.text.show import quote
from rtfm_check.text.wording import plural

_NAME = 100  # characters of a sheet's name in titles; programs allow 31
_NOTHING = "RTFM indexes nothing of the file, and does not say so"


def parse(file: File) -> Iterator[Item]:
    """The chunks of a workbook, its links, and what was wrong."""
    yield About(file.file_name)
    package = Package(file.data, _NOTHING)
    if package.archive.names:
        yield from _Workbook(file, package).items()
    yield from package.told()


class _Workbook:
    """What is met on the way through the sheets."""

    def __init__(self, file: File, package: Package) -> None:
        self._file = file
        self._package = package
        self._book: Book = book_of(package)
        self._values = Values([], {}, from_1904=False)
        self._comments: list[str] = []
        self._is_damaged = False  # told; what is missing later has this for its cause
        self._problems: list[Problem] = []

    def items(self) -> Iterator[Item]:
        book = self._book
        lines = [f"# Workbook: {self._file.file_name}", "", "## Sheets"]
        lines += [f"- `{one_line(sheet.name)}`" for sheet in book.sheets]
        if book.sheets:
            yield from _whole("overview", "\n".join(lines))
        else:
            self._problems.append(
                Problem("document-syntax", "the workbook has no sheet", note=_NOTHING)
            )
        texts = shared(self._package, book.texts)
        for problem in self._package.told():
            self._is_damaged = True
            yield problem
        self._values = Values(texts, book.formats, from_1904=book.from_1904)
        for sheet in book.sheets:
            yield from self._of_sheet(sheet)
        yield from self._problems
        yield from self._hidden()

    def _of_sheet(self, sheet: Sheet) -> Iterator[Item]:
        name = one_line(sheet.name)[:_NAME]
        if sheet.part not in self._package.archive:
            if self._is_damaged or sheet.kind == MODULE:
                return
            self._problems.append(
                Problem(
                    "damaged-document",
                    f"the sheet {quote(sheet.name)} is not in the archive",
                    "save the workbook anew with the program that made it",
                    _NOTHING,
                )
            )
            return
        relations = self._package.relations(sheet.part)
        if sheet.kind == "worksheet":
            reader = SheetReader(self._package, sheet.part)
            yield from self._rows(name, reader)
            yield from self._links(reader, relations)
            self._note(sheet, reader)
        else:
            self._problems.append(
                Problem(
                    "rtfm-loses-document",
                    f"the sheet {quote(sheet.name)} is a {sheet.kind}",
                    "leave it out of what you publish",
                    "RTFM fails at a workbook with a sheet of charts; nothing of it is indexed",
                )
            )
        noted = list(comments(self._package, relations))
        if noted:
            self._comments.append(sheet.name)
            yield from _listed(f"sheet: {name} (comments)", f"# Comments: {name}", noted)
        texts = list(drawn(self._package, relations))
        if texts:
            yield from _listed(f"sheet: {name} (drawings)", f"# Drawings: {name}", texts)

    def _rows(self, name: str, reader: SheetReader) -> Iterator[Draft]:
        table = Table(reader.rows(), self._values)
        if not table.names:
            return
        lines = [f"# Sheet: {name}", "", f"**{len(table.names)} columns**", "", "## Columns"]
        lines += [
            f"- `{one_line(column)}` *({of_type})*"
            for column, of_type in zip(table.names, table.types(), strict=True)
        ]
        yield from _whole(f"sheet: {name} (schema)", "\n".join(lines))
        top = head(f"sheet={name} | ", table.names)
        for rows in packed(table.lines(), top, most=BUDGET.target, spare=0):
            first, last = table.numbers[rows.first - 1], table.numbers[rows.last - 1]
            yield Draft(f"sheet: {name} rows {first}–{last}", rows.text, pages=(first, last))

    def _links(self, reader: SheetReader, relations: dict[str, Relation]) -> Iterator[Item]:
        for each in reader.hyperlinks:
            relation = relations.get(each.get("id", ""))
            if relation is None:
                continue  # to a cell of the workbook
            found = link(relation.target, each.get("location", ""))
            if found is not None:
                yield found

    def _note(self, sheet: Sheet, reader: SheetReader) -> None:
        """What is to be told of a sheet."""
        seen, self._values.seen = self._values.seen, {}
        for what, cells in seen.items():
            if what == "index" and self._is_damaged:
                continue
            rule, message, help, note = _SEEN[what]
            more = f", and {plural(cells.cells - 1, 'more cell')}" if cells.cells > 1 else ""
            where = f"{cells.first} of sheet {quote(sheet.name)}"
            message = message.format(where=where, text=quote(cells.text))
            self._problems.append(Problem(rule, message + more, help, note))
        hidden = []
        if reader.hidden_rows:
            hidden.append(plural(reader.hidden_rows, "hidden row"))
        if reader.hidden_columns:
            hidden.append("hidden columns")
        if hidden:
            self._problems.append(
                _hidden_content(f"the sheet {quote(sheet.name)} has {' and '.join(hidden)}")
            )
        if reader.is_too_wide:
            self._problems.append(
                Problem(
                    "limit-reached",
                    f"the sheet {quote(sheet.name)} has rows of more than {CELLS:,} cells",
                    note="the rest of each such row is not read",
                )
            )

    def _hidden(self) -> Iterator[Problem]:
        sheets = [sheet.name for sheet in self._book.sheets if sheet.is_hidden]
        if sheets:
            yield _hidden_content(f"{_counted(sheets)} hidden")
        if self._comments:
            yield Problem(
                "hidden-content",
                f"there are comments on cells of {_counted(self._comments, '')}".rstrip(),
                "make sure that they are meant to be published",
                "they are in the index; RTFM leaves them out",
            )


def _counted(names: list[str], verb: str = "is") -> str:
    """The first of some sheets, and how many more there are."""
    if len(names) == 1:
        return f"the sheet {quote(names[0])} {verb}"
    return f"the sheet {quote(names[0])} and {len(names) - 1:,} more {'are' if verb else ''}"


def _hidden_content(message: str) -> Problem:
    return Problem(
        "hidden-content",
        message,
        "make sure that this is meant to be published",
        "it is in the index, as with RTFM",
    )


def _whole(title: str, text: str) -> Iterator[Draft]:
    """A text that is one chunk, unless it is too long for one."""
    for start, end in split(text, BUDGET.most, BUDGET.least):
        yield Draft(title, text[start:end])


def _listed(title: str, top: str, texts: Iterable[str]) -> Iterator[Draft]:
    """Texts as a list under a heading."""
    for rows in packed((f"- {text}" for text in texts), f"{top}\n"):
        yield Draft(title, rows.text)


_SAVE = "save the workbook anew with the program that made it"
_SEEN = {
    "formula": (
        "value-not-stored",
        "the formula in {where} has no stored value",
        "open the workbook in a spreadsheet program and save it",
        "RTFM leaves such cells empty as well, and does not say so",
    ),
    "index": (
        "damaged-document",
        "{where} refers to text {text}, which the workbook does not have",
        _SAVE,
        "RTFM fails at it, and indexes nothing of the file",
    ),
    "number": (
        "document-syntax",
        "{where} holds {text}, which is no number",
        _SAVE,
        "RTFM fails at it, and indexes nothing of the file; it is taken as text here",
    ),
}
