"""What is wrong in a text that is no TOML, and where.

Python's reader tells the place where it has noticed, which may be lines behind the mistake: the
second key of a name stands before its value, and an open quote before all that it swallowed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rtfm_check.mapping.foreign_text import left_by_tools
from rtfm_check.parsers._toml_blocks import key_at
from rtfm_check.text.show import quote

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_TWICE = (
    *("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine"),
    "Duplicate inline",
)
_OPEN_STRING = (
    *("Unterminated string", "Expected \"'"),
    *("Illegal character '\\n'", "Found invalid character '\\n'"),
)
_BAD_ESCAPE = ("Unescaped", "Invalid hex value", "Escaped character")
_SAID = (  # part of the reader's message, what to say instead, how to go on
    ("Expected '='", "a key without a value", "write `key = value`; text goes in quotes"),
    ("Invalid value", "this is no value", "put text in quotes"),
    ("Expected newline", "something stands behind the value", "begin a new line, or use quotes"),
)
_WORDS = {  # that other languages write
    **dict.fromkeys(("True", "TRUE", "yes", "on"), "write `true`"),
    **dict.fromkeys(("False", "FALSE", "no", "off"), "write `false`"),
    **dict.fromkeys(("null", "Null", "None", "nil"), "TOML has no such value: leave the key out"),
}
_NEXT = re.compile(r"\"\"\"|'''|[\"']|#[^\n]*+|[\[\]{},]")
_REST = {  # of a string, by what it begins with
    '"""': re.compile(r'(?:[^"\\]++|\\.|"(?!""))*+""""{0,2}', re.DOTALL),
    "'''": re.compile(r"(?:[^']++|'(?!''))*+''''{0,2}"),
    '"': re.compile(r'(?:[^"\\\n]++|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
}
_WORDS_THERE = re.compile(r"[^\s,\[\]{}#\"'](?:[^\n,\[\]{}#\"']{0,60}[^\s,\[\]{}#\"'])?")
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_KEY = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+(?=[ \t]*+=)")
_WORD = re.compile(r"[\w.:+-]+\Z")  # what a value ends with that has no quotes
_MOST_WORD = 100  # characters


class Told(NamedTuple):
    """A mistake and its place."""

    start: int
    end: int
    what: str
    help: str = ""


def told(text: str, said: str) -> Told:
    """The mistake that the reader's message is about."""
    place = _PLACE.search(said)
    message = said[: place.start()] if place else said
    noticed = len(text)
    if place is not None and place[1]:
        noticed = _offset(text, int(place[1]), int(place[2]))
    left = left_by_tools(text, noticed)
    if left is not None:
        return Told(*left)
    if message.startswith(_TWICE):
        start, end = _in_inline_table(text, noticed) or key_at(text, noticed)
        if text.startswith("[", start):
            what, help = "a table that is there already", "put its keys into the first one"
            return Told(start, end, what, help)
        return Told(start, end, "a key that is there already", "keep one of the two")
    if message.startswith(_BAD_ESCAPE) and (start := text.rfind("\\", 0, noticed)) >= 0:
        help = "write `\\\\` for a backslash, or put the text in single quotes"
        return Told(start, min(start + 2, len(text)), "an escape that TOML does not have", help)
    return _never_closed(text, message, noticed) or _here(text, message, noticed)


def _never_closed(text: str, message: str, noticed: int) -> Told | None:
    """What is open where the reader has stopped, if that is the mistake."""
    opened, _ = _opened(text, noticed)
    if opened < 0 or "declaration" in message:  # of a table
        return None
    mark = text[opened]
    if mark in "\"'":
        if not message.startswith(_OPEN_STRING):
            return None
        size = 3 if text.startswith(mark * 3, opened) else 1
        help = "add the closing quote" if size == 3 else "add the closing quote in the same line"
        return Told(opened, opened + size, "a string is never closed", help)
    is_key = message.startswith("Invalid initial character")
    if mark == "{" and is_key and text.startswith("}", noticed):
        comma = max(text.rfind(",", opened, noticed), opened)
        what = "a comma after the last entry of an inline table"
        return Told(comma, comma + 1, what, "remove the comma")
    if mark == "{" and (is_key or "Unclosed" in message) and text.startswith(("#", "\n"), noticed):
        what, help = "an inline table goes over the end of its line", "write it in one line"
        return Told(opened, opened + 1, what, f"{help}, or as a table with a header of its own")
    if noticed < len(text) and "Unclosed" not in message:
        return None
    if (between := _between_entries(text, opened, noticed)) is not None:
        return between
    what, close = ("an array", "]") if mark == "[" else ("an inline table", "}")
    return Told(opened, opened + 1, f"{what} is never closed", f"add the closing `{close}`")


def _between_entries(text: str, opened: int, noticed: int) -> Told | None:
    """What is wrong behind an entry, if no end of the array or the table was meant there."""
    char = text[noticed : noticed + 1]
    if not char or not (char.isalnum() or char in "\"'[{+-._:"):
        return None
    before = _WORD.search(text[max(opened + 1, noticed - _MOST_WORD) : noticed])
    if before is not None and (words := _WORDS_THERE.match(text, noticed - len(before[0]))):
        help = f"put text in quotes: write {quote(_quoted(words[0]))}"
        return Told(words.start(), words.end(), "this is no value", help)
    begins_line = not text[text.rfind("\n", 0, noticed) + 1 : noticed].strip()
    if begins_line and (char == "[" or _KEY.match(text, noticed)):
        return None
    return Told(noticed, noticed + 1, "no comma between two entries", "put a `,` before this one")


def _in_inline_table(text: str, noticed: int) -> tuple[int, int] | None:
    """The key of the entry that is read, in an inline table."""
    opened, entry = _opened(text, noticed)
    if opened < 0 or text[opened] != "{":
        return None
    at = len(text) - len(text[entry:].lstrip())
    match = _KEY.match(text, at)
    return match.span() if match is not None else None


def _here(text: str, message: str, noticed: int) -> Told:
    """A mistake that is where the reader has stopped."""
    start = min(noticed, len(text.rstrip()))
    end = start + (start < len(text) and text[start] != "\n")
    if "Invalid value" in message and (words := _WORDS_THERE.match(text, noticed)):
        help = _WORDS.get(words[0], f"put text in quotes: write {quote(_quoted(words[0]))}")
        return Told(start, words.end(), "this is no value", help)
    for part, what, help in _SAID:
        if part in message:
            return Told(start, end, what, help)
    return Told(start, end, f"{message[:1].lower()}{message[1:]}")


def _quoted(word: str) -> str:
    mark = "'" if "\\" in word else '"'
    return f"{mark}{word}{mark}"


def _opened(text: str, end: int) -> tuple[int, int]:
    """The quote, else the bracket, that is open at a place before which all is sound; -1 if none.

    With it, where the last entry begins in those brackets.
    """
    brackets = [(-1, 0)]
    at = 0
    while found := _NEXT.search(text, at, end):
        token, at = found[0], found.end()
        if token in _REST:
            rest = _REST[token].match(text, at)
            if rest is None:
                return found.start(), at
            at = rest.end()
        elif token in "[{":
            brackets.append((found.start(), at))
        elif token == ",":
            brackets[-1] = (brackets[-1][0], at)
        elif token in "]}" and len(brackets) > 1:
            brackets.pop()
    return brackets[-1]


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
    return min(at + column - 1, len(text))
