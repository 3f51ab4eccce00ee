"""Pages that index badly: what they repeat, and what they do not say.

The rules are in `rules/quality.py`. Texts are compared by the hashes that their pages keep.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rtfm_check.docs import texts
from rtfm_check.docs.pages import PROSE, Page, PageChunk
from rtfm_check.docs.told import Told
from rtfm_check.model import Hit, Place, Related, Span
from rtfm_check.rules import quality as rules
from rtfm_check.text.show import quote
from rtfm_check.text.wording import plural

_LEAST_CHARS = 200  # of a text whose copies are told
_TINY = 25  # characters of a section
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
        message = f"the page has {plural(chars, 'character')} of text"
        yield rules.very_short_page, Hit(_at(page), message, "say more, or join it with another")
    has_title = any(anchor.level for anchor in page.anchors) or page.has_include
    is_named = page.title.casefold() != _stem(page.name) or _is_form(page.name)
    if is_markdown and chars >= _SHORT_PAGE and not has_title and not is_named:
        message = "the page has neither a heading nor a title"
        note = f"RTFM names it {quote(page.title)}"
        yield rules.page_without_title, Hit(_at(page), message, "begin it with one", note)
    yield from _cut(page)
    if is_markdown:
        yield from _tiny(page)
        yield from texts.check(page)
    levels = _levels(page)
    for place, chunk in enumerate(page.chunks):
        if chunk.has_images_alone:
            message = f"the section {quote(chunk.title)} holds images alone, without a text"
            help = "write what they show between the brackets"
            yield rules.images_without_text, Hit(_at(page, chunk), message, help)
        elif chunk.is_heading_alone and is_markdown and place and _ends_there(place, levels):
            message = f"nothing follows the heading {quote(chunk.title)}"
            note = "RTFM makes a chunk of the title alone"
            yield rules.heading_without_text, Hit(_at(page, chunk), message, "", note)


def _levels(page: Page) -> list[int]:
    """The level of the heading of each chunk; 0 where it is not known."""
    headings = iter([anchor for anchor in page.anchors if anchor.level])
    levels: list[int] = []
    title = None
    for chunk in page.chunks:
        if chunk.title == title:
            levels.append(levels[-1])
            continue
        title = chunk.title
        found = next((each for each in headings if each.title == title), None) if title else None
        levels.append(found.level if found else 0)
    return levels


def _ends_there(place: int, levels: list[int]) -> bool:
    """Whether no deeper heading follows that of a chunk."""
    if place == len(levels) - 1:
        return True
    return 0 < levels[place + 1] <= levels[place]


def _cut(page: Page) -> Iterator[Told]:
    """What is longer than a chunk, and so is cut: each code block, table and sentence once."""
    in_code, in_other = False, ""
    for chunk, after in pairwise((*page.chunks, None)):
        assert chunk is not None
        is_same = after is not None and after.title == chunk.title
        if "f" in chunk.ends:
            in_code = not in_code
            if in_code and is_same:
                yield _is_cut(page, chunk, "a block of code")
        what = ""
        if after is not None and is_same and not in_code and "f" not in after.ends:
            if "R" in chunk.ends and "r" in after.ends:
                what = "a table"
            elif "W" in chunk.ends and "w" in after.ends and after.line <= chunk.line + 1:
                what = "a text without the end of a sentence"
        if what and what != in_other:
            yield _is_cut(page, chunk, what)
        in_other = what


def _is_cut(page: Page, chunk: PageChunk, what: str) -> Told:
    message = f"{what} in {quote(chunk.title)} is longer than a chunk, and is cut"
    note = "RTFM cuts it too, and folds the lines of code and tables"
    return rules.chunk_cut, Hit(_at(page, chunk), message, "part it where a reader would", note)


def _tiny(page: Page) -> Iterator[Told]:
    """The sections that say next to nothing, beside others that do not."""
    sizes = Counter(chunk.title for chunk in page.chunks)
    tiny = [
        chunk
        for chunk in page.chunks
        if chunk.chars < _TINY
        and sizes[chunk.title] == 1
        and not (chunk.is_heading_alone or chunk.has_images_alone)
    ]
    if not tiny or len(page.chunks) < 2 or (tiny[0] is page.chunks[0] and not tiny[1:]):
        return
    first, *others = tiny
    count = f"{len(tiny)} sections have" if others else f"the section {quote(first.title)} has"
    message = f"{count} fewer than {_TINY} characters of text"
    related = tuple(Related(_at(page, each), quote(each.title)) for each in others[:10])
    note = "RTFM drops paragraphs of 20 characters or less"
    help = "say more, or join them with others"
    yield rules.tiny_section, Hit(_at(page, first), message, help, note, related)


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
