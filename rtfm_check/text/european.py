"""The character set of a text in a European language, most of whose letters are ASCII.

Each language is tried in each set that it was written in. The letters of a text that is read
rightly are those of its language, signs stand between its words, and no capital in the middle.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import NamedTuple

WESTERN = "cp1252"
_LANGUAGES = {  # the letters of each beyond ASCII, by the sets
    "cp1252 iso8859_15 cp850 mac_roman": (
        *("äöüßé", "àâæçèéêëîïôùûüÿœ", "áéíóúüñçï", "áàâãçéêíóôõúü", "àèéìîòóùú", "àçèéíïòóúü"),
        *("åäöæøéèêóòôü", "áéíóúýþæöð", "áðíóúýæøö", "éëïöüèáóêíç", "äöõüšž", "çë", "âêîôû"),
    ),
    "cp1250 iso8859_2 cp852": (
        *("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"),
    ),
    "cp1254": ("çğıİöşüâîû",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņōŗšūž"),
}
_SIGNS = frozenset("“”„‘’‚«»‹›–—…€£§°©®™±·•¿¡´ªº²³½¼¾×µ\xa0")
_OPENING = frozenset("“”„‘’‚«»‹›–—…¿¡·•µ\xa0")  # may stand right before a word
_JOINING = frozenset("’·–—…\xa0")  # may stand in one
_LEAST = 0.95  # share of what is right
_LEAST_GAIN = 0.02  # of it, over the best that Windows-1252 has
_LEAST_LETTERS = 1.9  # that are right, and are not in Windows-1252
_ASCII = bytes(range(0x80))
_INSIDE = re.compile(rb"(?<=[A-Za-z])[\x80-\xff](?=[A-Za-z])")
_FIRST = re.compile(rb"(?<![A-Za-z\x80-\xff])[\x80-\xff](?=[a-z])")
_BEHIND_SMALL = re.compile(rb"(?<=[a-z])[\x80-\xff]")


class _Set(NamedTuple):
    """What the bytes of a character set stand for."""

    name: str
    languages: tuple[bytes, ...]  # the bytes that are right in each
    capitals: bytes
    not_inside: bytes  # a word
    not_first: bytes  # in a word


def charset_of(data: bytes) -> str:
    """The character set of a text; Windows-1252 where nothing speaks for another one."""
    beyond = Counter(data.translate(None, _ASCII))
    inside, first, behind = (_counted(each, data) for each in (_INSIDE, _FIRST, _BEHIND_SMALL))
    total = max(1, beyond.total())
    best, most, western = WESTERN, 0.0, 0.0
    for each in _sets():
        wrong = _sum(inside, each.not_inside) + _sum(first, each.not_first)
        wrong += _sum(behind, each.capitals)
        right = max(_sum(beyond, letters) for letters in each.languages)
        share = (right - wrong) / total
        if each.name == WESTERN:
            western = share
        if share > most:
            best, most = each.name, share
    gain = most - western
    is_sure = most >= _LEAST and gain >= _LEAST_GAIN and gain * total >= _LEAST_LETTERS
    return best if is_sure else WESTERN


def _counted(pattern: re.Pattern[bytes], data: bytes) -> Counter[int]:
    return Counter(b"".join(pattern.findall(data)))


def _sum(counts: Counter[int], letters: bytes) -> int:
    return sum(counts[each] for each in letters)


@cache
def _sets() -> tuple[_Set, ...]:
    return tuple(
        _set(name, languages) for names, languages in _LANGUAGES.items() for name in names.split()
    )


def _set(name: str, languages: tuple[str, ...]) -> _Set:
    meant = {byte: bytes([byte]).decode(name, "replace") for byte in range(0x80, 0x100)}

    def those(are: frozenset[str]) -> bytes:
        return bytes(byte for byte, letter in meant.items() if letter in are)

    letters = frozenset(letter for letter in meant.values() if letter.isalpha()) - _SIGNS
    others = frozenset(meant.values()) - letters
    return _Set(
        name,
        tuple(those(frozenset(each + each.upper()) | _SIGNS) for each in languages),
        those(frozenset(letter for letter in letters if letter.isupper())),
        those(others - _JOINING),
        those(others - _OPENING),
    )
