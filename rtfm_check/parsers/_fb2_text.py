"""The blocks of FB2: paragraphs, stanzas of poems, rows of tables."""

from __future__ import annotations

from rtfm_check.chunking import Block
from rtfm_check.parsers._sections import rows, unhyphenated

INLINE = frozenset(
    {"a", "b", "code", "em", "emphasis", "font", "i", "image", "s", "small", "span"}
    | {"strikethrough"}
    | {"strong", "style", "sub", "sup", "tt", "u"}
)


class Blocks:
    """Makes blocks of the elements and texts that it is told of; `done` has those that are."""

    def __init__(self) -> None:
        self.done: list[Block] = []
        self._parts: list[str] = []
        self._verses: list[str] = []
        self._cells: list[str] = []
        self._rows: list[str] = []
        self._is_verse = self._is_code = self._is_in_row = False
        self.text = self._parts.append  # a piece of text

    def paragraph(self) -> None:
        """A paragraph begins or ends: the most common of all elements."""
        if self._is_in_row:
            self._parts.append(" ")
        elif self._parts:
            self.end_paragraph()
        elif self._verses:
            self._end_stanza()

    def start(self, name: str) -> None:
        """An element begins that is not inline."""
        if self._is_in_row:
            self._parts.append(" ")
            return
        self.end_paragraph()
        if name == "v":
            self._is_verse = True
        elif self._verses:
            self._end_stanza()
        self._is_in_row = name == "tr"

    def code(self) -> None:
        """The paragraph holds code."""
        self._is_code = True

    def end(self, name: str) -> None:
        """An element ends that is not inline."""
        if self._is_in_row:
            self._end_in_row(name)
            return
        self.end_paragraph()
        self._is_verse = False
        if name in ("stanza", "poem"):
            self._end_stanza()
        elif name == "table":
            self._end_table()

    def take(self) -> list[Block]:
        """All blocks, the one that is being made too."""
        self.end_paragraph()
        self._end_stanza()
        self._end_table()
        done, self.done = self.done, []
        return done

    def end_paragraph(self) -> None:
        """The paragraph ends, if there is one."""
        if not self._parts:
            return
        parts = self._parts
        text = parts[0] if len(parts) == 1 else "".join(parts)
        parts.clear()
        text = text.strip("\n").rstrip() if self._is_code else _folded(text)
        if text:
            if self._is_verse:
                self._verses.append(text)
            else:
                self.done.append(Block(text, is_whole=self._is_code))
        self._is_code = False

    def _end_stanza(self) -> None:
        if self._verses:
            self.done.append(Block("\n".join(self._verses)))
            self._verses.clear()

    def _end_in_row(self, name: str) -> None:
        if name in ("td", "th", "tr"):
            text = _folded("".join(self._parts))
            self._parts.clear()
            if text or name != "tr":
                self._cells.append(text)
        else:
            self._parts.append(" ")
        if name == "tr":
            self._is_in_row = False
            if any(self._cells):
                self._rows.append(" | ".join(self._cells))
            self._cells.clear()

    def _end_table(self) -> None:
        self.done += rows(self._rows)
        self._rows.clear()


def _folded(text: str) -> str:
    """The text with single blanks; quickly, where it has no others."""
    if text.isprintable() and "  " not in text:
        return text.strip(" ")
    return " ".join(unhyphenated(text).split())
