"""Markdown for a job's summary: worst first, and cut before the platform would drop all of it."""

from __future__ import annotations

import re

from rtfm_check.model import Finding, Report
from rtfm_check.report._counts import summary
from rtfm_check.report.style import Style
from rtfm_check.show import safe

MOST_BYTES = 900 * 1024  # GitHub drops a summary of more than 1 MiB
_SIGNIFICANT = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")


def render(report: Report, style: Style) -> str:
    """The report as Markdown."""
    head = ["## rtfm-check", "", *(f"{line}  " for line in summary(report, Style()).split("\n"))]
    lines = "\n".join(head) + "\n"
    if not report.findings:
        return lines
    lines += "\n| | place | finding | fix |\n|---|---|---|---|\n"
    size = len(lines.encode())
    ordered = sorted(report.findings, key=lambda finding: -finding.severity.rank)
    for shown, finding in enumerate(ordered):
        row = _row(finding)
        size += len(row.encode())
        if size > MOST_BYTES - 200:
            return f"{lines}\n{len(ordered) - shown:,} more findings did not fit here.\n"
        lines += row
    return lines


def _row(finding: Finding) -> str:
    place = finding.place
    at = f"{escaped(place.path)}:{place.span.line}:{place.span.column}"
    rule = f"**{finding.severity}** {finding.rule} ({finding.code})"
    return f"| {rule} | {at} | {escaped(finding.message)} | {escaped(finding.help)} |\n"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is; what stands between backticks stays code."""
    parts = safe(text).split("`")
    if len(parts) % 2 == 0:  # a backtick of the user's own
        return _SIGNIFICANT.sub(r"\\\1", safe(text))
    return "".join(
        f"<code>{_escape(part)}</code>" if i % 2 else _SIGNIFICANT.sub(r"\\\1", part)
        for i, part in enumerate(parts)
    )


def _escape(text: str) -> str:
    """Text inside a code element, in a table: neither HTML nor Markdown nor a cell's end."""
    return "".join(
        each if each.isalnum() or each in " ./:,-'\"=" or ord(each) > 127 else f"&#{ord(each)};"
        for each in text
    )
