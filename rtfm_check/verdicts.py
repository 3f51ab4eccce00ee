"""The verdict on a folder: from the cache where it still holds, else made and kept."""

from __future__ import annotations

import os
import sys

from rtfm_check import cache, limits
from rtfm_check.layout import Target, schema_files

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rtfm_check.model import Report

_MOST_SHOWN = 100  # findings that are kept as they are printed


class Verdict:
    """What is known of a folder: the cached record of a report, or the report itself."""

    __slots__ = ("record", "report")

    def __init__(self, record: dict[str, Any] | None, report: Report | None) -> None:
        self.record = record
        self.report = report

    @property
    def shown(self) -> dict[str, Any] | None:
        """What is kept to be printed as it is, if it is known from an earlier run."""
        shown: dict[str, Any] | None = None if self.record is None else self.record["shown"]
        return shown

    def full(self) -> Report:
        """The report, made from the record if need be."""
        if self.report is None:
            assert self.record is not None
            self.report = _from_record(self.record)
        return self.report


def look_up(target: Target, store: cache.Cache) -> Verdict | None:
    """The verdict that is kept for a folder, if it still holds."""
    record: dict[str, Any] | None = store.load(_key(target), _files(target))
    if record is None or not all(os.path.exists(path) for path in record["linked"]):
        return None
    return Verdict(record, None)


def make(
    target: Target,
    replaced: dict[str, bytes],
    store: cache.Cache | None,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Check a folder, and keep the verdict where it depends on its files alone."""
    states = None
    if store is not None and not replaced:
        most = sys.maxsize if target.is_fields else limits.FIXTURE_BYTES
        states = cache.states(_files(target), most)
    if target.is_fields:
        from rtfm_check.lint_fields import lint_fields

        report = lint_fields(target, replaced, progress)
    else:
        from rtfm_check.lint import lint

        report = lint(target, replaced, progress)
    if store is not None and states is not None and not _depends_on_more(report):
        store.save(_key(target), states, _as_record(report))
    return Verdict(None, report)


def _key(target: Target) -> str:
    parts = (os.path.abspath(target.folder), target.folder, os.getcwd(), *target.fixture_globs)
    return "\0".join(
        (*parts, "", *target.stray_files(), "", *target.lone_snapshots(), "", target.schemas)
    )


def _files(target: Target) -> list[str]:
    if target.is_fields:
        from rtfm_check.fields.find import files_of

        return files_of(target)
    own = [*target.mapping_files(), *target.fixture_files(), *target.expected_files()]
    return [*own, *schema_files(target.schemas)] if target.schemas else own


def _depends_on_more(report: Report) -> bool:
    """Whether the report could change while the files stay: links to other files, a defect."""
    return any(
        finding.rule in ("edge-target-not-a-file", "internal-error") for finding in report.findings
    )


def _as_record(report: Report) -> dict[str, Any]:
    from rtfm_check.finding_records import as_record

    return {
        "counts": list(report.counts),
        "linked": list(report.linked),
        **{
            name: [{**as_record(each), "excerpt": list(each.excerpt)} for each in found]
            for name, found in (("findings", report.findings), ("silenced", report.silenced))
        },
        "tried": [list(each) for each in report.tried],
        "shown": _as_shown(report),
    }


def _as_shown(report: Report) -> dict[str, Any] | None:
    """What a run without options prints of a report: the figures of its summary, and the findings.

    None where the summary says more, or there is so much to print that its start is nothing.
    """
    from rtfm_check.report import full
    from rtfm_check.report.style import Style
    from rtfm_check.selection import is_optional

    told = [each for each in report.findings if not is_optional(each.rule)]
    if report.silenced or report.counts.profiles or len(told) > _MOST_SHOWN:
        return None
    style = Style(color=True)
    taken = [each for each in report.tried if each.mapping]
    return {
        "figures": [
            report.counts.mappings,
            report.counts.fixtures,
            len(taken),
            sum(each.chunks for each in taken),
            sum(each.edges for each in taken),
        ],
        "findings": [
            [
                [each.place.path, *(related.place.path for related in each.related)],
                each.severity,
                full.block(each, style),
            ]
            for each in told
        ],
    }


def _from_record(record: dict[str, Any]) -> Report:
    from rtfm_check.finding_records import from_record
    from rtfm_check.model import Counts, Report, TriedDocument

    return Report(
        [from_record(each) for each in record["findings"]],
        Counts(*record["counts"]),
        [TriedDocument(*each) for each in record["tried"]],
        tuple(from_record(each)._replace(silenced="comment") for each in record["silenced"]),
    )


def merge(reports: list[Report]) -> Report:
    """One report of several folders."""
    from rtfm_check.model import Counts, Report

    findings = sorted(
        (finding for report in reports for finding in report.findings),
        key=lambda finding: finding.order,
    )
    counts = Counts(
        *(sum(column) for column in zip(*(each.counts for each in reports), strict=True))
    )
    return Report(
        findings,
        counts,
        [tried for report in reports for tried in report.tried],
        tuple(each for report in reports for each in report.silenced),
    )
