"""Where the links of pages lead: findings for those that lead nowhere.

The rules are in `rules/links.py`. Nothing is looked up on disk, and no URL is fetched.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote as percent

from rtfm_check.docs.pages import Page, PageLink
from rtfm_check.docs.slugs import SELECTOR, slugs
from rtfm_check.model import Edit, Fix, Hit, Place, Span
from rtfm_check.parsers._contract import How, Link
from rtfm_check.resolve import Miss, Target, Tree, joined
from rtfm_check.rules import Rule
from rtfm_check.rules import links as rules
from rtfm_check.show import quote
from rtfm_check.suggest import Choices, nearest

Told = tuple[Rule, Hit]

_TOP = Span(1, 1, 1, 1)
_TEMPLATE = re.compile(r"\{\{|\{%|\$\{|<%|%\}")
_DEFINITION = re.compile(r"\[(?P<label>(?:[^\\\[\]]|\\.)++)\]:", re.DOTALL)
_COMMENT = re.compile(r"//|#|\.|comment.*", re.IGNORECASE | re.DOTALL)  # as a label
_EMPTY = re.compile(r"\]\([ \t\n]*(?:<>)?[ \t\n]*\)\Z")
_LINE = re.compile(r"L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")
_GENERATED = re.compile(r"_?version(?:_info)?|_build_info|.*_pb2(?:_grpc)?|_generated|__about__")
_JUDGED = ("markdown", "jupyter", "bofip", "docx")  # parsers that give the anchors of a page
_FILES = (".md", ".rst", ".html", ".txt", ".py", ".ipynb", ".png", ".svg", ".jpg", ".gif", ".pdf")
_NO_EDGE = "RTFM makes no edge of it"
_MOST_NAMES = 20_000  # of files that are compared with a misspelt one
_MOST_IN_FOLDER = 2_000  # of them in one folder
_MOST_NEAR = 300  # targets that a near file is looked for; where more are missing, it helps nobody
_MOST_COMPARED = 300_000  # anchors that are compared with misspelt ones, in all


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
    ) -> None:
        """`tracked` are the files that git knows, None if that is not known.

        `moved` says where files were moved to; it is asked when a file is missing.
        """
        self.tree = tree
        self.pages = pages
        self.tracked = tracked
        self.linked: set[str] = set()  # files that other pages link to
        self._style = slug_style
        self._moved = moved
        self._anchors: dict[str, Anchors] = {}
        self._near: dict[tuple[str, bool], str | None] = {}
        self._spare = _MOST_COMPARED

    def target(self, page: Page, link: PageLink) -> Target:
        """The file that a link leads to."""
        found = self.tree.resolve(page.name, Link(link.relation, link.target, "", link.how))
        if found.file is not None and found.file != page.name:
            self.linked.add(found.file)
        return found

    def anchors(self, name: str) -> Anchors | None:
        """The anchors of a page; None for a file whose anchors are not known."""
        page = self.pages.get(name)
        if page is None or page.parser not in _JUDGED:
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

    @cached_property
    def moved(self) -> Mapping[str, str]:
        """Where files were moved to, by their old paths."""
        return self._moved()

    def near(self, path: str, *, is_page: bool = False) -> str | None:
        """The file that a path most likely means; the page that a wikilink does."""
        key = (path, is_page)
        if key not in self._near and len(self._near) < _MOST_NEAR:
            self._near[key] = self._near_page(path) if is_page else self._near_file(path)
        return self._near.get(key)

    def near_anchor(self, fragment: str, anchors: list[str]) -> str | None:
        """The anchor that a fragment most likely means."""
        self._spare -= len(anchors)
        return nearest(fragment, sorted(anchors)) if self._spare > 0 else None

    def _near_file(self, path: str) -> str | None:
        folder, _, name = path.rpartition("/")
        if self.moved.get(path) in self.tree.files:
            return self.moved[path]
        same = self._names.get(name, [])
        if len(same) == 1:
            return same[0]
        found = nearest(name, self._folders.get(folder, []))
        if found is not None:
            return f"{folder}/{found}" if folder else found
        found = self._choices.nearest(name, limit=0.25)
        alike = self._names[found] if found is not None else []
        return alike[0] if len(alike) == 1 else None

    def _near_page(self, name: str) -> str | None:
        found = self._stems.nearest(name.rpartition("/")[2], limit=0.34)
        pages = [path for path in self.tree.of_name(found or "") if _is_page(path)]
        return pages[0] if pages else None

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        """The paths of each file name."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.tree.files):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _folders(self) -> dict[str, list[str]]:
        """The names in each folder; of a large one the first."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.tree.files):
            folder, _, name = path.rpartition("/")
            names = found.setdefault(folder, [])
            if len(names) < _MOST_IN_FOLDER:
                names.append(name)
        return found

    @cached_property
    def _choices(self) -> Choices:
        return Choices(self._names if len(self._names) < _MOST_NAMES else ())

    @cached_property
    def _stems(self) -> Choices:
        stems = [
            path.rpartition("/")[2].rpartition(".")[0]
            for path in sorted(self.tree.files)
            if _is_page(path)
        ]
        return Choices(stems if len(stems) < _MOST_NAMES else ())


def _is_page(path: str) -> bool:
    return path.lower().endswith((".md", ".markdown"))


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
        slug = fragment.replace(SELECTOR, "")
        return fragment in self.ids or slug.lower() in self.slugs or slug in self.slugs

    def has_heading(self, fragment: str) -> bool:
        """Whether the fragment of a wikilink names a heading or a block."""
        if fragment.startswith("^"):
            return fragment in self.ids
        wanted = _folded(fragment.rpartition("#")[2])
        return self.has(fragment) or any(_folded(title) == wanted for title in self.titles)


def anchors_of(page: Page, style: str) -> Anchors:
    """The anchors of a page."""
    ids = {each for anchor in page.anchors for each in anchor.ids}
    headings = [anchor.title for anchor in page.anchors if anchor.level]
    if page.parser == "jupyter":
        made = {title.replace(" ", "-").lower() for title in headings}
    elif page.parser in ("bofip", "docx"):
        made = set()  # HTML has the ids that it says, and a document its bookmarks
    else:
        made = slugs(headings, style)
    return Anchors(frozenset(ids), frozenset(made), tuple(headings))


def check(page: Page, site: Site) -> Iterator[Told]:
    """What is to be said of the links of a page."""
    if page.parser == "epub":
        yield from _in_book(page)
        return
    for link in page.links:
        if link.detail.startswith("["):
            yield from _as_written(page, link)
        if link.how in (How.NAME, How.URL) or _TEMPLATE.search(link.target):
            continue
        if link.how is How.REFERENCE:
            yield rules.undefined_reference, _undefined(page, link)
        elif link.how is How.ANCHOR:
            yield from _fragment(page, link, page.name, site)
        elif link.how is How.MODULE:
            yield from _import(page, link, site)
        elif link.how in (How.TEX, How.BIB):
            yield from _include(page, link, site)
        else:
            yield from _file(page, link, site)


def orphans(pages: Iterable[Page], site: Site) -> Iterator[Told]:
    """The Markdown pages that no page links to; after all links were looked at."""
    found = [page for page in pages if page.parser == "markdown"]
    if len(found) < 3 or not site.linked or _is_navigated(site.tree):
        return
    for page in found:
        if page.name in site.linked or is_entrance(page.name):
            continue
        place = Place(page.name, _TOP)
        yield rules.orphan_page, Hit(place, "no page links to this one", "link to it", _NO_EDGE)


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


def _at(page: Page, link: PageLink) -> Place:
    return Place(page.name, link.span or _TOP)


def _in_book(page: Page) -> Iterator[Told]:
    """What is to be said of the links among the documents of a book."""
    ids = {id for anchor in page.anchors for id in anchor.ids}
    for link in page.links:
        path = link.target if link.how is How.NAME else link.fragment.partition("#")[0]
        place = f"{path}#{link.fragment}" if link.how is How.NAME else link.fragment
        if link.how is How.NAME and path not in ids:
            message = f"the book has no document {quote(path)}"
            yield rules.broken_link, Hit(_at(page, link), message, "", _NO_EDGE)
        is_known = link.how in (How.NAME, How.ANCHOR) and f"{path}#" in ids
        if is_known and link.fragment and place not in ids:
            message = f"the book has no place {quote(place)}"
            yield rules.broken_anchor, Hit(_at(page, link), message)


def _as_written(page: Page, link: PageLink) -> Iterator[Told]:
    """What is to be said of a link of Markdown, wherever it leads."""
    definition = _DEFINITION.match(link.detail)
    if definition is not None and not _COMMENT.fullmatch(definition["label"]):
        message = f"no link uses the label {quote(definition['label'])}"
        yield rules.unused_definition, Hit(_at(page, link), message, "use it, or remove the line")
    elif link.how is How.ANCHOR and not link.fragment and _EMPTY.search(link.detail):
        message = f"{quote(link.detail)} has no target"
        yield rules.empty_link, Hit(_at(page, link), message, "say where it leads", _NO_EDGE)


def _undefined(page: Page, link: PageLink) -> Hit:
    label = link.target or link.detail
    message = f"the label {quote(label)} is defined nowhere in the page"
    note = "the brackets are shown as they are, and RTFM makes no edge of it"
    return Hit(_at(page, link), message, f"add a line `[{quote(label)[1:-1]}]: TARGET`", note)


def _file(page: Page, link: PageLink, site: Site) -> Iterator[Told]:
    target = site.target(page, link)
    if "\\" in link.target and link.how is How.PATH:
        yield rules.backslash_path, _backslashes(page, link)
        return
    if target.miss is Miss.NO_PAGE and link.target.casefold() in site.aliases:
        yield from _alias(page, link, sorted(site.aliases[link.target.casefold()]), site)
        return
    if target.file is None:
        if not _is_cross_reference(page, link, site.tree):
            yield _missing(page, link, target, site)
        return
    tracked = site.tracked
    if tracked is not None and page.name in tracked and target.file not in tracked:
        message = f"{quote(target.file)} is here, and git does not track it"
        yield (
            rules.link_to_untracked,
            Hit(_at(page, link), message, f"git add {target.file}", "for others it is missing"),
        )
        return
    if link.fragment:
        yield from _fragment(page, link, target.file, site)


def _alias(page: Page, link: PageLink, names: list[str], site: Site) -> Iterator[Told]:
    """A wikilink by an alias, of one page or of several."""
    if len(names) > 1:
        shown = f"{quote(link.target)} is an alias of {len(names)} pages"
        message = f"{shown}: {', '.join(names[:5])}"
        help = "write the path of the one that is meant"
        yield rules.ambiguous_wikilink, Hit(_at(page, link), message, help, _NO_EDGE)
        return
    (name,) = names
    site.linked.add(name)
    place = f"#{link.fragment}" if link.fragment else ""
    meant = f"{_wikiname(name, site)}{place}"
    if "|" not in link.detail:
        meant += f"|{link.target}"
    fix = None
    if link.span is not None:
        fix = Fix(f"write `[[{meant}]]`", (Edit(link.span, meant),), is_safe=False)  # in a table
    message = f"{quote(link.target)} is an alias of {quote(name)}, and no page"
    help = f"write {quote(f'[[{meant}]]')}"
    yield rules.wikilink_to_alias, Hit(_at(page, link), message, help, _NO_EDGE, (), fix)
    if link.fragment:
        yield from _fragment(page, link, name, site)


def _is_cross_reference(page: Page, link: PageLink, tree: Tree) -> bool:
    """Whether Sphinx may know the target: a label of any page, or an object that it documents."""
    if link.how is not How.PATH or "/" in link.target:
        return False
    if link.target.lower().endswith(_FILES):
        return False
    folder = page.name
    while folder:
        folder = folder.rpartition("/")[0]
        if f"{folder}/conf.py".lstrip("/") in tree.files:
            return True
    return False


def _missing(page: Page, link: PageLink, target: Target, site: Site) -> Told:
    at, shown = _at(page, link), quote(link.target)
    miss = target.miss
    if miss is Miss.OUTSIDE:
        message = f"{shown} leads out of the repository"
        return rules.link_escapes_root, Hit(at, message, "link to its address", _NO_EDGE)
    if miss is Miss.FOLDER:
        message = f"{shown} is a folder without README and index"
        return rules.link_to_folder, Hit(at, message, "link to a file in it, or add one", _NO_EDGE)
    if miss is Miss.LEFT_OUT:
        message = f"{shown} is there, and left out of the index"
        help = f"`rtfm-check files --why {quote(link.target)[1:-1]}` says by what"
        return rules.link_to_left_out, Hit(at, message, help, _NO_EDGE)
    if miss is Miss.CASE:
        (other,) = target.others
        message = f"{shown} differs from the file's name in case"
        return rules.link_case_mismatch, _instead(page, link, message, other, is_safe=True)
    if miss is Miss.AMBIGUOUS:
        message = f"{shown} may mean {len(target.others)} pages: {', '.join(target.others[:5])}"
        help = "write the path of the one that is meant"
        return rules.ambiguous_wikilink, Hit(at, message, help, "RTFM takes one of them")
    if link.how is How.WIKILINK:
        near = site.near(link.target, is_page=True)
        help = f"did you mean {quote(_wikiname(near, site))}?" if near else ""
        return rules.broken_wikilink, Hit(at, f"there is no page {shown}", help, _NO_EDGE)
    path = joined(page.name, link.target)
    near = site.near(path.rstrip("/")) if path else None
    message = f"there is no file {shown}"
    if miss is Miss.SLASH:
        message = f"{shown} is a file, and the slash at its end makes it a folder"
        near = path.rstrip("/") if path else None
    if near is None:
        return rules.broken_link, Hit(at, message, "", _NO_EDGE)
    return rules.broken_link, _instead(page, link, message, near, moved=path in site.moved)


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
    target = _relative(page.name, path)
    help = f"it was moved to {quote(target)}" if moved else f"did you mean {quote(target)}?"
    return Hit(_at(page, link), message, help, _NO_EDGE, (), _fix(link, target, is_safe=is_safe))


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


def _relative(source: str, path: str) -> str:
    folder = source.rpartition("/")[0] or "."
    return posixpath.relpath(path, folder)


def _backslashes(page: Page, link: PageLink) -> Hit:
    target = link.target.replace("\\", "/")
    message = f"{quote(link.target)} has backslashes, which are no part of a path on the web"
    fix = None
    if link.span is not None and "\\" in link.written:
        fix = Fix("write slashes", (Edit(link.span, link.written.replace("\\", "/")),))
    return Hit(_at(page, link), message, f"write {quote(target)}", _NO_EDGE, (), fix)


def _fragment(page: Page, link: PageLink, name: str, site: Site) -> Iterator[Told]:
    anchors = site.anchors(name)
    if anchors is None or _LINE.fullmatch(link.fragment):
        return
    is_wikilink = link.detail.startswith(("[[", "![["))
    if anchors.has_heading(link.fragment) if is_wikilink else anchors.has(link.fragment):
        return
    where = "this page" if name == page.name else quote(name)
    kind = "block" if link.fragment.startswith("^") else "heading or id"
    message = f"{where} has no {kind} {quote(link.fragment)}"
    choices = [*anchors.titles] if is_wikilink else [*anchors.slugs, *anchors.ids]
    near = site.near_anchor(link.fragment, choices)
    fix = None
    if near is not None and link.span is not None and link.written.endswith(f"#{link.fragment}"):
        written = link.written[: -len(link.fragment)] + near
        fix = Fix(f"link to `#{near}`", (Edit(link.span, written),), is_safe=False)
    help = f"did you mean {quote(near)}?" if near is not None else ""
    note = "RTFM makes an edge to the page, and knows no fragments"
    yield rules.broken_anchor, Hit(_at(page, link), message, help, note, (), fix)


def _import(page: Page, link: PageLink, site: Site) -> Iterator[Told]:
    target = site.target(page, link)
    if target.miss not in (Miss.NO_SIBLING, Miss.TOO_MANY_DOTS):
        return
    name = link.target.rpartition(".")[2]
    if _GENERATED.fullmatch(name) or _is_there_otherwise(page, link.target, site.tree):
        return
    message = f"the package has no module {quote(link.target)}"
    if target.miss is Miss.TOO_MANY_DOTS:
        message = f"{quote(link.target)} has more dots than there are packages above the file"
    note = "RTFM drops the dots of a relative import, and may link to another file"
    yield rules.unresolved_import, Hit(_at(page, link), message, "", note)


def _is_there_otherwise(page: Page, target: str, tree: Tree) -> bool:
    """Whether a module may be compiled, or left out of the index: another file has its name."""
    name = target.rpartition(".")[2]
    if name.startswith("_") and tree.has_compiled:
        return True
    return bool(tree.of_name(name)) or any(
        path.rpartition("/")[2].partition(".")[0] == name for path in tree.left_out
    )


def _include(page: Page, link: PageLink, site: Site) -> Iterator[Told]:
    target = site.target(page, link)
    if target.file is not None or "\\" in link.target or "#" in link.target:
        return  # what a macro makes of a name is not known here
    message = f"there is no file {quote(link.target)} to include"
    path = joined(page.name, link.target)
    near = None
    for suffix in ("", ".tex", ".bib"):
        near = near or (site.near(path + suffix) if path else None)
    help = f"did you mean {quote(_relative(page.name, near))}?" if near else ""
    yield rules.unresolved_include, Hit(_at(page, link), message, help, _NO_EDGE)


def _folded(title: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", " ", title).split()).casefold()
