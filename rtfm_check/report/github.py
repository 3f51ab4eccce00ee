"""Workflow commands, which GitHub shows as annotations of a pull request."""

from __future__ import annotations

from rtfm_check.model import Finding, Report, Severity
from rtfm_check.report._counts import sentences, summary
from rtfm_check.report.style import Style
from rtfm_check.text.show import safe

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
MOST = 10  # annotations of a kind that GitHub shows for a step


def render(report: Report, style: Style) -> str:
    """A command for each finding, ten of a kind at most, and a notice of what was left out."""
    lines: list[str] = []
    left = 0
    for severity, level in _LEVELS.items():
        found = [each for each in report.findings if each.severity is severity]
        lines += [_command(level, each) for each in found[:MOST]]
        left += len(found[MOST:])
    if left:
        lines.append(f"::notice::{left} more findings than GitHub shows; see the log or the report")
    return "\n".join([*lines, summary(report, style)]) + "\n"


def _command(level: str, finding: Finding) -> str:
    span = finding.place.span
    properties = {
        "file": finding.place.path,
        "line": str(span.line),
        "endLine": str(span.end_line),
        "col": str(span.column),
        "endColumn": str(span.end_column),
        "title": f"{finding.rule} ({finding.code})",
    }
    if span.end_line != span.line:  # columns are only allowed within one line
        del properties["col"], properties["endColumn"]
    note = "" if "\n" in finding.note else finding.note
    text = sentences(finding.message, finding.help, note)
    joined = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{level} {joined}::{_data(text)}"


def _data(text: str) -> str:
    """Text of a command: what would end it is encoded, what a terminal acts on is escaped."""
    return safe(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
