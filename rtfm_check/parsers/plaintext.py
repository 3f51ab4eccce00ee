"""Plain text and source code without a parser of its own: lines packed to about 500 characters.

Edges: none. Matches RTFM 0.55.1, but for these: a line of more than 1,200 characters is cut also
where it is the last one, what is cut of it is reported on its own line, and a text of blanks alone
or with a byte order mark is told. The file is streamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check.chunking import Budget, split
from rtfm_check.file import File
from rtfm_check.parsers._contract import About, Draft, Item
from rtfm_check.streaming import blocks

BUDGET = Budget(500, 100, 1200)
_PAGE = 2500  # characters that RTFM takes for a page

Chunk = tuple[str, int, int, int]  # text, first line, last line, and where it starts
Group = tuple[int, int, int, int]  # start, end, first line, last line


def parse(file: File) -> Iterator[Item]:
    """The lines of a file, packed."""
    title = file.file_name
    yield About(title)
    for text, first, last, start in _streamed(blocks(file)):
        page = start // _PAGE + 1
        yield Draft(title, text, (first, last), (page, page))


def _streamed(pieces: Iterable[str]) -> Iterator[Chunk]:
    """The chunks that `packed` makes of a text which comes in pieces, and is never held whole."""
    rest = ""
    behind, lines = 0, 0  # characters and lines in front of the rest
    is_inside = False  # the rest begins within a line that is cut
    for piece in pieces:
        groups = list(_groups(rest, is_inside))
        if len(groups) > 2:  # all but the last two are as they will be
            yield from _placed(rest, groups[:-2], behind, lines)
            start, _, first, _ = groups[-2]
            is_inside = rest[start - 1] != "\n"
            rest = rest[start:]
            behind, lines = behind + start, lines + first - 1
        rest += piece
    if not behind:
        yield from packed(rest)
    else:
        yield from _placed(rest, _joined(rest, is_inside), behind, lines)


def packed(text: str) -> Iterator[Chunk]:
    """The chunks of a text with their first and last line and where they start; none is blank."""
    return _placed(text, _joined(text), 0, 0)


def _joined(text: str, is_inside: bool = False) -> Iterator[Group]:
    """The groups of a text to its end: a short rest joins what is before it."""
    held: Group | None = None
    for group in _groups(text, is_inside):
        start, end, _, last = group
        if held is not None and end == len(text) and end - start < BUDGET.least:
            held = (held[0], end, held[2], last)
            continue
        if held is not None:
            yield held
        held = group
    if held is not None:
        yield held


def _placed(text: str, groups: Iterable[Group], behind: int, lines: int) -> Iterator[Chunk]:
    """The chunks of groups of a text that so many characters and lines stand in front of."""
    for start, end, first, last in groups:
        content = text[start:end]
        if content and not content.isspace():
            yield content, lines + first, lines + last, behind + start


def _groups(text: str, is_inside: bool = False) -> Iterator[Group]:
    """Runs of lines of up to the target's size; the text may begin within a line that is cut."""
    start, line, length = 0, 1, len(text)
    while start < length:
        is_cut = is_inside and not start
        if is_cut:
            end = -1
        elif length - start < BUDGET.target:
            end = length
        else:
            end = text.rfind("\n", start, start + BUDGET.target)
        if end < 0:  # a line that is a run by itself
            end = text.find("\n", start)
            end = length if end < 0 else end
            if is_cut or end - start > BUDGET.most:
                for cut, until in split(text[start:end], BUDGET.most, BUDGET.least):
                    yield start + cut, start + until, line, line
                start, line = end + 1, line + 1
                continue
        last = line + text.count("\n", start, end)
        yield start, end, line, last
        start, line = end + 1, last + 1
