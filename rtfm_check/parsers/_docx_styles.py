"""The styles of a DOCX: which ones are headings, and of what level, and which ones are code.

A style is a heading by its outline level, its own or that of a style it is based on; by the name
that Word gives the headings of all languages in the file; or by what they are called in one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rtfm_check.parsers._ooxml import Package
from rtfm_check.parsers._xml import START

_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek"
    r"|nadpis|naslov|заголовок|címsor|başlık|titlu|见出し|見出し|标题|標題|제목) ?([1-9])",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b(?:code|preformatted|source|listing|verbatim|quelltext|console)\b", re.I)
_STYLE = "</w:style>"
_ID = re.compile(r'<w:style\b[^<>]*\bw:styleId="([^"]*)"')
_NAME = re.compile(r'<w:name w:val="([^"]*)"')
_BASE = re.compile(r'<w:basedOn w:val="([^"]*)"')
_LEVEL = re.compile(r'<w:outlineLvl w:val="([0-9])"')
_MOST = 1024 * 1024  # characters of the part
_CHAIN = 20  # styles that are based on each other


class Style(NamedTuple):
    """What a paragraph style means for the text."""

    level: int = 0  # of a heading; 0: it is none
    is_code: bool = False


class Styles:
    """The styles of a document, looked at when they are met."""

    def __init__(self, package: Package, part: str, prefixes: dict[str, str]) -> None:
        self._known: dict[str, Style] = {"": Style()}
        self._texts: dict[str, str] = {}
        self._facts: dict[str, tuple[str, str, str]] = {}  # name, base, outline level
        text = (package.archive.read(part) or b"").decode("utf-8", "replace")
        if _STYLE in text and len(text) < _MOST:
            for each in text.split(_STYLE):
                found = _ID.search(each)
                if found:
                    self._texts[found[1]] = each[found.start() :]
        elif text:
            self._read(package, part, prefixes)

    def of(self, name: str) -> Style:
        """The style of an id, as paragraphs name it."""
        style = self._known.get(name)
        if style is None:
            style = self._known[name] = self._made(name)
        return style

    def _made(self, id: str) -> Style:
        for _ in range(_CHAIN):
            name, base, level = self._fact(id)
            if level:
                return Style(int(level) + 1 if level != "9" else 0, bool(_CODE.search(name)))
            heading = _HEADING.fullmatch(name)
            if heading or name.lower() == "title":
                return Style(int(heading[1]) if heading else 1)
            if _CODE.search(name):
                return Style(is_code=True)
            if not base:
                break
            id = base
        return Style()

    def _fact(self, id: str) -> tuple[str, str, str]:
        fact = self._facts.get(id)
        if fact is None:
            text = self._texts.get(id, "")
            found = (pattern.search(text) for pattern in (_NAME, _BASE, _LEVEL))
            name, base, level = (match[1] if match else "" for match in found)
            fact = self._facts[id] = (name or id, base, level)
        return fact

    def _read(self, package: Package, part: str, prefixes: dict[str, str]) -> None:
        """The styles of a part that is written in another way than usual."""
        id = ""
        for kind, name, attributes, _ in package.events(part, prefixes):
            if kind != START:
                continue
            value = attributes.get("w:val", attributes.get("val", ""))
            if name == "w:style":
                id = attributes.get("w:styleId", attributes.get("styleId", ""))
                self._facts[id] = (id, "", "")
            elif id:
                of_name, base, level = self._facts[id]
                if name == "w:name":
                    self._facts[id] = (value, base, level)
                elif name == "w:basedOn":
                    self._facts[id] = (of_name, value, level)
                elif name == "w:outlineLvl" and value.isdecimal() and len(value) == 1:
                    self._facts[id] = (of_name, base, value)
