"""Applies the fixes of findings to files: safe ones only, none that overlap, all or nothing a file.

A file is written beside and moved into place, and only if it still reads: a fix that would leave
a file unreadable is not applied.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rtfm_check import output
from rtfm_check.mapping.document import Document, read_mapping
from rtfm_check.model import Edit, Finding
from rtfm_check.source import Source

_LINE_END = re.compile(r"\r\n|\r|\n")


class Fixed(NamedTuple):
    """A file with its fixes applied."""

    path: str
    before: Source
    after: str
    mended: int  # findings


def fixed(
    findings: Iterable[Finding],
    sources: Iterable[Source],
    reads: Callable[[Source, str], bool] | None = None,
) -> Iterator[Fixed]:
    """The files that safe fixes change, in the order of the sources.

    `reads` says whether a changed text may stand; by default, whether it is a sound mapping.
    """
    reads = reads or _reads
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.fix is not None and finding.fix.is_safe:
            by_file.setdefault(finding.place.path, []).append(finding)
    for source in sources:
        wanted = by_file.get(source.name, [])
        text, count = source.text, 0
        for chosen in (wanted, *([each] for each in wanted)):
            made, edited = _apply(source, chosen)
            if edited and reads(source, made):
                text, count = made, edited
                break
        if count:
            yield Fixed(path=source.path, before=source, after=text, mended=count)


def _apply(source: Source, findings: list[Finding]) -> tuple[str, int]:
    """The text with the edits of the findings, first come first served where they overlap."""
    taken: list[tuple[int, int, str]] = []
    count = 0
    for finding in findings:
        assert finding.fix is not None
        edits = [_range(source, edit) for edit in finding.fix.edits]
        if not any(_overlap(edit, other) for edit in edits for other in taken):
            taken += edits
            count += 1
    pieces, at = [], 0
    for start, end, text in sorted(taken):
        pieces += [source.text[at:start], text]
        at = end
    return "".join([*pieces, source.text[at:]]), count


def _overlap(edit: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return (edit[0] < other[1] and other[0] < edit[1]) or edit[:2] == other[:2]


def _range(source: Source, edit: Edit) -> tuple[int, int, str]:
    span = edit.span
    return (
        source.index(span.line, span.column),
        source.index(span.end_line, span.end_column),
        edit.text,
    )


def _reads(source: Source, text: str) -> bool:
    """Whether the changed text loads, with no more repeated keys, or failed to before."""
    before = read_mapping(source)
    after = read_mapping(Source(source.path, text.encode("utf-8", "surrogatepass")))
    if not after.loads:
        return not before.loads
    return not before.loads or _repeated(after) <= _repeated(before)


def _repeated(document: Document) -> int:
    return sum(problem.rule == "duplicate-key" for problem in document.problems)


def write(each: Fixed) -> None:
    """Put the fixed text into the file's place (of a link: where it leads), with its permissions.

    Raises UsageError where that cannot be done; the file is then as it was.
    """
    output.write(os.path.realpath(each.path), each.after.encode("utf-8"))


def diff(each: Fixed) -> str:
    """The change as a unified diff."""
    before, after = (_lines(text) for text in (each.before.text, each.after))
    name = each.before.name
    return "".join(difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"))


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in _LINE_END.split(text)]
    return lines[:-1] if lines and lines[-1] == "\n" else lines
