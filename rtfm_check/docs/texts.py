"""Links and images of a page whose text says nothing of what they lead to or show."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.docs.told import Told, at
from rtfm_check.model import Hit
from rtfm_check.rules import quality as rules
from rtfm_check.text.show import quote

_BARE = re.compile(r"!\[\s*\]|<img\b(?![^>]*\salt\s*=)", re.IGNORECASE)
_EMBEDDED = re.compile(  # what Obsidian and others show in the place of an image
    r"(?:https?:)?//(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com)/"
    r"|.*\.(?:mp[34]|m4[av]|mov|webm|og[agv]|wav|flac|pdf|md|canvas|base)(?=[?#]|\Z)",
    re.IGNORECASE,
)
_SAYS_NOTHING = re.compile(r"\[[\W_]*(here|click here|link|more)[\W_]*\][(\[]", re.IGNORECASE)


def check(page: Page) -> Iterator[Told]:
    """What is to be said of the texts of links; not of images that are all that a section holds."""
    lines = [chunk.line for chunk in page.chunks]
    for link in page.links:
        bare = _BARE.match(link.detail)
        if bare is not None and link.span is not None and _is_of_image(link):
            index = bisect_right(lines, link.span.line) - 1
            if index < 0 or not page.chunks[index].has_images_alone:
                message = f"the image {quote(link.target or link.written)} has no text"
                how = "between the brackets" if link.detail.startswith("!") else "in `alt`"
                yield rules.image_without_text, Hit(at(page, link), message, f"describe it {how}")
        said = _SAYS_NOTHING.match(link.detail)
        if said is not None:
            message = f"{quote(said[1])} says nothing of what the link leads to"
            yield rules.link_text_says_nothing, Hit(at(page, link), message, "name it")


def _is_of_image(link: PageLink) -> bool:
    """Whether a link leads to an image, if anywhere: without a target it is told as empty-link."""
    leads = bool(link.target or link.fragment)
    return leads and not (link.detail.startswith("!") and _EMBEDDED.match(link.target))
