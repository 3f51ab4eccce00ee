"""`rtfm-check docs`: links that lead nowhere, and text that retrieval would not find."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator

from rtfm_check import config as configuration
from rtfm_check import limits
from rtfm_check.cli import _finish, _progress
from rtfm_check.cli._looked import at_documents
from rtfm_check.cli._options import Parser, add_report, configure, formats, processes, seconds
from rtfm_check.cli._trees import jobs, place, project_around, seen_from_here
from rtfm_check.config import Config
from rtfm_check.docs import git
from rtfm_check.docs.linted import Linted
from rtfm_check.docs.verdict import Options, lint
from rtfm_check.exits import Exit
from rtfm_check.model import Report
from rtfm_check.report import DETAILED
from rtfm_check.source import Source, Unreadable, read
from rtfm_check.text import show
from rtfm_check.text.wording import plural
from rtfm_check.tree.entry import Scope
from rtfm_check.verdicts import merge

_LAST_COMMIT = ""  # as the value of --changed without a commit


def run(arguments: list[str]) -> int:
    """Lint, report, and say by the exit status how it went."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure(options, config)
    wanted = formats(options)
    style = slug_style(config)
    there = [path for path in options.paths if os.path.lexists(path)]
    for path in options.paths:
        if path not in there:
            print(f"rtfm-check: {_shown(path)}: no such file or folder", file=sys.stderr)
    roots: dict[str, list[str]] = {}
    if there or not options.paths:
        roots = trees(there or [project_around(os.getcwd()) or os.curdir])
    selection = _finish.selected(options, config)
    has_details = any(name in DETAILED for name, _ in wanted)
    scope = scope_of(config)
    progress = _progress.bar(wanted=not options.quiet and not options.no_progress)

    how = Options(
        slug_style=style,
        jobs=jobs(options.jobs),
        seconds=options.timeout,
        keeps=not options.no_cache,
        needs_pages=has_details,
    )
    ways = {root: how._replace(changed=_changed(root, options)) for root in roots}
    for root, each in ways.items():
        if each.changed is not None and not each.changed:
            del roots[root]  # nothing to look at

    def linted() -> list[tuple[str, Linted]]:
        return [
            (root, lint(root, scope, tuple(only), ways[root], progress))
            for root, only in roots.items()
        ]

    found = linted()
    if options.fix or options.diff:
        is_changed = _mend(found, options)
        if options.fix and is_changed:
            found = linted()
    made = [(root, _libraries_joined(each.report)) for root, each in found]
    comparisons = []
    if options.against_rtfm:
        from rtfm_check.cli import _against

        for root, paths in roots.items():
            held = _against.held(root, scope, paths, ways[root], options, progress)
            made.append((root, held.report))
            comparisons.append(held.comparison)
    report = merge([_finish.chosen(seen_from_here(each, root), selection) for root, each in made])
    report = report._replace(is_of_documents=True)
    if not report.counts.files and options.changed is None and not options.quiet:
        for path in filter(os.path.isfile, there):
            why = f"left out; `rtfm-check files --why {_shown(path)}` says why"
            print(f"rtfm-check: {_shown(path)}: {why}", file=sys.stderr)
    looked = (
        each
        for root, only in roots.items()
        for each in at_documents(root, only, ways[root].changed)
    )
    report = _finish.with_baseline(report, selection, config, looked)
    if options.external:
        for url, page in sorted({each for _, made in found for each in made.urls}):
            print(f"{show.safe(url)}  {show.safe(page)}")
        return Exit.CLEAN
    if has_details:
        from rtfm_check.cli import _details

        report = _details.with_links(report, [each for _, each in found])
    if options.against_rtfm:
        report = _against.closed(report, comparisons)
    status = _finish.present(report, wanted, options, config)
    is_nothing = len(there) < len(options.paths) and not options.allow_empty
    return Exit.NOTHING if is_nothing and status != Exit.DEFECT else status


