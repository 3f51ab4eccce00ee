"""Which findings a user wants, and how severe each rule is to them."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rtfm_check.exits import UsageError
from rtfm_check.model import Finding, Severity
from rtfm_check.rules import find, starting_with, unknown_rule

ALWAYS = "internal-error"  # a defect of ours is never hidden


class Selection(NamedTuple):
    """Rules to report (empty: all that are not optional), rules not to report, severities."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, Severity | None] = MappingProxyType({})  # by rule name; None: off
    per_file: tuple[tuple[str, str, frozenset[str]], ...] = ()  # (glob, pointer, rules to ignore)

    def wants(self, finding: Finding) -> Finding | None:
        """The finding with the severity that is wanted, or None when it is not wanted."""
        name = finding.rule
        if name == ALWAYS:
            return finding
        if name in self.ignore or (self.select and name not in self.select):
            return None
        if name not in self.select and name not in self.severity and is_optional(name):
            return None
        severity = self.severity.get(name, finding.severity)
        return None if severity is None else finding._replace(severity=severity)

    def suppresses(self, finding: Finding) -> bool:
        """Whether the configuration suppresses a finding in its file."""
        return any(
            finding.rule in rules
            and _matches(finding.place.path, glob)
            and finding.place.is_in(pointer)
            for glob, pointer, rules in self.per_file
        )


def is_optional(name: str) -> bool:
    """Whether a rule is reported only where it is selected."""
    rule = find(name)
    return rule is not None and rule.is_optional


def _matches(path: str, glob: str) -> bool:
    return fnmatch.fnmatchcase(path, glob) or fnmatch.fnmatchcase(path, f"*/{glob}")


def rule_names(given: Iterable[str]) -> frozenset[str]:
    """The names of the rules in comma-separated lists of names, codes or code prefixes (RTM3)."""
    names: set[str] = set()
    for word in (word.strip() for part in given for word in part.split(",")):
        if word:
            names |= _named(word)
    return frozenset(names)


def severities(given: Iterable[tuple[str, str]]) -> dict[str, Severity | None]:
    """Severities by rule name, from pairs of rules and a level or `off`; the last one counts."""
    made: dict[str, Severity | None] = {}
    for rules, level in given:
        if level not in (*Severity, "off"):
            raise UsageError(f"a severity is error, warning, info or off, not {level!r}")
        for name in rule_names([rules]):
            made[name] = None if level == "off" else Severity(level)
    return made


def per_file(given: Mapping[str, list[str]]) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """The `per-file-ignores` of a configuration; `a.json#/chunks/0` means a part of a file."""
    made = []
    for key, rules in given.items():
        glob, _, pointer = key.partition("#")
        made.append((glob, pointer.rstrip("/"), rule_names(rules)))
    return tuple(made)


def _named(word: str) -> set[str]:
    found = find(word)
    if found is not None:
        return {found.name}
    starting = starting_with(word)
    if starting:
        return {rule.name for rule in starting}
    raise UsageError(unknown_rule(word))
