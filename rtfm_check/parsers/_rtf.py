"""What the control words of RTF do: paragraphs, tables, notes, fields, and where no text stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rtfm_check.chunking import Block
from rtfm_check.parsers import _rtf_words as words
from rtfm_check.parsers._contract import Anchor, Link
from rtfm_check.parsers._fields import link_of
from rtfm_check.parsers._rtf_flow import Flow
from rtfm_check.parsers._rtf_text import TextReader
from rtfm_check.parsers._symbol_font import known

_EAST_ASIA = b"\\ansicpg9"  # code pages 932 to 950
_HEAD = 4096  # bytes in which a document names its code page
_RUNS = {"loch": False, "hich": True, "dbch": False}  # whether what follows is Latin
_PICTURE_TEXTS = ("wzDescription", "gtextUNICODE")  # a text for a picture, a picture of a text


class Reader(TextReader):
    """Reads one document."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        if _EAST_ASIA in data[:_HEAD]:
            self.meant = Reader.meant | _RUNS.keys()
        self.about: dict[str, str] = {}
        self.found: list[Link | Anchor] = []
        self.unknown_page = ""
        self._font = 0  # that the table of fonts describes
        self._font_name: list[str] = []
        self._notes = 0
        self._author = ""  # of the next comment
        self._property = ""  # of a picture
        self._fields: list[list[str]] = []  # the instructions of those that are open
        self._headers: dict[str, None] = {}

    def blocks(self) -> Iterator[Block]:
        """The paragraphs and tables in order, notes behind their paragraphs, headers at the end."""
        done = self.body.blocks
        for _ in self.stops():
            if done:
                yield from done
                done.clear()
        yield from self.body.end()
        yield from (Block(text) for text in self._headers)

    def word(self, word: str, number: str | None) -> None:
        """Do what a control word says."""
        action = _ACTIONS.get(word)
        if action is not None:
            action(self, number)
        elif word in _RUNS:
            self.now.is_latin = _RUNS[word]
        elif word in words.FLOWS:
            self._begin(words.FLOWS[word])
        elif word in words.ABOUT:
            self._capture(lambda text: self._describe(words.ABOUT[word], text))
        elif word in words.SKIPPED or (self.is_starred and word not in words.STARRED):
            self._skip_group(None)

    def paragraph(self, _: str | None = None) -> None:
        """End a paragraph."""
        self.settle()
        now = self.now
        if now.is_flow:
            now.flow.paragraph(in_table=now.in_table, level=now.level)

    # Groups

    def _skip_group(self, _: str | None) -> None:
        self.now.out, self.now.is_flow = None, False

    def _capture(self, use: Callable[[str], None]) -> None:
        """The text of this group is for `use`."""
        out: list[str] = []
        self.now.out, self.now.is_flow = out, False
        self.now.ends = lambda: use("".join(out).strip())

    def _begin(self, kind: str) -> None:
        """The text of this group stands apart."""
        now = self.now
        if not now.is_flow:
            return  # in what old readers take instead of the group before
        flow = now.flow = Flow()
        now.out, now.is_flow = flow.out(1), True
        now.in_table, now.level = False, 1
        now.ends = lambda: self._end(kind, flow)

    def _end(self, kind: str, flow: Flow) -> None:
        blocks = flow.end()
        if kind == "header":
            self._headers.update(dict.fromkeys(block.text for block in blocks))
            return
        if not blocks:
            return
        mark = ""
        if kind == "note":
            self._notes += 1
            mark = f"[{self._notes}] "
        elif kind == "comment":
            self.see("comment")
            mark = f"Comment by {self._author}: " if self._author else "Comment: "
            self._author = ""
        blocks[0] = Block(mark + blocks[0].text)
        self.body.later += blocks  # not to those of a note around it: notes nest without end

    def _repeated(self, _: str | None) -> None:
        """This group has a text twice; the second comes in a group of its own."""
        self.now.outer = self.now.out if self.now.is_flow else None
        self._skip_group(None)

    def _second(self, _: str | None) -> None:
        now = self.now
        if now.outer is not None:
            now.out, now.is_flow = now.outer, True

    # What the document says of itself

    def _describe(self, name: str, text: str) -> None:
        if text and name == "annotator":
            self._author = " ".join(text.split())
        elif text:
            self.about.setdefault(name, " ".join(text.split()))

    def _code_page(self, number: str | None) -> None:
        codec = words.of_page(words.number(number))
        if codec is None:
            self.unknown_page = number or ""
            self.see("page")
        self.page = codec or "cp1252"

    def _table_of_fonts(self, _: str | None) -> None:
        now = self.now
        now.in_fonts, now.is_flow, now.out = True, False, self._font_name
        now.ends = self._name_font

    def _of_font(self, number: str | None) -> None:
        font = words.number(number)
        if self.now.in_fonts:
            self._name_font()
            self._font = font
        else:
            self.settle()
            self.now.codec = self.fonts.get(font, "")

    def _name_font(self) -> None:
        """The name of a font is complete."""
        font = known("".join(self._font_name).partition(";")[0])
        if font:
            self.fonts[self._font] = font
            self.has_symbols = True
        self._font_name.clear()

    def _of_font_codec(self, codec: str | None) -> None:
        if self.now.in_fonts and codec is not None:
            self.fonts[self._font] = codec

    def _deff(self, number: str | None) -> None:
        self.default_font = words.number(number)

    # Properties of text

    def _plain_text(self, _: str | None) -> None:
        now = self.now
        now.is_hidden = now.is_deleted = False
        if not now.in_fonts:
            now.codec = None

    def _hide(self, number: str | None) -> None:
        self.now.is_hidden = number != "0"

    def _delete(self, number: str | None) -> None:
        self.now.is_deleted = number != "0"

    def _characters(self, number: str | None) -> None:
        self.now.characters = max(words.number(number), 0)

    # Paragraphs and tables

    def _plain_paragraph(self, _: str | None) -> None:
        self.now.in_table = False
        self._nest("1")

    def _in_table(self, _: str | None) -> None:
        self.now.in_table = True

    def _nest(self, number: str | None) -> None:
        now = self.now
        now.level = max(words.number(number), 1)
        if now.is_flow:
            now.out = now.flow.out(now.level)

    def _cell(self, level: int) -> None:
        if self.now.is_flow:
            self.now.flow.cell(level)

    def _row(self, level: int) -> None:
        if self.now.is_flow:
            self.now.flow.row(level)

    # Fields, pictures, bookmarks

    def _field(self, _: str | None) -> None:
        self._fields.append([])
        self.now.ends = self._end_field

    def _instruction(self, _: str | None) -> None:
        self.now.is_flow = False
        self.now.out = self._fields[-1] if self._fields else None

    def _end_field(self) -> None:
        found = link_of("".join(self._fields.pop()))
        if found is not None:
            self.found.append(found)

    def _picture_text(self, text: str) -> None:
        if text and self._property in _PICTURE_TEXTS:
            self.body.later.append(Block(text))

    def _name_property(self, text: str) -> None:
        self._property = text

    def _bookmark(self, text: str) -> None:
        if text:
            self.found.append(Anchor("", 0, (text,)))


