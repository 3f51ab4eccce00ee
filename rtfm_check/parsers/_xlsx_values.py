"""The values of cells as Python writes them, which is how RTFM has them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

NUMBER, DATE, DURATION = 0, 1, 2  # what the format of a cell makes of its number

_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # formats without a text
_DURATIONS = {46}
_NO_LETTERS = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE | re.DOTALL
)
_PASSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)  # hours that are more than a day
_DATE = re.compile(r"[dmyhs]", re.IGNORECASE)
_EPOCHS = (datetime(1899, 12, 30), datetime(1904, 1, 1))
_DAY = 86_400


def kind_of_format(number: int, code: str | None) -> int:
    """What a number format makes of numbers; `code` where the workbook defines it."""
    if code is None:
        return DURATION if number in _DURATIONS else DATE if number in _DATES else NUMBER
    bare = _NO_LETTERS.sub("", code.partition(";")[0][:1000])
    if _PASSED.search(bare):
        return DURATION
    return DATE if _DATE.search(bare) and "general" not in bare.lower() else NUMBER


def of_number(text: str) -> tuple[str, str]:
    """A number and its type; the type is "" for what is none."""
    digits = text[1:] if text[:1] == "-" else text
    if digits.isdecimal() and digits[0] != "0":
        return text, "int"
    if digits.isdecimal() and len(digits) < 1000:
        return str(int(text)), "int"
    try:
        value = float(text)
    except ValueError:
        return text, ""
    if value - value != 0 or "_" in text:  # infinite, or a number to Python alone
        return text, ""
    return str(value), "float"


def of_date(text: str, kind: int, *, from_1904: bool) -> tuple[str, str]:
    """The date, the time or the duration that a number stands for."""
    try:
        value = float(text)
        if kind == DURATION:
            return str(timedelta(seconds=round(value * _DAY, 3))), "text"
        days, rest = divmod(value, 1)
        passed = timedelta(milliseconds=round(rest * _DAY * 1000))
        if 0 <= value < 1 and passed.days == 0:
            return str((datetime.min + passed).time()), "datetime"
        if 0 < value < 60 and not from_1904:
            days += 1  # the first of the calendar's days that never were
        return str(_EPOCHS[from_1904] + timedelta(days=days) + passed), "datetime"
    except (ValueError, OverflowError):
        return of_number(text)


def of_iso_date(text: str) -> tuple[str, str]:
    """A date that is written out."""
    try:
        return str(datetime.fromisoformat(text)), "datetime"
    except ValueError:
        return text, "text"


def column_of(letters: str) -> int:
    """The index of a column from its letters, 0-based."""
    index = 0
    for letter in letters[:7]:
        index = index * 26 + ord(letter) - 64
    return index - 1
