"""Source code by lines, and the chunks that are cut of it.

A stretch of lines is one chunk if it can. A longer one is cut at a blank line, else at a line, and
the last part is called `(cont.)`, which is RTFM's way. Blank lines around a part are left out;
indentation stays, and each part has its own lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, count
from operator import add

from rtfm_check.chunking import split
from rtfm_check.parsers._contract import Draft


class Lines:
    """Where each line of a text begins and ends, by its number from 1."""

    def __init__(self, text: str) -> None:
        self.text = text
        lengths = map(len, text.split("\n"))
        self._starts: list[int] = [
            0,
            *map(add, accumulate(lengths), count(1)),
        ]  # and that of one line more
        self.count = len(self._starts) - 1  # behind a final line end there is an empty line

    def start(self, line: int) -> int:
        """Where a line begins; the end of the text behind all."""
        return self._starts[line - 1] if line <= self.count else len(self.text)

    def end(self, line: int) -> int:
        """Where it ends, before its line end."""
        return self._starts[line] - 1


def drafts(title: str, text: str, start: int, end: int, line: int, most: int) -> Iterator[Draft]:
    """The chunks of the characters [start, end), which begin on a line: of up to `most` each."""
    if end - start <= most:
        parts = [(start, end)] if start < end else []
    else:
        end = start + len(text[start:end].rstrip())
        parts = [(start + cut, start + until) for cut, until in split(text[start:end], most)]
    for cut, until in parts:
        part = text[cut:until]
        if part and not part.isspace():
            is_last = len(parts) > 1 and until == end
            yield _draft(f"{title} (cont.)" if is_last else title, part, line)
        line += part.count("\n")


def _draft(title: str, part: str, line: int) -> Draft:
    """A chunk without blank lines at its ends."""
    kept = part.rstrip()
    if kept[0].isspace():
        blank = kept.rfind("\n", 0, len(kept) - len(kept.lstrip())) + 1
        line += kept.count("\n", 0, blank)
        kept = kept[blank:]
    return Draft(title, kept, (line, line + kept.count("\n")), (line, line))
