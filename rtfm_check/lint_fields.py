"""The run of `check` over field profiles: each one read, and tried on the files it is for."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from rtfm_check.fields.find import find, open_profiles
from rtfm_check.fields.open import ProfileFile
from rtfm_check.fields.records import Bad, Record, records
from rtfm_check.fields.trial import FieldTrial
from rtfm_check.file import File
from rtfm_check.findings import Findings
from rtfm_check.layout import Target
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.model import Counts, Finding, Report
from rtfm_check.project import open_folder
from rtfm_check.rules import Scope
from rtfm_check.rules import own as own_rules
from rtfm_check.source import Unreadable
from rtfm_check.text import show
from rtfm_check.tree.entry import Entry


def lint_fields(
    target: Target,
    replaced: dict[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Check a folder of field profiles, and try them on the files of the project.

    The arguments are those of `lint.lint`.
    """
    return examine_fields(target, replaced, progress).report


class Examined(NamedTuple):
    """What was found in a folder of profiles, and what the records showed."""

    report: Report
    trials: list[FieldTrial]
    is_cut: bool  # not all records were looked at


def examine_fields(
    target: Target,
    replaced: dict[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int | None = None,
) -> Examined:
    """Check profiles, and try them on at most so many records of each file."""
    tell = progress or (lambda done, of: None)
    trials = [FieldTrial(each) for each in open_profiles(target, replaced or {})]
    data = _files_of(target.root, trials)
    mappings = _mappings(target.root)
    is_cut = False
    for done, (entry, trial) in enumerate(data):
        tell(done, len(data))
        is_cut = _try(trial, _file(target.root, entry), mappings, most) or is_cut
    tell(len(data), len(data))
    findings = Findings()
    suppressed: list[Finding] = []
    for trial in trials:
        findings.sources[trial.file.path] = trial.file.document.source
        for name, lines in trial.excerpts.items():
            findings.sources[name] = lines
        findings.run(Scope.FIELDS, trial, trial.file.path)
        suppressed += _suppress(trial.file, findings)
    counts = Counts(
        files=len(trials) + len(data),
        profiles=len(trials),
        records=sum(trial.records for trial in trials),
    )
    return Examined(Report(findings.all(), counts, [], tuple(suppressed)), trials, is_cut)


def _files_of(root: str, trials: list[FieldTrial]) -> list[tuple[Entry, FieldTrial]]:
    """The files that profiles are for, each with the first that takes it."""
    found: list[tuple[Entry, FieldTrial]] = []
    for entry, takers in find(root, (trial.file for trial in trials)):
        name = _name(root, entry.path)
        if entry.reason is not None:
            for place in takers:
                trials[place].left_out.append((name, str(entry.reason)))
            continue
        first, *others = takers
        found.append((entry, trials[first]))
        for place in others:
            trials[place].also_taken.append((name, trials[first].file.path))
    return found


def _name(root: str, path: str) -> str:
    """A file of the project as reports name it."""
    return show.path(os.path.relpath(os.path.join(root, path))).replace(os.sep, "/")


def _file(root: str, entry: Entry) -> File:
    return File(root, entry.path, _name(root, entry.path), entry.size)


def _try(
    trial: FieldTrial, file: File, mappings: Dispatcher | None, most: int | None = None
) -> bool:
    """Try a profile on the records of a file; whether more follow than were asked for."""
    trial.begin(file.name)
    try:
        for number, each in enumerate(records(file)):
            if number == most:
                return True
            if isinstance(each, Record):
                trial.feed(each, file.name)
                if mappings is not None and not each.number and mappings.find(each.value):
                    trial.also_taken.append((file.name, "a mapping"))
            else:
                trial.bad(each, file.name)
    except Unreadable as error:
        message = f"the file cannot be read: {error}"
        trial.bad(Bad("records-unreadable", message, "", 0, 1), file.name)
    return False


def _mappings(root: str) -> Dispatcher | None:
    folder = os.path.join(root, ".rtfm", "mappings")
    if not os.path.isdir(folder):
        return None
    dispatcher = open_folder(Target(folder, None), {}).dispatcher
    return dispatcher if dispatcher.order else None


def _suppress(file: ProfileFile, findings: Findings) -> list[Finding]:
    """Take out what comments in a profile suppress, and tell of comments that do nothing."""
    if "rtfm-check:" not in file.document.source.text:
        return []
    from rtfm_check import suppress

    wanted = suppress.suppressions(file.document)
    out = findings.take_out(file.path, lambda each: suppress.covers(wanted, each))
    findings.add(own_rules.unused_suppression, suppress.unused(wanted))
    findings.add(own_rules.suppression_without_reason, suppress.without_reason(wanted))
    return [finding._replace(silenced="comment") for finding in out]
