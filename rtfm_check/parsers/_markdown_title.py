"""The title of a section, and the number in front of it."""

from __future__ import annotations

import re

MOST = 300  # characters of a title

_WORD = r"(?:chapter|part|section)\s*+(?P<of_word>\d{1,9})(?![\w])"
_MARK = r"\s*+(?:[:,)]|\.(?!\d)|[–—-](?=\s))\s*+"
_NUMBERED = re.compile(
    rf"{_WORD}(?:{_MARK}(?P<rest>.*)|\s++(?P<apart>[^\s\d/.].*)|\Z)", re.IGNORECASE | re.DOTALL
)
_STARTS = frozenset("CcPpSs0123456789")  # of a title with a number
_BARE = re.compile(r"(?P<number>\d{1,2})[.:)]\s++(?P<rest>\S.*)", re.DOTALL)


def raw(lines: list[str]) -> str:
    """The title as a heading has it, without the marks that make it one."""
    first = lines[0].strip()
    if len(lines) > 1:  # a line of `=` or `-` is below it
        return " ".join(" ".join(lines[:-1]).split())
    title = first.lstrip("#").strip()
    bare = title.rstrip("#")
    if bare != title and (not bare or bare[-1] in " \t"):
        return bare.rstrip()
    return title


def shortened(title: str) -> str:
    """The title, cut where it is longer than titles are."""
    if len(title) <= MOST:
        return title
    cut = title.rfind(" ", MOST // 2, MOST)
    return f"{title[: cut if cut > 0 else MOST].rstrip()} …"


def numbered(title: str) -> tuple[int | None, str]:
    """The number of `Chapter 3: Tools` and its title; no number is taken out of other titles.

    A part of it that goes on in small letters, as in `Part 2 of the guide`, stays whole.
    """
    if title[0] not in _STARTS:
        return None, title
    match = _NUMBERED.match(title)
    if match is not None:
        rest = match["rest"] or match["apart"] or ""
        number = int(match["of_word"])
        return number, title if not rest or (match["apart"] and rest[0].islower()) else rest
    match = _BARE.match(title)
    if match is not None:
        return int(match["number"]), match["rest"]
    return None, title
