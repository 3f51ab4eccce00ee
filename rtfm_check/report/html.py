"""One HTML file for a person at a browser: self-contained, asks no network, safe to open.

What a file says is text twice over: escaped where it is written, and behind a policy that runs
no script and no style but the two of this page, named by their digests. The findings are data;
the script of the page shows a hundred at a time, so that 50,000 stay usable. Where scripts do not
run, the worst of them are a plain list. All is ASCII, and the same report gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterator
from urllib.parse import quote

from rtfm_check import __version__
from rtfm_check.model import Report
from rtfm_check.report import _html_findings as findings
from rtfm_check.report import _html_sections as sections
from rtfm_check.report._html_text import written
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style

_HERE = os.path.dirname(os.path.abspath(__file__))
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
    styles, script = _asset("page.css"), _asset("page.js")
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
    yield f"<title>rtfm-check: {written(sections.headline(report))}</title>"
    yield f'<link rel="icon" href="data:image/svg+xml,{quote(_ICON)}">'
    yield f"<style>{styles}</style>"
    yield "</head>"
    yield "<body>"
    yield '<a class="skip" href="#findings">Skip to the findings</a>'
    yield from sections.header(report)
    yield "<main>"
    yield from sections.overview(report)
    yield from findings.section(report)
    yield from sections.mappings(report)
    yield from sections.index(report)
    yield "</main>"
    yield f"<footer>Made by rtfm-check {written(__version__)}. Nothing here is fetched.</footer>"
    data = dump(findings.data(report)).translate(_FOR_SCRIPTS)
    yield f'<script type="application/json" id="data">{data}</script>'
    yield f"<script>{script}</script>"
    yield "</body>"
    yield "</html>"


def _asset(name: str) -> str:
    """A file beside this module, with the line ends that a browser makes of any."""
    with open(os.path.join(_HERE, name), encoding="ascii") as stream:
        return stream.read()


def _digest(text: str) -> str:
    """What a policy calls a script or style of this text."""
    digest = hashlib.sha256(text.encode("ascii")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _ascii(page: str) -> str:
    """The page with character references, so that no encoding of a terminal or server hurts it."""
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")
