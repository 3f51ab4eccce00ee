"""One JSON document, for other programs: `rtfm-check-report-v1`."""

from __future__ import annotations

import json
from typing import Any

from rtfm_check import __version__
from rtfm_check.model import Finding, Place, Report
from rtfm_check.report._counts import totals
from rtfm_check.report.style import Style
from rtfm_check.show import safe

VERSION = "rtfm-check-report-v1"


def render(report: Report, style: Style) -> str:
    """The report as one line of ASCII JSON."""
    found = totals(report)
    document = {
        "version": VERSION,
        "tool": {"name": "rtfm-check", "version": __version__},
        "summary": {
            **report.counts._asdict(),
            "errors": found["error"],
            "warnings": found["warning"],
            "infos": found["info"],
            "suppressed": 0,
            "baselined": 0,
        },
        "findings": [as_record(finding) for finding in report.findings],
        "dry_run": [tried._asdict() for tried in report.tried],
    }
    # ASCII keeps every byte of the document harmless to terminals and logs, DEL apart.
    return json.dumps(document, separators=(",", ":")).replace("\x7f", "\\u007f") + "\n"


def as_record(finding: Finding) -> dict[str, Any]:
    """A finding as the report's record."""
    return {
        **_place(finding.place),
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": safe(finding.message),
        "help": safe(finding.help),
        "note": safe(finding.note),
        "pointer": safe(finding.place.pointer),
        "fix": None,
        "related": [
            {**_place(related.place), "message": safe(related.message)}
            for related in finding.related
        ],
        "fingerprint": finding.fingerprint,
    }


def _place(place: Place) -> dict[str, Any]:
    return {"path": place.path, **place.span._asdict()}
