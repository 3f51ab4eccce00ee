"""One HTML file for a person at a browser: self-contained, asks no network, safe to open.

What a file says is text twice over: escaped where it is written, and behind a policy that runs
no script and no style but the two of this page, named by their digests. The findings are data;
the script of the page shows a few at a time, so that 50,000 stay usable. Where scripts do not
run, the worst of them are a plain list. All is ASCII, and the same report gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterator
from urllib.parse import quote

from rtfm_check import __version__
from rtfm_check.details import Details
from rtfm_check.model import JsonValue, Report
from rtfm_check.report import _html_change as change
from rtfm_check.report import _html_findings as findings
from rtfm_check.report import _html_index as index
from rtfm_check.report import _html_links as links
from rtfm_check.report import _html_mappings as mappings
from rtfm_check.report import _html_profiles as profiles
from rtfm_check.report import _html_queries as queries
from rtfm_check.report import _html_sections as sections
from rtfm_check.report._html_table import Blocks
from rtfm_check.report._html_text import written
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")
_SCRIPTS = (
    *("core", "findings", "table", "picker", "document", "samples", "chunks", "links"),
    "start",
)
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" '
    'rx="3" fill="#3457d5"/><path d="M4 8.5 7 11l5-6" fill="none" stroke="#fff" '
    'stroke-width="2"/></svg>'
)
_FOR_SCRIPTS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def render(report: Report, style: Style) -> str:
    """The report as a page."""
    return _ascii("\n".join(_page(report)) + "\n")


def _page(report: Report) -> Iterator[str]:
    details = report.details if isinstance(report.details, Details) else Details()
    found, blocks = sections.parts(report, details), Blocks()
    styles, script = _styles(), _script()
    policy = (
        f"default-src 'none'; style-src {_digest(styles)}; script-src {_digest(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield '<meta name="referrer" content="no-referrer">'
    yield f"<title>rtfm-check: {written(sections.headline(report, details))}</title>"
    yield f'<link rel="icon" href="data:image/svg+xml,{quote(_ICON)}">'
    yield f"<style>{styles}</style>"
    yield "</head>"
    yield "<body>"
    if not details.is_alone:
        yield '<a class="skip" href="#findings">Skip to the findings</a>'
    yield from sections.header(report, details)
    yield f'<div class="layout{" alone" if details.is_alone else ""}">'
    if not details.is_alone:
        yield from sections.navigation(found)
    yield "<main>"
    if not details.is_alone:
        yield from sections.overview(report, found)
    if not details.is_alone:
        yield from findings.section(report)
    yield from mappings.section(report, details, blocks)
    yield from profiles.section(details.profiles, blocks)
    yield from index.section(report, details, blocks)
    yield from links.section(details, blocks)
    yield from change.section(details.difference, blocks)
    shown = {each.path for each in details.contents.documents} if details.contents else set()
    yield from queries.section(details.retrieval, shown)
    yield "</main>"
    yield "</div>"
    yield f"<footer>Made by rtfm-check {written(__version__)}. Nothing here is fetched.</footer>"
    yield _block("data", findings.data(report))
    yield from (_block(f"data-{name}", value) for name, value in blocks.items())
    yield f"<script>{script}</script>"
    yield "</body>"
    yield "</html>"


def _block(id: str, value: JsonValue) -> str:
    """Data for the script, which no browser reads as anything else."""
    text = dump(value).translate(_FOR_SCRIPTS)
    return f'<script type="application/json" id="{id}">{text}</script>'


def _styles() -> str:
    return _asset("page.css")


def _script() -> str:
    """The scripts of the page as one."""
    whole = "".join(_asset(f"{name}.js") for name in _SCRIPTS)
    return f'\n"use strict";\n{{\n{whole}}}\n'


def _asset(name: str) -> str:
    """A file beside this module, with the line ends that a browser makes of any."""
    with open(os.path.join(_FOLDER, name), encoding="ascii") as stream:
        return stream.read()


def _digest(text: str) -> str:
    """What a policy calls a script or style of this text."""
    digest = hashlib.sha256(text.encode("ascii")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _ascii(page: str) -> str:
    """The page with character references, so that no encoding of a terminal or server hurts it."""
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")
