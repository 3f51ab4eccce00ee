"""Characters of fonts that do not name them: those of Adobe-Japan1, -Korea1 and -GB1.

The numbers of these collections follow the rows of JIS X 0208, KS X 1001 and GB 2312, so that a
codec of Python knows what they mean. The few thousand rarer forms behind them are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple


class _Run(NamedTuple):
    """Numbers one after the other, and what they mean."""

    first: int
    characters: Iterable[str]


_ASCII = [chr(32 + at) for at in range(95)]
_KATAKANA = [chr(0xFF61 + at) for at in range(63)]  # half as wide
_UPRIGHT = (  # forms for lines that run down
    "、。￣＿ー—‐〜‖｜…‥（）〔〕［］｛｝〈〉《》「」『』【】＝ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
_LATER = {"euc_jp": "凜熙", "euc_kr": "\u20ac\xae\u3164"}  # of later editions, or a mere blank
_TWICE = range(0xF900, 0xFA0C)  # Chinese characters of Korea, by their other readings
_OF_JAPAN = (*range(1, 8), *range(16, 85))


@cache
def by_number(collection: str) -> bytes | None:
    """A ToUnicode of codes that are numbers of a collection; None for one that is not known."""
    runs = [_Run(1, _ASCII)]
    if collection == "Japan1":
        runs += [_Run(231, _ASCII), _Run(327, _KATAKANA), _Run(7887, _UPRIGHT)]
        runs.append(_Run(633, (each for _, _, each in _cells("euc_jp", _OF_JAPAN))))
    elif collection == "Korea1":
        rows = (*range(1, 13), *range(16, 41))
        runs.append(_Run(101, (each for _, _, each in _cells("euc_kr", rows))))
        chinese = (each for _, _, each in _cells("euc_kr", range(42, 94)))
        runs.append(_Run(3436, (each for each in chinese if ord(each) not in _TWICE)))
    elif collection == "GB1":
        runs += [_Run(814, _ASCII[1:])]
        runs.append(_Run(96, (each for _, _, each in _cells("gb2312", range(1, 7)))))
        runs.append(_Run(940, (each for _, _, each in _cells("gb2312", range(16, 88)))))
    else:
        return None
    return _written(
        {run.first + at: each for run in runs for at, each in enumerate(run.characters)}
    )


@cache
def by_cell() -> bytes:
    """A ToUnicode of codes that are rows and cells of JIS X 0208."""
    cells = _cells("euc_jp", _OF_JAPAN)
    return _written({(0x20 + row) << 8 | 0x20 + cell: each for row, cell, each in cells})


def _cells(codec: str, rows: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    later = _LATER.get(codec, "")
    for row in rows:
        for cell in range(1, 95):
            text = bytes((0xA0 + row, 0xA0 + cell)).decode(codec, "ignore")
            if len(text) == 1 and text not in later:
                yield row, cell, text.replace("\xad", "–")  # as Python reads the dash of Korea


def _written(characters: dict[int, str]) -> bytes:
    lines = (f"<{code:04x}> <{ord(each):04x}>" for code, each in characters.items())
    return "\n".join(("beginbfchar", *lines, "endbfchar")).encode()
