"""RTM8xx: pages that index badly. `docs/quality.py` finds them."""

from __future__ import annotations

from collections.abc import Iterable

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM801", "duplicate-chunk", Severity.INFO, Scope.DOCS)
def duplicate_chunk(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A text that stands in more than one document, word for word.

    Every copy is a hit for the same question, and takes the place of another answer. Keep one, and
    link to it.
    """
    return hits


@rule("RTM802", "near-duplicate-chunk", Severity.INFO, Scope.DOCS)
def near_duplicate_chunk(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Two texts in different documents that differ in a few words.

    Often one of them is an older version. Retrieval finds either.
    """
    return hits


@rule("RTM803", "very-short-page", Severity.INFO, Scope.DOCS)
def very_short_page(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A page that says so little that hardly a question will lead to it.

    RTFM makes one chunk of a few words of it.
    """
    return hits


@rule("RTM804", "heading-without-text", Severity.INFO, Scope.DOCS)
def heading_without_text(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A heading that nothing follows, not even a deeper heading.

    RTFM makes a chunk of the title alone.
    """
    return hits


@rule("RTM805", "images-without-text", Severity.WARNING, Scope.DOCS)
def images_without_text(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A section that holds images alone, none of which has an alternative text.

    Nothing of what they show can be found. Say it in the brackets.

    Bad:
        ## Wiring

        ![](wiring.png)
    Good:
        ## Wiring

        ![The relay between the float switch and the pump](wiring.png)
    """
    return hits


@rule("RTM806", "repeated-boilerplate", Severity.INFO, Scope.DOCS)
def repeated_boilerplate(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A text that stands in most pages, such as a footer.

    It answers no question, and it is in every answer. Told once.
    """
    return hits


@rule("RTM807", "page-without-title", Severity.INFO, Scope.DOCS)
def page_without_title(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A Markdown page with neither a heading nor a title in its front matter.

    RTFM names it after its file.
    """
    return hits


@rule("RTM808", "shared-title", Severity.INFO, Scope.DOCS)
def shared_title(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A title that several pages have.

    A reader of search results cannot tell them apart.
    """
    return hits


@rule("RTM809", "chunk-cut", Severity.INFO, Scope.DOCS)
def chunk_cut(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A block of code, a table or a sentence that is longer than a chunk, and so is cut.

    Who finds the second part does not see the header of the table, or what the code is about. Part
    it where a reader would, with a heading or a sentence between the parts.
    """
    return hits


@rule("RTM810", "tiny-section", Severity.INFO, Scope.DOCS)
def tiny_section(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Sections of a page that say next to nothing. Told once for a page.

    Each is a chunk of its own, which hardly answers a question, and takes the place of one that
    does. RTFM drops paragraphs of 20 characters or less, and keeps the title alone.
    """
    return hits


@rule("RTM811", "image-without-text", Severity.INFO, Scope.DOCS)
def image_without_text(hits: Iterable[Hit]) -> Iterable[Hit]:
    """An image without a text that stands for it.

    Nobody finds what only an image shows. An empty `alt` in HTML says that it shows nothing.

    Bad:
        The cables of pump 4: ![](wiring.png)
    Good:
        The cables of pump 4: ![Blue to the motor, brown to the float switch](wiring.png)
    """
    return hits


@rule("RTM812", "link-text-says-nothing", Severity.INFO, Scope.DOCS)
def link_text_says_nothing(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link whose text is `here`, `click here`, `link` or `more`.

    The chunk does not say what is there: who searches for it finds neither the link nor the target.

    Bad:
        The guide is [here](guide.md).
    Good:
        Read [the guide](guide.md).
    """
    return hits
