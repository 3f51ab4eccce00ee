"""The verdict on the documents of a tree: an earlier one where it still holds, or a new one.

Part of the start of a run over documents that have not changed: imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.artifact import folder
from rtfm_check.docs import git
from rtfm_check.docs.linted import Led, Linted
from rtfm_check.docs.store import Store
from rtfm_check.text import show
from rtfm_check.tree.entry import Scope
from rtfm_check.tree.walk import Plan, plan

_IGNORES = (".gitignore", ".rtfmignore")


class Options(NamedTuple):
    """How documents are linted."""

    slug_style: str = ""
    jobs: int = 1
    seconds: float = limits.FILE_SECONDS
    changed: set[str] | None = None  # files that findings are wanted for; None: all
    keeps: bool = True  # pages and the verdict, for the next run
    needs_pages: bool = False  # and not only what is said of them


def lint(
    root: str,
    scope: Scope,
    only: tuple[str, ...],
    options: Options,
    progress: Callable[[int, int], None] | None = None,
) -> Linted:
    """Lint the documents in or below some paths of a tree, which are relative to its root."""
    found = plan(root, scope, folder.own(folder.DEFAULT))
    tracked = git.tracked(root)
    store = Store(root, found, tracked, [sorted(only), options.slug_style])
    linted = store.load() if options.keeps and not options.needs_pages else None
    if linted is None:
        from rtfm_check.docs import run

        history = git.history(root) if options.keeps else ""
        linted = run.lint(root, found, only, tracked, options, progress)
        if options.keeps:
            store.save(linted, history)
    if options.changed is None:
        return linted
    return _of_changes(linted, options.changed, found)


def kept(root: str, found: Plan, options: Options) -> Linted | None:
    """The verdict on all documents of a plan that `made` has kept, if it still holds."""
    return _whole(root, found, options).load() if options.keeps else None


def made(root: str, found: Plan, options: Options, make: Callable[[], Linted]) -> Linted:
    """A verdict on all documents of a plan, by one who knows more than their pages; kept."""
    history = git.history(root) if options.keeps else ""
    linted = make()
    if options.keeps:
        _whole(root, found, options).save(linted, history)
    return linted


def _whole(root: str, found: Plan, options: Options) -> Store:
    return Store(root, found, git.tracked(root), ["all", options.slug_style])


def _of_changes(linted: Linted, changed: set[str], found: Plan) -> Linted:
    """The findings in files that changed, and those of links that a change broke."""
    from rtfm_check.parsers._contract import How, Link
    from rtfm_check.resolve import Miss, Tree

    here = {show.path(each.path) for each in found.entries}
    tree = Tree(here | changed, (show.path(each.path) for each in found.others))
    has_ignores = any(each.rpartition("/")[2] in _IGNORES for each in changed)

    def is_broken(led: Led) -> bool:
        """Whether a file that changed is what a link leads to, or led to."""
        target = tree.resolve(led.source, Link(led.relation, led.target, "", How(led.how)))
        if target.miss is Miss.LEFT_OUT and has_ignores:
            return True
        return target.file in changed or any(other in changed for other in target.others)

    findings = [
        finding
        for finding, links in zip(linted.report.findings, linted.links, strict=True)
        if finding.place.path in changed or any(map(is_broken, links))
    ]
    return linted._replace(report=linted.report._replace(findings=findings), links=())
