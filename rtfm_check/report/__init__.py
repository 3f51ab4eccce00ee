"""The formats that a report is written in: each a module with `render(report, style) -> str`."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from typing import Protocol

    from rtfm_check.model import Report
    from rtfm_check.report.style import Style

    class Reporter(Protocol):
        """What the module of a format has."""

        def render(self, report: Report, style: Style) -> str:
            """The report as text, ending with a line end."""
            ...


FORMATS = {
    "full": "rtfm_check.report.full",
    "concise": "rtfm_check.report.concise",
    "json": "rtfm_check.report.json_",
    "jsonl": "rtfm_check.report.jsonl",
    "sarif": "rtfm_check.report.sarif",
    "github": "rtfm_check.report.github",
    "gitlab": "rtfm_check.report.gitlab",
    "junit": "rtfm_check.report.junit",
    "markdown": "rtfm_check.report.markdown",
    "html": "rtfm_check.report.html",
}
DETAILED = ("html",)  # that show more than findings, if the report has it


def reporter(name: str) -> Reporter:
    """The reporter of a format, imported on first use."""
    from importlib import import_module

    module: Reporter = import_module(FORMATS[name])
    return module
