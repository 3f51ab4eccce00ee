"""`rtfm-check ci`: check, docs and index in one run, with one report and one exit status."""

from __future__ import annotations

import argparse
import os

from rtfm_check import config as configuration
from rtfm_check.cli import _details, _finish, index
from rtfm_check.cli._options import Parser, add_report, configure
from rtfm_check.cli._proof import add_proof, trial
from rtfm_check.cli._trees import jobs, seen_from_here
from rtfm_check.cli.check import fixture_globs, schemas_folder
from rtfm_check.cli.docs import slug_style
from rtfm_check.config import Config
from rtfm_check.details import Details
from rtfm_check.docs.pages import Page, PageMaker, from_record
from rtfm_check.docs.run import Options, lint_pages
from rtfm_check.exits import Exit
from rtfm_check.indexing.run import Also
from rtfm_check.layout import Target, project_targets
from rtfm_check.verdicts import make, merge


def run(arguments: list[str]) -> int:
    """Do all three; every file of the tree is read once."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure(options, config)
    wanted = index.report_formats(options)
    selection = _finish.selected(options, config)
    style = slug_style(config)
    proof = trial(options, config)
    pages: dict[str, Page] = {}

    def take(record: dict[str, object]) -> None:
        page = from_record(record)
        pages[page.name] = page

    made = index.build(options, config, (Also(PageMaker, take),))
    if made is None:
        return Exit.NOTHING
    how = Options(style, jobs(options.jobs), options.timeout, keeps=False)
    linted = lint_pages(made.root, made.plan, pages, made.report.findings, how).report
    reports = [_finish.chosen(seen_from_here(linted, made.root), selection)]
    targets = _targets(made.root, options, config)
    checked = [make(target, {}, None).full() for target in targets]
    reports += [_finish.chosen(each, selection) for each in checked]
    proved = proof.run(options.output)
    if proved.report is not None:
        reports.append(_finish.chosen(proved.report, selection))
    details = Details(difference=proved.difference, retrieval=proved.retrieval)
    merged = merge(reports)._replace(indexed=made.report.indexed, details=details)
    report = _finish.with_baseline(merged, selection, config)
    if _details.are_wanted(wanted):
        report = _details.with_index(_details.with_mappings(report, targets), options)
    elif any(name == "markdown" for name, _ in wanted):
        report = _details.with_mappings(report, targets)
    return index.status(report, _finish.present(report, wanted, options, config), options)


def parser() -> argparse.ArgumentParser:
    """The options of `ci`."""
    made = Parser("ci", "Check mappings, lint documents and write the index, in one run.")
    index.add_index(made)
    made.add_argument("--fixtures", action="append", metavar="GLOB", help="sample documents to try")
    add_proof(made)
    add_report(made, has_artifact=True)
    return made


def _targets(root: str, options: argparse.Namespace, config: Config) -> list[Target]:
    """The folders of mappings and field profiles of a tree, if it has any."""
    found = [each for each in project_targets(os.path.relpath(root)) if os.path.isdir(each.folder)]
    for target in found:
        target.fixture_globs = fixture_globs(config)
        target.schemas = schemas_folder(config)
        target.allow_empty = options.allow_empty
    return found
