"""The text of a part of an ODT: its content, or the headers and footers in its styles."""

from __future__ import annotations

import re

from rtfm_check.parsers._contract import Anchor, Link
from rtfm_check.parsers._hyperlinks import link
from rtfm_check.parsers._odt_events import PREFIXES, Attributes, TextEvents
from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._xml import START, TEXT

_HEADERS = [
    f"style:{name}{page}" for name in ("header", "footer") for page in ("", "-left", "-first")
]
_TITLES = ("chart:title", "chart:subtitle", "math:annotation")
_REGION = re.compile(r"\|(?:outline|region|table|frame|graphic|ole|sequence|text)$")
_CODE = re.compile("preformatted|source|code|listing|verbatim", re.IGNORECASE)
_SPACES = 1000  # that one element may stand for


class PartReader(TextEvents):
    """Reads one part."""

    def __init__(self, package: Package, part: str) -> None:
        super().__init__(package, part)
        self.found: list[Link | Anchor] = []
        self.comments = self.hidden = 0
        self.headers: dict[str, None] = {}  # the texts of headers and footers
        self._level = 1  # of the open heading
        self._spans: list[int] = []  # columns of the cells that are open
        self._covered = 1  # columns that the last cell spans, with those that are still to come
        self._marks: list[str] = []  # of the notes that are open
        self._told: list[str] = []  # a citation, an author, a text for a picture
        self._author = ""
        self._described = ""  # the style whose properties come
        self._codes: set[str] = set()  # styles
        self._hidden_styles: set[str] = set()

    # Styles

    def _style_begins(self, attributes: Attributes) -> None:
        name = self._described = attributes.get("style:name", "")
        parent = attributes.get("style:parent-style-name", "")
        if attributes.get("style:family") == "paragraph" and (
            _CODE.search(name) or _CODE.search(parent)
        ):
            self._codes.add(name)

    def _properties(self, attributes: Attributes) -> None:
        if attributes.get("text:display") == "none":
            self._hidden_styles.add(self._described)

    def _notice(self, attributes: Attributes) -> None:
        """Count what is hidden by its style."""
        if self._hidden_styles and attributes.get("text:style-name") in self._hidden_styles:
            self.hidden += 1

    # Paragraphs

    def _paragraph(self, attributes: Attributes) -> None:
        self._notice(attributes)
        self.place.paragraphs += 1
        self.place.style = attributes.get("text:style-name", "")

    def _end_paragraph(self) -> None:
        self.place.paragraphs = max(0, self.place.paragraphs - 1)
        if self.place.depth:
            mark = "- " if self.place.is_first else "  "
            self.flow.entry("  " * (min(self.place.depth, 10) - 1) + mark)
            self.place.is_first = False
        elif self.flow.is_body and (
            self.place.style in self._codes or _CODE.search(self.place.style)
        ):
            self.flow.code()
        else:
            self.flow.paragraph()

    def _heading(self, attributes: Attributes) -> None:
        self._paragraph(attributes)
        level = attributes.get("text:outline-level", "1")
        self._level = int(level[:3]) if level.isdecimal() else 1

    def _end_number(self) -> None:
        self.flow.out.append(" ")

    def _end_heading(self) -> None:
        self.place.paragraphs = max(0, self.place.paragraphs - 1)
        self.flow.paragraph(max(self._level, 1))

    def _spaces(self, attributes: Attributes) -> None:
        count = attributes.get("text:c", "1")
        number = min(int(count[:9]), _SPACES) if count.isdecimal() else 1
        self.flow.out.append(" " * number)

    def _tab(self, _: Attributes) -> None:
        self.flow.out.append("\t")

    def _break(self, _: Attributes) -> None:
        self.flow.out.append("\n")

    def _list(self, _: Attributes) -> None:
        if not self.place.depth and self.flow.is_body:
            self.flow.end_lines()
        self.place.depth += 1

    def _end_list(self) -> None:
        self.place.depth = max(0, self.place.depth - 1)
        if not self.place.depth and self.flow.is_body:
            self.flow.end_lines()

    def _item(self, _: Attributes) -> None:
        self.place.is_first = True

    def _section(self, attributes: Attributes) -> None:
        self.hidden += attributes.get("text:display") == "none"

    # Tables and boxes

    def _table(self, _: Attributes) -> None:
        self.flow.begin_table()

    def _cell(self, attributes: Attributes) -> None:
        span = attributes.get("table:number-columns-spanned", "1")
        self._spans.append(int(span[:4]) if span.isdecimal() else 1)
        self.enter()
        self.flow.begin_cell()

    def _end_cell(self) -> None:
        self.leave()
        span = self._covered = self._spans.pop() if self._spans else 1
        self.flow.end_cell(span)

    def _covered_cell(self, _: Attributes) -> None:
        self._spans.append(self._covered)
        self.enter()
        self.flow.begin_cell()

    def _end_covered_cell(self) -> None:
        self.leave()
        self._covered = (self._spans.pop() if self._spans else 1) - 1
        self.flow.end_cell(0 if self._covered > 0 else 1, goes_on=self._covered <= 0)

    def _end_row(self) -> None:
        self._covered = 1
        self.flow.end_row()

    def _end_table(self) -> None:
        self.flow.end_table()

    # Notes, comments, headers

    def _note_body(self, attributes: Attributes) -> None:
        self._marks.append(" ".join("".join(self._told).split()))
        self.begin_box()

    def _end_note_body(self) -> None:
        mark = self._marks.pop() if self._marks else ""
        self._later(f"[{mark}] " if mark else "", self.take_box())

    def _annotation(self, _: Attributes) -> None:
        self._author = ""
        self.begin_box()

    def _end_annotation(self) -> None:
        texts = self.take_box()
        self.comments += bool(texts)
        self._later(f"Comment by {self._author}: " if self._author else "Comment: ", texts)

    def _later(self, mark: str, texts: list[str]) -> None:
        if texts:
            self.flow.later(mark + texts[0], *texts[1:])

    def _end_header(self) -> None:
        self.headers.update(dict.fromkeys(self.take_box()))

    def _tell(self, _: Attributes) -> None:
        self.out = self._told = []

    def _end_told(self) -> None:
        self.out = None

    def _end_author(self) -> None:
        self.out = None
        self._author = " ".join("".join(self._told).split())

    def _end_picture(self) -> None:
        self.out = None
        self.flow.later("".join(self._told))

    # Links and what is embedded

    def _link(self, attributes: Attributes) -> None:
        written = attributes.get("xlink:href", "")
        found = link(written.removeprefix("../"))  # the document is the folder that it is packed in
        if found is not None:
            fragment = _REGION.sub("", found.fragment)
            self.found.append(found._replace(detail=written, fragment=fragment))

    def _bookmark(self, attributes: Attributes) -> None:
        name = attributes.get("text:name", "")
        if name:
            self.found.append(Anchor("", 0, (name,)))

    def _object(self, attributes: Attributes) -> None:
        """A chart or a formula: what it is called, and how it is written."""
        folder = attributes.get("xlink:href", "").removeprefix("./")
        text: list[str] = []
        inside = 0
        for kind, name, _, _ in self.package.events(f"{folder}/content.xml", PREFIXES):
            if kind == TEXT:
                if inside:
                    text.append(name)
            elif name in _TITLES:
                inside += 1 if kind == START else -1
                if kind == START:
                    text.append("\n")
        self.flow.later(*"".join(text).split("\n"))


