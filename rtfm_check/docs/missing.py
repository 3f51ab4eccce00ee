"""A link that leads to no file: why, and what to write instead."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from unicodedata import normalize
from urllib.parse import quote as percent

from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.docs.site import Site
from rtfm_check.docs.told import NO_EDGE, Told, at
from rtfm_check.model import Edit, Fix, Hit
from rtfm_check.parsers._contract import How
from rtfm_check.resolve import Miss, Target, joined
from rtfm_check.rules import links as rules
from rtfm_check.text.show import quote

_SUFFIXES = ("", ".md", ".html")  # that the address of a page may do without


def missing(page: Page, link: PageLink, target: Target, site: Site) -> Told:
    """What is to be said of a link that leads to no file, which is why `target` has none."""
    place, shown = at(page, link), quote(link.target)
    miss = target.miss
    if miss is Miss.OUTSIDE:
        message = f"{shown} leads out of the project"
        return rules.link_escapes_root, Hit(place, message, "link to its address", NO_EDGE)
    if miss is Miss.FOLDER:
        message = f"{shown} is a folder without README and index"
        return rules.link_to_folder, Hit(
            place, message, "link to a file in it, or add one", NO_EDGE
        )
    if miss is Miss.LEFT_OUT:
        message = f"{shown} is there, and left out of the index"
        help = f"`rtfm-check files --why {quote(link.target)[1:-1]}` says by what"
        return rules.link_to_left_out, Hit(place, message, help, NO_EDGE)
    if miss is Miss.CASE:
        (other,) = target.others
        message = f"{shown} differs from the file's name in case"
        hit = _instead(page, link, message, other, is_safe=True)
        wanted = (joined(page.name, link.target) or "").rstrip("/")
        if normalize("NFD", wanted) == normalize("NFD", other):
            hit = hit._replace(
                message=f"{shown} and the file's name have their accents in two forms of Unicode",
                help="write each letter and its accent as one character (NFC), in both",
            )
        return rules.link_case_mismatch, hit
    if miss is Miss.AMBIGUOUS:
        message = f"{shown} may mean {len(target.others)} pages: {', '.join(target.others[:5])}"
        help = "write the path of the one that is meant"
        return rules.ambiguous_wikilink, Hit(place, message, help, "RTFM takes one of them")
    if link.how is How.WIKILINK:
        near = site.near.page(link.target)
        help = f"did you mean {quote(_wikiname(near, site))}?" if near else ""
        return rules.broken_wikilink, Hit(place, f"there is no page {shown}", help, NO_EDGE)
    generated = None
    if miss is Miss.NONE:
        generated = by_ignore_file(page, link, site) or _on_site(page, link, site)
    if generated is not None:
        return generated
    path = joined(page.name, link.target)
    near = site.near.file(path.rstrip("/")) if path else None
    message = f"there is no file {shown}"
    if miss is Miss.SLASH:
        message = f"{shown} is a file, and the slash at its end makes it a folder"
        near = path.rstrip("/") if path else None
    if near is None:
        return rules.broken_link, Hit(place, message, "", NO_EDGE)
    return rules.broken_link, _instead(page, link, message, near, moved=path in site.near.moved)


def by_ignore_file(
    page: Page, link: PageLink, site: Site, suffixes: tuple[str, ...] = _SUFFIXES
) -> Told | None:
    """What is to be said of a link to a file that is not there, and that an ignore file names."""
    for meant in _paths(page, link):
        for suffix in suffixes:
            reason = site.ignored(meant + suffix)
            if reason is not None and reason.pattern.removesuffix(suffix).strip("*?/."):
                message = f"{quote(link.target)} is not there, and would be left out by {reason}"
                help = "if nothing generates it, mend the link"
                return rules.link_to_generated, Hit(at(page, link), message, help, NO_EDGE)
    return None


def _on_site(page: Page, link: PageLink, site: Site) -> Told | None:
    """What is to be said of an address that begins where a site does, and that is no file's."""
    maker = site.makers.of(page.name)
    name = link.target.rpartition("/")[2]
    if maker is None or not link.target.startswith("/") or "." in name:
        return None
    message = f"{quote(link.target)} is no file, and may be an address of the site by {maker.file}"
    help = "link to the file that the page is made of, if it is one of these"
    return rules.link_to_generated, Hit(at(page, link), message, help, NO_EDGE)


