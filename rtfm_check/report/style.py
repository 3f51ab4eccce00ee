"""Colours for a person at a terminal; plain text carries the same facts."""

from __future__ import annotations

import re

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "frame": "34",
    "bold": "1",
    "good": "32",
    "odd": "1;35",
}


class Style:
    """How to write: with colours or without, and how much."""

    __slots__ = ("color", "verbose")

    def __init__(self, *, color: bool = False, verbose: bool = False) -> None:
        self.color = color
        self.verbose = verbose

    def paint(self, text: str, what: str) -> str:
        """The text in the colour of what it is."""
        return f"\x1b[{_CODES[what]}m{text}\x1b[0m" if self.color else text


def without_color(text: str) -> str:
    """What was painted, as it would have been without; nothing else leaves an escape in a text."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
