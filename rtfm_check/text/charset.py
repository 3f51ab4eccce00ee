"""Which character set old texts are in that do not say it: text files, titles, tags, lyrics.

What is UTF-8 is UTF-8. The rest of a file is guessed as a whole, since a title alone is too short.
`european.py` judges texts where letters beyond ASCII stand among letters of ASCII.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from rtfm_check.text import european

WESTERN = european.WESTERN
_ASCII = bytes(range(0x80))
_SAMPLE = 64 * 1024  # bytes that a guess looks at
_LEAST = 0.62  # share of common letters in a text of the language
_LEAST_LETTERS = 0.85  # share of letters among its characters beyond ASCII
_ALPHABETS = (  # the letters that make up most of a text
    ("cp1251", "оеаинтсрвлкмдпуя"),
    ("koi8-r", "оеаинтсрвлкмдпуя"),
    ("cp866", "оеаинтсрвлкмдпуя"),
    ("cp1253", "αοιετσνηυρπκμλςό"),
    ("cp1255", "יוהלאתרבשמנ"),
    ("cp1256", "اليمنرتوبهدعسفكةأ"),
    ("cp874", "นารอกเงมยลวดทสตะปบคหแจ่้ัิี"),
)
_THAI = frozenset(map(chr, range(0xE30, 0xE50)))  # vowels and tones, which are marks
_SYLLABARIES = (  # the first bytes of common characters, each of which has two bytes
    ("cp949", "cp949", range(0xB0, 0xC9)),
    ("gb2312", "gb18030", range(0xB0, 0xD8)),
    ("euc_jp", "euc_jp", range(0xA4, 0xD0)),
    ("big5", "big5", range(0xA4, 0xC7)),
)
_RUN = re.compile("[\u3000-\u9fff]{2,}")
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")


def charset(texts: Iterable[bytes]) -> str:
    """The character set of those texts that are not UTF-8."""
    found, size = [], 0
    for text in texts:
        if size < _SAMPLE and not is_utf8(text):
            found.append(text[:_SAMPLE])
            size += len(found[-1])
    return guess(b"\n".join(found)) if found else WESTERN


def decoded(data: bytes, name: str) -> str:
    """A text as UTF-8 or else in a character set; what is in neither becomes U+FFFD."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass  # as most old texts
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        return data.decode("latin-1") if name == WESTERN else data.decode(name, "replace")


def is_utf8(data: bytes) -> bool:
    """Whether a text is UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def guess(data: bytes) -> str:
    """The character set of a text that is not UTF-8."""
    counts = Counter(data.translate(None, _ASCII))
    scores = [(_alphabet_score(counts, name, common), name) for name, common in _ALPHABETS]
    score, best = max(scores, key=lambda each: each[0])
    if _is_japanese(data, has_to_show_kana=score >= _LEAST):
        return "cp932"
    if score >= _LEAST and _has_words_beyond_ascii(data):
        return best
    for codec, name, leads in _SYLLABARIES:
        if _is_of(data, codec, leads):
            return name
    return european.charset_of(data)


def _has_words_beyond_ascii(data: bytes) -> bool:
    """Whether most bytes beyond ASCII stand in words that have no letter of ASCII."""
    among = alone = 0
    for word in _WORD.findall(data):
        beyond = len(word) - len(word.translate(None, bytes(range(0x80, 0x100))))
        if beyond == len(word) > 1:
            alone += beyond
        else:
            among += beyond
    return alone > among


def _alphabet_score(counts: Counter[int], name: str, common: str) -> float:
    """The share of common letters among all characters beyond ASCII; a capital counts less."""
    letters = small = capital = 0
    for byte, count in counts.items():
        letter = _letters(name)[byte - 0x80]
        letters += count * (letter.isalpha() or letter in _THAI)
        if letter in common:
            small += count
        elif letter.lower() in common:
            capital += count
    if letters < _LEAST_LETTERS * counts.total():
        return 0
    return (small + 0.7 * capital) / max(1, counts.total())


@cache
def _letters(name: str) -> list[str]:
    """What the bytes beyond ASCII stand for in a character set of single bytes."""
    return [bytes([byte]).decode(name, "replace") for byte in range(0x80, 0x100)]


def _is_japanese(data: bytes, *, has_to_show_kana: bool) -> bool:
    """Whether it is Shift-JIS with kana, or with common characters that do not stand alone.

    Western quotation marks with the letter behind them look like single characters.
    """
    try:
        text = data.decode("cp932")
    except UnicodeDecodeError:
        return False
    wide = [each for each in text if "\u3000" <= each <= "\u9fff" or "\uff00" <= each <= "\uff60"]
    kana = sum("\u3041" <= each <= "\u30ff" for each in wide)
    narrow = sum("\uff61" <= each <= "\uff9f" for each in text)
    if len(wide) <= narrow:
        return False
    if kana >= 2 or has_to_show_kana:
        return kana >= 2
    usual = sum(each.encode("cp932")[0] <= 0x9F for each in wide)
    return usual * 2 > len(wide) and sum(map(len, _RUN.findall(text))) * 2 > len(wide)


def _is_of(data: bytes, codec: str, leads: range) -> bool:
    """Whether all is in an encoding of two bytes, most of it beyond ASCII and common there."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return False
    wide = [each.encode(codec) for each in text if not each.isascii()]
    least = 0x40 if codec == "big5" else 0xA1  # of a second byte
    common = sum(each[0] in leads and each[-1] >= least for each in wide)
    letters = sum(each.isascii() and each.isalpha() for each in text)
    return len(wide) > max(1, letters) and common >= 0.8 * len(wide)
