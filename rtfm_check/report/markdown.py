"""Markdown for a job's summary: worst first, and cut before the platform would drop all of it."""

from __future__ import annotations

from rtfm_check.model import Finding, Report
from rtfm_check.report._counts import not_counted, summary, totals
from rtfm_check.report._markdown_text import MOST_BYTES, escaped
from rtfm_check.report.style import Style
from rtfm_check.text.wording import plural


def render(report: Report, style: Style) -> str:
    """The report as Markdown."""
    below = _below(report)
    made = _head(report._replace(closing="") if below else report) + "\n"
    if report.findings:
        made += "\n| | place | finding | fix |\n|---|---|---|---|\n"
    size = len((made + below).encode())
    ordered = sorted(report.findings, key=lambda finding: -finding.severity.rank)
    rows = []
    for shown, finding in enumerate(ordered):
        row = _row(finding)
        size += len(row.encode())
        if size > MOST_BYTES - 200:
            rows.append(f"\n{len(ordered) - shown:,} more findings did not fit here.\n")
            break
        rows.append(row)
    return made + "".join(rows) + below


def _head(report: Report) -> str:
    """What was read and found; an index has a table of its own."""
    if report.indexed is None:
        lines = summary(report, Style()).split("\n")
        return "\n".join(["## rtfm-check", "", *(f"{line}  " for line in lines)])
    found, made, counts = totals(report), report.indexed, report.counts
    read = [plural(made.documents, "document")]
    if counts.mappings:
        read += [plural(counts.mappings, "mapping"), plural(counts.fixtures, "fixture")]
    read += [plural(counts.profiles, "field profile")] if counts.profiles else []
    said = ", ".join(plural(count, severity) for severity, count in found.items())
    lines = [f"{', '.join(read)}: {said if any(found.values()) else 'no findings'}"]
    if silenced := not_counted(report):
        lines.append(f"not counted: {silenced}")
    return "\n".join(["## rtfm-check", "", *(f"{line}  " for line in lines)])


def _below(report: Report) -> str:
    """What stands below the findings; half of the room at most."""
    if report.indexed is None and report.details is None:
        return ""
    from rtfm_check.report._markdown_sections import sections

    lines: list[str] = []
    size = 0
    for line in sections(report):
        size += len(line.encode()) + 1
        if size > MOST_BYTES // 2:
            lines += ["", "The rest did not fit here."]
            break
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _row(finding: Finding) -> str:
    place = finding.place
    at = f"{escaped(place.path)}:{place.span.line}:{place.span.column}"
    rule = f"**{finding.severity}** {finding.rule} ({finding.code})"
    return f"| {rule} | {at} | {escaped(finding.message)} | {escaped(finding.help)} |\n"
