"""What a workbook says of its sheets, its number formats, and what is drawn or noted on a sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.parsers._ooxml import Package, Relation, drawn_texts
from rtfm_check.parsers._xlsx_values import kind_of_format
from rtfm_check.parsers._xml import END, START

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)


MODULE = "module"  # the kind of a sheet of macros, which has no part of its own


class Sheet(NamedTuple):
    """A sheet of any kind."""

    name: str
    part: str  # "" if the package does not say which
    kind: str  # worksheet, chartsheet, ...
    is_hidden: bool


class Book(NamedTuple):
    """What its first parts say."""

    sheets: list[Sheet]
    from_1904: bool
    formats: dict[str, int]  # by style, of those that are no numbers
    texts: str  # the part of the texts that cells share


def book_of(package: Package) -> Book:
    """Read the parts that describe a workbook."""
    main = package.main("xl/workbook.xml")
    relations = package.relations(main)
    sheets: list[Sheet] = []
    from_1904 = False
    for kind, name, attributes, _ in package.events(main):
        if kind != START:
            continue
        if name == "sheet":
            sheets.append(_sheet(attributes, relations, len(sheets) + 1))
        elif name == "workbookPr" and not from_1904:  # newer programs add one of their own
            from_1904 = attributes.get("date1904") in ("1", "true")
    if not sheets:  # its description is lost
        parts = [part for part in package.archive.names if _SHEET.fullmatch(part)]
        sheets = [Sheet(_stem(part), part, "worksheet", False) for part in parts]
    by_kind = {each.kind: each.target for each in relations.values()}
    styles = by_kind.get("styles", "xl/styles.xml")
    return Book(
        sheets,
        from_1904,
        _formats(package, styles),
        by_kind.get("sharedStrings", "xl/sharedStrings.xml"),
    )


def _sheet(attributes: dict[str, str], relations: dict[str, Relation], count: int) -> Sheet:
    usual = Relation("worksheet", f"xl/worksheets/sheet{count}.xml", is_outside=False)
    if attributes.get("id") == "":
        usual = Relation(MODULE, "", is_outside=False)
    relation = relations.get(attributes.get("id", ""), usual)
    is_hidden = attributes.get("state", "visible") != "visible"
    return Sheet(attributes.get("name", ""), relation.target, relation.kind, is_hidden)


def _stem(part: str) -> str:
    return part.rpartition("/")[2].rpartition(".")[0]


def _formats(package: Package, part: str) -> dict[str, int]:
    """The styles whose numbers are dates, times or durations."""
    codes: dict[str, str] = {}
    kinds: dict[str, int] = {}
    inside, count = False, 0
    for kind, name, attributes, _ in package.events(part):
        if kind == END:
            inside = inside and name != "cellXfs"
        elif name == "numFmt":
            codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif name == "cellXfs":
            inside = True
        elif name == "xf" and inside:
            number = attributes.get("numFmtId", "0")
            made = kind_of_format(int(number) if number.isdecimal() else 0, codes.get(number))
            if made:
                kinds[str(count)] = made
            count += 1
    return kinds


def comments(package: Package, relations: dict[str, Relation]) -> Iterator[str]:
    """The comments on the cells of a sheet, one a line."""
    by_kind = {each.kind: each.target for each in relations.values()}
    threads = by_kind.get("threadedComment")
    if threads is not None:
        yield from _comments(package, threads, "threadedComment")
    elif "comments" in by_kind:
        yield from _comments(package, by_kind["comments"], "comment")


def _comments(package: Package, part: str, element: str) -> Iterator[str]:
    authors: list[str] = []
    text: list[str] = []
    out: list[str] | None = None
    cell = author = ""
    for kind, name, attributes, _ in package.events(part):
        if kind == START:
            if name == element:
                cell, author, text = attributes.get("ref", ""), attributes.get("authorId", ""), []
                out = text if element != "comment" else None
            elif name == "author":
                authors.append("")
                out = text = []
            elif name == "t":
                out = text
        elif kind == END:
            if name == "author":
                authors[-1] = "".join(text)
            elif name == element and text:
                number = int(author) if author.isdecimal() and len(author) < 9 else -1
                by = (
                    f" ({authors[number]})"
                    if 0 <= number < len(authors) and authors[number]
                    else ""
                )
                yield f"{cell}{by}: {' '.join(''.join(text).split())}"
            if name in ("t", "author", element):
                out = None
        elif out is not None:
            out.append(name)


def drawn(package: Package, relations: dict[str, Relation]) -> Iterator[str]:
    """The paragraphs in boxes, and in the charts of a sheet; texts that stand for pictures."""
    for relation in relations.values():
        if relation.kind == "drawing":
            yield from drawn_texts(package, relation.target)
            for inner in package.relations(relation.target).values():
                if inner.kind in ("chart", "chartEx"):
                    yield from drawn_texts(package, inner.target)
