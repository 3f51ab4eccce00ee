"""What the links of a tree are held against: its files, and the anchors and aliases of pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from rtfm_check.docs.anchors import Anchors, anchors_of
from rtfm_check.docs.near import Near
from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.entry import Reason
from rtfm_check.parsers._contract import Link
from rtfm_check.resolve import Miss, Target, Tree


class Site:
    """All that the links of a tree are held against."""

    def __init__(
        self,
        tree: Tree,
        pages: Mapping[str, Page],
        *,
        slug_style: str = "github",
        tracked: set[str] | None = None,
        moved: Callable[[], Mapping[str, str]] = dict,
        ignored: Callable[[str], Reason | None] = lambda path: None,
    ) -> None:
        """`tracked` are the files that git knows, None if that is not known.

        `moved` says where files were moved to, `ignored` what would leave out a path; both are
        asked when a file is missing.
        """
        self.tree = tree
        self.pages = pages
        self.tracked = tracked
        self.near = Near(tree, moved)
        self.ignored = ignored
        self.linked: set[str] = set()  # files that other pages link to
        self._style = slug_style
        self._anchors: dict[str, Anchors | None] = {}

    def target(self, page: Page, link: PageLink) -> Target:
        """The file that a link leads to."""
        found = self.tree.resolve(page.name, Link(link.relation, link.target, "", link.how))
        meant = found.others[0] if found.miss is Miss.CASE else found.file
        if meant is not None and meant != page.name:
            self.linked.add(meant)
        return found

    def anchors(self, name: str) -> Anchors | None:
        """The anchors of a page; None for a file whose anchors are not known."""
        page = self.pages.get(name)
        if page is None:
            return None
        if name not in self._anchors:
            self._anchors[name] = anchors_of(page, self._style)
        return self._anchors[name]

    @cached_property
    def aliases(self) -> Mapping[str, list[str]]:
        """The pages that have an alias, by the alias without its case."""
        found: dict[str, list[str]] = {}
        for page in self.pages.values():
            for alias in {each.casefold() for each in page.aliases}:
                found.setdefault(alias, []).append(page.name)
        return found
