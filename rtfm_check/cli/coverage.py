"""`rtfm-check coverage`: how much of the text of its fixtures each mapping indexes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from rtfm_check import config as configuration
from rtfm_check import output
from rtfm_check.cli import _details, _progress
from rtfm_check.cli._options import (
    Parser,
    add_color,
    add_config,
    configure,
    format_among,
    percentage,
    wants_color,
)
from rtfm_check.cli.check import fixture_globs
from rtfm_check.details import Details
from rtfm_check.details.samples import Samples
from rtfm_check.dryrun.coverage import Coverage, Measured, measure
from rtfm_check.dryrun.run import Tried
from rtfm_check.exits import Exit
from rtfm_check.layout import Target
from rtfm_check.named import targets
from rtfm_check.report import coverage as report
from rtfm_check.report.style import Style
from rtfm_check.text.show import path, safe

_FORMATS = ("text", "json", "markdown", "html")


def run(arguments: list[str]) -> int:
    """Print the coverage; the exit status says whether it is enough."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure(options, config)
    found, skipped = targets(options.paths, os.getcwd())
    if not options.quiet:
        for name in skipped:
            print(f"rtfm-check: {safe(path(name))}: not a mapping; skipped", file=sys.stderr)
    progress = _progress.bar(wanted=not options.quiet and not options.no_progress)
    folders, samples = [], Samples()
    wanted = options.format or [("text", "")]
    for target in found:
        if not target.is_fields:
            target.fixture_globs = fixture_globs(config)
            target.allow_empty = options.allow_empty
            watch = samples.take if any(name == "html" for name, _ in wanted) else None
            folders.append(_measured(target, progress, watch))
    for name, file in wanted:
        text = _rendered(folders, samples, name, Style() if file else _style(options))
        if file:
            output.write(file, text.encode("utf-8"))
        else:
            sys.stdout.write(text)
    return _status(folders, options.fail_under)


def parser() -> Parser:
    """The options of `coverage`."""
    made = Parser(
        "coverage",
        "Say how much of the text of its fixtures each mapping indexes, which fields nobody reads, "
        "and how often each placeholder finds something.",
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="a project, a folder of mappings, or a mapping")
    add("--fixtures", action="append", metavar="GLOB", help="sample documents to try")
    add(
        "--fail-under",
        type=percentage,
        metavar="PERCENT",
        help="fail where a mapping indexes less of the text, or has no fixture",
    )
    add(
        "--format",
        action="append",
        type=format_among(_FORMATS),
        metavar="FORMAT[=FILE]",
        help=f"how to report, and where: {', '.join(_FORMATS)}; repeatable",
    )
    add("--allow-empty", action="store_true", help="a glob may match nothing")
    add_config(made)
    add("--no-progress", action="store_true", help="no progress bar on a terminal")
    add("-q", "--quiet", action="store_true", help="no advice on standard error")
    add("-v", "--verbose", action="store_true", help="show every field and every placeholder")
    add_color(made)
    return made


def _measured(
    target: Target,
    progress: Callable[[int, int], None] | None,
    watch: Callable[[Tried, str], None] | None,
) -> Measured:
    """The coverage of a folder: of the mappings that are meant."""
    measured = measure(target, progress, watch)
    if target.only is None:
        return measured
    named = {path(each) for each in target.only}
    kept = [each for each in measured.mappings if each.file.path in named]
    return Measured(kept, [], [])


def _style(options: argparse.Namespace) -> Style:
    return Style(color=wants_color(options.color), verbose=options.verbose)


def _rendered(folders: list[Measured], samples: Samples, name: str, style: Style) -> str:
    if name == "json":
        return report.json(folders)
    whole = Measured(
        [each for folder in folders for each in folder.mappings],
        [each for folder in folders for each in folder.unmatched],
        [each for folder in folders for each in folder.untried],
    )
    if name == "markdown":
        return report.markdown(whole)
    if name == "html":
        return _details.page(
            Details(coverage=whole, samples=tuple(samples.kept), samples_left_out=samples.left_out)
        )
    return report.text(whole, style) if whole.mappings else "0 mappings found\n"


def _status(folders: list[Measured], least: float | None) -> int:
    """Whether each mapping indexes enough, if there is a bar; says of each that does not."""
    if least is None:
        return Exit.CLEAN
    low = [each for folder in folders for each in folder.mappings if _is_under(each, least)]
    for each in low:
        known = bool(each.trial.matched)
        has = f"{report.percent(each.share)} is" if known else "without a fixture it is"
        print(f"rtfm-check: {safe(each.file.path)}: {has} under {least:g} %", file=sys.stderr)
    return Exit.FINDINGS if low else Exit.CLEAN


def _is_under(coverage: Coverage, least: float) -> bool:
    """Whether too little is indexed; fixtures without text leave nothing to index."""
    if not coverage.trial.matched:
        return True
    return coverage.share is not None and coverage.share * 100 < least
