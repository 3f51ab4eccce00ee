"""What makes a site of pages: the program whose configuration file lies in a folder above them.

What such a program knows, and a page does not say: labels of other pages, and addresses of the
site.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rtfm_check.resolve import Tree


class Kind(StrEnum):
    """The programs whose reading of Markdown differs from GitHub's."""

    MKDOCS = "MkDocs"  # and those that read its configuration
    SPHINX = "Sphinx"  # and Jupyter Book
    OTHER = "another"


_FILES = {
    **dict.fromkeys(("mkdocs.yml", "mkdocs.yaml", "zensical.yml", "zensical.toml"), Kind.MKDOCS),
    **dict.fromkeys(("conf.py", "_toc.yml", "myst.yml"), Kind.SPHINX),  # and what is made of it
    **dict.fromkeys(
        (
            *("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs"),
            *("astro.config.mjs", "astro.config.ts", "astro.config.js", "book.toml"),
            *("hugo.toml", "hugo.yaml", "_config.yml", "_quarto.yml", "gatsby-config.js"),
            *("antora.yml", "next.config.js", "next.config.mjs", "next.config.ts", ".vitepress"),
        ),
        Kind.OTHER,
    ),
}


class Maker(NamedTuple):
    """A program that makes a site of a page."""

    kind: Kind
    file: str  # its configuration


class Makers:
    """The makers of the pages of a tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[str, Maker | None] = {}  # by folder

    def of(self, page: str) -> Maker | None:
        """The maker of the site that a page is in, if there is one.

        MkDocs takes no page from the folder of its configuration.
        """
        folder = page.rpartition("/")[0]
        found = self._in(folder)
        is_beside = found is not None and found.file.rpartition("/")[0] == folder
        return None if found is None or (is_beside and found.kind is Kind.MKDOCS) else found

    def _in(self, folder: str) -> Maker | None:
        """The maker whose configuration is in a folder or the nearest above it."""
        passed = []
        found = None
        while folder not in self._known:
            passed.append(folder)
            here = f"{folder}/" if folder else ""
            name = next((name for name in _FILES if here + name in self._tree.files), None)
            if name is not None:
                found = Maker(_FILES[name], here + name)
                break
            if not folder:
                break
            folder = folder.rpartition("/")[0]
        else:
            found = self._known[folder]
        self._known.update(dict.fromkeys(passed, found))
        return found
