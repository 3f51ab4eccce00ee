"""Comments in documents that say a finding is wanted, read where the document is.

In Markdown and HTML inside `<!-- -->`, in LaTeX behind `%`, elsewhere behind `#`:
`rtfm-check: ignore[rule-name] reason`, on the line of the finding or alone on a line above it.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.model import Place, Span
from rtfm_check.suppress import Suppression

_HASH = (r"(?<!\S)#", r"$")
_MARKS = {
    "markdown": (r"<!--", r"-->"),
    "bofip": (r"<!--", r"-->"),
    "latex": (r"(?<!\\)%", r"$"),
    "python": (r"#", r"$"),
    "yaml": _HASH,
    "toml": _HASH,
    "shell": _HASH,
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
    is_comment = _IN.get(parser, _anywhere)(text)
    for comment in pattern.finditer(text):
        if not is_comment(comment.start()):
            continue  # it is shown, in code or in a string
        said = _IGNORE.match(comment["what"])
        if said is None:
            yield Wanted("", 0, file.lines.span(*comment.span()), "")
            continue
        line = _covered(text, *comment.span(), file, is_file=said[1] == "ignore-file")
        for word in _WORD.finditer(said[2]):
            start = comment.start("what") + said.start(2) + word.start()
            span = file.lines.span(start, start + len(word[0]))
            yield Wanted(word[0], line, span, said[3].strip())


def _anywhere(text: str) -> Callable[[int], bool]:
    return lambda at: True


def _in_html(text: str) -> Callable[[int], bool]:
    """Whether a place in Markdown is in HTML, as comments are."""
    from rtfm_check.parsers._markdown_page import Page

    read = text[: limits.MARKDOWN_CHARS]
    ranges = sorted(Page(read).html)

    def is_in(at: int) -> bool:
        index = bisect_right(ranges, (at, len(text))) - 1
        return at >= len(read) or (index >= 0 and at < ranges[index][1])

    return is_in


def _in_python(text: str) -> Callable[[int], bool]:
    """Whether a comment begins at a place in Python; everywhere, in what is no Python."""
    import tokenize

    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    found = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found.add(starts[token.start[0] - 1] + token.start[1])
    except (tokenize.TokenError, SyntaxError):
        return _anywhere(text)
    return found.__contains__


_IN = {"markdown": _in_html, "python": _in_python}


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
