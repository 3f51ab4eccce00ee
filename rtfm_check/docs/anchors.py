"""What a fragment can name in a page."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from rtfm_check.docs.pages import Page
from rtfm_check.docs.slugs import SELECTOR, slugs

# `#page=2` of a viewer, `#t=10` of a film, `#fixture=a.json` of a report: a script reads it.
_PARAMETER = re.compile(r"[a-z]+=")
_README = re.compile(r"readme\.(?:md|markdown)", re.IGNORECASE)
_SHOWN = ("readme", "readme-ov-file")  # what GitHub calls a README below the list of files
_JUDGED = ("markdown", "jupyter", "bofip", "docx")  # parsers that give the anchors of a page


class Anchors(NamedTuple):
    """What a fragment can name in a page."""

    ids: frozenset[str]  # as they are written
    slugs: frozenset[str]  # of headings
    titles: tuple[str, ...]  # of headings

    def has(self, fragment: str) -> bool:
        """Whether an ordinary fragment names something."""
        fragment = fragment.removeprefix("user-content-")
        if fragment in ("", "top", "_top") or fragment.startswith((":~:", "!")):
            return True
        if _PARAMETER.match(fragment):
            return True
        slug = fragment.replace(SELECTOR, "")
        return fragment in self.ids or slug.lower() in self.slugs or slug in self.slugs

    def has_heading(self, fragment: str) -> bool:
        """Whether the fragment of a wikilink names a heading or a block."""
        if fragment.startswith("^"):
            return fragment in self.ids
        wanted = _folded(fragment.rstrip("#").rpartition("#")[2])
        return self.has(fragment) or any(_folded(title) == wanted for title in self.titles)


def anchors_of(page: Page, style: str) -> Anchors | None:
    """The anchors of a page; None where its parser gives none.

    `style` is that of the slugs: one of `slugs.STYLES`.
    """
    if page.parser not in _JUDGED:
        return None
    ids = {each for anchor in page.anchors for each in anchor.ids}
    headings = [anchor.title for anchor in page.anchors if anchor.level]
    if _README.fullmatch(page.name.rpartition("/")[2]):
        ids.update(_SHOWN)
    if page.parser == "jupyter":
        made = {title.replace(" ", "-").lower() for title in headings}
    elif page.parser in ("bofip", "docx"):
        made = set()  # HTML has the ids that it says, and a document its bookmarks
    else:
        made = slugs(headings, style)
    return Anchors(frozenset(ids), frozenset(made), tuple(headings))


def _folded(title: str) -> str:
    title = normalize("NFC", title)
    return " ".join(re.sub(r"[^\w\s]", " ", title).split()).casefold()
