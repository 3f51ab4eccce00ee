"""The chapters of a book of HTML pages, as RTFM numbers those of EPUB: for EPUB and MOBI."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rtfm_check import chunking
from rtfm_check.chunking import PROSE
from rtfm_check.file import Encoding
from rtfm_check.parsers._contract import Draft, Problem
from rtfm_check.parsers._html import Block
from rtfm_check.parsers._sections import Sections
from rtfm_check.parsers._xml_input import prologue

_TITLE = 300  # characters of a title; a heading is text as well
_NAMES = 500  # characters of a list of authors
_PREFIXED = re.compile(r"<([\w.-]{1,40}):html[\s>]", re.IGNORECASE)  # the root of a page
_EMPTY = re.compile(  # in XHTML; in HTML all that follows would be inside
    r"<(title|script|style|template|iframe|textarea|noembed|xmp)(?=[\s/])((?:[^<>/]++|/(?!>))*+)/>",
    re.IGNORECASE,
)


def names(authors: Iterable[str]) -> dict[str, str]:
    """The metadata that the names of authors make."""
    author = "; ".join(filter(None, authors))[:_NAMES]
    return {"author": author} if author else {}


class Book:
    """Makes the drafts of a book, chapter after chapter, and keeps what is to be told of it."""

    def __init__(self) -> None:
        self.count = 0  # chapters with text
        self._sections = Sections()
        self._problems: dict[tuple[str, str], tuple[Problem, int]] = {}

    def chapter(self, blocks: list[Block], label: Callable[[], str] = str) -> Iterator[Draft]:
        """The chunks of a chapter, whose title is its first heading, or else its label."""
        if not blocks:
            return
        self.count += 1
        title = _heading(blocks) or label()[:_TITLE] or f"Chapter {self.count}"
        model = Draft(title, "", number=self.count, mark=f"ch{self.count:03}")
        yield from self._sections.drafts(model, _joined(blocks))

    def as_html(self, page: str, place: str = "") -> str:
        """A page of XHTML from its first element on, its empty elements closed as in HTML."""
        start, entity = prologue(page)
        page = page[start:]
        prefixed = _PREFIXED.match(page)
        if prefixed is not None:
            page = re.sub(rf"<(/?){re.escape(prefixed[1])}:", r"<\1", page)
        if entity >= 0:
            message = "the page declares entities: none of them is read"
            self.tell(Problem("limit-reached", message), place)
        return _EMPTY.sub(r"<\1\2></\1>", page) if "/>" in page else page

    def tell(self, problem: Problem, place: str = "") -> None:
        """Keep a problem of a page, whose offsets are no places in the file."""
        key = problem.rule, problem.message
        where = f"{place}: " if place else ""
        first = problem._replace(message=where + problem.message, start=-1, end=-1, line=0)
        kept, count = self._problems.get(key, (first, 0))
        self._problems[key] = kept, count + 1

    def tell_encoding(self, encoding: Encoding, expected: str, place: str = "") -> None:
        """Keep that a page is not in the encoding that it is said to be in."""
        if encoding.replaced:
            message = f"bytes that are not {encoding.name.upper()}: U+FFFD stands for them"
        elif encoding.is_guess:
            message = f"the text is not {expected.upper()}; it was read as {encoding.name.upper()}"
        else:
            return
        self.tell(
            Problem("encoding-replaced", message, note="RTFM replaces what it cannot read"), place
        )

    def told(self) -> Iterator[Problem]:
        """What was kept: the first of each kind, and how many there are."""
        for problem, count in self._problems.values():
            more = f"; the same in {count - 1:,} more" if count > 1 else ""
            yield problem._replace(message=problem.message + more)


def _heading(blocks: list[Block]) -> str:
    """The first heading of the first level that there is, of the three that RTFM looks at."""
    for level in (1, 2, 3):
        for block in blocks:
            if block.level == level:
                return block.text if len(block.text) <= _TITLE else f"{block.text[: _TITLE - 1]}…"
    return ""


def _joined(blocks: Iterable[Block]) -> Iterator[chunking.Block]:
    """Lists and tables as blocks of whole lines, none much longer than a chunk; others alone."""
    held: list[str] = []
    size = 0
    for block in blocks:
        if held and (not block.is_joined or size + len(block.text) > PROSE.target):
            yield chunking.Block("\n".join(held))
            held, size = [], 0
        if block.kind in ("item", "row"):
            held.append(block.text)
            size += len(block.text) + 1
        else:
            yield chunking.Block(block.text, is_whole=block.kind == "pre")
    if held:
        yield chunking.Block("\n".join(held))
