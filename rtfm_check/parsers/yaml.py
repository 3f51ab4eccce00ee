"""YAML: the top-level keys of each document, packed to about 800 characters, titled by their names.

A list gives its items, titled `items [a-b]`. The text of a chunk is that of the file, comments
included, and has its lines. Edges: none. Nothing is constructed, so that no alias is expanded.

Differences from RTFM 0.55.1: documents are not joined. Keys are YAML's: no comment, item, half of
a quoted key or URL is taken for one, and a comment belongs to the key below it. Lines are told. A
text that is no YAML is told, at the place, and a key that stands twice.

Limits: anchors and aliases are looked at in texts of up to 256 Ki characters. Where PyYAML has no
libyaml, only texts of up to 32 Ki are checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.chunking import Budget
from rtfm_check.file import File
from rtfm_check.parsers import _yaml_check
from rtfm_check.parsers._contract import Item, Problem
from rtfm_check.parsers._keyed import Layout, items, keys, packed
from rtfm_check.parsers._stretches import Stretches
from rtfm_check.parsers._yaml_blocks import documents, is_list, starts_of
from rtfm_check.text.show import quote

BUDGET = Budget(800, 100, 2000)
_BETWEEN = "\n\n"
_KEYS = Layout(BUDGET, keys, _BETWEEN.join, _BETWEEN)
_ITEMS = Layout(BUDGET, items, _BETWEEN.join, _BETWEEN)

_Start = tuple[int, str]  # of a block, and its name


def parse(file: File) -> Iterator[Item]:
    """The keys of each document."""
    repeated: list[_Start] = []
    has_any = False
    body = f"\n{file.text}"
    stretches = Stretches(body)
    for document in documents(body):
        has_any = True
        starts = starts_of(body, document)
        names = [name for _, name in starts]
        texts = stretches.texts([start for start, _ in starts], document.end)
        is_items = is_list(body, document)
        if not is_items and len(set(names)) < len(names):
            repeated += _repeated(starts)
        layout = _ITEMS if is_items else _KEYS
        blocks = zip(names, texts, strict=True)
        yield from packed(blocks, layout._replace(lines=stretches.lines))
    problem = _yaml_check.mistake(file.text)
    if problem is not None:
        yield problem
    elif repeated:
        yield _twice(file.text, repeated)
    elif not has_any and file.text.strip():
        yield Problem("empty-document", "the file holds marks of documents and nothing in them")


def _repeated(starts: list[_Start]) -> Iterator[_Start]:
    """The blocks whose name an earlier one has."""
    seen: set[str] = set()
    for start, name in starts:
        if name in seen:
            yield start, name
        seen.add(name)


def _twice(text: str, repeated: list[_Start]) -> Problem:
    start, name = repeated[0]
    start -= 1  # the line end in front of the text is not its own
    while text[start : start + 1] in ("#", "\n"):  # comments above the key
        start = text.find("\n", start) + 1
    end = text.find("\n", start)
    more = f"; {len(repeated) - 1:,} more" if len(repeated) > 1 else ""
    return Problem(
        "document-syntax",
        f"the key {quote(name)} stands here a second time{more}",
        "keep one of the two",
        "both are in the index, as in RTFM's; who loads the file gets one",
        start=start,
        end=end if end >= 0 else len(text),
    )
