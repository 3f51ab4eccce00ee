"""A run of the linter of documents over a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rtfm_check import held, suppress
from rtfm_check.docs import git, quality
from rtfm_check.docs.comments import suppression
from rtfm_check.docs.ignored import Ignored
from rtfm_check.docs.kept import Pages
from rtfm_check.docs.links import check
from rtfm_check.docs.linted import Led, Linted
from rtfm_check.docs.orphans import orphans
from rtfm_check.docs.pages import LOOK, Page, PageLink, from_record
from rtfm_check.docs.site import Site
from rtfm_check.docs.told import Told
from rtfm_check.docs.verdict import Options as Options
from rtfm_check.fields.open import of_project
from rtfm_check.file import File, Settings
from rtfm_check.finding_records import from_record as finding_of
from rtfm_check.findings import Findings
from rtfm_check.indexing.pool import Part, read_all
from rtfm_check.indexing.run import dispatcher
from rtfm_check.indexing.shard import Item, records, remove
from rtfm_check.indexing.told import PASSING, is_told, lost, of_the_walk, told_whole
from rtfm_check.model import Counts, Finding, Report, Span
from rtfm_check.parsers import BY_NAME, by_name
from rtfm_check.parsers._contract import How
from rtfm_check.resolve import Miss, Tree
from rtfm_check.rules import own as own_rules
from rtfm_check.suppress import Suppressions
from rtfm_check.text import show
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.walk import Plan

_OF_OTHER_RUNS = ("rtfm-loses-words", "rtfm-misreads-edges", "rtfm-fails-on-document")
_TO_FILES = (How.PATH, How.WIKILINK, How.MODULE, How.TEX, How.BIB)


def lint(
    root: str,
    found: Plan,
    only: tuple[str, ...],
    tracked: set[str] | None,
    options: Options,
    progress: Callable[[int, int], None] | None = None,
) -> Linted:
    """Lint the documents of a plan that are in or below some paths, relative to its root.

    `tracked` are the files that git knows, None where there is no git.
    """
    run = _Run(root, found, tracked, options, progress or (lambda done, of: None))
    walk = [each for each in of_the_walk(root, found) if _is_below(each.place.path, only)]
    wanted = [name for name in run.entries if _is_below(name, only)]
    run.read(wanted)
    return run.lint(wanted, walk)


def lint_pages(
    root: str, found: Plan, pages: dict[str, Page], findings: list[Finding], options: Options
) -> Linted:
    """Lint pages that were made of all files of a plan already, with what was found then."""
    run = _Run(root, found, git.tracked(root), options, lambda done, of: None)
    run.pages = pages
    return run.lint(list(run.entries), findings)


class _Run:
    def __init__(
        self,
        root: str,
        found: Plan,
        tracked: set[str] | None,
        options: Options,
        progress: Callable[[int, int], None],
    ) -> None:
        self._root = root
        self._found = found
        self._tracked = None if tracked is None else {show.path(each) for each in tracked}
        self._told_whole = told_whole(found)
        self._has_history = False
        self._options = options
        self._progress = progress
        self.entries = {show.path(each.path): each for each in found.entries}
        self.pages: dict[str, Page] = {}
        self._findings: list[Finding] = []
        self._kept = Pages(root, "docs", found.began, is_wanted=options.keeps)

    def lint(self, wanted: list[str], findings: list[Finding]) -> Linted:
        """Lint the pages of some files; the findings that are known already are reported too."""
        self._findings += findings
        tree = Tree(self.entries, (show.path(each.path) for each in self._found.others))
        site = Site(
            tree,
            self.pages,
            slug_style=self._options.slug_style,
            tracked=self._tracked,
            moved=self._moved,
            ignored=Ignored(self._root, self._found).reason,
        )
        pages = [self.pages[name] for name in wanted if name in self.pages]
        self.read(self._needed(pages, site))
        self._kept.save()
        told = [each for page in pages for each in check(page, site)]
        if len(wanted) == len(self.entries):  # a page that was not looked at may link to one
            told += orphans(pages, site)
        self._tell([*told, *quality.check(pages)])
        suppressed = self._suppress(pages)
        report = Report(
            sorted(self._findings, key=lambda finding: finding.order),
            Counts(files=len(wanted)),
            [],
            tuple(suppressed),
        )
        urls = {(link.target, page.name) for page in pages for link in page.links if _is_url(link)}
        return Linted(
            report,
            tuple(sorted(urls)),
            pages,
            tree,
            _links_at(report.findings, pages),
            tuple((self.entries[name].path, page.sha256) for name, page in self.pages.items()),
            self._has_history,
        )

    def _moved(self) -> dict[str, str]:
        """Where files were moved to."""
        self._has_history = True
        return git.moved(self._root)

    def read(self, names: Iterable[str]) -> None:
        """Read the pages of some files."""
        items = []
        for name in names:
            if name in self.pages:
                continue
            kept = self._kept.find(name, self.entries[name])
            if kept is None:
                items.append(_item(name, self.entries[name]))
            else:
                self._take(kept["page"], kept["findings"])
        if not items:
            return
        with held.room() as folder:
            for part in read_all(
                LOOK,
                self._root,
                items,
                Settings(dispatcher(self._root), profiles=of_project(self._root)),
                folder,
                jobs=self._options.jobs,
                seconds=self._options.seconds,
                done=lambda count: self._progress(count, len(items)),
            ):
                self._take_part(folder, part, items)
        self._progress(len(items), len(items))

    def _take_part(self, folder: str, part: Part, items: list[Item]) -> None:
        found: dict[str, list[Any]] = {}
        for record in records(folder, part.first, "findings"):
            found.setdefault(record["path"], []).append(record)
        for record in records(folder, part.first, "pages"):
            name = record["name"]
            told = found.pop(name, [])
            if not any(each["rule"] in PASSING for each in told):
                self._kept.keep(name, self.entries[name], {"page": record, "findings": told})
            self._take(record, told)
        if part.lost:
            self._findings += lost(items[part.first + part.whole], part.lost)
        remove(folder, part.first, LOOK.kinds)

    def _take(self, page: dict[str, Any], findings: list[dict[str, Any]]) -> None:
        self.pages[page["name"]] = from_record(page)
        found = map(finding_of, findings)
        self._findings += [each for each in found if not is_told(each, self._told_whole)]

    def _needed(self, pages: list[Page], site: Site) -> list[str]:
        """The pages that fragments lead into, or that may have the name of a wikilink as an alias.

        Of those, the ones that are not read yet.
        """
        found: set[str | None] = set()
        has_unknown = False
        for page in pages:
            for link in page.links:
                if link.how is How.REFERENCE:
                    maker = site.makers.of(page.name)
                    found.add(maker.file if maker is not None else None)
                elif link.how is How.ANCHOR:
                    has_unknown |= site.asks_all(page, link.fragment)
                elif link.how is How.WIKILINK or (link.fragment and link.how is How.PATH):
                    target = site.target(page, link)
                    has_unknown |= target.miss is Miss.NO_PAGE
                    if link.fragment:
                        found |= {target.file, *target.others[:1]}
                elif "/" in link.target and site.may_be_label(page, link):
                    has_unknown |= site.target(page, link).file is None
        if has_unknown:
            found |= {each for each in self.entries if by_name(each) == "markdown"}
        return sorted(each for each in found if each in self.entries and each not in self.pages)

    def _tell(self, told: list[Told]) -> None:
        """Make findings, each with its line of the file."""
        findings = Findings()
        names = {hit.place.path for _, hit in told}
        for name in names:
            page = self.pages.get(name)
            if page is not None and page.parser and BY_NAME[page.parser].is_text:
                file = File(self._root, self.entries[name].path, name, page.size)
                findings.sources[name] = file.lines
        for rule, hit in told:
            findings.add(rule, [hit])
        self._findings += findings.all()

    def _suppress(self, pages: list[Page]) -> list[Finding]:
        """Take out what comments suppress, and tell of those that do nothing."""
        suppressed = []
        findings = Findings()
        wanted = {
            page.name: Suppressions([suppression(page.name, each) for each in page.wanted])
            for page in pages
            if page.wanted
        }
        left = []
        for each in self._findings:
            made = wanted.get(each.place.path)
            if made is not None and suppress.covers(made, each):
                suppressed.append(each._replace(silenced="comment"))
            else:
                left.append(each)
        self._findings = left
        for made in wanted.values():
            here = Suppressions([each for each in made if each.rule not in _OF_OTHER_RUNS])
            findings.add(own_rules.unused_suppression, suppress.unused(here))
            findings.add(own_rules.suppression_without_reason, suppress.without_reason(made))
        self._findings += findings.all()
        return suppressed


def _links_at(findings: list[Finding], pages: list[Page]) -> tuple[tuple[Led, ...], ...]:
    """The links at the places of findings."""
    places: dict[tuple[str, Span], list[Led]] = {
        (finding.place.path, finding.place.span): [] for finding in findings
    }
    for page in pages:
        for link in page.links:
            at = places.get((page.name, link.span)) if link.span and link.how in _TO_FILES else None
            if at is not None:
                at.append(Led(page.name, link.relation, link.target, link.how))
    return tuple(tuple(places[each.place.path, each.place.span]) for each in findings)


def _is_below(name: str, only: tuple[str, ...]) -> bool:
    return any(not each or name == each or name.startswith(f"{each}/") for each in only)


def _is_url(link: PageLink) -> bool:
    return link.how is How.URL and link.target.lower().startswith(("http:", "https:"))


def _item(name: str, entry: Entry) -> Item:
    return Item(entry.path, name, entry.size, "")
