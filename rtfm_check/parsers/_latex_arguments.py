"""The arguments of a LaTeX command: `[options]` and `{groups}` with braces in them.

An argument ends with its paragraph. Braces are matched once for a paragraph, whatever the number
of commands in it, so that many open ones cost no more than their length.
"""

from __future__ import annotations

import re

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_GAP = re.compile(r"(?:[ \t]++|%[^\n]*+\n){0,20}(?:\n(?![ \t]*\n)[ \t]*+)?")
_OPTION = re.compile(r"\[([^\[\]{}\\%]*+)\]")
_SIMPLE = re.compile(r"\{([^{}\\%]*+)\}")
_IN_OPTION = re.compile(r"[{}\]]|\\.|%[^\n]*+|\n[ \t]*\n", re.DOTALL)
_LONGEST_OPTION = 500  # characters, of one that holds braces or commands
_BRACE = re.compile(r"[{}]|\\.|%[^\n]*+", re.DOTALL)
_COMMENT = re.compile(r"((?:^|[^\\])(?:\\\\)*)%[^\n]*\n?[ \t]*")
_GROUP = r"\{((?:[^{}\\]|\\.|\{[^{}]*+\})*+)\}"
_UNSEEN = re.compile(  # in a title: what is printed elsewhere, or not at all; or as other text
    rf"\\(?:label|thanks|footnote|index)[ \t]*(?:\[[^\[\]{{}}]*+\][ \t]*)?{_GROUP}"
    rf"|\\texorpdfstring[ \t]*{_GROUP}[ \t]*{_GROUP}",
    re.DOTALL,
)


class Arguments:
    """The arguments in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._closing: dict[int, int] = {}  # the brace that closes each, in one paragraph
        self._from = self._until = 0  # the paragraph

    def gap(self, at: int) -> int:
        """Behind blanks, comments and one line end."""
        found = _GAP.match(self._text, at)
        return found.end() if found else at

    def options(self, at: int) -> int:
        """Behind what is in brackets, if anything is."""
        while self._text.startswith("[", here := self.gap(at)):
            found = _OPTION.match(self._text, here)
            if found and not _BLANK_LINE.search(found[1]):
                at = found.end()
            elif end := self._end_of_option(here):
                at = end
            else:
                break
        return at

    def _end_of_option(self, at: int) -> int:
        """Behind the bracket that closes, which may stand in braces meanwhile; 0 if none does."""
        depth = 0
        for found in _IN_OPTION.finditer(self._text, at + 1, at + _LONGEST_OPTION):
            depth += (found[0] == "{") - (found[0] == "}")
            if found[0] == "]" and not depth:
                return found.end()
            if depth < 0 or found[0].isspace():
                break
        return 0

    def group(self, at: int) -> tuple[int, int] | None:
        """What stands between the braces that open there or behind a gap; None if nothing does."""
        at = self.gap(at)
        found = _SIMPLE.match(self._text, at)
        if found and not _BLANK_LINE.search(found[1]):
            return found.span(1)
        if not self._text.startswith("{", at):
            return None
        if not self._from <= at < self._until:
            self._match_braces(at)
        end = self._closing.get(at)
        return (at + 1, end) if end is not None else None

    def is_open(self, at: int) -> bool:
        """Whether a brace stands there."""
        return self._text.startswith("{", self.gap(at))

    def _match_braces(self, at: int) -> None:
        end = _BLANK_LINE.search(self._text, at)
        self._from, self._until = at, end.start() if end else len(self._text)
        self._closing = {}
        opened: list[int] = []
        for found in _BRACE.finditer(self._text, at, self._until):
            if found[0] == "{":
                opened.append(found.start())
            elif found[0] == "}" and opened:
                self._closing[opened.pop()] = found.start()


def plain(written: str) -> str:
    """What is written, without comments and with single blanks."""
    if "%" in written:
        written = _COMMENT.sub(r"\1", written)
    return " ".join(written.split())


def seen(title: str) -> str:
    """What a title is where nothing but text can stand."""
    return _UNSEEN.sub(lambda found: found[3] or "", title)
