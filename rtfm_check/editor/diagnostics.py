"""Findings as editors show them."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from rtfm_check.editor.positions import Lines
from rtfm_check.model import Finding, Severity
from rtfm_check.show import safe

SOURCE = "rtfm-check"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_UNNECESSARY = ("unused-anchor", "unused-suppression", "empty-mapping-file")


def diagnostic(
    finding: Finding, lines: Lines, locate: Callable[[Finding], list[types.Location]]
) -> types.Diagnostic:
    """A finding in a file; `locate` gives the places of what belongs to it."""
    text = [finding.message, *(each for each in (finding.help, finding.note) if each)]
    related = [
        types.DiagnosticRelatedInformation(location, safe(each.message))
        for location, each in zip(locate(finding), finding.related, strict=True)
    ]
    return types.Diagnostic(
        range=lines.range(finding.place.span),
        message="\n".join("\n".join(safe(line) for line in each.split("\n")) for each in text),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.rule in _UNNECESSARY else None,
        related_information=related or None,
    )
