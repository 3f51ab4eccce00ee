"""Pages that no other page links to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check.docs.pages import Page
from rtfm_check.docs.site import Site
from rtfm_check.docs.told import NO_EDGE, TOP, Told
from rtfm_check.model import Hit, Place
from rtfm_check.resolve import Tree
from rtfm_check.rules import links as rules


def orphans(pages: Iterable[Page], site: Site) -> Iterator[Told]:
    """The Markdown pages that no page links to; after all links were looked at."""
    found = [page for page in pages if page.parser == "markdown"]
    if len(found) < 3 or not site.linked or _is_navigated(site.tree):
        return
    for page in found:
        if page.name in site.linked or is_entrance(page.name):
            continue
        place = Place(page.name, TOP)
        yield rules.orphan_page, Hit(place, "no page links to this one", "link to it", NO_EDGE)


def is_entrance(path: str) -> bool:
    """Whether a page is found without a link: by its name, or as LICENSE.md by its place."""
    name = path.rpartition("/")[2].lower()
    if name.startswith(("readme", "index.", "_", "changelog")):
        return True
    return "/" not in path or path.startswith(".")


def _is_navigated(tree: Tree) -> bool:
    """Whether a configuration file lists the pages of a site."""
    names = ("mkdocs.yml", "mkdocs.yaml", "conf.py", "sidebars.js", "_quarto.yml", "book.toml")
    return any(path.rpartition("/")[2] in names for path in tree.files)
