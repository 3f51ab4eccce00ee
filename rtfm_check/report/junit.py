"""JUnit XML, which every CI shows: a test case for each finding, failed where it fails a run."""

from __future__ import annotations

from xml.etree import ElementTree

from rtfm_check.model import Finding, Report, Severity
from rtfm_check.report.style import Style
from rtfm_check.text.show import safe


def render(report: Report, style: Style) -> str:
    """The report as XML."""
    suite = ElementTree.Element("testsuite", {"name": "rtfm-check"})
    for finding in report.findings:
        _add(suite, finding)
    if not report.findings:
        ElementTree.SubElement(
            suite, "testcase", {"name": "no findings", "classname": "rtfm-check"}
        )
    failures = sum(finding.severity is not Severity.INFO for finding in report.findings)
    counts = {"tests": str(len(suite)), "failures": str(failures), "errors": "0", "skipped": "0"}
    suite.attrib.update(counts)
    root = ElementTree.Element("testsuites", {"name": "rtfm-check", **counts})
    root.append(suite)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _add(suite: ElementTree.Element, finding: Finding) -> None:
    place = finding.place
    at = f"{safe(place.path)}:{place.span.line}:{place.span.column}"
    case = ElementTree.SubElement(
        suite, "testcase", {"name": f"{finding.rule} at {at}", "classname": safe(place.path)}
    )
    parts = (f"{at}: {finding.message}", finding.help, *finding.note.split("\n"))
    text = "\n".join(safe(part) for part in parts if part)
    if finding.severity is Severity.INFO:
        ElementTree.SubElement(case, "system-out").text = text
        return
    failure = {"message": safe(finding.message), "type": str(finding.severity)}
    ElementTree.SubElement(case, "failure", failure).text = text
