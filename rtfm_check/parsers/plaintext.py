"""Plain text and source code without a parser of its own: lines packed to about 500 characters.

Edges: none. Matches RTFM 0.55.1, but for these: a line of more than 1,200 characters is cut also
where it is the last one, what is cut of it is reported on its own line, and a text of blanks alone
or with a byte order mark is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.chunking import Budget, split
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, Item

BUDGET = Budget(500, 100, 1200)
_PAGE = 2500  # characters that RTFM takes for a page


def parse(file: File) -> Iterator[Item]:
    """The lines of a file, packed."""
    yield About(title=file.file_name)
    for text, first, last, start in packed(file.text):
        page = start // _PAGE + 1
        yield Draft(file.file_name, text, (first, last), (page, page))


def packed(text: str) -> Iterator[tuple[str, int, int, int]]:
    """The chunks of a text with their first and last line and where they start; none is blank."""
    held: tuple[int, int, int, int] | None = None
    for group in _groups(text):
        start, end, _, last = group
        if held is not None and end == len(text) and end - start < BUDGET.least:
            held = (held[0], end, held[2], last)  # the rest of the text joins what is before it
            continue
        if held is not None:
            yield from _told(text, *held)
        held = group
    if held is not None:
        yield from _told(text, *held)


def _told(
    text: str, start: int, end: int, first: int, last: int
) -> Iterator[tuple[str, int, int, int]]:
    content = text[start:end]
    if not content.isspace() and content:
        yield content, first, last, start


def _groups(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Runs of lines of up to the target's size: start, end, first line, last line."""
    start = at = 0
    first = line = 1
    while True:
        end = text.find("\n", at)
        if end < 0:
            end = len(text)
        if at > start and end - start >= BUDGET.target:
            yield start, at - 1, first, line - 1
            start, first = at, line
        if end - start > BUDGET.most:
            for cut, until in split(text[start:end], BUDGET.most, BUDGET.least):
                yield start + cut, start + until, line, line
            start, first = end + 1, line + 1
        if end == len(text):
            break
        at, line = end + 1, line + 1
    if start < len(text):
        yield start, len(text), first, line
