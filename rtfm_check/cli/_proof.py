"""What is tried on an index as soon as it is written: retrieval tests, and another index."""

from __future__ import annotations

import argparse
import os
from typing import NamedTuple

from rtfm_check.artifact.diff import Difference, compare
from rtfm_check.artifact.reader import manifest, records
from rtfm_check.cli._finish import path_of
from rtfm_check.config import Config
from rtfm_check.details import Retrieval
from rtfm_check.exits import UsageError
from rtfm_check.findings import Findings
from rtfm_check.model import Counts, Report, Severity
from rtfm_check.report._markdown_sections import totals
from rtfm_check.retrieval import golden
from rtfm_check.retrieval.search import Index
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural


class Proof(NamedTuple):
    """What was found; None where nothing was asked for."""

    report: Report | None = None  # of the retrieval tests
    retrieval: Retrieval | None = None
    difference: Difference | None = None
    base: str = ""  # the older index, as it was named

    @property
    def closing(self) -> str:
        """What is said of it last, to a person."""
        lines = [reached(self.retrieval)] if self.retrieval is not None else []
        if self.difference is not None:
            lines.append(f"since {safe(self.base)}: {'; '.join(totals(self.difference))}")
        return "\n".join(lines)


class Trial(NamedTuple):
    """What is to be tried, which was looked at before the index is written."""

    tests: golden.Golden | None
    base: str | None

    def run(self, output: str) -> Proof:
        """Try it on the index."""
        found = compare(self.base, output) if self.base is not None else None
        base = self.base or ""
        if self.tests is None:
            return Proof(difference=found, base=base)
        with Index(records(output, "chunks")) as index:
            outcomes = golden.run(self.tests, index)
        name = self.tests.document.source.name
        made = Retrieval(tuple(outcomes), self.tests.least, name)
        return Proof(tested(self.tests, outcomes), made, found, base)


def add_proof(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that tries what it has written."""
    add = parser.add_argument
    add("--golden", metavar="FILE", help="queries with their answers, to try on the index")
    add("--diff-base", metavar="INDEX", help="an older index, to say what became of it")


def trial(options: argparse.Namespace, config: Config) -> Trial:
    """What flags and configuration ask for. Raises UsageError or NothingThere where it is none."""
    if options.golden is not None:
        config.put("golden", options.golden, "flags")
    tests = None
    if config["golden"]:
        path = path_of(config, "golden")
        tests = golden.load(path, os.path.dirname(path) or os.curdir)
    base: str | None = options.diff_base
    if base is not None:
        if os.path.realpath(base) == os.path.realpath(options.output):
            raise UsageError(f"{base} is what is written: give another folder to --output")
        manifest(base)
    return Trial(tests, base)


def tested(tests: golden.Golden, outcomes: list[golden.Outcome]) -> Report:
    """The findings of retrieval tests; where recall is enough, a miss fails nothing."""
    findings = Findings()
    findings.sources[tests.document.source.name] = tests.document.source
    for rule, hit in golden.findings(tests, outcomes):
        findings.add(rule, [hit])
    found = findings.all()
    if golden.recall(outcomes) >= tests.least:
        found = [each._replace(severity=Severity.WARNING) for each in found]
    read = "1 file of queries"
    return Report(found, Counts(files=1), [], is_of_documents=True, read=read)


def reached(found: Retrieval) -> str:
    """How well queries find what they have to, in a line."""
    outcomes = list(found.outcomes)
    recall, rank = golden.recall(outcomes), golden.mean_reciprocal_rank(outcomes)
    tops = {each.query.top for each in outcomes}
    at = f"@{tops.pop()}" if len(tops) == 1 else ""
    queries = plural(len(outcomes), "query", "queries")
    return f"{queries}: recall{at} {recall:.3f}, MRR {rank:.3f}"