def _libraries_joined(report: Report) -> Report:
    """The report with one finding for each library that is missing, as `index` has it."""
    if sum(each.rule == "optional-dependency-missing" for each in report.findings) < 2:
        return report
    from rtfm_check.indexing.told import one_for_each_library

    joined = one_for_each_library(report.findings)
    return report._replace(findings=sorted(joined, key=lambda each: each.order))


def parser() -> argparse.ArgumentParser:
    """The options of `docs`."""
    made = Parser("docs", "Lint documents: links, and text that would not be found.")
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders (default: the project here)")
    add(
        "--changed",
        nargs="?",
        const=_LAST_COMMIT,
        metavar="BASE",
        help="report what differs from a commit (default: the last one), and links it broke",
    )
    add("--external", action="store_true", help="list the links to other sites, and nothing else")
    add(
        "--against-rtfm", action="store_true", help="run RTFM's own parsers, and say what they lose"
    )
    add("--rtfm-python", metavar="PYTHON", help="an interpreter with rtfm-ai (default: this one)")
    add("--fix", action="store_true", help="mend what can be mended safely, then lint again")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--allow-empty", action="store_true", help="a path may match nothing")
    add("--plugins", action="store_true", help="taken for the sake of other commands")
    add("--force-exclude", action="store_true", help="as it is: no named file is an exception")
    add("--jobs", type=processes, default=0, metavar="N", help="processes (default: 0, all cores)")
    add(
        "--timeout",
        type=seconds,
        default=limits.FILE_SECONDS,
        metavar="SECONDS",
        help="that one file may take, and one more for each megabyte (default: %(default)g)",
    )
    add_report(made)
    return made


def trees(paths: Iterable[str]) -> dict[str, list[str]]:
    """The root of each tree that paths belong to, and those paths relative to it."""
    found: dict[str, list[str]] = {}
    for root, only in map(place, paths):
        found.setdefault(root, []).append(only)
    return found


def scope_of(config: Config) -> Scope:
    """Which files of a tree are looked at."""
    return Scope(
        respect_gitignore=config["respect-gitignore"],
        extend_exclude=tuple(config["extend-exclude"]),
        extend_base=config.folder,
    )


def slug_style(config: Config) -> str:
    """The style of slugs that is configured, or ""."""
    return str(config["docs"].get("slug-style", ""))


def _changed(root: str, options: argparse.Namespace) -> set[str] | None:
    """The files that differ; None for all of them.

    pre-commit says what is pushed, or which commits it is asked about, and it does not say that
    all files are meant. But a commit always changes something, so then nothing has changed, and
    all that git tracks is looked at.
    """
    if options.changed is None:
        return None
    in_hook = bool(os.environ.get("PRE_COMMIT"))
    base = options.changed or (os.environ.get("PRE_COMMIT_FROM_REF") if in_hook else None)
    found = git.changed(root, base or None)
    if not found and in_hook and not options.changed:
        found = git.tracked(root) or set()
    return {show.path(each) for each in found}


def _mend(found: list[tuple[str, Linted]], options: argparse.Namespace) -> bool:
    """Apply the safe fixes, or show them; whether there are any."""
    from rtfm_check import fix

    made = [
        each
        for root, linted in found
        for each in fix.fixed(
            linted.report.findings, _sources(root, linted.report), lambda source, text: True
        )
    ]
    for each in made:
        if options.diff:
            lines = fix.diff(each).splitlines()
            sys.stdout.write("".join(f"{show.safe(line)}\n" for line in lines))
        else:
            fix.write(each)
    if made and not options.quiet and not options.diff:
        count = plural(sum(each.mended for each in made), "finding")
        print(f"rtfm-check: mended {count} in {plural(len(made), 'file')}", file=sys.stderr)
    return bool(made)


def _sources(root: str, report: Report) -> Iterator[Source]:
    """The files that have something to mend."""
    names = {each.place.path for each in report.findings if each.fix is not None}
    for name in sorted(names):
        try:
            yield read(os.path.join(root, name), name=name, limit=limits.FIXTURE_BYTES, root=root)
        except Unreadable:
            continue  # it has changed since it was linted; the next run tells


def _shown(path: str) -> str:
    return show.safe(show.path(path))
