"""The links among documents in the HTML report: what is broken, what nobody links to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rtfm_check.details import Details
from rtfm_check.details.graph import Graph
from rtfm_check.report._html_index import documents
from rtfm_check.report._html_table import Blocks, Column, Table, table
from rtfm_check.report._html_text import figures
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural

_MOST_LINKED = 10
_DOCUMENT = Column("document", "head", "neighbours")
_PAGE = Column("page", "head", "neighbours")


def section(details: Details, blocks: Blocks) -> Iterator[str]:
    """Figures, then tables, then the neighbours of each document."""
    graph = details.graph
    if graph is None:
        return
    yield '<section id="links" aria-labelledby="links-title">'
    yield '<h2 id="links-title" tabindex="-1">Links</h2>'
    if not graph.links:
        yield f"<p>No link was found in {plural(len(graph.documents), 'document')}.</p></section>"
        return
    elsewhere = sum(count for _, count in graph.elsewhere)
    yield from figures(
        [
            ("links", graph.links, "count"),
            ("to a file of the tree", graph.resolved, "count"),
            ("broken", graph.broken_in_all, "error" if graph.broken_in_all else "none"),
            (
                "pages that nobody links to",
                len(graph.orphans),
                "warning" if graph.orphans else "none",
            ),
            ("to what is no file", elsewhere, "count"),
        ]
    )
    yield from _elsewhere(graph)
    yield from _broken(graph, blocks)
    yield from _orphans(graph, blocks)
    yield from _most_linked(graph, blocks)
    yield from _explorer(graph, blocks)
    yield "</section>"


def _elsewhere(graph: Graph) -> Iterator[str]:
    if graph.elsewhere:
        parts = "; ".join(f"{why} ({count:,})" for why, count in graph.elsewhere)
        yield f'<p class="muted">What is no file of the tree: {parts}.</p>'


def _broken(graph: Graph, blocks: Blocks) -> Iterator[str]:
    yield '<h3 id="broken-title">Broken links</h3>'
    if not graph.broken_in_all:
        yield '<p class="good">Every link to a file leads to one.</p>'
        return
    columns = (
        *(_DOCUMENT, Column("leads to", "code"), Column("why")),
        *(Column("relation"), Column("times", "number")),
    )
    rows = [
        (graph.documents[each.source].path, each.target, each.reason, each.relation, each.times)
        for each in graph.broken
    ]
    yield from table(Table("broken-title", columns, rows, "broken links"), blocks)
    if left := graph.broken_in_all - sum(each.times for each in graph.broken):
        yield f'<p class="cut">{plural(left, "more broken link")}: all are in edges.jsonl.</p>'


def _orphans(graph: Graph, blocks: Blocks) -> Iterator[str]:
    yield '<h3 id="orphans-title">Pages that nobody links to</h3>'
    if not graph.pages:
        yield '<p class="muted">There is no page that would need a link.</p>'
        return
    of = f"{len(graph.orphans):,} of {plural(graph.pages, 'page')}"
    yield f'<p class="muted">{of}; README, index and what lies at the root are found without.</p>'
    if graph.orphans:
        columns = (_PAGE, Column("parser"), Column("chunks", "number"))
        found = [graph.documents[each] for each in graph.orphans]
        rows = [(each.path, each.parser, each.chunks) for each in found]
        yield from table(Table("orphans-title", columns, rows, "pages"), blocks)


def _most_linked(graph: Graph, blocks: Blocks) -> Iterator[str]:
    counts: Counter[int] = Counter()
    sources: dict[int, set[int]] = {}
    for pair in graph.pairs:
        counts[pair.target] += pair.times
        sources.setdefault(pair.target, set()).add(pair.source)
    most = sorted(counts, key=lambda each: (-counts[each], each))[:_MOST_LINKED]
    if not most:
        return
    yield '<h3 id="hubs-title">Most linked</h3>'
    columns = (_DOCUMENT, Column("links", "number"), Column("from", "number"))
    rows = [(graph.documents[each].path, counts[each], len(sources[each])) for each in most]
    yield from table(Table("hubs-title", columns, rows), blocks)


def _explorer(graph: Graph, blocks: Blocks) -> Iterator[str]:
    """The place where a document stands between those that link to it and those it links to."""
    named = {each.relation for each in graph.pairs} | {each.relation for each in graph.broken}
    relations = sorted(named)
    number = {name: at for at, name in enumerate(relations)}
    reasons = sorted({each.reason for each in graph.broken})
    why = {name: at for at, name in enumerate(reasons)}
    blocks.setdefault("documents", documents(graph.documents))
    blocks["links"] = {
        "relations": [safe(each) for each in relations],
        "reasons": [safe(each) for each in reasons],
        "pairs": [
            [each.source, each.target, number[each.relation], each.times] for each in graph.pairs
        ],
        "broken": [
            [
                *(each.source, safe(each.target), number[each.relation]),
                *(why[each.reason], each.times),
            ]
            for each in graph.broken
        ],
        "orphans": list(graph.orphans),
    }
    yield '<h3 id="neighbours-title" tabindex="-1">A document and its neighbours</h3>'
    yield "<noscript><p>They need JavaScript, which does not run here.</p></noscript>"
    yield '<div id="neighbours" class="explorer" hidden></div>'
    if left := graph.pairs_in_all - len(graph.pairs):
        yield (
            f'<p class="cut">{left:,} more of the links between documents are not in this report: '
            "all edges are in the index.</p>"
        )
