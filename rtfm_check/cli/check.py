"""`rtfm-check check`: the mappings of one or more folders. Imports little until there is work."""

from __future__ import annotations

import os
import sys

from rtfm_check.cache import Cache
from rtfm_check.cli._options import Parser, add_color, wants_color
from rtfm_check.exits import Exit, UsageError
from rtfm_check.layout import Target, is_mapping_name, targets
from rtfm_check.report._counts import lines
from rtfm_check.report.style import Style

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    import argparse

    from rtfm_check.verdicts import Verdict

_FORMATS = ("full", "concise", "json", "github")


def run(arguments: list[str]) -> int:
    """Check, report, and say by the exit status how it went."""
    options = _parse(arguments)
    replaced = _stdin(options)
    named = [path for path in options.paths if path != "-"]
    there = [path for path in named if os.path.lexists(path)]
    for path in named:
        if path not in there:
            print(f"rtfm-check: {_shown(path)}: no such file or folder", file=sys.stderr)
    found: list[Target] = []
    if replaced:
        found = [Target(os.path.dirname(path) or os.curdir, {path}) for path in replaced]
    elif there or not named:
        found, skipped = targets(there, os.getcwd())
        for path in skipped:
            _advise(options, f"{_shown(path)}: not in a folder of mappings or fields; skipped")
    nothing = len(there) < len(named) and not options.allow_empty
    checked = []
    for target in found:
        target.fixture_globs = tuple(options.fixtures)
        target.allow_empty = options.allow_empty
        checked.append((target, _verdict(target, replaced, options)))
    status = _finish(checked, options)
    return Exit.NOTHING if nothing and status != Exit.DEFECT else status


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser("check", "Lint mappings, and try them on fixtures.")
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="a project, a folder of mappings, or a mapping")
    add("--fixtures", action="append", default=[], metavar="GLOB", help="sample documents to try")
    add("--format", choices=_FORMATS, default="full", help="how to report (default: full)")
    add("--select", action="append", default=[], metavar="RULE", help="report only these rules")
    add("--ignore", action="append", default=[], metavar="RULE", help="do not report these rules")
    add(
        "--severity",
        action="append",
        default=[],
        metavar="RULE=LEVEL",
        help="make a rule error, warning, info or off",
    )
    add(
        "--fail-on",
        choices=("error", "warning", "info", "never"),
        default="error",
        help="the lowest severity that fails the run (default: error)",
    )
    add("--exit-zero", action="store_true", help="exit with 0 whatever was found")
    add("--allow-empty", action="store_true", help="a path or glob may match nothing")
    add("--stdin-filename", metavar="PATH", help="check standard input as this file (path: -)")
    add("--no-cache", action="store_true", help="neither use nor keep verdicts")
    add("-q", "--quiet", action="store_true", help="no advice on standard error")
    add("-v", "--verbose", action="store_true", help="say what became of each fixture")
    add_color(parser)
    options = parser.parse_args(arguments)
    if options.stdin_filename and options.paths not in ([], ["-"]):
        parser.error("--stdin-filename takes no other path than -")
    if "-" in options.paths and not options.stdin_filename:
        parser.error("the path - needs --stdin-filename, which says what the input is")
    return options


def _stdin(options: argparse.Namespace) -> dict[str, bytes]:
    if not options.stdin_filename:
        return {}
    name = os.path.normpath(options.stdin_filename)
    if not is_mapping_name(name):
        raise UsageError(f"{name}: a mapping file ends with .yaml, .yml or .json")
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    return {name: sys.stdin.buffer.read()}


def _shown(path: str) -> str:
    from rtfm_check import show

    return show.safe(show.path(path))


def _advise(options: argparse.Namespace, text: str) -> None:
    if not options.quiet:
        print(f"rtfm-check: {text}", file=sys.stderr)


def _verdict(target: Target, replaced: dict[str, bytes], options: argparse.Namespace) -> Verdict:
    from rtfm_check import verdicts

    store = None
    if not options.no_cache and not replaced:
        store = Cache()
        known = verdicts.look_up(target, store)
        if known is not None:
            return known
    made = verdicts.make(target, replaced, store)
    if store is not None and store.note and options.verbose:
        _advise(options, store.note)
    return made


def _finish(checked: list[tuple[Target, Verdict]], options: argparse.Namespace) -> int:
    """Print the report; the exit status it stands for."""
    style = Style(color=wants_color(options.color), verbose=options.verbose)
    chosen = options.select or options.ignore or options.severity
    if not chosen and options.format in ("full", "concise") and not options.verbose:
        figures = [verdict.clean for _, verdict in checked]
        if None not in figures:  # nothing to say of any: no need to load more of the program
            sums = [sum(column) for column in zip(*figures, strict=True)] or [0] * 5
            found = {"error": 0, "warning": 0, "info": 0}
            print(lines(sums[0], sums[1], found, tuple(sums[2:]), style))
            return Exit.CLEAN
    from rtfm_check.model import Severity
    from rtfm_check.report import reporter
    from rtfm_check.selection import ALWAYS, Selection, rule_names, severities
    from rtfm_check.verdicts import merge

    selection = Selection(
        rule_names(options.select), rule_names(options.ignore), severities(options.severity)
    )
    reports = []
    for target, verdict in checked:
        report = verdict.full()
        wanted = [each for each in report.findings if _is_named(target, each.place.path)]
        reports.append(report._replace(findings=selection.apply(wanted)))
    report = merge(reports)
    sys.stdout.write(reporter(options.format).render(report, style))
    if any(finding.rule == ALWAYS for finding in report.findings):
        return Exit.DEFECT
    if options.exit_zero or options.fail_on == "never":
        return Exit.CLEAN
    limit = Severity(options.fail_on).rank
    failed = any(finding.severity.rank >= limit for finding in report.findings)
    return Exit.FINDINGS if failed else Exit.CLEAN


def _is_named(target: Target, path: str) -> bool:
    """Whether findings are wanted for a file, given as reports name it."""
    from rtfm_check.show import path as shown

    return target.only is None or path in {shown(name).replace(os.sep, "/") for name in target.only}
