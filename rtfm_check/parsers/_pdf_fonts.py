"""Whether the fonts of a page say which characters their signs are, and what pypdf makes of it.

A composite font names its signs by numbers of its own. What they mean stands in its ToUnicode, or
in an encoding that everybody knows; without either, what pypdf gives for text is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from pypdf import PageObject
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject

from rtfm_check.parsers import _pdf_collections

try:
    from pypdf import _cmap
    from pypdf._cmap import _predefined_cmap as _known
except ImportError:  # it is called otherwise: pypdf knows what it knows
    _cmap, _known = None, {}

_SUSPICIOUS = re.compile(r"[^\t-\r -~]")  # what is not ASCII, or is a control
_MOST = 200  # fonts or forms of one page or form that are looked at
_BY_NUMBER = re.compile(r"uni((?:[0-9A-Fa-f]{4}){1,8})|u([0-9A-Fa-f]{4,6})")
_OWN = ("/Identity-H", "/Identity-V")  # encodings: numbers of the font's own
_CODECS = {  # encodings of East Asia that pypdf does not know: the codec of Python
    **dict.fromkeys(("90pv-RKSJ", "90msp-RKSJ", "83pv-RKSJ", "Ext-RKSJ", "Add-RKSJ"), "cp932"),
    **dict.fromkeys(("UniJIS2004-UTF16", "UniJISX0213-UTF16", "UniKS-UTF16"), "utf-16-be"),
    **dict.fromkeys(("KSC-EUC", "KSCms-UHC", "KSCms-UHC-HW", "KSCpc-EUC"), "cp949"),
    **dict.fromkeys(("GBKp-EUC",), "gbk"),
    **dict.fromkeys(("B5pc",), "cp950"),
    **dict.fromkeys(("HKscs-B5",), "big5hkscs"),
    **dict.fromkeys(("EUC",), "euc_jp"),
}


class _Glyphs(dict[str, str]):
    """Characters by the names of glyphs: `/one.alt` is a form of `/one`, `/f_i` two letters."""

    def __missing__(self, name: str) -> str:
        found = [self._part(part) for part in name[1:].partition(".")[0].split("_")]
        if None in found:
            raise KeyError(name)
        return "".join(filter(None, found))

    def _part(self, name: str) -> str | None:
        match = _BY_NUMBER.fullmatch(name)
        if match is None:
            return self.get(f"/{name}")
        digits, size = match[1] or match[2], 4 if match[1] else 6
        numbers = (int(digits[at : at + size], 16) for at in range(0, len(digits), size))
        return "".join(chr(each) if each < 0x110000 else "\ufffd" for each in numbers)


def learn() -> None:
    """Tell pypdf of encodings and names that it does not know."""
    glyphs = getattr(_cmap, "adobe_glyphs", None)
    if type(glyphs) is dict:
        _cmap.adobe_glyphs = _Glyphs(glyphs)
    for name, codec in _CODECS.items():
        for direction in "HV":
            _known.setdefault(f"/{name}-{direction}", codec)


def nameless(page: PageObject, text: str) -> float:
    """How much of the text of a page is in fonts that name no characters."""
    if not _SUSPICIOUS.search(text):
        return 0.0
    with suppress(Exception):  # whatever a damaged font leads to: its text could be read
        fonts = [font for font in islice(_fonts(page), _MOST) if _names_nothing(font)]
        return _share(page, fonts) if fonts else 0.0
    return 0.0


def name(page: PageObject) -> bool:
    """Give the fonts of a page that name no characters the names that their collection has."""
    is_changed = False
    with suppress(Exception):  # as above
        for font in islice(_fonts(page), _MOST):
            made = _of_collection(font) if _names_nothing(font) else None
            if made is not None:
                stream = DecodedStreamObject()
                stream.set_data(made)
                font[NameObject("/ToUnicode")] = stream
                is_changed = True
    return is_changed


def _of_collection(font: DictionaryObject) -> bytes | None:
    """A ToUnicode of the characters that a font of a known collection can have."""
    descendants = font["/DescendantFonts"]
    inner = descendants[0].get_object() if isinstance(descendants, ArrayObject) else None
    if not isinstance(inner, DictionaryObject):
        return None
    collection = _inner(inner, "/CIDSystemInfo").get("/Ordering")
    encoding = font["/Encoding"]
    if encoding in _OWN:
        return _pdf_collections.by_number(str(collection))
    if collection == "Japan1" and encoding in ("/H", "/V"):
        return _pdf_collections.by_cell()
    return None


def _fonts(holder: DictionaryObject, depth: int = 2) -> Iterator[DictionaryObject]:
    """The fonts of a page, and of the forms that it shows."""
    resources = _inner(holder, "/Resources")
    for each in islice(_inner(resources, "/Font").values(), _MOST):
        font = each.get_object()
        if isinstance(font, DictionaryObject):
            yield font
    for each in islice(_inner(resources, "/XObject").values(), _MOST if depth else 0):
        form = each.get_object()
        if isinstance(form, DictionaryObject) and form.get("/Subtype") == "/Form":
            yield from _fonts(form, depth - 1)


def _inner(holder: DictionaryObject, name: str) -> DictionaryObject:
    """A dictionary in a dictionary, or an empty one."""
    value = holder.get(name)
    found = value.get_object() if value is not None else None
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def _names_nothing(font: DictionaryObject) -> bool:
    if font.get("/Subtype") != "/Type0" or "/ToUnicode" in font:
        return False
    encoding = font["/Encoding"]
    if not isinstance(encoding, NameObject):
        return True  # one of its own
    is_known = encoding in _known or "-UCS2-" in encoding
    return encoding in _OWN or not is_known


def _share(page: PageObject, fonts: list[DictionaryObject]) -> float:
    """How much of the text of a page is in some fonts."""
    sizes = [0, 0]  # of all, and of theirs

    def see(text: str, _: Any, __: Any, font: Any, ___: Any) -> None:
        size = len("".join(text.split()))
        sizes[0] += size
        sizes[1] += size if any(font is each for each in fonts) else 0

    page.extract_text(visitor_text=see)
    return sizes[1] / sizes[0] if sizes[0] else 0.0
