"""HTML: sections by heading, and pages of BOFiP, the French tax doctrine.

A section begins at a heading of level 1 to 4, which is its title, and is one chunk; one of more
than 3000 characters is cut between its blocks. What stands before the first heading belongs to the
first section, the title of the page with it. Items of lists, rows of tables and code have their
lines. `description`, `author`, `keywords` and `lang` are metadata of the document.

Edges: `link` for what names a file, and in a page of BOFiP `cite` for articles of the tax code and
for other pages. A page is one of BOFiP if `document.xml` beside it says so, or its classes do;
then each chunk has RTFM's `legal_fr`, and the numbers of its paragraphs.

Differences from RTFM 0.55.1, which makes doctrine of every page: words are not split at inline
tags, nor glued at blocks; the declared encoding is honoured; what is not closed loses nothing, nor
do headings without text; a `header` with a heading is text, and so is what images stand for; the
real sidecar is understood; articles are found at the end of a sentence, and in lists. A page
without doctrine has no tax metadata, and its chunks are of the type `chapter`.

Left out, as there: comments, scripts, styles, navigation, the header and the footer of a page;
and how a word is read (`rt`), which would stand between its letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from rtfm_check.chunking import Block as Stretch
from rtfm_check.chunking import Budget, pack
from rtfm_check.file import File
from rtfm_check.model import JsonValue
from rtfm_check.parsers import _bofip
from rtfm_check.parsers._bofip import Doctrine, doctrine
from rtfm_check.parsers._contract import About, Draft, Item, Link, Problem
from rtfm_check.parsers._html import Block, Mark, Page
from rtfm_check.parsers._html_charset import HEAD, declared
from rtfm_check.parsers._html_sections import Section, Sections
from rtfm_check.parsers._lines import Lines
from rtfm_check.text.show import quote

_BUDGET = Budget(3000, 200, 3200)
_ADVICE = {
    "hidden-content": ("make sure that it is meant to be published", "RTFM indexes it, too"),
    "document-syntax": ("close it", "RTFM may leave out what follows"),
    "damaged-document": ("", "RTFM leaves out the tag"),
}
_KEPT = ("description", "author", "keywords", "lang")
_END = Block("")


def parse(file: File) -> Iterator[Item]:
    """The sections of a page."""
    yield from _encoding(file)
    page = Page(file.text, without_navigation=True)
    tax = doctrine(file)
    sections = Sections(lambda block: tax is not None and _bofip.is_number(file.text, block))
    drafts = _Drafts(file, page, tax)
    yield from tax.related() if tax else ()
    has_title = False
    for item in page:
        if isinstance(item, Block):
            if page.title and not has_title:
                has_title = True
                yield from drafts.of(sections.add(Block(page.title)))
            yield from tax.citations(item, file.text) if tax else ()
            yield from drafts.of(sections.add(item))
        elif isinstance(item, Link) and tax:
            link = tax.instead_of(item)
            yield from [link] if link else []
        elif not isinstance(item, Mark):
            yield item
    if page.title and not has_title:
        yield from drafts.of(sections.add(Block(page.title)))
    yield from drafts.of(sections.finish())
    for problem in page.told():
        advice, note = _ADVICE.get(problem.rule, ("", ""))
        yield problem._replace(help=advice, note=note)
    yield from _left_out(page)


class _Drafts:
    """Makes the drafts of a page, and tells before the first what the page says of itself."""

    def __init__(self, file: File, page: Page, tax: Doctrine | None) -> None:
        self._file = file
        self._page = page
        self._tax = tax
        self._title = ""
        self._count = 0
        self._numbers: set[str] = set()  # of paragraphs of doctrine
        self._lines = Lines(file.text)

    def of(self, sections: Iterable[Section]) -> Iterator[Item]:
        """The drafts of some sections."""
        for title, blocks in sections:
            if not self._count:
                yield self._about()
            for paragraph, group in enumerate(pack(self._stretches(blocks), _BUDGET), 1):
                self._count += 1
                yield self._draft(title or self._title, group, paragraph)

    def _about(self) -> About:
        page, tax = self._page, self._tax
        self._title = (tax.about.title if tax else "") or page.title or self._file.stem
        metadata: dict[str, JsonValue] = {key: page.meta[key] for key in _KEPT if key in page.meta}
        return About(self._title, metadata={**metadata, **(tax.metadata() if tax else {})})

    def _draft(self, title: str, group: list[Stretch], paragraph: int) -> Draft:
        text = "".join(each.text for each in group).rstrip()
        firsts = [each.first for each in group if each.first]  # not always in order, in tables
        lines = (min(firsts), max(each.last for each in group)) if firsts else None
        pages = (self._count, self._count)
        draft = Draft(title, text, lines, pages, paragraph=paragraph)
        if self._tax is None:
            return draft
        heads = (each.text.partition("\n")[0] for each in group)
        metadata = self._tax.metadata(text, [each for each in heads if each in self._numbers])
        return draft._replace(kind="doctrine", metadata=metadata)

    def _stretches(self, blocks: list[Block]) -> Iterator[Stretch]:
        """The blocks with their lines, and with the line ends that part each from the next.

        The number of a paragraph stays with its text.
        """
        number = ""
        for block, following in pairwise((*blocks, _END)):
            if self._tax and following.text and _bofip.is_number(self._file.text, block):
                self._numbers.add(block.text)
                number += f"{block.text}\n"
                continue
            text = f"{number}{block.text}" + ("\n" if following.is_joined else "\n\n")
            yield Stretch(text, self._lines.of(block.start), self._lines.of(block.end))
            number = ""


def _encoding(file: File) -> Iterator[Problem]:
    """Take the encoding that the page names, and tell what is to be said of it."""
    name, written = declared(file.data)
    if not name or name == "utf-8":
        return
    from rtfm_check.text.charset import is_utf8  # few pages need what it loads

    at = file.data.find(written.encode("latin-1"), 0, HEAD)
    place = (
        (at, at + len(written))
        if file.data[:at].isascii() and b"\r" not in file.data[:at]
        else (-1, -1)
    )
    if not file.data.isascii() and is_utf8(file.data):
        message = f"the page says that it is {quote(written)}, and is UTF-8"
        yield Problem("document-syntax", message, 'write `<meta charset="utf-8">`', "", *place)
        return
    file.declared = name
    if file.encoding.name == name and not file.text.isascii():
        yield Problem(
            "encoding-replaced",
            f"the page is {quote(written)}, as it says",
            "store it as UTF-8",
            "RTFM reads it as UTF-8 and replaces what is none",
            *place,
        )


def _left_out(page: Page) -> Iterator[Problem]:
    """What of a page is no text of it."""
    if page.left_out:
        names = " and ".join(quote(f"<{name}>") for name in sorted(page.left_out))
        start = min(page.left_out.values())
        yield Problem(
            "navigation-left-out",
            f"{names} of the page {'is' if len(page.left_out) == 1 else 'are'} not indexed",
            note="RTFM leaves out the same",
            start=start,
            end=start + 1,
        )
