"""The findings of the HTML report: as data for its script, and as a list where none runs.

Texts repeat (paths, notes, help), so each is kept once and meant by its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rtfm_check import limits
from rtfm_check.model import Finding, Place, Report
from rtfm_check.report._html_text import with_code, written
from rtfm_check.report.full import readable
from rtfm_check.rules import all_rules
from rtfm_check.text.show import safe

MOST = 50_000  # findings in the report, the worst first
MOST_PLAIN = 200  # findings that are listed where scripts do not run
_LABEL = re.compile(r"\A\w+:\Z")


class _Texts:
    """Texts, each once."""

    def __init__(self) -> None:
        self.all: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text, which is made safe to show."""
        return self.all.setdefault(safe(text), len(self.all))

    def lines(self, text: str) -> int:
        """The number of a text in which line ends stay."""
        kept = "\n".join(safe(line) for line in text.split("\n"))
        return self.all.setdefault(kept, len(self.all))


def section(report: Report) -> Iterator[str]:
    """The place of the findings, with what chooses among them."""
    yield '<section id="findings" aria-labelledby="findings-title">'
    yield '<h2 id="findings-title" tabindex="-1">Findings</h2>'
    if not report.findings:
        yield '<p class="good">There are none.</p></section>'
        return
    yield _FILTERS
    yield '<p id="count" role="status"></p>'
    yield '<ol id="list" class="findings"></ol>'
    yield '<p id="nothing" class="muted" hidden>No finding is like that.</p>'
    yield (
        '<nav id="pages" aria-label="Pages of findings" hidden>'
        '<button type="button" id="previous">Previous</button> <span id="page"></span> '
        '<button type="button" id="next">Next</button></nav>'
    )
    yield "<noscript>"
    yield "<p>Search, filters and excerpts need JavaScript, which does not run here.</p>"
    yield '<ol class="plain">'
    ordered = sorted(report.findings, key=lambda finding: -finding.severity.rank)
    for finding in ordered[:MOST_PLAIN]:
        yield _plain(finding)
    yield "</ol>"
    if len(ordered) > MOST_PLAIN:
        yield f"<p>{len(ordered) - MOST_PLAIN:,} more are not in this list.</p>"
    yield "</noscript>"
    if left := len(report.findings[MOST:]):
        yield f'<p class="cut">{left:,} more findings are not in this report, which holds the '
        yield "worst: <code>--format json</code> has all.</p>"
    yield "</section>"


_FILTERS = """\
<form id="filters" role="search" aria-label="Findings" hidden>
<label class="wide">Search <input type="search" id="search" autocomplete="off" \
placeholder="words of a finding or its line"></label>
<label>File <input type="search" id="file" list="files" autocomplete="off" \
placeholder="part of a path"></label><datalist id="files"></datalist>
<label>Rule <select id="rule"><option value="">all rules</option></select></label>
<label>Order <select id="order"><option value="severity">worst first</option>\
<option value="place">by file and line</option></select></label>
<fieldset><legend>Severity</legend>
<label><input type="checkbox" id="error" checked> errors</label>
<label><input type="checkbox" id="warning" checked> warnings</label>
<label><input type="checkbox" id="info" checked> infos</label>
</fieldset>
<button type="reset" id="reset">Show all</button>
<details><summary>Keys</summary>
<p><kbd>/</kbd> search, <kbd>j</kbd> and <kbd>k</kbd> next and previous finding, \
<kbd>n</kbd> and <kbd>p</kbd> next and previous page, <kbd>Esc</kbd> leave the search.</p>
<label><input type="checkbox" id="keys" checked> use these keys</label></details>
</form>"""


def _plain(finding: Finding) -> str:
    place = finding.place
    at = f"{written(place.path)}:{place.span.line}:{place.span.column}"
    help = f" <em>{with_code(finding.help)}</em>" if finding.help else ""
    return (
        f'<li><b class="{finding.severity}">{finding.severity}</b> {written(finding.rule)} '
        f"<code>{at}</code> {with_code(finding.message)}{help}</li>"
    )


def data(report: Report) -> dict[str, Any]:
    """What the script of the page shows: `texts`, `rules`, and a list for each finding."""
    texts = _Texts()
    findings = _worst(report.findings)
    found = {finding.rule for finding in findings}
    rules = [rule for rule in all_rules() if rule.name in found]
    numbers = {rule.name: number for number, rule in enumerate(rules)}
    rows = [_row(finding, numbers[finding.rule], texts) for finding in findings]
    return {
        "texts": list(texts.all),
        "rules": [[rule.code, rule.name, _paragraphs(rule.doc)] for rule in rules],
        "findings": rows,
    }


def _worst(findings: list[Finding]) -> list[Finding]:
    """As many findings as a report holds, in their order."""
    if len(findings) <= MOST:
        return findings
    ranks = sorted((-finding.severity.rank, place) for place, finding in enumerate(findings))
    return [findings[place] for place in sorted(place for _, place in ranks[:MOST])]


def _row(finding: Finding, rule: int, texts: _Texts) -> list[Any]:
    """In the order in which page.js takes them."""
    fix = finding.fix
    title = "" if fix is None else f"{fix.title}{' (--fix)' if fix.is_safe else ' (by hand)'}"
    return [
        finding.severity.rank,
        rule,
        *_place(finding.place, texts),
        texts.number(finding.message),
        texts.number(finding.help),
        texts.lines(finding.note),
        texts.number(readable(finding.place.pointer)),
        texts.number(title),
        _excerpt(finding, texts),
        [[*_place(each.place, texts), texts.number(each.message)] for each in finding.related],
    ]


def _place(place: Place, texts: _Texts) -> list[int]:
    return [texts.number(place.path), place.span.line, place.span.column]


def _excerpt(finding: Finding, texts: _Texts) -> list[Any]:
    """Lines before, and the line of the place in three parts: before, what is wrong, behind."""
    if not any(line.strip() for line in finding.excerpt):
        return []
    span, line = finding.place.span, finding.excerpt[-1]
    start = min(span.column - 1, len(line))
    end = len(line.rstrip()) if span.end_line > span.line else span.end_column - 1
    end = min(max(end, start), len(line))
    more = "…" if len(line) >= limits.EXCERPT_CHARS else ""  # where the line was cut
    before, behind = (line + more, "") if start == len(line) else (line[:start], line[end:] + more)
    parts = (before, line[start:end], behind.rstrip())
    earlier = [texts.number(_blank(each.rstrip())) for each in finding.excerpt[:-1]]
    return [earlier, *(texts.number(_blank(part)) for part in parts)]


def _blank(text: str) -> str:
    """Tabs as a blank, as in the other formats for people."""
    return text.replace("\t", " ")


def _paragraphs(doc: str) -> list[list[str]]:
    """The documentation of a rule as paragraphs: ["p", text], ["b", label], ["code", text]."""
    made: list[list[str]] = []
    for line in doc.split("\n"):
        kind = "code" if line.startswith("    ") else "b" if _LABEL.match(line) else "p"
        if not line.strip():
            made.append(["", ""])
        elif made and made[-1][0] == kind != "b":
            made[-1][1] += ("\n" if kind == "code" else " ") + line.removeprefix("    ")
        else:
            made.append([kind, line.removeprefix("    ")])
    return [each for each in made if each[0]]
