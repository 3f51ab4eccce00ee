"""Which findings a user wants, and how severe each rule is to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rtfm_check.exits import UsageError
from rtfm_check.model import Finding, Severity
from rtfm_check.rules import RULES, find
from rtfm_check.suggest import nearest

ALWAYS = "internal-error"  # a defect of ours is never hidden


class Selection(NamedTuple):
    """Rules to report (empty: all), rules not to report, and severities by rule name."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: dict[str, Severity | None] | None = None  # None as a value turns a rule off

    def apply(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are wanted, with the severities that are wanted."""
        return [made for finding in findings if (made := self._one(finding)) is not None]

    def _one(self, finding: Finding) -> Finding | None:
        if finding.rule == ALWAYS:
            return finding
        if finding.rule in self.ignore or (self.select and finding.rule not in self.select):
            return None
        severity = (self.severity or {}).get(finding.rule, finding.severity)
        return None if severity is None else finding._replace(severity=severity)


def rule_names(given: Iterable[str]) -> frozenset[str]:
    """The names of the rules in comma-separated lists of names, codes or code prefixes (RTM3)."""
    names: set[str] = set()
    for word in (word.strip() for part in given for word in part.split(",")):
        if word:
            names |= _named(word)
    return frozenset(names)


def severities(given: Iterable[str]) -> dict[str, Severity | None]:
    """The severities in `RULE=error|warning|info|off`, by rule name."""
    made: dict[str, Severity | None] = {}
    for word in given:
        rules, equals, level = word.partition("=")
        if not equals or level not in (*Severity, "off"):
            raise UsageError(f"--severity takes RULE=error|warning|info|off, not {word!r}")
        for name in rule_names([rules]):
            made[name] = None if level == "off" else Severity(level)
    return made


def _named(word: str) -> set[str]:
    found = find(word)
    if found is not None:
        return {found.name}
    if word.upper().startswith("RTM") and word[3:].isdigit() and len(word) < 6:
        return {rule.name for rule in RULES if rule.code.startswith(word.upper())}
    raise UsageError(unknown_rule(word))


def unknown_rule(word: str) -> str:
    """What to say about a rule that does not exist."""
    near = nearest(word, [name for rule in RULES for name in (rule.name, rule.code)])
    hint = f"; did you mean {near}?" if near else ""
    return f"there is no rule {word!r}{hint} (`rtfm-check rules` lists them)"
