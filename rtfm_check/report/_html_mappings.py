"""The mappings in the HTML report: their fixtures, what of them is indexed, and their chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from rtfm_check.details import Details
from rtfm_check.details.samples import Range, Sample
from rtfm_check.dryrun.coverage import INDEXED, READ, UNREAD, Coverage
from rtfm_check.model import Report, TriedDocument
from rtfm_check.report._html_table import Blocks, Column, Table, table
from rtfm_check.report._html_text import address, lines_of, shares, written
from rtfm_check.report.coverage import dotted, percent, placeholders
from rtfm_check.text.show import quote, safe
from rtfm_check.text.wording import plural

MOST_TRIED = 1_000  # fixtures in the tables, those first that give nothing
MOST_FIELDS = 1_000  # that nobody reads, of one mapping
_GROUPS = 200  # mappings that have a table of their own
_UNREAD = (Column("field", "head"), Column("characters", "number"))
_PARTIAL = (
    *(Column("placeholder", "code"), Column("in"), Column("line", "number")),
    *(Column("finds something in", "number"), Column("of", "number")),
)


def section(report: Report, details: Details, blocks: Blocks) -> Iterator[str]:
    """What became of each fixture, mapping by mapping, and what nobody reads."""
    if not is_known(report, details):
        return
    yield '<section id="mappings" aria-labelledby="mappings-title">'
    yield '<h2 id="mappings-title" tabindex="-1">Mappings and their fixtures</h2>'
    if not taken(report, details)[1]:
        yield "<p>There is no fixture to try the mappings on, so what they give is not known.</p>"
    elif report.tried:
        yield from _summary(report)
    if details.coverage is not None and details.coverage.mappings:
        yield from _coverage(details.coverage.mappings)
    if details.samples:
        yield from _explorer(details, blocks)
    covered = (
        {each.file.path: each for each in details.coverage.mappings} if details.coverage else {}
    )
    yield from _groups(report, details, covered, blocks)
    if not report.tried:
        known = [each for each in covered.items() if each[1].trial.matched]
        for number, (path, coverage) in enumerate(known[:_GROUPS]):
            yield f'<h3 id="taken-{number}">{written(path)}</h3>'
            yield from _fields(number, coverage, blocks)
    yield "</section>"


def is_known(report: Report, details: Details) -> bool:
    """Whether the run had to do with mappings."""
    has_mappings = details.coverage is not None and bool(details.coverage.mappings)
    return bool(report.counts.mappings or report.tried or has_mappings)


def taken(report: Report, details: Details) -> tuple[int, int]:
    """How many fixtures a mapping takes, and how many there are."""
    measured = details.coverage
    if report.tried or measured is None:
        return sum(bool(each.mapping) for each in report.tried), len(report.tried)
    matched = sum(each.trial.matched for each in measured.mappings)
    return matched, matched + len(measured.unmatched) + len(measured.untried)


def _summary(report: Report) -> Iterator[str]:
    taken = [each for each in report.tried if each.mapping]
    takers = len({each.mapping for each in taken})
    chunks = plural(sum(each.chunks for each in taken), "chunk")
    edges = plural(sum(each.edges for each in taken), "edge candidate")
    yield (
        f"<p>{takers:,} of {plural(report.counts.mappings, 'mapping')} took "
        f"{len(taken):,} of {plural(len(report.tried), 'fixture')}. "
        f"RTFM would make {chunks} and {edges} of them.</p>"
    )


def _coverage(mappings: list[Coverage]) -> Iterator[str]:
    """One line for each mapping: how much of the text of its fixtures is indexed."""
    yield '<h3 id="coverage-title">Text that is indexed</h3>'
    yield (
        '<p class="legend"><span class="key indexed">in a chunk</span>'
        '<span class="key read">only in metadata, an edge or the match rule</span>'
        '<span class="key unread">read by nobody</span></p>'
    )
    yield '<table class="coverage" aria-labelledby="coverage-title"><thead><tr>'
    yield '<th scope="col">mapping</th><th scope="col" class="number">indexed</th>'
    yield '<th aria-hidden="true"></th><th scope="col" class="number">only read</th>'
    yield '<th scope="col" class="number">not read</th></tr></thead><tbody>'
    worst = sorted(mappings, key=lambda each: 2.0 if each.share is None else each.share)
    for each in worst[:_GROUPS]:
        counts, total = each.characters, sum(each.characters)
        if not total:
            why = "takes no fixture" if not each.trial.matched else "its fixtures have no text"
            yield f'<tr><th scope="row">{written(each.file.path)}</th>'
            yield f'<td colspan="4" class="muted">{why}</td></tr>'
            continue
        parts = [(counts[INDEXED], "indexed"), (counts[READ], "read"), (counts[UNREAD], "unread")]
        yield f'<tr><th scope="row">{written(each.file.path)}</th>'
        yield f'<td class="number">{percent(each.share)}</td>'
        yield f'<td class="bars">{shares(parts)}</td>'
        yield f'<td class="number">{counts[READ]:,}</td><td class="number">{counts[UNREAD]:,}</td>'
        yield "</tr>"
    yield "</tbody></table>"
    if left := worst[_GROUPS:]:
        yield f'<p class="cut">{plural(len(left), "more mapping")}: '
        yield "<code>rtfm-check coverage</code> shows all.</p>"


def _explorer(details: Details, blocks: Blocks) -> Iterator[str]:
    """The place where a document and its chunks are shown side by side."""
    samples = details.samples or ()
    blocks["samples"] = [_sample(each) for each in samples]
    yield '<h3 id="samples-title" tabindex="-1">Fixtures beside their chunks</h3>'
    yield "<noscript><p>They need JavaScript, which does not run here.</p></noscript>"
    yield '<div id="samples" class="explorer" hidden></div>'
    if details.samples_left_out:
        left = plural(details.samples_left_out, "more fixture")
        yield (
            f'<p class="cut">{left} cannot be looked at here: '
            "<code>rtfm-check preview MAPPING DOCUMENT</code> shows any.</p>"
        )


def _sample(sample: Sample) -> list[Any]:
    """In the order in which page/samples.js takes it."""
    return [
        safe(sample.fixture),
        safe(sample.mapping),
        "\n".join(map(safe, sample.lines)),
        "".join(map(str, sample.levels)),
        [
            [
                each.where,
                safe(each.title),
                lines_of(each.content),
                safe(each.metadata),
                _ranges(each.lines),
                each.left_out,
            ]
            for each in sample.chunks
        ],
        [[safe(each.relation), safe(each.target), _ranges(each.lines)] for each in sample.edges],
        sample.is_cut,
        sample.chunks_left_out,
        sample.edges_left_out,
    ]


def _ranges(lines: tuple[Range, ...]) -> list[list[int]]:
    return [list(each) for each in lines]


def _groups(
    report: Report, details: Details, covered: dict[str, Coverage], blocks: Blocks
) -> Iterator[str]:
    """A table of fixtures for each mapping, with the fields that nobody reads."""
    kept = {each.fixture for each in details.samples or ()}
    shown = sorted(report.tried, key=lambda each: bool(each.mapping and each.chunks))[:MOST_TRIED]
    shown.sort(key=lambda each: (*_group(each), each.fixture))
    blamed = {finding.place.path for finding in report.findings}
    for number, (group, rows) in enumerate(groupby(shown, _group)):
        if number == _GROUPS:
            yield '<p class="cut">The fixtures of more mappings are not in this report.</p>'
            break
        yield f'<h3 id="taken-{number}">{written(group[1])}</h3>'
        if group[1] in blamed:
            yield f'<p><a href="{address("file", group[1])}">its findings</a></p>'
        yield from _fixtures(number, rows, kept, is_taken=group[0] == 2)
        if group[0] == 2 and group[1] in covered:
            yield from _fields(number, covered[group[1]], blocks)
    if left := len(report.tried) - len(shown):
        yield f'<p class="cut">{plural(left, "more fixture")} not shown here.</p>'


def _group(tried: TriedDocument) -> tuple[int, str]:
    """Under which heading a fixture stands, the worst first."""
    if tried.rule == "breaks":
        return 0, "RTFM fails while it compares these with a mapping"
    if tried.rule == "untried":
        return 3, "Not tried: no mapping is asked about these"
    return (2, tried.mapping) if tried.mapping else (1, "No mapping takes these")


def _fixtures(
    number: int, rows: Iterable[TriedDocument], kept: set[str], *, is_taken: bool
) -> Iterator[str]:
    yield f'<table aria-labelledby="taken-{number}"><thead><tr><th scope="col">fixture</th>'
    if is_taken:
        yield '<th scope="col">matched by</th><th scope="col" class="number">chunks</th>'
        yield '<th scope="col" class="number">edge candidates</th>'
    yield "</tr></thead><tbody>"
    for tried in rows:
        name = written(tried.fixture)
        if tried.fixture in kept:
            name = f'<a href="{address("fixture", tried.fixture)}">{name}</a>'
        yield f'<tr><th scope="row">{name}</th>'
        if is_taken:
            nothing = "" if tried.chunks else ' <b class="error">dropped</b>'
            yield f"<td>{written(tried.rule)}</td>"
            yield f'<td class="number">{tried.chunks:,}{nothing}</td>'
            yield f'<td class="number">{tried.edges:,}</td>'
        yield "</tr>"
    yield "</tbody></table>"


def _fields(number: int, coverage: Coverage, blocks: Blocks) -> Iterator[str]:
    """The fields that nobody reads, and the placeholders that do not always find something."""
    unread = coverage.unread()
    if unread:
        id, characters = f"unread-{number}", plural(coverage.characters[UNREAD], "character")
        yield f'<details class="more"><summary id="{id}">Fields that nobody reads: '
        yield f"{len(unread):,}, with {characters}</summary>"
        rows = [(dotted(each.path), each.characters) for each in unread[:MOST_FIELDS]]
        yield from table(Table(id, _UNREAD, rows, "fields"), blocks)
        if left := unread[MOST_FIELDS:]:
            yield f'<p class="cut">{plural(len(left), "more field")} not shown here.</p>'
        yield "</details>"
    partial = [each for each in placeholders(coverage) if each.found < each.tried or not each.tried]
    if partial:
        id = f"partial-{number}"
        yield f'<details class="more"><summary id="{id}">Placeholders that do not always find '
        yield f"something: {len(partial):,}</summary>"
        found = [
            (quote(each.path)[1:-1], each.where, each.line, each.found, each.tried)
            for each in partial
        ]
        yield from table(Table(id, _PARTIAL, found, "placeholders"), blocks)
        yield "</details>"
