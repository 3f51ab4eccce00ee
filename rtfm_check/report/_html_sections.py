"""The top of the HTML report: the outcome, the way to its parts, and findings by rule and file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.details import Details, Retrieval
from rtfm_check.dryrun.coverage import INDEXED
from rtfm_check.model import Report
from rtfm_check.report import _html_mappings as mappings
from rtfm_check.report._counts import not_counted, totals
from rtfm_check.report._html_text import address, bar, written
from rtfm_check.report.coverage import percent
from rtfm_check.retrieval.golden import mean_reciprocal_rank, recall
from rtfm_check.text.wording import plural

MOST_FILES = 12  # of the overview; the filter of the findings reaches all
_SEVERITIES = ("error", "warning", "info")


class Part(NamedTuple):
    """A part of the report, as its overview shows it."""

    id: str
    title: str
    value: str
    note: str
    kind: str  # error, warning, info, good or plain


def headline(report: Report, details: Details) -> str:
    """The outcome in a few words."""
    if details.is_alone:
        found = parts(report, details)
        return f"{found[0].value} {found[0].note}" if found else "0 mappings found"
    return _found(report)


def _found(report: Report) -> str:
    found = totals(report)
    parts = [plural(found[each], each) for each in _SEVERITIES if found[each]]
    return ", ".join(parts) if parts else "no findings"


def parts(report: Report, details: Details) -> list[Part]:
    """The parts that the report has, in their order."""
    made = [_of_findings(report)] if not details.is_alone else []
    if mappings.is_known(report, details):
        made.append(_of_mappings(report, details))
    if details.profiles:
        records = plural(sum(each.records for each in details.profiles), "record")
        count = f"{len(details.profiles):,}"
        made.append(Part("profiles", "Profiles", count, f"tried on {records}", "plain"))
    if report.indexed is not None:
        empty = report.indexed.empty
        note = f"chunks of {plural(report.indexed.documents, 'document')}"
        note += f", {empty:,} without any" if empty else ""
        chunks = report.indexed.chunks
        made.append(Part("index", "Index", f"{chunks:,}", note, "plain" if chunks else "error"))
    if details.graph is not None:
        made.append(_of_links(details))
    if details.difference is not None:
        made.append(_of_change(details))
    if details.retrieval is not None:
        made.append(_of_queries(details.retrieval))
    return made


def _of_findings(report: Report) -> Part:
    found = totals(report)
    kind = next((each for each in _SEVERITIES if found[each]), "good")
    note = _found(report) if report.findings else "nothing to mend"
    return Part("findings", "Findings", f"{len(report.findings):,}", note, kind)


def _of_mappings(report: Report, details: Details) -> Part:
    taken, tried = mappings.taken(report, details)
    note = f"{taken:,} of {plural(tried, 'fixture')} taken"
    kind = "warning" if taken < tried else "plain"
    characters = [0, 0, 0]
    for each in details.coverage.mappings if details.coverage is not None else ():
        characters = [a + b for a, b in zip(characters, each.characters, strict=True)]
    if not sum(characters):
        return Part("mappings", "Mappings", f"{report.counts.mappings:,}", note, kind)
    kind = kind if characters[INDEXED] else "warning"
    share = percent(characters[INDEXED] / sum(characters))
    return Part("mappings", "Mappings", share, f"of the text is indexed; {note}", kind)


def _of_links(details: Details) -> Part:
    graph = details.graph
    assert graph is not None
    broken = graph.broken_in_all
    note = f"of {plural(graph.links, 'link')} broken"
    note += f", {plural(len(graph.orphans), 'page')} nobody links to" if graph.orphans else ""
    kind = "error" if broken else "warning" if graph.orphans else "good"
    return Part("links", "Links", f"{broken:,}", note, kind if graph.links else "plain")


def _of_change(details: Details) -> Part:
    found = details.difference
    assert found is not None
    value = f"+{found.chunks_added:,} \N{MINUS SIGN}{found.chunks_removed:,}"
    note = f"chunks, in {plural(len(found.documents), 'document')} that changed"
    return Part("change", "Change", value, note, "warning" if found.loss else "plain")


def _of_queries(tested: Retrieval) -> Part:
    asked = [each for each in tested.outcomes if each.found]
    if not asked:
        answers = sum(len(each.answers) for each in tested.outcomes)
        note = "answer" if answers == 1 else "answers"
        return Part("queries", "Queries", f"{answers:,}", note, "plain")
    reached = recall(asked)
    note = (
        f"recall of {plural(len(asked), 'query', 'queries')}, MRR {mean_reciprocal_rank(asked):.3f}"
    )
    kind = "good" if reached >= tested.least else "error"
    return Part("queries", "Queries", f"{reached:.3f}", note, kind)


def header(report: Report, details: Details) -> Iterator[str]:
    """The outcome, large."""
    worst = parts(report, details)[0].kind if not details.is_alone else "info"
    yield f'<header class="{worst}">'
    yield '<p class="name">rtfm-check report</p>'
    text = headline(report, details)
    yield f"<h1>{written(text[:1].upper() + text[1:])}</h1>"
    if not details.is_alone:
        yield f'<p class="lead">{_read(report)}</p>'
    yield "</header>"


def _read(report: Report) -> str:
    """What was read, in a sentence."""
    counts, indexed = report.counts, report.indexed
    read = []
    if indexed is not None:
        read.append(plural(indexed.documents, "document"))
    elif report.is_of_documents:
        read.append(report.read or plural(counts.files, "document"))
    if counts.mappings or not (read or counts.profiles):
        read += [plural(counts.mappings, "mapping"), plural(counts.fixtures, "fixture")]
    if counts.profiles:
        read += [plural(counts.profiles, "field profile"), plural(counts.records, "record")]
    *others, last = read
    text = f"{', '.join(others)} and {last}" if others else last
    return f"{text} {'was' if text.startswith('1 ') and not others else 'were'} read."


def navigation(found: list[Part]) -> Iterator[str]:
    """The way to the parts of the page."""
    yield '<nav class="parts" aria-label="Parts of the report"><ul>'
    yield '<li><a href="#overview">Overview</a></li>'
    for part in found:
        yield f'<li><a href="#{part.id}" class="{part.kind}"><span>{part.title}</span> '
        yield f'<span class="value">{part.value}</span></a></li>'
    yield "</ul></nav>"


def overview(report: Report, found: list[Part]) -> Iterator[str]:
    """A card for each part, then the findings by rule and by file."""
    yield '<section id="overview" aria-labelledby="overview-title">'
    yield '<h2 id="overview-title" tabindex="-1">Overview</h2>'
    yield '<ul class="cards">'
    for part in found:
        yield f'<li class="{part.kind}"><a href="#{part.id}">'
        yield f'<span class="title">{part.title}</span> <b>{part.value}</b> '
        yield f'<span class="note">{part.note}</span></a></li>'
    yield "</ul>"
    if silenced := not_counted(report):
        yield f'<p class="muted">Not counted: {silenced}.</p>'
    if report.findings:
        yield '<div class="columns">'
        yield from _by_rule(report)
        yield from _by_file(report)
        yield "</div>"
    yield "</section>"


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
            f'<tr><th scope="row"><a href="{address("rule", rule)}">{written(rule)}</a></th>'
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
        yield f'<tr><th scope="row"><a href="{address("file", path)}">{written(path)}</a></th>'
        for each in _SEVERITIES:
            kind = each if found[each] else "muted"
            yield f'<td class="number {kind}">{found[each]:,}</td>'
        yield "</tr>"
    yield "</tbody></table>"
    if len(rows) > MOST_FILES:
        left = plural(len(rows) - MOST_FILES, "more file")
        yield f'<p class="muted">{left}: the filter below reaches all.</p>'
    yield "</div>"
