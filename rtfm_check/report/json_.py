"""One JSON document, for other programs: `rtfm-check-report-v1`."""

from __future__ import annotations

import json
from typing import Any

from rtfm_check import __version__
from rtfm_check.finding_records import as_record
from rtfm_check.model import Counts, Indexed, Report
from rtfm_check.report._counts import totals
from rtfm_check.report.style import Style

VERSION = "rtfm-check-report-v1"


def render(report: Report, style: Style) -> str:
    """The report as one line of ASCII JSON."""
    found = totals(report)
    known = sum(finding.silenced == "baseline" for finding in report.silenced)
    document: dict[str, Any] = {
        "version": VERSION,
        "tool": {"name": "rtfm-check", "version": __version__},
        "summary": {
            **_counts(report.counts),
            "errors": found["error"],
            "warnings": found["warning"],
            "infos": found["info"],
            "suppressed": len(report.silenced) - known,
            "baselined": known,
        },
        "findings": [as_record(finding) for finding in report.findings],
        "dry_run": [tried._asdict() for tried in report.tried],
    }
    if report.indexed is not None:
        document["index"] = _indexed(report.indexed)
    if report.details is not None:
        from rtfm_check.report._json_details import parts

        document |= parts(report.details)
    return dump(document) + "\n"


def _counts(counts: Counts) -> dict[str, int]:
    """What was read; of field profiles only where there are any."""
    made = counts._asdict()
    if not counts.profiles:
        del made["profiles"], made["records"]
    return made


def _indexed(made: Indexed) -> dict[str, Any]:
    return {
        **made._asdict(),
        "parsers": [
            {"parser": name, "documents": documents, "chunks": chunks}
            for name, documents, chunks in made.parsers
        ],
    }


def dump(value: Any) -> str:
    """A value as one line of ASCII JSON, which no terminal and no CI's log acts on."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("\x7f", "\\u007f").replace("##", "\\u0023\\u0023")
