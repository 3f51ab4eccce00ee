"""`docs --against-rtfm`: what RTFM's own parsers make of the documents is added to the report."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable

from rtfm_check.against.run import Comparison, Held, hold
from rtfm_check.artifact import folder
from rtfm_check.details import Details
from rtfm_check.docs.verdict import Options
from rtfm_check.model import Report
from rtfm_check.text import show
from rtfm_check.text.wording import plural
from rtfm_check.tree.entry import Scope
from rtfm_check.tree.walk import plan

_KNOWN = "0.55.1"  # the RTFM that messages tell of


def held(
    root: str,
    scope: Scope,
    only: list[str],
    how: Options,
    options: Namespace,
    progress: Callable[[int, int], None] | None,
) -> Held:
    """The documents in or below some paths of a tree, held against RTFM."""

    def is_meant(name: str) -> bool:
        is_changed = how.changed is None or name in how.changed
        return is_changed and any(
            not each or name == each or name.startswith(f"{each}/") for each in only
        )

    made = hold(
        root,
        plan(root, scope, folder.own(folder.DEFAULT)),
        is_meant,
        options.rtfm_python or sys.executable,
        jobs=how.jobs,
        seconds=how.seconds,
        progress=progress,
    )
    if made.comparison.version != _KNOWN and not options.quiet:
        version = show.safe(made.comparison.version)
        print(f"rtfm-check: RTFM {version} is run; notes tell of {_KNOWN}", file=sys.stderr)
    return made


def closed(report: Report, comparisons: list[Comparison]) -> Report:
    """The report with what the comparison came to."""
    if not comparisons:
        return report  # nothing was looked at
    comparison = _sum(comparisons)
    details = report.details if isinstance(report.details, Details) else Details()
    return report._replace(details=details._replace(rtfm=comparison), closing=_closing(comparison))


def _sum(comparisons: list[Comparison]) -> Comparison:
    first, *others = comparisons
    for each in others:
        sums = (a + b for a, b in zip(first[1:], each[1:], strict=True))
        first = Comparison(first.version, *sums)
    return first


def _closing(made: Comparison) -> str:
    share = f" ({100 * made.words_lost / made.words:.1f} %)" if made.words else ""
    return (
        f"RTFM {show.safe(made.version)}, of {plural(made.documents, 'document')}: loses "
        f"{made.words_lost:,} of {plural(made.words, 'word')}{share} in "
        f"{plural(made.documents_losing, 'document')}\n"
        f"  {plural(made.edges, 'edge')}: {made.edges_missing:,} missing, "
        f"{made.edges_misread:,} misread, {made.edges_made_up:,} made up; "
        f"fails on {plural(made.failures, 'document')}"
    )
