"""`rtfm-check ci`: check, docs and index in one run, with one report and one exit status."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rtfm_check import config as configuration
from rtfm_check.artifact.losses import losses
from rtfm_check.baseline import Looked
from rtfm_check.cache import Cache
from rtfm_check.cli import _details, _finish, index
from rtfm_check.cli._finish import path_of
from rtfm_check.cli._looked import at_documents, at_mappings, at_project, at_tests
from rtfm_check.cli._options import Parser, add_report
from rtfm_check.cli._proof import add_proof, trial
from rtfm_check.cli._trees import jobs, seen_from_here
from rtfm_check.cli.check import fixture_globs, schemas_folder
from rtfm_check.cli.docs import slug_style
from rtfm_check.config import Config
from rtfm_check.details import Details
from rtfm_check.docs import verdict
from rtfm_check.docs.linted import Linted
from rtfm_check.docs.verdict import Options
from rtfm_check.exits import Exit
from rtfm_check.layout import Target
from rtfm_check.model import Counts, Report
from rtfm_check.named import project_targets
from rtfm_check.selection import Selection
from rtfm_check.tree.walk import Plan
from rtfm_check.verdicts import look_up, make, merge

if TYPE_CHECKING:
    from rtfm_check.docs.pages import Page
    from rtfm_check.indexing.run import Also


def run(arguments: list[str]) -> int:
    """Do all three; every file of the tree is read once, or not at all if none has changed."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    index.configure_index(options, config)
    wanted = index.report_formats(options)
    selection = _finish.selected(options, config)
    found = find(options, config, selection)
    if found is None:
        return Exit.NOTHING
    report = _finish.with_baseline(found.report, selection, config, found.looked)
    root, targets = found.root, found.targets
    if _details.are_wanted(wanted):
        report = _details.with_index(_details.with_mappings(report, targets), options, root)
    elif any(name == "markdown" for name, _ in wanted):
        report = _details.with_mappings(report, targets)
    return index.status(report, _finish.present(report, wanted, options, config), options)


class Found(NamedTuple):
    """What a run found, whether a baseline knows it or not."""

    report: Report
    root: str
    targets: list[Target]  # of mappings and field profiles
    looked: list[Looked]


def find(
    options: argparse.Namespace,
    config: Config,
    selection: Selection,
    is_own: Callable[[str], bool] = lambda path: False,
) -> Found | None:
    """Do all three, and write the index; None where there is nothing to index.

    `is_own` says of a path of the tree that it is no part of it.
    """
    proof = trial(options, config)
    documents = _Documents(options, config)
    made = index.build(options, config, documents, is_own)
    if made is None:
        return None
    linted = documents.report(made)
    reports = [_finish.chosen(seen_from_here(linted, made.root), selection)]
    targets = _targets(made.root, options, config)
    checked = [_checked(target, options) for target in targets]
    reports += [_finish.chosen(each, selection) for each in checked]
    looked = [*at_mappings(targets), *at_project(made.root), *at_documents(made.root)]
    looked += index.looked_at(made, options)
    proved = proof.run(options.output)
    if proved.difference is not None:
        lost = Report(losses(proved.difference), Counts(), [])
        reports.append(_finish.chosen(seen_from_here(lost, made.root), selection))
    if proved.report is not None:
        reports.append(_finish.chosen(proved.report, selection))
        looked += at_tests(path_of(config, "golden"))
    details = Details(difference=proved.difference, retrieval=proved.retrieval)
    report = merge(reports)._replace(
        indexed=made.report.indexed, details=details, closing=proved.closing
    )
    return Found(report, made.root, targets, looked)


def parser() -> argparse.ArgumentParser:
    """The options of `ci`."""
    made = Parser(
        "ci",
        "Check mappings, lint documents and write the index, in one run.",
        words=index.ONE_ROOT,
    )
    index.add_index(made)
    made.add_argument("--fixtures", action="append", metavar="GLOB", help="sample documents to try")
    add_proof(made)
    add_report(made, has_artifact=True)
    return made


class _Documents:
    """The verdict on the documents of a tree: made of what the index is, or kept."""

    def __init__(self, options: argparse.Namespace, config: Config) -> None:
        keeps = not (options.no_cache or options.plugins)
        workers = jobs(options.jobs)
        self._options = Options(slug_style(config), workers, options.timeout, keeps=keeps)
        self._pages: dict[str, Page] = {}
        self._kept: Linted | None = None

    def is_known(self, root: str, found: Plan) -> bool:
        """Whether an earlier verdict holds, so that no document need be read for it."""
        self._kept = verdict.kept(root, found, self._options)
        return self._kept is not None

    def also(self) -> tuple[Also, ...]:
        """What is made of each document that is read."""
        from rtfm_check.docs.pages import PageMaker, from_record
        from rtfm_check.indexing.run import Also

        def take(record: dict[str, object]) -> None:
            page = from_record(record)
            self._pages[page.name] = page

        return (Also(PageMaker, take),)

    def report(self, made: index.Built) -> Report:
        """The findings of the documents, those of the index among them."""
        if not made.is_new and self._kept is not None:
            return self._kept.report
        from rtfm_check.docs.run import lint_pages

        told, how = made.report.findings, self._options
        return verdict.made(
            *(made.root, made.plan, how),
            lambda: lint_pages(made.root, made.plan, self._pages, told, how),
        ).report


def _checked(target: Target, options: argparse.Namespace) -> Report:
    """What `check` finds in a folder, from an earlier run where that holds."""
    store = None if options.no_cache else Cache()
    known = look_up(target, store) if store is not None else None
    return (known or make(target, {}, store)).full()


def _targets(root: str, options: argparse.Namespace, config: Config) -> list[Target]:
    """The folders of mappings and field profiles of a tree, if it has any."""
    found = [each for each in project_targets(os.path.relpath(root)) if os.path.isdir(each.folder)]
    for target in found:
        target.fixture_globs = fixture_globs(config)
        target.schemas = schemas_folder(config)
        target.allow_empty = options.allow_empty
    return found
