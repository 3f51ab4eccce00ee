"""A baseline: the findings that were there before, which do not fail a run.

An entry is a fingerprint, so it stays while its line moves; the rest of it is for people. Two
findings may share one, so entries are counted.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rtfm_check import limits, output
from rtfm_check.exits import UsageError
from rtfm_check.model import Finding, Place, Report, Severity, Span
from rtfm_check.rules import Scope, find
from rtfm_check.rules.own import stale_baseline_entry
from rtfm_check.selection import Selection
from rtfm_check.source import Unreadable
from rtfm_check.source import read as source_of
from rtfm_check.text import show

VERSION = "rtfm-check-baseline-v1"


class Entry(NamedTuple):
    """A finding that was there when the baseline was written."""

    fingerprint: str
    rule: str
    path: str
    message: str


class Looked(NamedTuple):
    """What a run has looked at: what it has not found there is gone."""

    scopes: frozenset[Scope]  # of the rules
    is_in: Callable[[str], bool]  # says of a path, as reports show it, whether it was looked at
    but: frozenset[str] = frozenset()  # rules that it was not looked at for


_TOP = Span(1, 1, 1, 1)
_OF_OTHERS = frozenset((Scope.DOCS, Scope.INDEX, Scope.QUERY))
CHECKS = frozenset(Scope) - _OF_OTHERS  # scopes of rules about mappings and field profiles


def read(path: str, root: str = os.curdir) -> list[Entry]:
    """The entries of a baseline file; raises UsageError when it is none.

    A file in the folder `root` has to be there when links are followed, too.
    """
    if not os.path.lexists(path):
        raise UsageError(f"{path}: no such file; `rtfm-check baseline write {path}` makes it")
    try:
        source = source_of(path, name=path, limit=limits.FIXTURE_BYTES, root=root)
        document = json.loads(source.data)
        if document["version"] != VERSION:
            raise UsageError(f"{path}: a baseline of another version: {document['version']!r}")
        return [
            Entry(**{name: str(each[name]) for name in Entry._fields})
            for each in document["findings"]
        ]
    except (Unreadable, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UsageError(f"{path}: not a baseline of rtfm-check: {error}") from error


def write(path: str, entries: list[Entry]) -> None:
    """Write a baseline, beside and then into its place."""
    document: dict[str, Any] = {
        "version": VERSION,
        "findings": [
            entry._asdict() for entry in sorted(entries, key=lambda each: (each.path, *each))
        ],
    }
    text = json.dumps(document, indent=1, ensure_ascii=True)
    output.write(path, f"{text}\n".encode("ascii"))


def entry(finding: Finding) -> Entry:
    """The entry of a finding."""
    return Entry(finding.fingerprint, finding.rule, finding.place.path, finding.message)


def apply(report: Report, path: str, selection: Selection, looked: Iterable[Looked]) -> Report:
    """The report without what the baseline knows, and with a finding for each stale entry.

    An entry is stale where the run has looked for it: one list may serve all commands.
    """
    known, stale = _split(report.findings, read(path))
    new = [each for each, is_known in zip(report.findings, known, strict=True) if not is_known]
    old = [
        each._replace(silenced="baseline")
        for each, is_known in zip(report.findings, known, strict=True)
        if is_known
    ]
    looked = tuple(looked) if stale else ()
    told = [
        selection.wants(_stale(entry, path))
        for entry in stale
        if has_looked(looked, entry) and _is_wanted(entry, selection)
    ]
    new = sorted([*new, *filter(None, told)], key=lambda each: each.order)
    return report._replace(findings=new, silenced=(*report.silenced, *old))


def has_looked(looked: Iterable[Looked], entry: Entry) -> bool:
    """Whether a run would have found what an entry stands for; nothing finds a rule of old."""
    rule = find(entry.rule)
    return rule is None or any(
        rule.scope in each.scopes and rule.name not in each.but and each.is_in(entry.path)
        for each in looked
    )


def _is_wanted(entry: Entry, selection: Selection) -> bool:
    """Whether the settings want findings such as that of an entry."""
    place = Place(entry.path, _TOP)
    finding = Finding(place, "", entry.rule, Severity.INFO, entry.message, "", "", (), ())
    return selection.wants(finding) is not None and not selection.suppresses(finding)


def _stale(entry: Entry, path: str) -> Finding:
    return Finding(
        place=Place(show.path(path).replace(os.sep, "/"), _TOP),
        code=stale_baseline_entry.code,
        rule=stale_baseline_entry.name,
        severity=stale_baseline_entry.severity,
        message=f"nothing is found any more of {entry.rule} in {entry.path}: {entry.message}",
        help="`rtfm-check baseline prune` takes it out",
        note="",
        related=(),
        excerpt=(),
        kept_fingerprint=entry.fingerprint,
    )


def _split(findings: list[Finding], entries: list[Entry]) -> tuple[list[bool], list[Entry]]:
    """For each finding whether the baseline has it, and the entries that no finding has."""
    left = Counter(each.fingerprint for each in entries)
    known = []
    for finding in findings:
        known.append(left[finding.fingerprint] > 0)
        left[finding.fingerprint] -= known[-1]
    stale = []
    for each in reversed(entries):
        if left[each.fingerprint] > 0:
            left[each.fingerprint] -= 1
            stale.append(each)
    return known, stale[::-1]
