"""What a job's summary shows beside findings: index, difference, retrieval tests, coverage."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.artifact.diff import Difference, DocumentChange
from rtfm_check.details import Details, Retrieval
from rtfm_check.dryrun.coverage import UNREAD, Coverage, Measured
from rtfm_check.model import Indexed, Report
from rtfm_check.report._markdown_text import escaped
from rtfm_check.report.coverage import dotted, percent
from rtfm_check.retrieval.golden import mean_reciprocal_rank, recall
from rtfm_check.text.wording import plural

MOST_ROWS = 500  # of one table
_QUERY_CHARS = 200  # of one query that are shown


def sections(report: Report) -> Iterator[str]:
    """The lines of each part that the report has, a heading first."""
    details = report.details if isinstance(report.details, Details) else Details()
    if report.indexed is not None and report.indexed.parsers:
        yield from _index(report.indexed)
    if details.difference is not None:
        yield from ("", "### Changes to the index", "")
        yield from difference(details.difference)
    if details.retrieval is not None:
        yield from _retrieval(details.retrieval)
    if details.coverage is not None and details.coverage.mappings:
        yield from _coverage(details.coverage)


def _index(made: Indexed) -> Iterator[str]:
    yield from ("", "### Index", "")
    yield from ("| parser | documents | chunks |", "|---|--:|--:|")
    for name, documents, chunks in made.parsers:
        yield f"| {escaped(name)} | {documents:,} | {chunks:,} |"
    yield f"| **all** | **{made.documents:,}** | **{made.chunks:,}** |"
    empty = f" {plural(made.empty, 'document')} gave no chunk." if made.empty else ""
    yield ""
    yield f"{plural(made.edges, 'edge')}, {made.resolved:,} of them to a file of the tree.{empty}"


def difference(found: Difference) -> Iterator[str]:
    """What changed between two indexes: the totals, then the documents that lost most first."""
    for line in totals(found):
        yield f"{line}  "
    if not found.documents:
        return
    yield from ("", "| | document | chunks | edges | why |", "|---|---|---|---|---|")
    worst = sorted(found.documents, key=lambda each: (-each.chunks_removed, each.path))
    for each in worst[:MOST_ROWS]:
        emptied = " **nothing left**" if each.is_emptied else ""
        changed = f" ~{each.edges_changed:,}" if each.edges_changed else ""
        path = escaped(each.path) + (f" (was {escaped(each.was)})" if each.was else "")
        yield (
            f"| {each.change} | {path} | {each.chunks_before:,} → {each.chunks_after:,} "
            f"(+{each.chunks_added:,} −{each.chunks_removed:,}){_records(each)}{emptied} "
            f"| +{each.edges_added:,} −{each.edges_removed:,}{changed} | {each.why} |"
        )
    if left := worst[MOST_ROWS:]:
        yield from ("", f"{plural(len(left), 'more document')}.")


def _records(each: DocumentChange) -> str:
    """What became of records that are known by their identifiers."""
    made = each.records
    if made is None or not any(made):
        return ""
    return f", records +{made.added:,} −{made.removed:,} ~{made.changed:,}"


def totals(found: Difference) -> Iterator[str]:
    """What there was and is of each kind, in a line each."""
    base, head = found.base, found.head
    yield f"documents {base.documents:,} -> {head.documents:,}"
    yield (
        f"chunks {base.chunks:,} -> {head.chunks:,} "
        f"(+{found.chunks_added:,} -{found.chunks_removed:,}), loss {found.loss:.2f} %"
    )
    yield f"edges {base.edges:,} -> {head.edges:,}"


def _retrieval(tested: Retrieval) -> Iterator[str]:
    outcomes = list(tested.outcomes)
    reached, rank = recall(outcomes), mean_reciprocal_rank(outcomes)
    yield from ("", "### Retrieval tests", "")
    verdict = "enough" if reached >= tested.least else f"**less than {tested.least:g}**"
    queries = plural(len(outcomes), "query", "queries")
    yield f"{queries}: recall {reached:.3f}, {verdict}; MRR {rank:.3f}"
    yield from ("", "| query | has to find | rank |", "|---|---|---|")
    rows = [
        f"| {escaped(outcome.query.text[:_QUERY_CHARS])} | {escaped(str(expected))} "
        f"| {rank or f'**not in {outcome.query.top}**'} |"
        for outcome in sorted(outcomes, key=lambda each: each.recall)
        for expected, rank in zip(outcome.query.expected, outcome.found, strict=True)
    ]
    yield from rows[:MOST_ROWS]
    if left := rows[MOST_ROWS:]:
        yield from ("", f"{plural(len(left), 'more answer')}.")


def _coverage(measured: Measured) -> Iterator[str]:
    yield from ("", "### Coverage of mappings", "")
    yield from (
        "| mapping | fixtures | indexed | not read | most of it in |",
        "|---|--:|--:|--:|---|",
    )
    least = sorted(measured.mappings, key=_share)
    yield from (_covered(each) for each in least[:MOST_ROWS])
    if left := least[MOST_ROWS:]:
        yield from ("", f"{plural(len(left), 'more mapping')}.")
    if measured.unmatched:
        yield from ("", f"{plural(len(measured.unmatched), 'fixture')} no mapping takes.")


def _share(coverage: Coverage) -> float:
    """The share that is indexed, for sorting; what takes no fixture comes first."""
    if not coverage.trial.matched:
        return -1.0
    return 1.0 if coverage.share is None else coverage.share


def _covered(coverage: Coverage) -> str:
    path, count = escaped(coverage.file.path), coverage.trial.matched
    if not count:
        return f"| {path} | 0 | takes no fixture | | |"
    fields = ", ".join(escaped(dotted(each.path)) for each in coverage.unread()[:3])
    unread = f"{coverage.characters[UNREAD]:,}"
    return f"| {path} | {count:,} | {percent(coverage.share)} | {unread} | {fields} |"
