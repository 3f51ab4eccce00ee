"""Where the links of pages lead: findings for those that lead nowhere.

The rules are in `rules/links.py`. Nothing is looked up on disk, and no URL is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rtfm_check.docs.code_links import unresolved_import, unresolved_include
from rtfm_check.docs.missing import by_alias, missing, with_backslashes
from rtfm_check.docs.pages import Page, PageAnchor, PageLink
from rtfm_check.docs.site import Site
from rtfm_check.docs.told import NO_EDGE, Told, at
from rtfm_check.model import Edit, Fix, Hit, Place, Related
from rtfm_check.parsers._contract import How
from rtfm_check.resolve import Miss
from rtfm_check.rules import links as rules
from rtfm_check.text.show import quote

_TEMPLATE = re.compile(r"\{\{|\{%|\$\{|<%|%\}")
_DEFINITION = re.compile(r"\[(?P<label>(?:[^\\\[\]]|\\.)++)\]:", re.DOTALL)
_COMMENT = re.compile(r"//|#|\.|comment.*", re.IGNORECASE | re.DOTALL)  # as a label
_EMPTY = re.compile(r"\]\([ \t\n]*(?:<>)?[ \t\n]*\)\Z")
_CONTENTS = re.compile(r"_?toc_?", re.IGNORECASE)  # where GitLab, Azure and VuePress put contents
_LINE = re.compile(r"L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")


def check(page: Page, site: Site) -> Iterator[Told]:
    """What is to be said of the links of a page."""
    if page.parser == "epub":
        yield from _in_book(page)
        return
    yield from _ids(page)
    is_for_others = _is_of_definitions(page)
    for link in page.links:
        if link.how is How.DEFINED:
            yield rules.duplicate_definition, _defined(page, link)
            continue
        if link.detail.startswith(("[", "![")) and not is_for_others:
            yield from _as_written(page, link)
        if link.how in (How.NAME, How.URL) or _TEMPLATE.search(link.target):
            continue
        if link.how is How.REFERENCE:
            if link.target.startswith("#") or not site.may_know_label(page):
                yield rules.undefined_reference, _undefined(page, link)
        elif link.how is How.ANCHOR:
            yield from _fragment(page, link, page.name, site)
        elif link.how is How.MODULE:
            yield from unresolved_import(page, link, site)
        elif link.how in (How.TEX, How.BIB):
            yield from unresolved_include(page, link, site)
        else:
            yield from _file(page, link, site)


def _in_book(page: Page) -> Iterator[Told]:
    """What is to be said of the links among the documents of a book."""
    ids = {id for anchor in page.anchors for id in anchor.ids}
    for link in page.links:
        path = link.target if link.how is How.NAME else link.fragment.partition("#")[0]
        place = f"{path}#{link.fragment}" if link.how is How.NAME else link.fragment
        if link.how is How.NAME and path not in ids:
            message = f"the book has no document {quote(path)}"
            yield rules.broken_link, Hit(at(page, link), message, "", NO_EDGE)
        is_known = link.how in (How.NAME, How.ANCHOR) and f"{path}#" in ids
        if is_known and link.fragment and place not in ids:
            message = f"the book has no place {quote(place)}"
            yield rules.broken_anchor, Hit(at(page, link), message)


def _ids(page: Page) -> Iterator[Told]:
    """Ids that are written out a second time."""
    known: dict[str, PageAnchor] = {}
    for anchor in page.anchors if page.parser == "markdown" else ():
        for id in anchor.ids:
            first = anchor if id.startswith("^") else known.setdefault(id, anchor)
            if first is not anchor and first.span is not None and anchor.span is not None:
                related = (Related(Place(page.name, first.span), "the first"),)
                message = f"the page has an id {quote(id)} already"
                place = Place(page.name, anchor.span)
                help = "give it an id of its own"
                note = "a link leads to the first"
                yield rules.duplicate_id, Hit(place, message, help, note, related)


def _is_of_definitions(page: Page) -> bool:
    """Whether a page holds definitions of labels alone, as one that others include."""
    details = [link.detail for link in page.links if _DEFINITION.match(link.detail)]
    chars = sum(chunk.chars for chunk in page.chunks)
    return len(details) > 1 and chars <= sum(map(len, details)) + 2 * len(details)


def _as_written(page: Page, link: PageLink) -> Iterator[Told]:
    """What is to be said of a link of Markdown, wherever it leads."""
    definition = _DEFINITION.match(link.detail)
    if definition is not None and not _COMMENT.fullmatch(definition["label"]):
        message = f"no link uses the label {quote(definition['label'])}"
        yield rules.unused_definition, Hit(at(page, link), message, "use it, or remove the line")
    elif link.how is How.ANCHOR and not link.fragment and _EMPTY.search(link.detail):
        message = f"{quote(link.detail)} has no target"
        yield rules.empty_link, Hit(at(page, link), message, "say where it leads", NO_EDGE)


def _defined(page: Page, link: PageLink) -> Hit:
    match = _DEFINITION.match(link.detail)
    label = quote(match["label"]) if match is not None else "it"
    message = f"{label} is defined further up, and leads to {quote(link.target)}"
    if link.written == link.target:
        message = f"{label} is defined further up, and leads to the same"
    return Hit(at(page, link), message, "take it out, or give it a label of its own", NO_EDGE)


def _undefined(page: Page, link: PageLink) -> Hit:
    label = link.target or link.detail
    message = f"the label {quote(label)} is defined nowhere in the page"
    note = "the brackets are shown as they are, and RTFM makes no edge of it"
    help = f"add a line `[{quote(label)[1:-1]}]: TARGET`"
    if label.startswith("#"):
        help = f"write `({quote(label)[1:-1]})`"
    return Hit(at(page, link), message, help, note)


def _file(page: Page, link: PageLink, site: Site) -> Iterator[Told]:
    target = site.target(page, link)
    if "\\" in link.target and link.how is How.PATH:
        yield rules.backslash_path, with_backslashes(page, link)
        if target.file is not None and link.fragment:
            yield from _fragment(page, link, target.file, site)
        return
    if target.miss is Miss.NO_PAGE and link.target.casefold() in site.aliases:
        names = sorted(site.aliases[link.target.casefold()])
        yield by_alias(page, link, names, site)
        if len(names) == 1:
            site.linked.update(names)
            if link.fragment:
                yield from _fragment(page, link, names[0], site)
        return
    if target.miss is Miss.NO_PAGE and _CONTENTS.fullmatch(link.target):
        return
    if target.file is None:
        if not site.is_cross_reference(page, link):
            yield missing(page, link, target, site)
        if target.miss in (Miss.CASE, Miss.SLASH) and link.fragment:
            yield from _fragment(page, link, target.others[0], site)
        return
    tracked = site.tracked
    if tracked is not None and page.name in tracked and target.file not in tracked:
        message = f"{quote(target.file)} is here, and git does not track it"
        yield (
            rules.link_to_untracked,
            Hit(at(page, link), message, f"git add {target.file}", "for others it is missing"),
        )
    if link.fragment:
        yield from _fragment(page, link, target.file, site)


def _fragment(page: Page, link: PageLink, name: str, site: Site) -> Iterator[Told]:
    anchors = site.anchors(name)
    if anchors is None or _LINE.fullmatch(link.fragment):
        return
    is_wikilink = link.detail.startswith(("[[", "![["))
    if anchors.has_heading(link.fragment) if is_wikilink else anchors.has(link.fragment):
        return
    if site.is_elsewhere(page, name, link.fragment):
        return
    where = "this page" if name == page.name else quote(name)
    kind = "block" if link.fragment.startswith("^") else "heading or id"
    message = f"{where} has no {kind} {quote(link.fragment)}"
    choices = [*anchors.titles] if is_wikilink else [*anchors.slugs, *anchors.ids]
    if kind == "block":
        choices = [id for id in anchors.ids if id.startswith("^")]
    near = site.near.anchor(link.fragment, choices)
    fix = None
    if near is not None and link.span is not None and link.written.endswith(f"#{link.fragment}"):
        written = link.written[: -len(link.fragment)] + near
        fix = Fix(f"link to `#{near}`", (Edit(link.span, written),), is_safe=False)
    help = f"did you mean {quote(near)}?" if near is not None else ""
    note = "RTFM makes an edge to the page, and knows no fragments"
    yield rules.broken_anchor, Hit(at(page, link), message, help, note, (), fix)
