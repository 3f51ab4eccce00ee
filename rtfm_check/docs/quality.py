"""Pages that index badly: what they repeat, and what they do not say.

The rules are in `rules/quality.py`. Texts are compared by the hashes that their pages keep.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rtfm_check.docs.links import Told
from rtfm_check.docs.pages import PROSE, Page, PageChunk
from rtfm_check.model import Hit, Place, Related, Span
from rtfm_check.rules import quality as rules
from rtfm_check.show import quote

_LEAST_CHARS = 200  # of a text whose copies are told
_SHORT_PAGE = 40  # characters of all chunks of a page
_ALIKE = 0.9  # share of the words' runs that two near-duplicates have in common
_IN_MOST = 0.6  # share of pages that hold a boilerplate
_LEAST_PAGES = 5  # for which anything is repeated in most
_SHARED_TITLE = 3  # pages


def check(pages: Iterable[Page]) -> Iterator[Told]:
    """What is to be said of the pages of a tree."""
    prose = [page for page in pages if page.parser in PROSE]
    for page in prose:
        yield from _of_page(page)
    yield from _titles(prose)
    yield from _copies(prose)


def _at(page: Page, chunk: PageChunk | None = None) -> Place:
    line = max(1, chunk.line) if chunk else 1
    return Place(page.name, Span(line, 1, line, 1))


def _of_page(page: Page) -> Iterator[Told]:
    is_markdown = page.parser == "markdown"
    chars = sum(chunk.chars for chunk in page.chunks)
    if page.chunks and chars < _SHORT_PAGE and is_markdown:
        message = f"the page has {chars} characters of text"
        yield rules.very_short_page, Hit(_at(page), message, "say more, or join it with another")
    has_title = any(anchor.level for anchor in page.anchors) or page.has_include
    is_named = page.title.casefold() != _stem(page.name) or _is_form(page.name)
    if is_markdown and chars >= _SHORT_PAGE and not has_title and not is_named:
        message = "the page has neither a heading nor a title"
        note = f"RTFM names it {quote(page.title)}"
        yield rules.page_without_title, Hit(_at(page), message, "begin it with one", note)
    for place, chunk in enumerate(page.chunks):
        if chunk.has_images_alone:
            message = f"the section {quote(chunk.title)} holds images alone, without a text"
            help = "write what they show between the brackets"
            yield rules.images_without_text, Hit(_at(page, chunk), message, help)
        elif chunk.is_heading_alone and is_markdown and 0 < place == len(page.chunks) - 1:
            message = f"nothing follows the heading {quote(chunk.title)}"
            note = "RTFM makes a chunk of the title alone"
            yield rules.heading_without_text, Hit(_at(page, chunk), message, "", note)


def _is_form(name: str) -> bool:
    """Whether a page is what GitHub knows by its name: a licence, or a template of an issue."""
    return name.startswith(".github/") or "license" in _stem(name)


def _stem(name: str) -> str:
    stem = name.rpartition("/")[2].rpartition(".")[0]
    return " ".join(stem.replace("-", " ").replace("_", " ").split()).casefold()


def _titles(pages: list[Page]) -> Iterator[Told]:
    by_title: dict[str, list[Page]] = defaultdict(list)
    for page in pages:
        if page.title and page.title.casefold() != _stem(page.name):
            by_title[page.title].append(page)
    for title, shared in sorted(by_title.items()):
        if len(shared) >= _SHARED_TITLE:
            first, *others = shared
            message = f"{len(shared)} pages have the title {quote(title)}"
            related = tuple(Related(_at(page), "the same title") for page in others[:10])
            yield (
                rules.shared_title,
                Hit(_at(first), message, "give each its own", "", related),
            )


def _copies(pages: list[Page]) -> Iterator[Told]:
    """Texts that stand in more than one page, word for word or nearly so."""
    by_hash: dict[str, list[tuple[Page, PageChunk]]] = defaultdict(list)
    for page in pages:
        for chunk in page.chunks:
            if chunk.chars >= _LEAST_CHARS:
                by_hash[chunk.hash].append((page, chunk))
    unique = []
    for copies in by_hash.values():
        places = {page.name: (page, chunk) for page, chunk in reversed(copies)}
        unique.append(next(iter(reversed(places.values()))))
        if len(places) > 1:
            yield _repeated(sorted(places.items()), len(pages))
    yield from _nearly(unique)


def _repeated(places: list[tuple[str, tuple[Page, PageChunk]]], pages: int) -> Told:
    (_, (page, chunk)), *others = places
    related = tuple(Related(_at(other, same), "the same text") for _, (other, same) in others[:10])
    count = len(places)
    message = f"the text of {quote(chunk.title)} stands in {count} documents"
    if pages >= _LEAST_PAGES and count >= _IN_MOST * pages:
        help = "keep it out of the pages, or leave it out of the index"
        return rules.repeated_boilerplate, Hit(_at(page, chunk), message, help, "", related)
    help = "keep one, and link to it"
    return rules.duplicate_chunk, Hit(_at(page, chunk), message, help, "", related)


def _nearly(chunks: list[tuple[Page, PageChunk]]) -> Iterator[Told]:
    """Pairs of texts whose sketches agree; each text is in one pair at most.

    Sketches that differ in one hash have two neighbours in common among the first four of each.
    """
    buckets: dict[tuple[int, int], list[tuple[Page, PageChunk]]] = defaultdict(list)
    for page, chunk in chunks:
        for neighbours in pairwise(chunk.sketch[:4]):
            buckets[neighbours].append((page, chunk))
    told: set[tuple[str, str]] = set()
    for alike in buckets.values():
        page, chunk = alike[0]
        for other, copy in alike[1:20]:
            keys = {(page.name, chunk.hash), (other.name, copy.hash)}
            if other.name == page.name or keys & told:
                continue
            if _likeness(chunk.sketch, copy.sketch) >= _ALIKE:
                told |= keys
                message = f"{quote(chunk.title)} differs in a few words from a text elsewhere"
                related = (Related(_at(other, copy), f"in {other.name}"),)
                help = "keep one, and link to it"
                yield (
                    rules.near_duplicate_chunk,
                    Hit(_at(page, chunk), message, help, "", related),
                )


def _likeness(one: Sequence[int], other: Sequence[int]) -> float:
    """How alike two texts are, by the smallest hashes of both."""
    most = max(len(one), len(other))
    smallest = set(sorted({*one, *other})[:most])
    return len(smallest & set(one) & set(other)) / most if most else 0.0
