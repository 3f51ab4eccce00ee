"""One line a finding: path:line:column, severity, rule, message."""

from __future__ import annotations

from rtfm_check.model import Finding, Report
from rtfm_check.report._counts import summary
from rtfm_check.report.style import Style
from rtfm_check.text.show import safe


def render(report: Report, style: Style) -> str:
    """The report as text."""
    lines = [line(finding, style) for finding in report.findings]
    return "\n".join([*lines, summary(report, style)]) + "\n"


def line(finding: Finding, style: Style) -> str:
    """One finding as one line, without a line end."""
    place = finding.place
    head = style.paint(f"{finding.severity}[{finding.rule}]", finding.severity)
    at = f"{safe(place.path)}:{place.span.line}:{place.span.column}"
    help = f"; {safe(finding.help)}" if finding.help else ""
    return f"{at}: {head} {finding.code} {safe(finding.message)}{help}"
