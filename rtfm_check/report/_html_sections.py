"""The parts of the HTML report that are plain tables: overview, mappings, index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from rtfm_check.model import Report, TriedDocument
from rtfm_check.report._counts import not_counted, plural, totals
from rtfm_check.report._html_text import bar, to_findings, written

MOST_FILES = 12  # of the overview; the filter of the findings reaches all
MOST_TRIED = 1_000  # fixtures in the tables, those first that give nothing
_SEVERITIES = ("error", "warning", "info")


def headline(report: Report) -> str:
    """The outcome in a few words."""
    found = totals(report)
    parts = [plural(found[each], each) for each in _SEVERITIES if found[each]]
    return ", ".join(parts) if parts else "no findings"


def header(report: Report) -> Iterator[str]:
    """The outcome, large, and the way to the parts of the page."""
    found = totals(report)
    worst = next((each for each in _SEVERITIES if found[each]), "good")
    yield f'<header class="{worst}">'
    yield '<p class="name">rtfm-check report</p>'
    text = headline(report)
    yield f"<h1>{written(text[:1].upper() + text[1:])}</h1>"
    yield '<nav aria-label="Parts of the report"><ul>'
    parts = [("overview", "Overview"), ("findings", f"Findings ({len(report.findings):,})")]
    parts += [("mappings", "Mappings")] if _has_mappings(report) else []
    parts += [("index", "Index")] if report.indexed is not None else []
    for name, title in parts:
        yield f'<li><a href="#{name}">{title}</a></li>'
    yield "</ul></nav>"
    yield "</header>"


def overview(report: Report) -> Iterator[str]:
    """Figures, then the findings by rule and by file."""
    yield '<section id="overview" aria-labelledby="overview-title">'
    yield '<h2 id="overview-title">Overview</h2>'
    yield '<dl class="figures">'
    for name, count, kind in _figures(report):
        yield f'<div class="{kind}"><dt>{name}</dt><dd>{count:,}</dd></div>'
    yield "</dl>"
    if silenced := not_counted(report):
        yield f'<p class="muted">Not counted: {silenced}.</p>'
    if report.findings:
        yield '<div class="columns">'
        yield from _by_rule(report)
        yield from _by_file(report)
        yield "</div>"
    yield "</section>"


def _figures(report: Report) -> Iterator[tuple[str, int, str]]:
    found, counts, made = totals(report), report.counts, report.indexed
    for each in _SEVERITIES:
        yield f"{each}s", found[each], each if found[each] else "none"
    yield "documents" if report.is_of_documents else "files read", counts.files, "count"
    if _has_mappings(report):
        yield "mappings", counts.mappings, "count"
        yield "fixtures", counts.fixtures, "count"
    if counts.profiles:
        yield "field profiles", counts.profiles, "count"
        yield "records", counts.records, "count"
    if made is not None:
        yield "indexed", made.documents, "count"
        yield "chunks", made.chunks, "count"
        yield "edges", made.edges, "count"


def _by_rule(report: Report) -> Iterator[str]:
    counts = Counter((-each.severity.rank, each.rule) for each in report.findings)
    rows = sorted(counts.items(), key=lambda row: (row[0][0], -row[1], row[0][1]))
    most = max(counts.values())
    yield '<div><h3 id="by-rule">By rule</h3><table aria-labelledby="by-rule">'
    yield '<thead><tr><th scope="col">rule</th><th scope="col">severity</th>'
    yield '<th scope="col" class="number">findings</th><th aria-hidden="true"></th></tr></thead>'
    yield "<tbody>"
    for (rank, rule), count in rows:
        severity = ("info", "warning", "error")[-rank]
        yield (
            f'<tr><th scope="row"><a href="{to_findings("rule", rule)}">{written(rule)}</a></th>'
            f'<td><b class="{severity}">{severity}</b></td><td class="number">{count:,}</td>'
            f'<td class="bars">{bar(count / most, severity)}</td></tr>'
        )
    yield "</tbody></table></div>"


def _by_file(report: Report) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    for finding in report.findings:
        counts.setdefault(finding.place.path, Counter())[str(finding.severity)] += 1
    rows = sorted(
        counts.items(), key=lambda row: (*(-row[1][each] for each in _SEVERITIES), row[0])
    )
    yield '<div><h3 id="by-file">By file</h3><table aria-labelledby="by-file">'
    yield '<thead><tr><th scope="col">file</th>'
    yield from (f'<th scope="col" class="number">{each}s</th>' for each in _SEVERITIES)
    yield "</tr></thead><tbody>"
    for path, found in rows[:MOST_FILES]:
        yield f'<tr><th scope="row"><a href="{to_findings("file", path)}">{written(path)}</a></th>'
        for each in _SEVERITIES:
            kind = each if found[each] else "muted"
            yield f'<td class="number {kind}">{found[each]:,}</td>'
        yield "</tr>"
    yield "</tbody></table>"
    if len(rows) > MOST_FILES:
        left = plural(len(rows) - MOST_FILES, "more file")
        yield f'<p class="muted">{left}: the filter below reaches all.</p>'
    yield "</div>"


def _has_mappings(report: Report) -> bool:
    return bool(report.counts.mappings or report.tried)


def mappings(report: Report) -> Iterator[str]:
    """What became of each fixture, mapping by mapping."""
    if not _has_mappings(report):
        return
    yield '<section id="mappings" aria-labelledby="mappings-title">'
    yield '<h2 id="mappings-title">Mappings and their fixtures</h2>'
    taken = [each for each in report.tried if each.mapping]
    if not report.tried:
        yield "<p>There is no fixture to try the mappings on.</p></section>"
        return
    takers = len({each.mapping for each in taken})
    chunks = plural(sum(each.chunks for each in taken), "chunk")
    edges = plural(sum(each.edges for each in taken), "edge candidate")
    yield (
        f"<p>{takers:,} of {plural(report.counts.mappings, 'mapping')} took "
        f"{len(taken):,} of {plural(len(report.tried), 'fixture')}. "
        f"RTFM would make {chunks} and {edges} of them.</p>"
    )
    shown = sorted(report.tried, key=lambda each: bool(each.mapping and each.chunks))[:MOST_TRIED]
    shown.sort(key=lambda each: (*_group(each), each.fixture))
    blamed = {finding.place.path for finding in report.findings}
    for number, (group, rows) in enumerate(groupby(shown, _group)):
        yield f'<h3 id="taken-{number}">{written(group[1])}</h3>'
        if group[1] in blamed:
            yield f'<p><a href="{to_findings("file", group[1])}">its findings</a></p>'
        yield from _fixtures(number, rows, is_taken=group[0] == 2)
    if left := len(report.tried) - len(shown):
        yield f'<p class="muted">{plural(left, "more fixture")} not shown here.</p>'
    yield "</section>"


def _group(tried: TriedDocument) -> tuple[int, str]:
    """Under which heading a fixture stands, the worst first."""
    if tried.rule == "breaks":
        return 0, "RTFM fails while it compares these with a mapping"
    if tried.rule == "untried":
        return 3, "Not tried: no mapping is asked about these"
    return (2, tried.mapping) if tried.mapping else (1, "No mapping takes these")


def _fixtures(number: int, rows: Iterable[TriedDocument], *, is_taken: bool) -> Iterator[str]:
    yield f'<table aria-labelledby="taken-{number}"><thead><tr><th scope="col">fixture</th>'
    if is_taken:
        yield '<th scope="col">matched by</th><th scope="col" class="number">chunks</th>'
        yield '<th scope="col" class="number">edge candidates</th>'
    yield "</tr></thead><tbody>"
    for tried in rows:
        yield f'<tr><th scope="row">{written(tried.fixture)}</th>'
        if is_taken:
            nothing = "" if tried.chunks else ' <b class="error">dropped</b>'
            yield f"<td>{written(tried.rule)}</td>"
            yield f'<td class="number">{tried.chunks:,}{nothing}</td>'
            yield f'<td class="number">{tried.edges:,}</td>'
        yield "</tr>"
    yield "</tbody></table>"


def index(report: Report) -> Iterator[str]:
    """What was indexed, parser by parser."""
    made = report.indexed
    if made is None:
        return
    yield '<section id="index" aria-labelledby="index-title">'
    yield '<h2 id="index-title">Index</h2>'
    empty = f" {plural(made.empty, 'document')} gave no chunk." if made.empty else ""
    yield (
        f"<p>{plural(made.documents, 'document')} gave {plural(made.chunks, 'chunk')} and "
        f"{plural(made.edges, 'edge')}, {made.resolved:,} of them to a file of the tree.{empty}</p>"
    )
    if made.parsers:
        most = max(chunks for _, _, chunks in made.parsers) or 1
        yield '<table aria-labelledby="index-title"><thead><tr><th scope="col">parser</th>'
        yield '<th scope="col" class="number">documents</th>'
        yield '<th scope="col" class="number">chunks</th><th aria-hidden="true"></th></tr></thead>'
        yield "<tbody>"
        for name, documents, chunks in made.parsers:
            yield (
                f'<tr><th scope="row">{written(name)}</th><td class="number">{documents:,}</td>'
                f'<td class="number">{chunks:,}</td>'
                f'<td class="bars">{bar(chunks / most, "plain")}</td></tr>'
            )
        yield "</tbody></table>"
    yield "</section>"
