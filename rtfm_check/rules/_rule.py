"""What a rule is: one function, its metadata in one line, its documentation in its docstring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from inspect import cleandoc
from typing import Any, NamedTuple

from rtfm_check.model import Hit, Severity


class Scope(StrEnum):
    """What a rule looks at, which is what its function is given."""

    FILE = "file"  # a MappingFile, by itself
    FOLDER = "folder"  # a Folder, for what only shows between files
    FIXTURE = "fixture"  # a Tried fixture, while it is in memory
    TRIAL = "trial"  # a Trial: a mapping with all that the fixtures showed
    DRY_RUN = "dry run"  # a DryRun, after the trials
    RUN = "run"  # reported by the runner itself


class Rule(NamedTuple):
    """A rule of the catalogue. Its documentation is `doc`: effect, Bad, Good."""

    code: str
    name: str
    severity: Severity
    scope: Scope
    rows: tuple[int, ...]  # of the list of known mistakes that CONTRIBUTING.md shows
    check: Callable[[Any], Iterable[Hit]]

    @property
    def doc(self) -> str:
        """The documentation as text; says so where Python was run without docstrings."""
        text = self.check.__doc__
        if text is None:
            return "Python runs with -OO, which strips the documentation of rules."
        return cleandoc(text)

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.doc.partition("\n")[0]


def rule(
    code: str,
    name: str,
    severity: Severity,
    scope: Scope = Scope.FILE,
    *,
    rows: tuple[int, ...] = (),
) -> Callable[[Callable[[Any], Iterable[Hit]]], Rule]:
    """Make a rule of a generator function that yields hits."""

    def made(check: Callable[[Any], Iterable[Hit]]) -> Rule:
        return Rule(code, name, severity, scope, rows, check)

    return made
