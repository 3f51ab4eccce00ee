"""SARIF 2.1.0, which code scanning shows: one run, relative URIs, rules with their help."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from rtfm_check import __version__
from rtfm_check.model import Finding, Place, Report, Severity, Span
from rtfm_check.report._counts import sentences
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style
from rtfm_check.rules import Rule, all_rules
from rtfm_check.text.show import safe

MOST = 5000  # results that GitHub shows
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(report: Report, style: Style) -> str:
    """The report as one line of ASCII JSON; the worst results where there are too many."""
    findings = [*report.findings, *report.silenced]
    cut = len(findings) - MOST
    if cut > 0:
        findings.sort(key=lambda each: (bool(each.silenced), -each.severity.rank))
        findings = findings[:MOST]
    findings.sort(key=lambda each: each.order)
    index = {rule.name: i for i, rule in enumerate(all_rules())}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "rtfm-check",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in all_rules()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the project."}}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": []}],
        "results": [_result(finding, index[finding.rule]) for finding in findings],
    }
    if cut > 0:
        text = f"{cut:,} of {cut + MOST:,} results were left out, the least severe first."
        run["invocations"][0]["toolExecutionNotifications"].append(
            {"level": "warning", "message": {"text": text}}
        )
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": rule.doc, "markdown": rule.markdown},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: int) -> dict[str, Any]:
    text = sentences(finding.message, finding.help, finding.note)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": safe(text)},
        "locations": [_location(finding.place)],
        "partialFingerprints": {"rtfmCheck/v1": finding.fingerprint},
    }
    if finding.fix is not None:
        result["fixes"] = [_fix(finding)]
    if finding.silenced:
        kind = "inSource" if finding.silenced == "comment" else "external"
        result["suppressions"] = [{"kind": kind}]
    if finding.silenced == "baseline":
        result["baselineState"] = "unchanged"
    if finding.related:
        result["relatedLocations"] = [
            {**_location(each.place), "id": i, "message": {"text": safe(each.message)}}
            for i, each in enumerate(finding.related, 1)
        ]
    return result


def _fix(finding: Finding) -> dict[str, Any]:
    assert finding.fix is not None
    change = {
        "artifactLocation": _artifact(finding.place),
        "replacements": [
            {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
            for edit in finding.fix.edits
        ],
    }
    return {"description": {"text": safe(finding.fix.title)}, "artifactChanges": [change]}


def _artifact(place: Place) -> dict[str, str]:
    return {"uri": quote(place.path), "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> dict[str, int]:
    start = {"startLine": span.line, "startColumn": span.column}
    return {**start, "endLine": span.end_line, "endColumn": span.end_column}


def _location(place: Place) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": _artifact(place),
            "region": _region(place.span),
        }
    }
    if place.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": safe(place.pointer)}]
    return location
