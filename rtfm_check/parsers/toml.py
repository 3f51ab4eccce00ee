"""TOML: the text of its top-level tables and keys, packed to about 1,200 characters.

The text of a chunk is that of the file with its comments, and has its lines; escapes in strings
are written as what they stand for. Edges: `depends_on`, for the requirements of PEP 621 projects
and build systems, of PEP 735 groups, Poetry, uv, PDM, Rye and Hatch, and for the packages of Cargo,
by the names that they have themselves.

Limits: a text with a key of more than 100 parts, or nested deeper than Python's reader follows, is
not looked at for mistakes and dependencies.

Differences from RTFM 0.55.1, which writes out what it has loaded: comments are there, and values as
they are spelt (`1_000`, `0xFF`, dates, `[t.u]` for a table in a table). Poetry's groups, PEP 735's,
and Cargo's workspace and targets give edges; a wrong type gives none. What RTFM indexes nothing of
is indexed, and told: text that is no TOML (as plain text), comments alone, nesting without end.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from rtfm_check.chunking import Budget
from rtfm_check.file import File
from rtfm_check.parsers import _toml_blocks, _toml_dependencies, _toml_mistakes
from rtfm_check.parsers._contract import Draft, Item, Problem
from rtfm_check.parsers._keyed import Layout, keys, packed
from rtfm_check.parsers._stretches import Stretches
from rtfm_check.parsers.plaintext import packed as plain

BUDGET = Budget(1200, 0, 3000)
_BETWEEN = "\n\n"
_LAYOUT = Layout(BUDGET, keys, _BETWEEN.join, _BETWEEN)
_LONG_NUMBER = re.compile(r"(?<![\w.])[-+]?[0-9](?:_?[0-9]){4299,}")
_NOTHING = "RTFM indexes nothing of the file"


def parse(file: File) -> Iterator[Item]:
    """The tables and the dependencies."""
    text = file.text
    data, problem = _loaded(text)
    if problem is not None:
        yield problem
        if problem.rule == "document-syntax":
            for part, first, last, _ in plain(text):
                yield Draft(file.file_name, part, (first, last))
            return
    if not text.strip():
        return
    body = f"\n{text}"
    starts = _toml_blocks.starts_of(body)
    stretches = Stretches(body)
    texts = stretches.texts([start for start, _ in starts], len(body))
    if "\\" in text:
        texts = [_toml_blocks.readable(each) for each in texts]
    blocks = zip([name for _, name in starts], texts, strict=True)
    yield from packed(blocks, _LAYOUT._replace(lines=stretches.lines))
    yield from _toml_dependencies.links(data)
    if problem is None and not data:
        yield Problem(
            "rtfm-loses-document", "the file holds comments and nothing else", note=_NOTHING, line=1
        )


def _loaded(text: str) -> tuple[dict[str, Any], Problem | None]:
    """What the text says, or why that is not known."""
    if _toml_blocks.has_long_key(text):
        return {}, _limit("a key of more than 100 parts")
    try:
        return tomllib.loads(text, parse_float=str), None
    except tomllib.TOMLDecodeError as error:
        start, end, what, help = _toml_mistakes.told(text, str(error))
        note = f"{_NOTHING}; here the text is plain text"
        return {}, Problem("document-syntax", f"not TOML: {what}", help, note, start, end)
    except RecursionError:
        return {}, _limit("values nested deeper than Python follows")
    except ValueError:
        number = _LONG_NUMBER.search(text)
        start, end = number.span() if number else (-1, -1)
        return {}, Problem(
            "rtfm-loses-document",
            f"a number of {end - start:,} characters; Python reads at most 4,300 digits",
            "write it as a string",
            f"{_NOTHING}; its dependencies are not in the index",
            start=start,
            end=end,
        )


def _limit(what: str) -> Problem:
    note = "the text is indexed; it is not looked at for mistakes and dependencies"
    return Problem("limit-reached", what, "", note)
