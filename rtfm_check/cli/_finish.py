"""The end of a run that has something to say: selection, baseline, fixes, formats, exit status."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator

from rtfm_check import baseline, fix, show, snapshot
from rtfm_check.cli._options import wants_color
from rtfm_check.config import Config
from rtfm_check.exits import Exit, UsageError
from rtfm_check.fixtures import open_fixtures
from rtfm_check.layout import Target
from rtfm_check.model import Finding, Place, Report, Severity, Span
from rtfm_check.project import open_folder, sources
from rtfm_check.report import reporter
from rtfm_check.report.style import Style
from rtfm_check.rules import find
from rtfm_check.selection import ALWAYS, Selection, per_file, rule_names, severities
from rtfm_check.trial import DryRun
from rtfm_check.verdicts import Verdict, make, merge

_ROUNDS = 10  # of fixing and checking again; one is the rule, two when fixes overlap


def run(
    checked: list[tuple[Target, Verdict]],
    wanted: list[tuple[str, str]],
    options: Namespace,
    config: Config,
) -> int:
    """Print the report in each format; the exit status it stands for."""
    selection = selected(options, config)
    if options.diff:
        return _show_diff(checked, selection, options, config)
    if options.fix:
        checked = _fix(checked, selection, options, config)
    if options.update_expected:
        checked = _update_expected(checked)
    report = reported(checked, selection, options, config)
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
        report = verdict.full()
        is_excluded = _excluder(config, target, force=options.force_exclude)
        standing: list[Finding] = []
        silenced = list(report.silenced)
        for finding in report.findings:
            made = selection.wants(finding)
            path = finding.place.path
            if made is None or not _is_named(target, path) or is_excluded(path):
                continue
            if selection.suppresses(made):
                silenced.append(made._replace(silenced="configuration"))
            else:
                standing.append(made)
        reports.append(report._replace(findings=standing, silenced=tuple(silenced)))
    report = merge(reports)
    if config["baseline"]:
        report = _without_known(report, _path(config, "baseline"), selection)
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


def _path(config: Config, key: str) -> str:
    """A path of the configuration: relative to its file, or to here when it is a flag's."""
    origin = config.origins[key]
    is_from_file = origin not in ("flags", "default") and not origin.startswith("RTFM_CHECK_")
    base = config.folder if is_from_file else os.curdir
    return os.path.normpath(os.path.join(base, config[key]))


def _without_known(report: Report, path: str, selection: Selection) -> Report:
    """The report without what the baseline knows, and with a finding for each stale entry."""
    known, stale = baseline.split(report.findings, baseline.read(path))
    new = [each for each, is_known in zip(report.findings, known, strict=True) if not is_known]
    old = [
        each._replace(silenced="baseline")
        for each, is_known in zip(report.findings, known, strict=True)
        if is_known
    ]
    rule = find("stale-baseline-entry")
    assert rule is not None
    for entry in stale:
        finding = Finding(
            place=Place(_name(path), Span(1, 1, 1, 1)),
            code=rule.code,
            rule=rule.name,
            severity=rule.severity,
            message=f"nothing is found any more of {entry.rule} in {entry.path}: {entry.message}",
            help="`rtfm-check baseline prune` takes it out",
            note="",
            related=(),
            excerpt=(),
            fingerprint=entry.fingerprint,
        )
        made = selection.wants(finding)
        new += [] if made is None else [made]
    new.sort(key=lambda each: each.order)
    return report._replace(findings=new, silenced=(*report.silenced, *old))


def _fix(
    checked: list[tuple[Target, Verdict]], selection: Selection, options: Namespace, config: Config
) -> list[tuple[Target, Verdict]]:
    """Apply fixes and check again until there is nothing to fix."""
    count = files = 0
    for _ in range(_ROUNDS):
        made = list(_fixes(checked, selection, options, config))
        for each in made:
            fix.write(each)
        if not made:
            break
        count += sum(each.mended for each in made)
        files = max(files, len(made))
        checked = [(target, make(target, {}, None)) for target, _ in checked]
    if count and not options.quiet:
        print(f"rtfm-check: mended {count} of the findings in {files} files", file=sys.stderr)
    return checked


def _fixes(
    checked: list[tuple[Target, Verdict]], selection: Selection, options: Namespace, config: Config
) -> Iterator[fix.Fixed]:
    report = reported(checked, selection, options, config)
    for target, _ in checked:
        yield from fix.fixed(report.findings, sources(target))


def _show_diff(
    checked: list[tuple[Target, Verdict]], selection: Selection, options: Namespace, config: Config
) -> int:
    made = list(_fixes(checked, selection, options, config))
    for each in made:
        sys.stdout.write("".join(f"{show.safe(line)}\n" for line in fix.diff(each).splitlines()))
    return Exit.FINDINGS if made and not options.exit_zero else Exit.CLEAN


def _update_expected(checked: list[tuple[Target, Verdict]]) -> list[tuple[Target, Verdict]]:
    """Write the snapshot of each fixture that is an object, and check again."""
    for target, _ in checked:
        dry_run = DryRun(open_folder(target, {}), has_fixtures=True)
        for fixture in open_fixtures(target.fixture_files(), target.root):
            tried = dry_run.feed(fixture)
            if tried.outcome is not None:
                value = snapshot.record(tried.mapping_name, tried.outcome)
                snapshot.write(fixture.document.source.path, value)
    return [(target, make(target, {}, None)) for target, _ in checked]


def _write(text: str, target: str) -> None:
    if not target:
        sys.stdout.write(text)
        return
    beside = f"{target}.{os.getpid()}.tmp"
    try:
        with open(beside, "x", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(beside, target)
    except OSError as error:
        raise UsageError(f"{target}: {error.strerror}") from error


def _statistics(report: Report) -> str:
    counts = Counter((each.code, each.rule, str(each.severity)) for each in report.findings)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return "".join(
        f"{count:>7}  {code}  {severity:<7}  {rule}\n" for (code, rule, severity), count in rows
    )
