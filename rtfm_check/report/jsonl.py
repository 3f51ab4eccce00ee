"""One JSON object a line for each finding, for programs that read a stream."""

from __future__ import annotations

from rtfm_check.finding_records import as_record
from rtfm_check.model import Report
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style


def render(report: Report, style: Style) -> str:
    """The findings as ASCII JSON lines; nothing where there are none."""
    return "".join(dump(as_record(finding)) + "\n" for finding in report.findings)
