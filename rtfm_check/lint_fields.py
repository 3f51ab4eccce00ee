"""The run of `check` over field profiles: each one read, and tried on the files it is for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from rtfm_check import limits, show
from rtfm_check.discover import Entry, Scope, discover
from rtfm_check.fields.open import Chosen, ProfileFile, profiles, read_profile, unreadable
from rtfm_check.fields.records import Bad, Record, records
from rtfm_check.fields.trial import FieldTrial
from rtfm_check.file import File
from rtfm_check.findings import Findings
from rtfm_check.ignores import Remark
from rtfm_check.layout import Target
from rtfm_check.mapping.dispatch import Dispatcher
from rtfm_check.model import Counts, Finding, Report
from rtfm_check.project import open_folder
from rtfm_check.project import unreadable as unreadable_document
from rtfm_check.rules import Scope as RuleScope
from rtfm_check.rules import own as own_rules
from rtfm_check.source import Source, Unreadable, read


def lint_fields(
    target: Target,
    replaced: dict[str, bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Check a folder of field profiles, and try them on the files of the project.

    The arguments are those of `lint.lint`.
    """
    tell = progress or (lambda done, of: None)
    trials = [FieldTrial(each) for each in _open(target, replaced or {})]
    data = _files_of(target, trials)
    mappings = _mappings(target.root)
    for done, (entry, trial) in enumerate(data):
        tell(done, len(data))
        _try(trial, _file(target.root, entry), mappings)
    tell(len(data), len(data))
    findings = Findings()
    suppressed: list[Finding] = []
    for trial in trials:
        findings.sources[trial.file.path] = trial.file.document.source
        for name, lines in trial.excerpts.items():
            findings.sources[name] = lines
        findings.run(RuleScope.FIELDS, trial, trial.file.path)
        suppressed += _suppress(trial.file, findings)
    counts = Counts(
        files=len(trials) + len(data),
        profiles=len(trials),
        records=sum(trial.records for trial in trials),
    )
    return Report(findings.all(), counts, [], tuple(suppressed))


def _open(target: Target, replaced: dict[str, bytes]) -> Iterator[ProfileFile]:
    paths = target.mapping_files()
    for path in sorted({*paths, *replaced}):
        if path in replaced:
            yield read_profile(Source(path, replaced[path]))
            continue
        try:
            source = read(path, name=path, limit=limits.MAPPING_BYTES, root=target.root)
        except Unreadable as error:
            yield unreadable(unreadable_document(path, error))
        else:
            yield read_profile(source)


def _files_of(target: Target, trials: list[FieldTrial]) -> list[tuple[Entry, FieldTrial]]:
    """The files of the project that profiles are for, each with the first that takes it."""
    chosen = profiles(trial.file for trial in trials).all
    pairs = list(zip(chosen, trials, strict=True))
    wanted = [glob for each in chosen for glob in each.profile.files]
    if not wanted:
        return []
    found: list[tuple[Entry, FieldTrial]] = []
    for each in discover(target.root, Scope(only=_starts(wanted))):
        if isinstance(each, Remark):
            continue
        takers = [(one, trial) for one, trial in pairs if _takes(one, each)]
        if not takers:
            continue
        if each.reason is not None:
            for _, trial in takers:
                trial.left_out.append((_name(target.root, each.path), str(each.reason)))
            continue
        (first, trial), *others = takers
        found.append((each, trial))
        for _, other in others:
            other.also_taken.append((_name(target.root, each.path), first.name))
    return found


def _takes(one: Chosen, entry: Entry) -> bool:
    """Whether a file is for a profile, or a folder that is left out may hold such files."""
    if not entry.is_folder:
        return one.takes(entry.path)
    folder = entry.path.rstrip("/") + "/"
    return any(f"{_start(glob)}/".startswith(folder) for glob in one.profile.files)


def _starts(globs: list[str]) -> tuple[str, ...]:
    """The folders that the files of some globs are in; nothing else has to be looked at."""
    starts = {_start(glob) for glob in globs}
    return () if "" in starts else tuple(sorted(starts))


def _start(glob: str) -> str:
    """The part of a glob before the first wildcard: a folder, or a file."""
    parts = glob.split("/")
    plain: list[str] = []
    for part in parts:
        if any(character in part for character in "*?[\\"):
            return "/".join(plain)
        plain.append(part)
    return "/".join(plain)


def _name(root: str, path: str) -> str:
    """A file of the project as reports name it."""
    return show.path(os.path.relpath(os.path.join(root, path))).replace(os.sep, "/")


def _file(root: str, entry: Entry) -> File:
    return File(root, entry.path, _name(root, entry.path), entry.size)


def _try(trial: FieldTrial, file: File, mappings: Dispatcher | None) -> None:
    trial.begin(file.name)
    try:
        for each in records(file):
            if isinstance(each, Record):
                trial.feed(each, file.name)
                if mappings is not None and not each.number and mappings.find(each.value):
                    trial.also_taken.append((file.name, "a mapping"))
            else:
                trial.bad(each, file.name)
    except Unreadable as error:
        message = f"the file cannot be read: {error}"
        trial.bad(Bad("records-unreadable", message, "", 0, 1), file.name)


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
