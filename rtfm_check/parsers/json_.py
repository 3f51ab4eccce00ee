"""JSON: what a mapping of the project makes of it, else the keys of an object, the items of a list.

A mapping that takes the document makes its chunks and edges alone, exactly as in RTFM. Else each
key is written as an object of its own and keys are packed to about 800 characters, titled by their
names; the items of a list likewise, titled `items [a-b]`. The file is streamed: what ends within
SIGHT characters is decoded at once, all else is written as it is read, so that an export of any
size takes little memory. Edges: those of mappings.

Limits: a number, a key or white space of more than 128 Ki characters ends the reading, and so do
more than 200,000 levels of nesting: the rest of the file is plain text. A document of more than
FIXTURE_BYTES is not mapped, and of one of more than 16 MiB a mapping is not asked about values that
are longer than SIGHT. Keys that an object has twice are looked for among the first 100,000 of
one that does not fit in SIGHT.

Differences from RTFM 0.55.1: a string is written as it reads, with real line ends in place of
`\\n`, so that the word behind one is a word. Numbers keep their spelling (1.10, 1e400, 5,000
digits), and of a key that stands twice both values are there. An item of more than 2,000 characters
is cut. Levels below the 24th are not indented further. The title of a chunk tells of all that is in
it and of nothing else. What RTFM indexes nothing of is indexed, and told: several documents in a
file, text that is no JSON (as plain text, from the mistake on where the file is large), a byte
order mark, UTF-16 and UTF-32, half characters, nesting without end.
"""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.chunking import Budget
from rtfm_check.file import File
from rtfm_check.mapping import json_reader
from rtfm_check.parsers import _json_mapped
from rtfm_check.parsers._contract import Draft, Item, Problem
from rtfm_check.parsers._json_reader import Reader
from rtfm_check.parsers._json_window import NotJson, TooLong
from rtfm_check.parsers._keyed import Layout, items, keys, packed
from rtfm_check.parsers.plaintext import packed as plain
from rtfm_check.streaming import blocks

BUDGET = Budget(800, 100, 2000)
_SLAB = 1024 * 1024  # characters of plain text that are packed at a time
_EXPLAINED = 256 * 1024  # characters of a text whose mistake is looked for once more, for its cause
_RTFM_DEPTH = 990  # levels of nesting that RTFM takes
_NOTHING = "RTFM indexes nothing of the file"


def _list(texts: list[str]) -> str:
    """A list of items, each of which is indented by one level."""
    return "[\n  " + ",\n  ".join(texts) + "\n]"


def _size(text: str) -> int:
    """The size of an item without that level, as RTFM counts it."""
    return len(text) - 2 * text.count("\n")


_DOCUMENTS = Layout(BUDGET, items, "\n".join)
_LAYOUTS = {
    "object": Layout(BUDGET, keys, "\n".join),
    "list": Layout(BUDGET, items, _list, size=_size),
    "value": Layout(BUDGET, keys, "\n".join),
}


def parse(file: File) -> Iterator[Item]:
    """The chunks of a mapping, or the keys or items."""
    if file.settings.mappings is not None:
        mapped = _json_mapped.Mapped(file, file.settings.mappings)
        yield from mapped.items()
        if mapped.is_taken:
            return
    reader = Reader(blocks(file))
    kind = reader.kind()
    has_any = False
    for draft in packed(reader.blocks(kind), _LAYOUTS.get(kind, _DOCUMENTS)):
        has_any = True
        yield draft
    if reader.error is None and not reader.is_done():
        yield from packed(reader.documents(1), _DOCUMENTS)
    yield from _told(reader, file)
    if reader.error is not None:
        yield from _rest(reader, file)
    elif kind in ("object", "list") and not has_any:
        yield Problem("empty-document", f"the document is an empty {kind}", note=_NOTHING)


def _told(reader: Reader, file: File) -> Iterator[Problem]:
    """What is to be said of the text."""
    yield from reader.odd.problems()
    if reader.odd.second is not None:
        line, column = reader.odd.second
        yield Problem(
            "document-syntax",
            "a second JSON document begins here",
            "name JSON Lines *.jsonl, or put the documents into a list",
            _NOTHING,
            line=line,
            column=column,
        )
    if reader.deepest > _RTFM_DEPTH and reader.error is None:
        yield Problem(
            "rtfm-loses-document",
            f"the document is nested {reader.deepest:,} levels deep",
            "",
            "RTFM fails at about 1,000",
            line=1,
        )
    if reader.error is not None:
        yield _mistake(reader, reader.error, file)


def _mistake(reader: Reader, error: NotJson, file: File) -> Problem:
    line, column = reader.window.place(error.at)
    if isinstance(error, TooLong):
        note = "the text from here on is indexed as plain text"
        return Problem("limit-reached", error.message, "", note, line=line, column=column)
    if file.has_text and len(file.text) <= _EXPLAINED:
        try:
            json_reader.read(file.text, reader.began)
        except json_reader.JsonSyntax as explained:
            found = explained.problem
            help = "remove it" if "YAML" in found.help else found.help
            return _syntax(found.message, help)._replace(start=found.start, end=found.end)
        except RecursionError:
            pass  # told as Python's reader sees it
    return _syntax(error.message, error.help)._replace(line=line, column=column)


def _syntax(message: str, help: str) -> Problem:
    note = f"{_NOTHING}; here the text is plain text"
    return Problem("document-syntax", message, help, note)


def _rest(reader: Reader, file: File) -> Iterator[Draft]:
    """What is not JSON, as plain text."""
    line, _ = reader.window.place(reader.window.start)
    held = ""
    for piece in reader.window.rest():
        held += piece
        if len(held) >= _SLAB:
            end = held.rfind("\n") + 1 or len(held)
            yield from _plain(held[:end], file.file_name, line)
            line += held.count("\n", 0, end)
            held = held[end:]
    yield from _plain(held, file.file_name, line)


def _plain(text: str, title: str, line: int) -> Iterator[Draft]:
    for part, first, last, _ in plain(text):
        yield Draft(title, part, (line + first - 1, line + last - 1))
