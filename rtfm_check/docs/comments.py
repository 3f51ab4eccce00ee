"""Comments in documents that say a finding is wanted, read where the document is.

In Markdown and HTML inside `<!-- -->`, in LaTeX behind `%`, elsewhere behind `#`:
`rtfm-check: ignore[rule-name] reason`, on the line of the finding or alone on a line above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.file import File
from rtfm_check.model import Place, Span
from rtfm_check.suppress import Suppression

_MARKS = {
    "markdown": (r"<!--", r"-->"),
    "bofip": (r"<!--", r"-->"),
    "latex": (r"%", r"$"),
    "python": (r"#", r"$"),
    "yaml": (r"#", r"$"),
    "toml": (r"#", r"$"),
    "shell": (r"#", r"$"),
}
_COMMENTS = {
    parser: re.compile(
        rf"{opening}[ \t]*rtfm-check:[ \t]*(?P<what>[^\n]*?)[ \t]*(?:{closing})", re.MULTILINE
    )
    for parser, (opening, closing) in _MARKS.items()
}
_IGNORE = re.compile(r"(ignore|ignore-file)\[[ \t]*([^\]\s][^\]]*)\][ \t]*(.*)")
_WORD = re.compile(r"[^,\s]+")


class Wanted(NamedTuple):
    """One rule that a comment names; "" for a comment that names none."""

    word: str
    line: int | None  # that it is for; None stands for the whole file, 0 for nothing
    span: Span
    reason: str


def wanted(file: File, parser: str) -> Iterator[Wanted]:
    """What the comments of a file suppress."""
    pattern = _COMMENTS.get(parser)
    if pattern is None or not file.has_text or "rtfm-check:" not in file.text:
        return
    text = file.text
    for comment in pattern.finditer(text):
        said = _IGNORE.match(comment["what"])
        if said is None:
            yield Wanted("", 0, file.lines.span(*comment.span()), "")
            continue
        line = _covered(text, *comment.span(), file, is_file=said[1] == "ignore-file")
        for word in _WORD.finditer(said[2]):
            start = comment.start("what") + said.start(2) + word.start()
            span = file.lines.span(start, start + len(word[0]))
            yield Wanted(word[0], line, span, said[3].strip())


def _covered(text: str, start: int, end: int, file: File, *, is_file: bool) -> int | None:
    """The line that a comment is for: its own, or the next with text where it stands alone."""
    if is_file:
        return None if not text[:start].strip() else 0
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    is_alone = not text[first:start].strip() and not text[end : last if last >= 0 else None].strip()
    if not is_alone:
        return file.lines.span(start, start).line
    after = re.compile(r"\S").search(text, end)
    return file.lines.span(after.start(), after.start()).line if after else 0


def suppression(path: str, each: Wanted) -> Suppression:
    """The suppression that a comment stands for."""
    return Suppression(each.word, each.line, Place(path, each.span), each.reason)
