"""Findings: hits of rules, each with its rule's metadata, told once, and bounded in number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from rtfm_check import limits
from rtfm_check.model import Finding, Hit, Place, Span
from rtfm_check.rules import Rule, Scope, find, rules_of
from rtfm_check.rules import own as own_rules


class Shown(Protocol):
    """A file whose lines can be shown, such as a `source.Text`."""

    def excerpt(self, line: int) -> tuple[str, ...]:
        """A line, with the one before it where there is one; what is long is cut."""
        ...


class Findings:
    """Collects what rules yield: adds metadata, drops what was told already."""

    def __init__(self) -> None:
        self.sources: dict[str, Shown] = {}  # by the name that reports use
        self._seen: set[tuple[str, str, Span, str]] = set()
        self._told: dict[str, list[Finding]] = {}  # by file

    def run(self, scope: Scope, subject: object, path: str) -> None:
        """Run all rules of a scope; a rule that fails is a finding, and the run goes on."""
        self._run(rules_of(scope), subject, path)

    def run_named(self, names: Iterable[str], subject: object, path: str) -> None:
        """Run the rules of some names in the same way."""
        self._run([each for each in map(find, sorted(set(names))) if each], subject, path)

    def _run(self, rules: Iterable[Rule], subject: object, path: str) -> None:
        for each in rules:
            try:
                for hit in each.check(subject):
                    self._add(each, hit)
            except Exception as error:  # the boundary: a defect of one loses no other finding
                self._add(own_rules.internal_error, _defect(each, path, error))

    def add(self, each: Rule, hits: Iterable[Hit]) -> None:
        """Add hits that the runner itself found."""
        for hit in hits:
            self._add(each, hit)

    def take_out(self, path: str, is_out: Callable[[Finding], bool]) -> list[Finding]:
        """Take some of the findings of a file out."""
        told = self.told(path)
        out = [each for each in told if is_out(each)]
        gone = set(map(id, out))
        told[:] = [each for each in told if id(each) not in gone]
        return out

    def _add(self, each: Rule, hit: Hit) -> None:
        key = (each.code, hit.place.path, hit.place.span, hit.message)
        if key in self._seen:
            return
        self._seen.add(key)
        finding = Finding(
            place=hit.place,
            code=each.code,
            rule=each.name,
            severity=each.severity,
            message=hit.message,
            help=hit.help,
            note=hit.note,
            related=hit.related,
            excerpt=self._excerpt(hit.place),
            fix=hit.fix,
        )
        self.told(hit.place.path).append(finding)

    def _excerpt(self, place: Place) -> tuple[str, ...]:
        """The line of a place and the one before it, cut when long."""
        source = self.sources.get(place.path)
        if source is None:
            return ()
        return source.excerpt(place.span.line)

    def all(self) -> list[Finding]:
        """The findings of all files, in the order of reports."""
        found = [each for told in self._told.values() for each in told]
        return _up_to_a_number(sorted(found, key=lambda finding: finding.order))

    def told(self, path: str) -> list[Finding]:
        """The findings of a file so far; the list grows while rules run."""
        return self._told.setdefault(path, [])


def _up_to_a_number(findings: list[Finding]) -> list[Finding]:
    """The findings without those of a rule that has too many in a file; one more counts them."""
    counts = Counter((each.place.path, each.code) for each in findings)
    if max(counts.values(), default=0) <= limits.FINDINGS:
        return findings
    kept: list[Finding] = []
    seen: Counter[tuple[str, str]] = Counter()
    for each in findings:
        key = (each.place.path, each.code)
        seen[key] += 1
        if seen[key] <= limits.FINDINGS:
            kept.append(each)
        elif seen[key] == limits.FINDINGS + 1:
            kept.append(
                each._replace(
                    message=f"{counts[key] - limits.FINDINGS:,} more like this in the file",
                    help="mend the ones above it first",
                    note="",
                    related=(),
                    fix=None,
                )
            )
    return kept


def _defect(each: Rule, path: str, error: Exception) -> Hit:
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return Hit(
        Place(path, Span(1, 1, 1, 1)),
        f"the rule {each.name} failed: {type(error).__name__}: {error}",
        "please report this as a defect of rtfm-check",
        f"raised in {frame.name}, line {frame.lineno}; all other rules were run",
    )
