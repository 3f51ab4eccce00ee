"""What a rule is: one function, its metadata in one line, its documentation in its docstring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from rtfm_check.model import Hit, Severity


class Scope(StrEnum):
    """What a rule looks at, which is what its function is given."""

    FOUND = "found"  # a MappingFile of which reading, or the schema, found what the rule is named
    FILE = "file"  # a MappingFile, by itself
    FOLDER = "folder"  # a Folder, for what only shows between files
    FIXTURE = "fixture"  # a Tried fixture, while it is in memory
    TRIAL = "trial"  # a Trial: a mapping with all that the fixtures showed, if there are any
    TRIED = "tried"  # a Trial where there are fixtures
    TAKEN = "taken"  # a Trial of a mapping that took one
    TYPED = "typed"  # a Trial where there is a folder of JSON Schemas, before what fixtures show
    HELD = "held"  # a Tried fixture where there is one
    SCHEMAS = "schemas"  # all Trials where there is one
    DRY_RUN = "dry run"  # a DryRun, after the trials
    FIELDS = "fields"  # a FieldTrial: a field profile with all that its records showed
    DOCS = "docs"  # what the linter of documents finds
    INDEX = "index"  # what parsers, and the run that calls them, have to tell
    QUERY = "query"  # what retrieval tests find
    RUN = "run"  # reported by the runner itself


class Rule(NamedTuple):
    """A rule of the catalogue. Its documentation is `doc`: effect, Bad, Good."""

    code: str
    name: str
    severity: Severity
    scope: Scope
    rows: tuple[int, ...]  # of the list of known mistakes that tests/README.md shows
    check: Callable[[Any], Iterable[Hit]]
    is_optional: bool = False  # reported only where it is selected

    @property
    def doc(self) -> str:
        """The documentation as text; says so where Python was run without docstrings."""
        from inspect import cleandoc

        text = self.check.__doc__
        if text is None:
            return "Python runs with -OO, which strips the documentation of rules."
        return cleandoc(text)

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.doc.partition("\n")[0]

    @property
    def markdown(self) -> str:
        """The documentation as Markdown: the blocks behind Bad, Good and the like as code."""
        lines = []
        for line in self.doc.split("\n"):
            is_label = line.endswith(":") and not line.startswith(" ") and len(line) < 20
            lines += [f"**{line}**", ""] if is_label else [line]
        return "\n".join(lines)


def rule(
    code: str,
    name: str,
    severity: Severity,
    scope: Scope = Scope.FILE,
    *,
    rows: tuple[int, ...] = (),
    is_optional: bool = False,
) -> Callable[[Callable[[Any], Iterable[Hit]]], Rule]:
    """Make a rule of a generator function that yields hits."""

    def made(check: Callable[[Any], Iterable[Hit]]) -> Rule:
        return Rule(code, name, severity, scope, rows, check, is_optional)

    return made
