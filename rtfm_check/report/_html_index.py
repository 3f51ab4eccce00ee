"""The index in the HTML report: what each parser made, how long chunks are, and chunks to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rtfm_check import limits
from rtfm_check.details import Details
from rtfm_check.details.contents import BOUNDS, ChunkRow, Contents, Document, Sizes
from rtfm_check.model import Indexed, Report
from rtfm_check.report._html_table import Blocks
from rtfm_check.report._html_text import bar, lines_of, written
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural

_BAR = 22  # of a histogram: its width with the gap, its height
_HEIGHT = 70
_SHORT = 50  # characters; a chunk below says little by itself


def section(report: Report, details: Details, blocks: Blocks) -> Iterator[str]:
    """What was indexed, parser by parser."""
    made = report.indexed
    if made is None:
        return
    yield '<section id="index" aria-labelledby="index-title">'
    yield '<h2 id="index-title" tabindex="-1">Index</h2>'
    empty = f" {plural(made.empty, 'document')} gave no chunk." if made.empty else ""
    yield (
        f"<p>{plural(made.documents, 'document')} gave {plural(made.chunks, 'chunk')} and "
        f"{plural(made.edges, 'edge')}, {made.resolved:,} of them to a file of the tree.{empty}</p>"
    )
    if made.parsers:
        yield from _parsers(made)
    if details.contents is not None and details.contents.chunks:
        yield from _sizes(details.contents.sizes)
        yield from _explorer(details.contents, blocks)
    yield "</section>"


def _parsers(made: Indexed) -> Iterator[str]:
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


def _sizes(sizes: tuple[Sizes, ...]) -> Iterator[str]:
    """A histogram for each parser: small and large chunks are found worse than the others."""
    yield '<h3 id="sizes">How long chunks are, by parser</h3>'
    yield (
        f'<p class="muted">Characters in a chunk; each bar up to the number at its right. '
        f"Under {_SHORT} a chunk says little by itself, and over {limits.LONG_CHUNK_CHARS:,} it is "
        "not found by one of its sentences.</p>"
    )
    yield '<div class="charts">'
    for each in sizes:
        yield from _chart(each)
    yield "</div>"


def _chart(sizes: Sizes) -> Iterator[str]:
    name = written(sizes.parser or "none")
    most = max(sizes.counts)
    said = ", ".join(
        f"{count:,} {_span(place)}" for place, count in enumerate(sizes.counts) if count
    )
    width = _BAR * len(sizes.counts)
    yield f"<figure><figcaption><b>{name}</b> <span>{plural(sizes.chunks, 'chunk')}</span>"
    yield "</figcaption>"
    yield (
        f'<svg class="chart" role="img" aria-label="{name}: {said}" '
        f'viewBox="0 0 {width + 2} {_HEIGHT + 22}">'
    )
    for place, count in enumerate(sizes.counts):
        height = round(max(1.5, count / most * _HEIGHT), 1) if count else 0
        x, y = place * _BAR + 1, round(_HEIGHT - height + 4, 1)
        kind = "warning" if place == 0 or place == len(BOUNDS) else "plain"
        yield f'<rect class="{kind}" x="{x + 1}" y="{y}" width="{_BAR - 2}" height="{height}">'
        yield f"<title>{count:,} {_span(place)}</title></rect>"
    yield f'<rect class="track" x="0" y="{_HEIGHT + 4}" width="{width + 2}" height="1"/>'
    for place, bound in enumerate(BOUNDS):
        if place % 2 == 0:
            yield f'<text x="{(place + 1) * _BAR + 1}" y="{_HEIGHT + 17}">{_short(bound)}</text>'
    yield "</svg>"
    yield (
        f"<p>half up to {sizes.median:,}, nine of ten up to {sizes.ninth:,}, the longest "
        f"{sizes.longest:,} in <code>{written(sizes.longest_in)}</code></p></figure>"
    )


def _span(place: int) -> str:
    """The lengths that a bar counts."""
    if place == 0:
        return f"under {BOUNDS[0]}"
    if place == len(BOUNDS):
        return f"of {BOUNDS[-1]:,} and more"
    return f"of {BOUNDS[place - 1]:,} to {BOUNDS[place] - 1:,}"


def _short(bound: int) -> str:
    return f"{bound / 1000:g}k" if bound >= 1000 else str(bound)


def _explorer(contents: Contents, blocks: Blocks) -> Iterator[str]:
    blocks["documents"] = documents(contents.documents)
    blocks["chunks"] = {
        "path": contents.path,
        "bounds": BOUNDS,
        "rows": [_row(each) for each in contents.chunks],
        "texts": {str(number): lines_of(text) for number, text in contents.texts.items()},
        "total": contents.chunks_in_all,
    }
    yield '<h3 id="chunks-title" tabindex="-1">Chunks beside their document</h3>'
    yield "<noscript><p>They need JavaScript, which does not run here.</p></noscript>"
    yield '<div id="chunks" class="explorer" hidden></div>'
    if left := contents.chunks_in_all - len(contents.chunks):
        yield (
            f'<p class="cut">{plural(left, "more chunk")} cannot be read here, the last of long '
            f"documents: all are in <code>{written(contents.path)}</code>.</p>"
        )


def documents(found: tuple[Document, ...]) -> list[list[Any]]:
    """Documents in the order in which page/chunks.js and page/links.js take them."""
    return [
        [
            safe(each.path),
            safe(each.parser),
            safe(each.title),
            safe(each.mapping),
            each.size,
            each.chunks,
            each.edges,
        ]
        for each in found
    ]


def _row(chunk: ChunkRow) -> list[Any]:
    """In the order in which page/chunks.js takes it."""
    place: list[Any] = list(chunk.lines or ())
    if not place and chunk.pages:
        place = [*chunk.pages, "pages"]
    return [chunk.document, safe(chunk.title), lines_of(chunk.text), chunk.chars, place]
