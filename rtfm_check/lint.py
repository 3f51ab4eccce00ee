"""The run of `check`: files, rules, fixtures, and the findings they give, each mistake once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rtfm_check.dryrun.run import DryRun, Tried
from rtfm_check.findings import Findings
from rtfm_check.fixtures import Fixture, open_fixtures
from rtfm_check.layout import Target
from rtfm_check.model import Counts, Finding, Report
from rtfm_check.project import Folder, open_folder
from rtfm_check.rules import Scope
from rtfm_check.rules import own as own_rules


class Examined(NamedTuple):
    """What was found in a folder of mappings, and what its fixtures showed."""

    report: Report
    dry_run: DryRun


def lint(
    target: Target,
    replaced: dict[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Check a folder of mappings and try its fixtures.

    All files of the folder are checked, whichever the target names: `only` is for the reader.
    `replaced` has the bytes to use for a path instead of what lies there. `progress` is called
    with the number of files done and the number of files in all.
    """
    folder = open_folder(target, replaced or {})
    paths = target.fixture_files() if folder.files else []
    return examine(folder, open_fixtures(paths, target.root), len(paths), progress).report


def examine(
    folder: Folder,
    fixtures: Iterable[Fixture],
    number: int,
    progress: Callable[[int, int], None] | None = None,
) -> Examined:
    """Check the mappings of a folder, and try a number of fixtures."""
    total = len(folder.files) + number
    tell = progress or (lambda done, of: None)
    findings = Findings()
    for done, file in enumerate(folder.files):
        tell(done, total)
        findings.sources[file.path] = file.document.source
        findings.run_named(file.found, file, file.path)
        findings.run(Scope.FILE, file, file.path)
    findings.run(Scope.FOLDER, folder, "")
    dry_run = DryRun(folder, has_fixtures=bool(number))
    for done, fixture in enumerate(fixtures, len(folder.files)):
        tell(done, total)
        _check_fixture(dry_run.feed(fixture)._replace(schemas=folder.schemas), findings)
    linked = _check_trials(dry_run, findings)
    tell(total, total)
    counts = Counts(files=total, mappings=len(folder.files), fixtures=number)
    suppressed = _suppress(folder, findings)
    report = Report(findings.all(), counts, dry_run.tried, suppressed, linked)
    return Examined(report, dry_run)


def _check_fixture(tried: Tried, findings: Findings) -> None:
    fixture = tried.fixture
    documents = [fixture.document, *([fixture.expected] if fixture.expected else [])]
    for document in documents:
        findings.sources[document.source.name] = document.source
    if not _is_ordinary(tried):
        findings.run(Scope.FIXTURE, tried, fixture.name)
    if tried.schemas is not None:
        findings.run(Scope.HELD, tried, fixture.name)
    for document in documents:
        del findings.sources[document.source.name]


def _is_ordinary(tried: Tried) -> bool:
    """Whether there is nothing that a rule about single fixtures could tell of, as mostly."""
    document = tried.fixture.document
    has_failed = tried.outcome is not None and tried.outcome.failure is not None
    text = document.source.text
    is_noted = document.problems or tried.fixture.is_lines or tried.fixture.expected
    has_halves = "\\ud" in text or "\\uD" in text  # of characters
    return not (is_noted or has_halves or has_failed) and isinstance(document.data, dict)


def _check_trials(dry_run: DryRun, findings: Findings) -> tuple[str, ...]:
    """Run the rules of trials; returns the other files that they found."""
    trials = dry_run.finish()
    for trial in trials:
        trial.told = findings.told(trial.file.path)
        findings.run(Scope.TRIAL, trial, trial.file.path)
        if trial.schemas is not None:
            findings.run(Scope.TYPED, trial, trial.file.path)
        if trial.has_fixtures:
            findings.run(Scope.TRIED, trial, trial.file.path)
        if trial.matched:
            findings.run(Scope.TAKEN, trial, trial.file.path)
    schemas = dry_run.folder.schemas
    if schemas is not None:
        used = [file.document.source for file in schemas.used]
        findings.sources.update((source.name, source) for source in used)
        findings.run(Scope.SCHEMAS, trials, schemas.folder)
    if dry_run.unmatched:
        findings.run(Scope.DRY_RUN, dry_run, "")
    return tuple(sorted({path for trial in trials for path in trial.linked}))


def _suppress(folder: Folder, findings: Findings) -> tuple[Finding, ...]:
    """Take out what comments in the mappings suppress, and tell of comments that do nothing."""
    suppressed: list[Finding] = []
    for file in folder.files:
        if "rtfm-check:" not in file.document.source.text:
            continue  # no comment of ours
        from rtfm_check import suppress

        wanted = suppress.suppressions(file.document)
        out = findings.take_out(file.path, lambda each: suppress.covers(wanted, each))  # noqa: B023
        suppressed += [finding._replace(silenced="comment") for finding in out]
        findings.add(own_rules.unused_suppression, suppress.unused(wanted))
        findings.add(own_rules.suppression_without_reason, suppress.without_reason(wanted))
    return tuple(suppressed)
