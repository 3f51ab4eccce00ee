"""Characters of Japanese fonts that do not name them: those of the collection Adobe-Japan1.

Its numbers follow the rows of JIS X 0208, so that a codec of Python knows what they mean. The few
thousand rarer forms behind them are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

_FIRST = 633  # the number of the first character of JIS X 0208
_ROWS = (*range(1, 8), *range(16, 85))  # without those that the collection has elsewhere
_LATER = {(84, 5), (84, 6)}  # cells that came with a later edition
_LATIN = 1  # the number of a blank; then come the characters of ASCII
_HALF = 231  # the same, half as wide
_KATAKANA = (327, 0xFF61, 63)  # half as wide: the first number, the first character, how many
_UPRIGHT = (  # forms for lines that run down
    7887,
    "、。￣＿ー—‐〜‖｜…‥（）〔〕［］｛｝〈〉《》「」『』【】＝ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ",
)


@cache
def by_number() -> bytes:
    """A ToUnicode of codes that are numbers of the collection."""
    found = {_LATIN + at: chr(32 + at) for at in range(95)}
    found |= {_HALF + at: chr(32 + at) for at in range(95)}
    first, character, count = _KATAKANA
    found |= {first + at: chr(character + at) for at in range(count)}
    first, characters = _UPRIGHT
    found |= {first + at: each for at, each in enumerate(characters)}
    found |= {_FIRST + at: each for at, (_, _, each) in enumerate(_cells())}
    return _written(found)


@cache
def by_cell() -> bytes:
    """A ToUnicode of codes that are rows and cells of JIS X 0208."""
    return _written({(0x20 + row) << 8 | 0x20 + cell: each for row, cell, each in _cells()})


def _cells() -> Iterator[tuple[int, int, str]]:
    for row in _ROWS:
        for cell in range(1, 95):
            text = bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp", "ignore")
            if text and (row, cell) not in _LATER:
                yield row, cell, text


def _written(characters: dict[int, str]) -> bytes:
    lines = (f"<{code:04x}> <{ord(each):04x}>" for code, each in characters.items())
    return "\n".join(("beginbfchar", *lines, "endbfchar")).encode()
