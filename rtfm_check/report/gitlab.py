"""GitLab's code quality report: a JSON list that merge requests show."""

from __future__ import annotations

import hashlib

from rtfm_check.model import Report, Severity
from rtfm_check.report._counts import sentences
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style
from rtfm_check.text.show import safe

_LEVELS = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report, style: Style) -> str:
    """The report as one line of ASCII JSON."""
    seen: dict[str, int] = {}
    issues = []
    for finding in report.findings:
        count = seen[finding.fingerprint] = seen.get(finding.fingerprint, 0) + 1
        span = finding.place.span
        issues.append(
            {
                "description": safe(sentences(finding.message, finding.help)),
                "check_name": finding.rule,
                "fingerprint": _unique(finding.fingerprint, count),
                "severity": _LEVELS[finding.severity],
                "location": {
                    "path": finding.place.path,
                    "lines": {"begin": span.line, "end": span.end_line},
                },
            }
        )
    return dump(issues) + "\n"


def _unique(fingerprint: str, count: int) -> str:
    """A fingerprint that no other issue of the report has: GitLab drops repeated ones."""
    if count == 1:
        return fingerprint
    return hashlib.sha256(f"{fingerprint} {count}".encode()).hexdigest()[:16]
