"""What a run of the linter of documents found.

Part of the start of a run over documents that have not changed: imports nothing heavy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rtfm_check.model import Report

if TYPE_CHECKING:
    from rtfm_check.docs.pages import Page
    from rtfm_check.resolve import Tree


class Led(NamedTuple):
    """A link that a finding stands at."""

    source: str
    relation: str
    target: str
    how: str


class Linted(NamedTuple):
    """What a run found."""

    report: Report
    urls: tuple[tuple[str, str], ...]  # address and page of every link that leads elsewhere
    pages: list[Page]  # that were linted; none where an earlier verdict holds
    tree: Tree | None
    links: tuple[tuple[Led, ...], ...] = ()  # at the place of each finding
    digests: tuple[tuple[str, str], ...] = ()  # path of each file that was read, and its SHA-256
    has_history: bool = False  # it depends on the history that git has
