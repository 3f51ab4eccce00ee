"""What changed between two indexes, in the HTML report."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.artifact.diff import Difference, DocumentChange, Records
from rtfm_check.report._html_table import Blocks, Cell, Column, Table, table
from rtfm_check.report._html_text import figures, written
from rtfm_check.text.wording import plural


def section(found: Difference | None, blocks: Blocks) -> Iterator[str]:
    """Totals before and after, then the documents that lost most first."""
    if found is None:
        return
    yield '<section id="change" aria-labelledby="change-title">'
    yield '<h2 id="change-title" tabindex="-1">Change to the index</h2>'
    yield from figures(
        [
            (_before("documents", found.base.documents), found.head.documents, "count"),
            (_before("chunks", found.base.chunks), found.head.chunks, "count"),
            (_before("edges", found.base.edges), found.head.edges, "count"),
            ("chunks added", f"+{found.chunks_added:,}", "good" if found.chunks_added else "none"),
            (
                "chunks gone",
                f"−{found.chunks_removed:,}",
                "error" if found.chunks_removed else "none",
            ),
        ]
    )
    if found.loss:
        yield f'<p class="warning">There are {found.loss:.2f} % fewer chunks than there were.</p>'
    if not found.documents:
        yield '<p class="good">No document, chunk or edge differs.</p></section>'
        return
    emptied = [each for each in found.documents if each.is_emptied]
    if emptied:
        names = ", ".join(f"<code>{written(each.path)}</code>" for each in emptied[:5])
        more = f" and {len(emptied) - 5:,} more" if len(emptied) > 5 else ""
        yield f'<p class="error">Nothing is left of {names}{more}.</p>'
    yield f'<h3 id="changed-title">{plural(len(found.documents), "document")} changed</h3>'
    yield from table(_table(found), blocks)
    yield "</section>"


def _before(what: str, count: int) -> str:
    return f"{what}, {count:,} before"


def _table(found: Difference) -> Table:
    has_records = any(each.records for each in found.documents)
    columns = (
        *(Column("change", "badge"), Column("document", "head"), Column("because of")),
        *(Column("chunks before", "number"), Column("now", "number"), Column("added", "number")),
        *(Column("gone", "number"), Column("moved", "number"), Column("edges", "number")),
        *([Column("records")] if has_records else []),
    )
    worst = sorted(found.documents, key=lambda each: (-each.chunks_removed, each.path))
    rows = [(*_cells(each), *([_records(each.records)] if has_records else [])) for each in worst]
    whole = "<code>rtfm-check diff --format json</code> has all."
    return Table("changed-title", columns, rows, "documents", whole)


def _cells(each: DocumentChange) -> tuple[Cell, ...]:
    return (
        *(str(each.change), f"{each.path} (was {each.was})" if each.was else each.path),
        *(each.why, each.chunks_before, each.chunks_after, each.chunks_added),
        *(each.chunks_removed, each.chunks_moved, _edges(each)),
    )


def _edges(each: DocumentChange) -> str:
    changed = f" ~{each.edges_changed:,}" if each.edges_changed else ""
    return f"+{each.edges_added:,} \N{MINUS SIGN}{each.edges_removed:,}{changed}"


def _records(found: Records | None) -> str:
    """How many records differ, and the first of them by their identifiers."""
    if found is None:
        return ""
    counts = f"+{found.added:,} \N{MINUS SIGN}{found.removed:,} ~{found.changed:,}"
    return f"{counts}: {', '.join(found.first)}" if found.first else counts