_ACTIONS: dict[str, Callable[[Reader, str | None], None]] = {
    "par": Reader.paragraph,
    "sect": Reader.paragraph,
    "pard": Reader._plain_paragraph,
    "plain": Reader._plain_text,
    "intbl": Reader._in_table,
    "itap": Reader._nest,
    "cell": lambda reader, _: reader._cell(1),
    "row": lambda reader, _: reader._row(1),
    "nestcell": lambda reader, _: reader._cell(max(reader.now.level, 2)),
    "nestrow": lambda reader, _: reader._row(max(reader.now.level, 2)),
    "u": lambda reader, number: reader.unicode(words.number(number)),
    "uc": Reader._characters,
    "f": Reader._of_font,
    "fonttbl": Reader._table_of_fonts,
    "fcharset": lambda reader, number: reader._of_font_codec(
        words.of_charset(words.number(number))
    ),
    "cpg": lambda reader, number: reader._of_font_codec(words.of_page(words.number(number))),
    "deff": Reader._deff,
    "ansicpg": Reader._code_page,
    "mac": lambda reader, _: reader._code_page("10000"),
    "pc": lambda reader, _: reader._code_page("437"),
    "pca": lambda reader, _: reader._code_page("850"),
    "v": Reader._hide,
    "deleted": Reader._delete,
    "info": Reader._skip_group,
    "upr": Reader._repeated,
    "ud": Reader._second,
    "field": Reader._field,
    "fldinst": Reader._instruction,
    "sn": lambda reader, _: reader._capture(reader._name_property),
    "sv": lambda reader, _: reader._capture(reader._picture_text),
    "bkmkstart": lambda reader, _: reader._capture(reader._bookmark),
}
Reader.meant = frozenset(
    {"bin", *_ACTIONS, *words.CHARACTERS, *words.FLOWS, *words.ABOUT, *words.SKIPPED}
)
