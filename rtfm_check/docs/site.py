"""What the links of a tree are held against: its files, and the anchors and aliases of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from rtfm_check.docs.anchors import Anchors, anchors_of
from rtfm_check.docs.makers import Kind, Makers
from rtfm_check.docs.near import Near
from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.parsers._contract import How, Link
from rtfm_check.resolve import Miss, Target, Tree
from rtfm_check.tree.entry import Reason

_OBJECT = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")  # as `package.module.Class`

_FILES = (".md", ".rst", ".html", ".txt", ".py", ".ipynb", ".png", ".svg", ".jpg", ".gif", ".pdf")


class Site:
    """All that the links of a tree are held against."""

    def __init__(
        self,
        tree: Tree,
        pages: Mapping[str, Page],
        *,
        slug_style: str = "",
        tracked: set[str] | None = None,
        moved: Callable[[], Mapping[str, str]] = dict,
        ignored: Callable[[str], Reason | None] = lambda path: None,
    ) -> None:
        """`slug_style` is one of `slugs.STYLES`, or "" for that of what makes a site of a page.

        `tracked` are the files that git knows, None if that is not known.

        `moved` says where files were moved to, `ignored` what would leave out a path; both are
        asked when a file is missing.
        """
        self.tree = tree
        self.pages = pages
        self.tracked = tracked
        self.near = Near(tree, moved)
        self.makers = Makers(tree)
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
            is_mkdocs = self._kind(page) is Kind.MKDOCS
            style = self._style or ("both" if is_mkdocs else "github")
            self._anchors[name] = anchors_of(page, style)
        return self._anchors[name]

    def may_know_label(self, page: Page) -> bool:
        """Whether a label that is not defined in a page may be known where its site is made."""
        maker = self.makers.of(page.name)
        config = self.pages.get(maker.file) if maker is not None else None
        return page.has_include or (config is not None and config.has_shared_labels)

    def is_elsewhere(self, page: Page, name: str, fragment: str) -> bool:
        """Whether a fragment that is not in a page may be in what is included, or made.

        A target of MyST has a name for all pages; an object that Sphinx documents, a dotted one.
        """
        if self.pages[name].has_include:
            return True
        is_sphinx = name == page.name and self._kind(page) is Kind.SPHINX
        return is_sphinx and (fragment in self._ids or _OBJECT.fullmatch(fragment) is not None)

    def may_be_label(self, page: Page, link: PageLink) -> bool:
        """Whether a target can be what Sphinx calls a label, and not the name of a file alone."""
        is_file = link.how is not How.PATH or link.target.lower().endswith(_FILES)
        return not is_file and self._kind(page) is Kind.SPHINX

    def is_cross_reference(self, page: Page, link: PageLink) -> bool:
        """Whether Sphinx may know a target that is no file.

        A label of any page, or an object that it documents.
        """
        if not self.may_be_label(page, link):
            return False
        return "/" not in link.target or link.target in self._ids

    def asks_all(self, page: Page, fragment: str) -> bool:
        """Whether a fragment of a page has to be looked for in all others."""
        if self._kind(page) is not Kind.SPHINX:
            return False
        anchors = self.anchors(page.name)
        return anchors is not None and not anchors.has(fragment)

    def _kind(self, page: Page) -> Kind | None:
        maker = self.makers.of(page.name)
        return maker.kind if maker is not None else None

    @cached_property
    def _ids(self) -> frozenset[str]:
        """All that is written out as an id in any page."""
        pages = self.pages.values()
        return frozenset(id for page in pages for anchor in page.anchors for id in anchor.ids)

    @cached_property
    def aliases(self) -> Mapping[str, list[str]]:
        """The pages that have an alias, by the alias without its case."""
        found: dict[str, list[str]] = {}
        for page in self.pages.values():
            for alias in {each.casefold() for each in page.aliases}:
                found.setdefault(alias, []).append(page.name)
        return found
