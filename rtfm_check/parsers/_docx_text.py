"""The text of a part of a DOCX: a document, a header, a footer, notes or comments.

One pass over the events. What a reader of the printed page does not see is left out, but for
hidden text, which is there for a search; what was deleted while changes were tracked is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from string import hexdigits
from typing import NamedTuple

from rtfm_check.chunking import Block
from rtfm_check.parsers._contract import Anchor, Link
from rtfm_check.parsers._docx_events import Attributes, TextEvents
from rtfm_check.parsers._docx_styles import Styles
from rtfm_check.parsers._fields import link_of
from rtfm_check.parsers._hyperlinks import link
from rtfm_check.parsers._ooxml import Package, Relation, drawn_texts
from rtfm_check.parsers._symbol_font import character

_OFF = ("0", "false", "off")
_FIELDS = 64  # that may be open in each other


class Note(NamedTuple):
    """A footnote, an endnote or a comment."""

    author: str
    texts: list[str]


class PartReader(TextEvents):
    """Reads one part."""

    def __init__(self, package: Package, part: str, styles: Styles) -> None:
        super().__init__(package, part)
        self.found: list[Link | Anchor] = []
        self.headers: dict[str, None] = {}  # parts, in the order in which sections name them
        self.notes: dict[str, Note] = {}  # that the part consists of
        self.unread: list[str] = []  # parts in other formats
        self.on_note: Callable[[str, str], None] = lambda kind, id: None
        self._styles = styles
        self._style = self._level = ""  # of the open paragraph
        self._outside: list[tuple[str, str, bool]] = []  # the same of those around it
        self._cells: list[tuple[int, bool]] = []  # what each open one spans, whether it goes on
        self._fields: list[list[str]] = []  # instructions of those that are open
        self._results = 0  # of these, how many from the outermost on have come to their results
        self._author = ""  # of the open note
        self._id: str | None = None  # of the open note
        self._entries: list[str] = []  # of a list to choose from
        self._chosen = 0

    @cached_property
    def _relations(self) -> dict[str, Relation]:
        return self.package.relations(self.part)

    # Paragraphs

    def _paragraph(self, _: Attributes) -> None:
        self._style = self._level = ""

    def _end_paragraph(self) -> None:
        self._results = len(self._fields)  # no instruction is longer than a paragraph
        goes_on, self.goes_on = self.goes_on, False
        if goes_on:
            return
        style = self._styles.of(self._style)
        level = style.level
        if self._level.isdecimal():
            level = int(self._level[:2]) + 1
        if style.is_code and self.flow.is_body:
            self.flow.code()
        else:
            self.flow.paragraph(level if level < 10 else 0)

    def _properties(self, _: Attributes) -> None:
        self.in_properties = True

    def _end_properties(self) -> None:
        self.in_properties = False

    def _of_style(self, attributes: Attributes) -> None:
        self._style = _value(attributes)

    def _of_level(self, attributes: Attributes) -> None:
        if self.in_properties:
            self._level = _value(attributes)

    # Runs

    def _in_text(self, _: Attributes) -> None:
        is_shown = self._results >= len(self._fields) - 1
        self.out = self.flow.out if is_shown else self._fields[self._results]

    def _vanish(self, attributes: Attributes) -> None:
        self.is_hidden = not self.in_properties and _value(attributes) not in _OFF

    def _of_font(self, attributes: Attributes) -> None:
        if not self.in_properties:
            self.font = attributes.get("w:ascii") or attributes.get("w:hAnsi", "")

    def _end_run(self) -> None:
        self.is_hidden = False
        self.font = ""

    def _symbol(self, attributes: Attributes) -> None:
        code = attributes.get("w:char", "")
        if len(code) <= 6 and all(digit in hexdigits for digit in code) and code:
            number = int(code, 16)
            font = attributes.get("w:font", "")
            self.flow.out.append(character(min(number, 0x10FFFF), font))

    # Tables and boxes

    def _table(self, _: Attributes) -> None:
        if self.flow.out:
            self.flow.paragraph()  # whose end was deleted
        self.flow.begin_table()

    def _cell(self, _: Attributes) -> None:
        self._cells.append((1, False))
        self.flow.begin_cell()

    def _span(self, attributes: Attributes) -> None:
        value = _value(attributes)
        if self._cells and value.isdecimal():
            self._cells[-1] = (int(value[:4]), self._cells[-1][1])

    def _merge(self, attributes: Attributes) -> None:
        if self._cells:
            self._cells[-1] = (self._cells[-1][0], _value(attributes) != "restart")

    def _end_cell(self) -> None:
        span, goes_on = self._cells.pop() if self._cells else (1, False)
        self.flow.end_cell(span, goes_on=goes_on)

    def _end_row(self) -> None:
        self.flow.end_row()

    def _end_table(self) -> None:
        self.flow.end_table()

    def _box(self, _: Attributes) -> None:
        self._outside.append((self._style, self._level, self.goes_on))
        self.goes_on = False
        self.flow.begin_box()

    def _end_box(self) -> None:
        self.flow.later(*self.flow.end_box())
        if self._outside:
            self._style, self._level, self.goes_on = self._outside.pop()

    # Links and fields

    def _hyperlink(self, attributes: Attributes) -> None:
        relation = self._relations.get(attributes.get("r:id", ""))
        self._link(link(relation.target if relation else "", attributes.get("w:anchor", "")))

    def _link(self, found: Link | None) -> None:
        if found is not None:
            self.found.append(found)

    def _field(self, attributes: Attributes) -> None:
        kind = attributes.get("w:fldCharType")
        if kind == "begin" and len(self._fields) < _FIELDS:
            self._fields.append([])
        elif kind == "separate" and self._results == len(self._fields) - 1:
            self._results += 1
        elif kind == "end" and self._fields:
            self._link(link_of("".join(self._fields.pop())))
            self._results = min(self._results, len(self._fields))

    def _simple_field(self, attributes: Attributes) -> None:
        self._link(link_of(attributes.get("w:instr", "")))

    def _instruction(self, _: Attributes) -> None:
        self.out = self._fields[-1] if self._fields else None

    def _bookmark(self, attributes: Attributes) -> None:
        name = attributes.get("w:name", "")
        if name:
            self.found.append(Anchor("", 0, (name,)))

    def _choose(self, _: Attributes) -> None:
        self._entries, self._chosen = [], 0

    def _entry(self, attributes: Attributes) -> None:
        self._entries.append(_value(attributes))

    def _result(self, attributes: Attributes) -> None:
        value = _value(attributes)
        self._chosen = int(value) if value.isdecimal() and len(value) < 9 else 0

    def _end_choice(self) -> None:
        self.flow.out.extend(self._entries[self._chosen : self._chosen + 1])

    # What stands elsewhere

    def _reference(self, attributes: Attributes, kind: str) -> None:
        self.on_note(kind, attributes.get("w:id", ""))

    def _header(self, attributes: Attributes) -> None:
        relation = self._relations.get(attributes.get("r:id", ""))
        if relation is not None:
            self.headers[relation.target] = None

    def _note(self, attributes: Attributes) -> None:
        is_text = attributes.get("w:type", "normal") == "normal"
        self._author = attributes.get("w:author", "")
        self.flow.done()
        self._id = attributes.get("w:id", "") if is_text else None

    def _end_note(self) -> None:
        texts = [item.text for item in self.flow.done() if isinstance(item, Block)]
        if self._id is not None and texts:
            self.notes[self._id] = Note(" ".join(self._author.split()), texts)

    def _picture(self, attributes: Attributes) -> None:
        for name in ("descr", "alt", "string"):
            if attributes.get(name):
                self.flow.later(attributes[name])

    def _drawing(self, attributes: Attributes) -> None:
        relation = self._relations.get(attributes.get("r:id") or attributes.get("r:dm", ""))
        if relation is not None and relation.kind in ("chart", "chartEx", "diagramData"):
            self.flow.later(*drawn_texts(self.package, relation.target))

    def _other(self, attributes: Attributes) -> None:
        relation = self._relations.get(attributes.get("r:id", ""))
        self.unread.append(relation.target if relation else "")


def _value(attributes: Attributes) -> str:
    return attributes.get("w:val", "")


PartReader.starts = {
    "w:p": PartReader._paragraph,
    "w:pPr": PartReader._properties,
    "w:pStyle": PartReader._of_style,
    "w:outlineLvl": PartReader._of_level,
    "w:t": PartReader._in_text,
    "m:t": PartReader._in_text,
    "w:vanish": PartReader._vanish,
    "w:rFonts": PartReader._of_font,
    "w:sym": PartReader._symbol,
    "w:tbl": PartReader._table,
    "w:tc": PartReader._cell,
    "w:gridSpan": PartReader._span,
    "w:vMerge": PartReader._merge,
    "w:txbxContent": PartReader._box,
    "w:hyperlink": PartReader._hyperlink,
    "w:fldChar": PartReader._field,
    "w:fldSimple": PartReader._simple_field,
    "w:instrText": PartReader._instruction,
    "w:bookmarkStart": PartReader._bookmark,
    "w:ddList": PartReader._choose,
    "w:listEntry": PartReader._entry,
    "w:result": PartReader._result,
    "w:footnoteReference": partial(PartReader._reference, kind="footnotes"),
    "w:endnoteReference": partial(PartReader._reference, kind="endnotes"),
    "w:commentReference": partial(PartReader._reference, kind="comments"),
    "w:headerReference": PartReader._header,
    "w:footerReference": PartReader._header,
    "w:footnote": PartReader._note,
    "w:endnote": PartReader._note,
    "w:comment": PartReader._note,
    "docPr": PartReader._picture,
    "v:shape": PartReader._picture,
    "v:textpath": PartReader._picture,
    "chart": PartReader._drawing,
    "relIds": PartReader._drawing,
    "w:altChunk": PartReader._other,
}
PartReader.ends = {
    "w:p": PartReader._end_paragraph,
    "w:pPr": PartReader._end_properties,
    "w:r": PartReader._end_run,
    "w:tc": PartReader._end_cell,
    "w:tr": PartReader._end_row,
    "w:tbl": PartReader._end_table,
    "w:txbxContent": PartReader._end_box,
    "w:ddList": PartReader._end_choice,
    "w:footnote": PartReader._end_note,
    "w:endnote": PartReader._end_note,
    "w:comment": PartReader._end_note,
}
