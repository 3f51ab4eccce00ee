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
    "github": "rtfm_check.report.github",
}


def reporter(name: str) -> Reporter:
    """The reporter of a format, imported on first use."""
    from importlib import import_module

    module: Reporter = import_module(FORMATS[name])
    return module
