"""A finding as a JSON record, and back: what reports, artifacts and caches hold."""

from __future__ import annotations

from typing import Any

from rtfm_check.model import Edit, Finding, Fix, Place, Related, Severity, Span
from rtfm_check.text.show import safe


def as_record(finding: Finding) -> dict[str, Any]:
    """A finding as the report's record."""
    return {
        **_place(finding.place),
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": safe(finding.message),
        "help": safe(finding.help),
        "note": "\n".join(safe(line) for line in finding.note.split("\n")),
        "pointer": safe(finding.place.pointer),
        "fix": None if finding.fix is None else _fix(finding.fix),
        "related": [
            {**_place(related.place), "message": safe(related.message)}
            for related in finding.related
        ],
        "fingerprint": finding.fingerprint,
    }


def from_record(record: dict[str, Any]) -> Finding:
    """The finding of a record to which its `excerpt` was added."""
    fix = record["fix"]
    return Finding(
        place=_as_place(record),
        code=record["code"],
        rule=record["rule"],
        severity=Severity(record["severity"]),
        message=record["message"],
        help=record["help"],
        note=record["note"],
        related=tuple(Related(_as_place(each), each["message"]) for each in record["related"]),
        excerpt=tuple(record["excerpt"]),
        kept_fingerprint=record["fingerprint"],
        fix=None
        if fix is None
        else Fix(
            fix["title"],
            tuple(Edit(_as_place(each).span, each["text"]) for each in fix["edits"]),
            fix["safe"],
        ),
    )


def _as_place(record: dict[str, Any]) -> Place:
    span = Span(*(record[name] for name in Span._fields))
    return Place(record.get("path", ""), span, record.get("pointer", ""))


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": safe(fix.title),
        "safe": fix.is_safe,
        "edits": [{**edit.span._asdict(), "text": edit.text} for edit in fix.edits],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"path": place.path, **place.span._asdict()}
