"""The events of a part of a DOCX: which of them are text, and which are not read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rtfm_check.chunking import Block
from rtfm_check.parsers._flow import Flow
from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._sections import Heading
from rtfm_check.parsers._symbol_font import public
from rtfm_check.parsers._xml import START, TEXT

_WORD = "http://{}/wordprocessingml/{}main"
_OFFICE = "http://{}/officeDocument/{}relationships"
_OLD, _STRICT = ("schemas.openxmlformats.org", "2006/"), ("purl.oclc.org/ooxml", "")
PREFIXES = {
    _WORD.format(*_OLD): "w",
    _WORD.format(*_STRICT): "w",
    "http://schemas.microsoft.com/office/word/2003/wordml": "w",
    _OFFICE.format(*_OLD): "r",
    _OFFICE.format(*_STRICT): "r",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "urn:schemas-microsoft-com:vml": "v",
}
_SKIPPED = {
    *("w:del", "w:moveFrom", "w:rt", "w:delText", "w:delInstrText"),
    *("w:pPrChange", "w:rPrChange", "w:sectPrChange", "w:tblPrChange", "w:trPrChange"),
    *("w:tcPrChange", "w:tblGridChange", "w:tblPrExChange", "w:numberingChange"),
}
_ALTERNATIVES = {"mc:AlternateContent", "mc:Choice", "mc:Fallback"}
_CHARACTERS = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "-",
}

Attributes = dict[str, str]


class TextEvents:
    """Goes through one part; what its elements mean is for others."""

    starts: Mapping[str, Callable[[Any, Attributes], None]]
    ends: Mapping[str, Callable[[Any], None]]

    def __init__(self, package: Package, part: str) -> None:
        self.flow = Flow()
        self.deletions = self.hidden = 0
        self.package = package
        self.part = part
        self.out: list[str] | None = None  # where text goes
        self.is_hidden = False  # as Word shows it
        self.font = ""  # of the open run
        self.goes_on = False  # the end of the open paragraph was deleted
        self.in_properties = False  # of a paragraph: what stands for a character elsewhere does not
        self._skipped = 0  # elements that are open and not read
        self._root = ""  # the first of them
        self._has_text = False  # they have
        self._choices: list[bool] = []  # whether one of alternatives was taken

    def items(self) -> Iterator[Heading | Block]:
        """The headings and blocks of the part."""
        items, starts, ends = self.flow.items, self.starts, self.ends
        for kind, name, attributes, _ in self.package.events(self.part, PREFIXES):
            if kind == TEXT:
                self._text(name)
            elif self._skipped:
                self._skip(name, 1 if kind == START else -1)
            elif kind == START:
                start = starts.get(name)
                if start is not None:
                    start(self, attributes)
                elif name in _CHARACTERS and not self.in_properties:
                    self.flow.out.append(_CHARACTERS[name])
                elif name in _SKIPPED or name in _ALTERNATIVES:
                    self._skip_or_choose(name)
            else:
                self.out = None
                end = ends.get(name)
                if end is not None:
                    end(self)
                    if items:
                        yield from items
                        items.clear()
                elif name == "mc:AlternateContent" and self._choices:
                    self._choices.pop()
        yield from self.flow.done()

    def _text(self, text: str) -> None:
        if self._skipped:
            self._has_text = self._has_text or not text.isspace()
        elif self.out is not None:
            self.out.append(text if text.isprintable() else public(text, self.font))
            if self.is_hidden and not text.isspace():
                self.hidden += 1
                self.is_hidden = False

    def _skip(self, name: str, step: int) -> None:
        if not self._skipped:
            self._root, self._has_text = name, False
        self._skipped += step
        if not self._skipped and self._root == "w:del" and self._has_text:
            self.deletions += 1

    def _skip_or_choose(self, name: str) -> None:
        if name in _SKIPPED:
            self.goes_on |= name == "w:del" and self.in_properties
            self._skip(name, 1)
        elif name == "mc:AlternateContent":
            self._choices.append(False)
        elif self._choices and self._choices[-1]:
            self._skip(name, 1)  # another was taken
        elif self._choices:
            self._choices[-1] = True
