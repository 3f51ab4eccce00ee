"""The end of a run that has something to say: selection, baseline, fixes, formats, exit status."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from rtfm_check.cli._options import wants_color
from rtfm_check.config import Config
from rtfm_check.exits import Exit
from rtfm_check.layout import Target
from rtfm_check.model import Finding, Report, Severity
from rtfm_check.report import DETAILED, reporter
from rtfm_check.report.style import Style
from rtfm_check.selection import ALWAYS, Selection, per_file, rule_names, severities
from rtfm_check.text import show
from rtfm_check.verdicts import Verdict, merge

if TYPE_CHECKING:
    from rtfm_check.baseline import Looked

IsOut = Callable[[str], bool]


def run(
    checked: list[tuple[Target, Verdict]],
    wanted: list[tuple[str, str]],
    options: Namespace,
    config: Config,
) -> int:
    """Print the report in each format; the exit status it stands for."""
    selection = selected(options, config)
    if options.diff or options.fix or options.update_expected:
        from rtfm_check.cli import _change

        def again() -> Report:
            return reported(checked, selection, options, config)

        if options.diff:
            failing = status(again(), options, config)
            has_changes = _change.show_diff(checked, again, options)
            return Exit.FINDINGS if has_changes and not options.exit_zero else failing
        if options.fix:
            _change.fix_all(checked, again, options)
        if options.update_expected:
            _change.update_expected(checked, options)
    report = reported(checked, selection, options, config)
    if any(name in DETAILED for name, _ in wanted) and not options.stdin_filename:
        from rtfm_check.cli import _details

        report = _details.with_mappings(report, [target for target, _ in checked])
    return present(report, wanted, options, config)


def present(
    report: Report, wanted: list[tuple[str, str]], options: Namespace, config: Config
) -> int:
    """Print a report in each format; the exit status it stands for."""
    style = Style(color=wants_color(options.color), verbose=options.verbose)
    for name, target in wanted:
        _write(reporter(name).render(report, style if not target else Style()), target)
    if options.statistics:
        sys.stdout.write(_statistics(report))
    return status(report, options, config)


def selected(options: Namespace, config: Config) -> Selection:
    """What flags and configuration select."""
    levels = list(config["severity"].items())
    if config["require-fixture"]:
        levels = [
            ("mapping-matches-no-fixture", "error"),
            ("mapping-without-fixture", "error"),
            *levels,
        ]
    return Selection(
        rule_names(config["select"]),
        rule_names(config["ignore"]),
        severities([*levels, *(options.severity or [])]),
        per_file(config["per-file-ignores"]),
    )


def reported(
    checked: list[tuple[Target, Verdict]], selection: Selection, options: Namespace, config: Config
) -> Report:
    """The report of a run: what is wanted, what is suppressed, what the baseline knows."""
    reports = []
    for target, verdict in checked:
        is_excluded = _excluder(config, target, force=options.force_exclude)

        def is_meant(
            finding: Finding, target: Target = target, is_out: IsOut = is_excluded
        ) -> bool:
            # A named file may be what stands in the way of one that is not named.
            places = (finding.place, *(each.place for each in finding.related))
            is_about = any(_is_named(target, each.path) for each in places)
            return is_about and not is_out(finding.place.path)

        reports.append(chosen(verdict.full(), selection, is_meant))
    looked = _looked_at(target for target, _ in checked)
    return with_baseline(merge(reports), selection, config, looked)


def _looked_at(targets: Iterable[Target]) -> Iterator[Looked]:
    """What the run has looked at; nothing is loaded for it before a baseline asks."""
    from rtfm_check.cli._looked import at_mappings

    yield from at_mappings(targets)


def chosen(
    report: Report, selection: Selection, is_meant: Callable[[Finding], bool] = lambda each: True
) -> Report:
    """The report with the findings that are selected and meant."""
    standing: list[Finding] = []
    silenced = list(report.silenced)
    for finding in report.findings:
        made = selection.wants(finding)
        if made is None or not is_meant(finding):
            continue
        if selection.suppresses(made):
            silenced.append(made._replace(silenced="configuration"))
        else:
            standing.append(made)
    return report._replace(findings=standing, silenced=tuple(silenced))


def with_baseline(
    report: Report, selection: Selection, config: Config, looked: Iterable[Looked]
) -> Report:
    """The report without what the baseline knows, if there is one.

    `looked` says what the run has looked at; it is asked for entries that nothing has any more.
    """
    if config["baseline"]:
        from rtfm_check import baseline

        report = baseline.apply(report, path_of(config, "baseline"), selection, looked)
    return report


def status(report: Report, options: Namespace, config: Config) -> int:
    """The exit status that a report stands for."""
    if any(finding.rule == ALWAYS for finding in report.findings):
        return Exit.DEFECT
    if options.exit_zero or config["fail-on"] == "never":
        return Exit.CLEAN
    limit = Severity(config["fail-on"]).rank
    failed = any(finding.severity.rank >= limit for finding in report.findings)
    return Exit.FINDINGS if failed else Exit.CLEAN


def _is_named(target: Target, path: str) -> bool:
    """Whether findings are wanted for a file, given as reports name it."""
    return target.only is None or path in {_name(each) for each in target.only}


def _name(path: str) -> str:
    return show.path(path).replace(os.sep, "/")


def _excluder(config: Config, target: Target, *, force: bool) -> Callable[[str], bool]:
    """Whether `extend-exclude` leaves a file out; a file that is named is not left out."""
    if not config["extend-exclude"]:
        return lambda path: False
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(config["extend-exclude"])
    named = set() if target.only is None or force else {_name(each) for each in target.only}
    return lambda path: path not in named and spec.match_file(os.path.relpath(path, config.folder))


def path_of(config: Config, key: str) -> str:
    """A path of the configuration: relative to its file, or to here when it is a flag's."""
    origin = config.origins[key]
    is_from_file = origin not in ("flags", "default") and not origin.startswith("RTFM_CHECK_")
    base = config.folder if is_from_file else os.curdir
    return os.path.normpath(os.path.join(base, config[key]))


def _write(text: str, target: str) -> None:
    if not target:
        sys.stdout.write(text)
        return
    from rtfm_check import output

    output.write(target, text.encode("utf-8"))


def _statistics(report: Report) -> str:
    counts = Counter((each.code, each.rule, str(each.severity)) for each in report.findings)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return "".join(
        f"{count:>7}  {code}  {severity:<7}  {rule}\n" for (code, rule, severity), count in rows
    )
