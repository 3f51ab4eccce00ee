"""What nests a line of Markdown too deep, hidden from pyromark.

It needs time for each level of nesting and each line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rtfm_check.parsers._contract import Problem

_DEPTH = 256  # characters at the start of a line that may nest it
_NESTING = " \t>*+-0123456789.)"
_DEEP = re.compile(rf"[{re.escape(_NESTING)}]{{{_DEPTH}}}([{re.escape(_NESTING)}]*+)")
_NESTS = re.compile(r">|[-+*.)][ \t]")


def bounded(text: str, lines: Sequence[str]) -> tuple[str, list[Problem]]:
    """The text nested within bounds, in as many characters, and what is to be said of it.

    `lines` are those of the document, of which the text may be a form.
    """
    if max(map(len, lines)) <= _DEPTH:
        return text, []
    deep = next((each for each in lines if len(each) > _DEPTH and _nesting(each)), None)
    if deep is None:
        return text, []
    start = text.index(deep) + _DEPTH
    problem = Problem(
        "limit-reached",
        f"lists and quotations are nested in more than {_DEPTH} characters",
        "write them less deep",
        "what is deeper is read as text",
        start=start,
        end=start + 1,
    )
    return "\n".join(map(_flat, text.split("\n"))), [problem]


def _nesting(line: str) -> re.Match[str] | None:
    """What nests a line too deep."""
    match = _DEEP.match(line) if line[_DEPTH - 1] in _NESTING else None
    return match if match is not None and _NESTS.search(match[1] + " ") else None


def _flat(line: str) -> str:
    match = _nesting(line) if len(line) > _DEPTH else None
    if match is None:
        return line
    return line[:_DEPTH] + "x" * len(match[1]) + line[match.end() :]
