"""The fragments by which the headings of a page are reached, as GitHub and as MkDocs make them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

STYLES = ("github", "mkdocs", "both")
SELECTOR = "\ufe0f"
_NOT_GITHUB = re.compile(r"[^\w\- ]")
_NOT_MKDOCS = re.compile(r"[^\w\s-]")
_GAPS = re.compile(r"[-\s]+")


def slugs(titles: Iterable[str], style: str) -> set[str]:
    """The fragments of headings in their order; a second heading of a title gets a number."""
    titles = list(titles)
    found: set[str] = set()
    if style in ("github", "both"):
        found |= _numbered((github(title) for title in titles), "-")
        if any(title != title.strip() for title in titles):  # other renderers leave no blank
            found |= _numbered((github(title.strip()) for title in titles), "-")
    if style in ("mkdocs", "both"):
        found |= _numbered((mkdocs(title) for title in titles), "_")
    return found


def github(title: str) -> str:
    """Lower case, blanks as hyphens, without all but letters, their marks, digits, `-` and `_`.

    The blank behind an image that begins the heading counts. The selector that makes an emoji of a
    sign is left out, here and where a fragment is looked up.
    """
    kept = _NOT_GITHUB.sub(_mark, title.lower())
    if not kept.isascii():
        kept = "".join(each for each in kept if unicodedata.category(each) != "No")  # ½, ², ①
    return kept.replace(" ", "-").replace(SELECTOR, "")


def _mark(found: re.Match[str]) -> str:
    """A vowel sign or an accent, which Python takes for no letter."""
    return found[0] if unicodedata.category(found[0]).startswith("M") else ""


def mkdocs(title: str) -> str:
    """What Python-Markdown's `toc` makes: ASCII alone, runs of blanks and hyphens as one hyphen."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return _GAPS.sub("-", _NOT_MKDOCS.sub("", ascii_only).strip().lower())


def _numbered(made: Iterable[str], joiner: str) -> set[str]:
    counts: dict[str, int] = {}
    for slug in made:
        count = counts.get(slug)
        unique = slug
        while unique in counts:
            count = (count or 0) + 1
            unique = f"{slug}{joiner}{count}"
        counts[slug] = count or 0
        counts.setdefault(unique, 0)
    return set(counts)
