"""The text of a page of PDF, as a reader of it would write it down.

A PDF knows where letters stand, and nothing of words and paragraphs. A line that reaches as far as
most do goes on in the next one; a shorter one is the last of its paragraph if it ends a sentence,
and else a row, an item or a heading, whose line stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_FORMS = (*range(0xFB00, 0xFE00), *range(0xFE70, 0xFEFD))  # of letters, and several at once
_LIGATURES = {
    form: letters
    for form in _FORMS
    if not (letters := unicodedata.normalize("NFKC", chr(form))).startswith((" ", chr(form)))
}
# Ligatures of TeX, which has them where others have controls; a return is one beside the others.
_OF_TEX = re.compile(r"[\x0b\x0c\x0e\x0f\x1b-\x1f](?=[a-z])")
_ALL_OF_TEX = re.compile(r"[\x0b-\x0f\x1b-\x1f](?=[a-z])")
_TEX = dict(
    zip("\v\f\r\x0e\x0f\x1b\x1c\x1d\x1e\x1f", 2 * ("ff", "fi", "fl", "ffi", "ffl"), strict=True)
)
_BREAKS = str.maketrans(dict.fromkeys("\r\v\f", "\n"))
_SOFT_HYPHEN = re.compile("\xad(?!\n)|[\ufffe\x02]\n?")  # and PDFium's, where it joined a word
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\xad\u2010¬][^\S\n]*+\n\s*+([^\W\d_])")
_LEADER = re.compile(r"(?:\.[ \t]?+){5,}+")  # between an entry of a table of contents and its page
_ITEM = re.compile(r"[•▪◦‣·○●■□–—*-]\s|\(?\d{1,3}[.)]\s")
_SENTENCE_END = tuple(".!?:;…。！？")
_REACH = 0.7  # of the length of long lines: a line as long as that goes on
_GLYPHS = re.compile(r"/[A-Za-z]{1,3}[0-9A-Fa-f]{0,5}(?=/|\Z)")  # for which nobody knows a letter
_FEW = 12  # of them, such as paths may have
_NO_LETTERS = re.compile(r"[\x00-\x08\x0e-\x1f\ufffd\ue000-\uf8ff]")


def cleaned(text: str) -> str:
    """The text without ligatures, and with words in one piece that were cut at the end of a line.

    A word that is written with a hyphen, and cut there, loses it.
    """
    if _OF_TEX.search(text):
        text = _ALL_OF_TEX.sub(lambda match: _TEX[match[0]], text)
    return _LEADER.sub("... ", in_words(text.translate(_BREAKS)))


def in_words(text: str) -> str:
    """The same, and the ends of lines and columns stay what they are."""
    return _HYPHENATED.sub(_joined, _SOFT_HYPHEN.sub("", text.translate(_LIGATURES)))


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a page, their lines joined where they go on."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    lengths = sorted(len(line) for line in lines if line)
    reach = _REACH * lengths[len(lengths) * 9 // 10] if lengths else 0
    held: list[str] = []
    for line in lines:
        if held and _ITEM.match(line):
            held[-1] = "\n"
        if line:
            held += [line, " " if len(line) >= reach else "\n"]
        is_end = len(line) < reach and line.endswith(_SENTENCE_END)
        if held and (not line or is_end):
            yield "".join(held[:-1])
            held.clear()
    if held:
        yield "".join(held[:-1])


def is_legible(text: str) -> bool:
    """Whether a text is one: its characters are not mostly such as fonts alone know."""
    sample = "".join(text[:2000].split())
    names = _GLYPHS.findall(sample) if "/" in sample else []
    odd = len(_NO_LETTERS.findall(sample)) + (len("".join(names)) if len(names) > _FEW else 0)
    return odd * 2 <= len(sample)


def _joined(match: re.Match[str]) -> str:
    """A word goes on where the next line begins with a small letter."""
    return match[1] if match[1].islower() else match[0]