PartReader.starts = {
    "text:p": PartReader._paragraph,
    "text:h": PartReader._heading,
    "text:s": PartReader._spaces,
    "text:tab": PartReader._tab,
    "text:line-break": PartReader._break,
    "text:span": PartReader._notice,
    "text:list": PartReader._list,
    "text:list-item": PartReader._item,
    "text:section": PartReader._section,
    "text:a": PartReader._link,
    "draw:a": PartReader._link,
    "text:bookmark": PartReader._bookmark,
    "text:bookmark-start": PartReader._bookmark,
    "text:note-citation": PartReader._tell,
    "text:note-body": PartReader._note_body,
    "office:annotation": PartReader._annotation,
    "dc:creator": PartReader._tell,
    "svg:title": PartReader._tell,
    "svg:desc": PartReader._tell,
    "draw:object": PartReader._object,
    "table:table": PartReader._table,
    "table:table-cell": PartReader._cell,
    "table:covered-table-cell": PartReader._covered_cell,
    "style:style": PartReader._style_begins,
    "style:text-properties": PartReader._properties,
    **dict.fromkeys(_HEADERS, PartReader.begin_box),
}
PartReader.ends = {
    "text:p": PartReader._end_paragraph,
    "text:h": PartReader._end_heading,
    "text:number": PartReader._end_number,
    "text:list": PartReader._end_list,
    "text:note-citation": PartReader._end_told,
    "text:note-body": PartReader._end_note_body,
    "office:annotation": PartReader._end_annotation,
    "dc:creator": PartReader._end_author,
    "svg:title": PartReader._end_picture,
    "svg:desc": PartReader._end_picture,
    "table:table": PartReader._end_table,
    "table:table-row": PartReader._end_row,
    "table:table-cell": PartReader._end_cell,
    "table:covered-table-cell": PartReader._end_covered_cell,
    **dict.fromkeys(_HEADERS, PartReader._end_header),
}