def _paths(page: Page, link: PageLink) -> Iterator[str]:
    """The paths that a link may mean: one with `/` in front begins where a site does."""
    path = joined(page.name, link.target)
    if not path:
        return
    yield path
    folder = page.name.rpartition("/")[0] if link.target.startswith("/") else ""
    while folder:
        yield f"{folder}/{path}"
        folder = folder.rpartition("/")[0]


def by_alias(page: Page, link: PageLink, names: list[str], site: Site) -> Told:
    """What is to be said of a wikilink by an alias of some pages, one or several."""
    if len(names) > 1:
        shown = f"{quote(link.target)} is an alias of {len(names)} pages"
        message = f"{shown}: {', '.join(names[:5])}"
        help = "write the path of the one that is meant"
        return rules.ambiguous_wikilink, Hit(at(page, link), message, help, NO_EDGE)
    (name,) = names
    place = f"#{link.fragment}" if link.fragment else ""
    meant = f"{_wikiname(name, site)}{place}"
    if "|" not in link.detail:
        meant += f"|{link.target}"
    fix = None
    if link.span is not None:
        fix = Fix(f"write `[[{meant}]]`", (Edit(link.span, meant),), is_safe=False)  # in a table
    message = f"{quote(link.target)} is an alias of {quote(name)}, and no page"
    help = f"write {quote(f'[[{meant}]]')}"
    return rules.wikilink_to_alias, Hit(at(page, link), message, help, NO_EDGE, (), fix)


def with_backslashes(page: Page, link: PageLink) -> Hit:
    """The hit of a link whose path has backslashes."""
    target = link.target.replace("\\", "/")
    message = f"{quote(link.target)} has backslashes, which are no part of a path on the web"
    fix = None
    if link.span is not None and "\\" in link.written:
        fix = Fix("write slashes", (Edit(link.span, link.written.replace("\\", "/")),))
    return Hit(at(page, link), message, f"write {quote(target)}", NO_EDGE, (), fix)


def _wikiname(path: str, site: Site) -> str:
    """What a wikilink to a page says."""
    bare = path.removesuffix(".md").removesuffix(".markdown")
    name = bare.rpartition("/")[2]
    return name if len(site.tree.of_name(name)) == 1 else bare


def _instead(
    page: Page,
    link: PageLink,
    message: str,
    path: str,
    *,
    is_safe: bool = False,
    moved: bool = False,
) -> Hit:
    """The hit of a link that means another file, with the fix."""
    target = relative(page.name, path)
    help = f"it was moved to {quote(target)}" if moved else f"did you mean {quote(target)}?"
    return Hit(at(page, link), message, help, NO_EDGE, (), _fix(link, target, is_safe=is_safe))


def _fix(link: PageLink, target: str, *, is_safe: bool) -> Fix | None:
    """Write another target, where what is written is the old one as it is or percent-encoded."""
    if link.span is None or link.how is not How.PATH:
        return None
    rest = link.written
    for old in (link.target, percent(link.target), link.target.replace(" ", "%20")):
        if rest.startswith(old):
            has_blank = " " in rest or "<" in rest
            new = target if has_blank else percent(target, safe="/~!$&'*+,;=:@-._()")
            text = new + rest[len(old) :]
            return Fix(f"link to `{target}`", (Edit(link.span, text),), is_safe=is_safe)
    return None


def relative(source: str, path: str) -> str:
    """The path of a file as a link of the page `source` has it."""
    folder = source.rpartition("/")[0] or "."
    return posixpath.relpath(path, folder)
