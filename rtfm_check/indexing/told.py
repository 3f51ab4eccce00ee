"""What a run tells of files beside what their parsers do: of the walk, of those that were lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rtfm_check.finding_records import as_record, from_record
from rtfm_check.findings import Findings
from rtfm_check.indexing import remarks
from rtfm_check.indexing.shard import Item, add
from rtfm_check.model import Finding, Place, Related, Span
from rtfm_check.parsers._contract import RTFM_BOOK, Problem
from rtfm_check.text import show
from rtfm_check.tree.discover import local_parsers
from rtfm_check.tree.entry import Reason
from rtfm_check.tree.walk import Plan

# Findings that another run may not have, with the same file.
PASSING = ("unreadable-file", "parser-failed", "limit-reached", "optional-dependency-missing")
_OF_THE_MACHINE = ("memory", "seconds", "too long")  # limits that a file reaches, or not
_MISSING = "optional-dependency-missing"
_NOT_FOLLOWED = ("link", "special-file")
_OF_READING = ("unreadable-file", "encoding-replaced")


def is_passing(finding: Finding) -> bool:
    """Whether another run may not have a finding, with the same file and the same libraries."""
    if finding.rule == "limit-reached":
        return any(word in finding.message for word in _OF_THE_MACHINE)
    return finding.rule in PASSING and finding.rule != _MISSING


def lost(item: Item, why: str) -> list[Finding]:
    """What is to be said of a file that its process died of."""
    findings = Findings()
    add(findings, remarks.lost(why), _at(item.name))
    return findings.all()


class Books:
    """The identities that RTFM gives documents whatever their paths, and those it gives twice."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}  # the path of the first one
        self.findings: list[Finding] = []

    def see(self, document: Mapping[str, Any]) -> None:
        """Note a document, in the order in which RTFM stores them."""
        slug = document["metadata"].get(RTFM_BOOK)
        if not isinstance(slug, str) or document["parser"] != "legifrance":  # front matter is free
            return
        path = document["path"]
        first = self._first.setdefault(slug, path)
        if first != path:
            findings = Findings()
            add(findings, remarks.overwrites(slug, first), _at(path))
            self.findings += map(as_read, findings.all())


def of_the_walk(root: str, found: Plan) -> list[Finding]:
    """What is to be said of files that are not read, and of how the tree was walked."""
    findings = Findings()
    for remark in found.remarks:
        add(findings, remarks.of_walk(remark), _at(remark.path, remark.line))
    for path in local_parsers(root):
        add(findings, remarks.LOCAL_PARSER, _at(path))
    told = told_whole(found)
    for entry in found.others:
        problem = _left_out(entry.reason) if entry.reason else None
        if problem is not None and show.path(entry.path) not in told:
            add(findings, problem, _at(entry.path))
    return findings.all()


def told_whole(found: Plan) -> frozenset[str]:
    """The ignore files that cannot be read as such, which the walk has told."""
    return frozenset(show.path(remark.path) for remark in found.remarks if remark.is_all)


def is_told(finding: Finding, whole: frozenset[str]) -> bool:
    """Whether a finding says once more what the walk has told of an ignore file."""
    return finding.rule in _OF_READING and finding.place.path in whole


def as_read(finding: Finding) -> Finding:
    """A finding as it is when it was written and is read again, by which they are sorted."""
    return from_record({**as_record(finding), "excerpt": finding.excerpt})


def one_for_each_library(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, but one for a library that is missing, with all files that need it."""
    told: list[Finding] = []
    missing: dict[str, list[Place]] = {}  # by message
    firsts: dict[str, Finding] = {}
    for each in findings:
        if each.rule != _MISSING:
            told.append(each)
            continue
        firsts.setdefault(each.message, each)
        places = missing.setdefault(each.message, [])
        places += [each.place, *(other.place for other in each.related)]
    for message, (place, *others) in missing.items():
        related = tuple(Related(other, "needs it too") for other in others)
        told.append(firsts[message]._replace(place=place, related=related))
    return told


def _left_out(reason: Reason) -> Problem | None:
    if reason.rule in _NOT_FOLLOWED:
        return Problem("not-followed", str(reason), note="RTFM follows a link to a file")
    if reason.rule == "unreadable":
        return Problem("unreadable-file", f"cannot be read: {reason.pattern}")
    return None


def _at(path: str, line: int = 0, column: int = 1) -> Place:
    return Place(show.path(path), Span(line or 1, column, line or 1, column))
