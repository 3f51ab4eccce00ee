"""The characters of the fonts Symbol and Wingdings, which documents know by their place there."""

from __future__ import annotations

import re

SYMBOL, WINGDINGS = "symbol", "wingdings"

_SYMBOL = (
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"
    "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
)  # from 0x20
_SYMBOL_HIGH = (
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"
    "⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\uf8ff〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
)  # from 0xA0
_SYMBOLS = {
    **dict(enumerate(_SYMBOL, 0x20)),
    **dict(enumerate(_SYMBOL_HIGH, 0xA0)),
}
_OTHERS = {  # of Wingdings, by its codes; the hyphen is that of Symbol
    0x2D: "-",
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    0x6F: "□",
    0x76: "❖",
    0xA7: "▪",
    0xA8: "◻",
    0xB7: "•",
    0xD8: "➢",
    0xDF: "←",
    0xE0: "→",
    0xE1: "↑",
    0xE2: "↓",
    0xE8: "➔",
    0xF0: "⇨",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}
_PRIVATE = range(0xF020, 0xF100)  # where Word puts the codes of such fonts
_IN_PRIVATE = re.compile(r"[\uf020-\uf0ff]")


def known(font: str) -> str:
    """The one of the two that a font is by its name, or ""."""
    name = font.strip().lower()
    return name if name in (SYMBOL, WINGDINGS) else ""


def decoded(data: bytes, font: str) -> str:
    """Bytes in one of the two."""
    return "".join(character(byte, font) for byte in data)


def character(code: int, font: str = "") -> str:
    """A character by its code, in a font of symbols; as it is, if nobody knows what it stands for.

    Without a font, a code of Word's is taken for that of a bullet or an arrow.
    """
    is_private = code in _PRIVATE
    place = code - 0xF000 if is_private else code
    name = known(font)
    if name == SYMBOL:
        return _SYMBOLS.get(place, chr(code))
    if is_private or name == WINGDINGS:
        return _OTHERS.get(place, chr(code))
    return chr(code)


def public(text: str, font: str) -> str:
    """A text of Word in a font: what it has of codes of fonts is what they stand for."""
    return _IN_PRIVATE.sub(lambda match: character(ord(match[0]), font), text)
