"""What is told of a page: a rule, and its hit at the place of a link."""

from __future__ import annotations

from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.model import Hit, Place, Span
from rtfm_check.rules import Rule

Told = tuple[Rule, Hit]

TOP = Span(1, 1, 1, 1)
NO_EDGE = "RTFM makes no edge of it"


def at(page: Page, link: PageLink) -> Place:
    """The place of a link; of one without a place, the top of its page."""
    return Place(page.name, link.span or TOP)
