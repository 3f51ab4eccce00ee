"""What `preview` shows of a mapping and a document: chunks, edges, and how each placeholder fared.

With colours a value shows what became of its placeholder, and one that found nothing stands there
itself; without them the same is said in a line below the chunk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check.dryrun.snapshot import as_json
from rtfm_check.mapping import paths
from rtfm_check.mapping.apply import MappedChunk, Outcome, contexts
from rtfm_check.mapping.spec import ChunkSpec, EdgeSpec, ForEach, Spec, Use
from rtfm_check.model import JsonValue
from rtfm_check.report.style import Style
from rtfm_check.text.show import a_kind_of, quote, safe

# What became of a placeholder, and the colour of it.
_COLORS = {"found": "good", "empty": "warning", "missing": "error", "wrong type": "odd"}
_NOTES = 20  # lines about placeholders below one chunk


class _Piece(NamedTuple):
    """A stretch of a rendered template."""

    text: str
    became: str = ""  # of a placeholder: one of the four
    path: str = ""
    why: str = ""  # where it is not simply found


def lines(spec: Spec, data: JsonValue, outcome: Outcome, style: Style) -> Iterator[str]:
    """The lines to print."""
    yield style.paint(f"mapping {quote(spec.name)}", "bold")
    if not outcome.chunks:
        yield "no chunk: RTFM does not index the document"
    if outcome.failure is None:
        yield from _chunks(spec, data, outcome, style)
    if outcome.edge_failure is None:
        yield from _edges(spec, data, outcome, style)


def _chunks(spec: Spec, data: JsonValue, outcome: Outcome, style: Style) -> Iterator[str]:
    made = {chunk.number: chunk for chunk in outcome.chunks}
    number = 0
    for chunk in spec.chunks:
        nothing = _nothing(chunk, data, style)
        yield from ("", nothing) if nothing else ()
        for _, context in contexts(chunk.foreach, data):
            number += 1
            if number in made:
                yield from _chunk(made[number], context, style)
            else:
                yield from _dropped(chunk, number, context, style)


def _nothing(spec: ChunkSpec | EdgeSpec, data: JsonValue, style: Style) -> str:
    """What is wrong with the list that a spec runs over, if something is."""
    if not isinstance(spec.foreach, ForEach):
        return ""
    found = paths.resolve(data, spec.foreach.segments)
    before = f"{spec.pointer[0]}[{spec.pointer[1]}]  nothing: {quote(spec.foreach.path)}"
    if isinstance(found, list):
        return "" if found else style.paint(f"{before} is an empty list", "warning")
    if found is None and not paths.exists(data, spec.foreach.segments):
        return style.paint(f"{before} is missing", "error")
    return style.paint(f"{before} is {a_kind_of(found)}, and no list", "odd")


def _chunk(chunk: MappedChunk, context: JsonValue, style: Style) -> Iterator[str]:
    yield ""
    title = _pieces(chunk.spec.title, context)
    shown = "\\n".join(_painted(title, style, "info")) if title else ""
    yield f"{style.paint(f'chunk {chunk.number:04}', 'info')}  {shown}".rstrip()
    content = _pieces(chunk.spec.content, context)
    yield from (f"  {line}" for line in _painted(content, style))
    rest = list(title)
    for key, value in chunk.spec.metadata:
        if isinstance(value, Use):
            pieces = _pieces(value, context)
            rest += pieces
            first, *others = _painted(pieces, style, "frame")
            yield style.paint(f"  {safe(str(key))}: ", "frame") + first
            yield from (f"    {line}" for line in others)
        else:
            written = value if isinstance(value, str) else json.dumps(as_json(value))
            yield style.paint(f"  {safe(str(key))}: {safe(written)}", "frame")
    yield from _notes([*content, *rest], style)


def _dropped(spec: ChunkSpec, number: int, context: JsonValue, style: Style) -> Iterator[str]:
    yield ""
    pieces = _pieces(spec.content, context)
    why = "its content is blank" if isinstance(spec.content, Use) else "it has no content"
    yield style.paint(f"chunk {number:04}  dropped: {why}", "warning")
    yield from _notes(pieces, style)


def _edges(spec: Spec, data: JsonValue, outcome: Outcome, style: Style) -> Iterator[str]:
    made = {(edge.spec.pointer, edge.item): edge for edge in outcome.edges}
    found: list[str] = []
    for each in spec.edges:
        nothing = _nothing(each, data, style)
        found += [nothing] if nothing else []
        name = safe(str(each.relation))
        kind = "" if each.target_kind == "literal" else f" ({safe(str(each.target_kind))})"
        for item, context in contexts(each.foreach, data):
            pieces = _pieces(each.target, context)
            if (each.pointer, item) in made:
                target = " ".join(_painted(pieces, style))
                found.append(f"edge candidate {name} -> {target}{kind}")
            else:
                why = "its target is empty"
                found.append(style.paint(f"edge candidate {name} dropped: {why}", "warning"))
            found += _notes(pieces, style)
    yield from [""] if found else []
    yield from found


def _pieces(part: object, context: JsonValue) -> list[_Piece]:
    """A template in its context, cut into its words and what its placeholders gave."""
    if not isinstance(part, Use):
        return []
    template = part.template
    found = [_Piece(template.literals[0])]
    for each, value, literal in zip(
        template.placeholders, template.values(context), template.literals[1:], strict=True
    ):
        became, why = _became(context, each.segments, value)
        text = value if isinstance(value, str) else "" if value is None else str(value)
        found += [_Piece(text, became, each.path, why), _Piece(literal)]
    return found


def _became(context: JsonValue, segments: tuple[str, ...], value: JsonValue) -> tuple[str, str]:
    """What became of a placeholder, and why."""
    if value is None:
        if paths.exists(context, segments):
            return "empty", "is null"
        return "missing", "is missing"
    if isinstance(value, str):
        return ("found", "") if value.strip() else ("empty", "is empty")
    if isinstance(value, dict | list | bool):
        return "wrong type", f"is {a_kind_of(value)}, written as Python prints it"
    return "found", ""


def _painted(pieces: list[_Piece], style: Style, around: str = "") -> Iterator[str]:
    """The lines of a rendered template, safe to print."""
    if not style.color:
        yield from map(safe, "".join(piece.text for piece in pieces).split("\n"))
        return
    line = ""
    for piece in pieces:
        shown = piece.text
        if piece.became in ("empty", "missing") and not shown.strip():
            shown = f"{{{{ {piece.path} }}}}{shown}"
        color = _COLORS.get(piece.became, around)
        first, *others = shown.split("\n")
        line += _in_color(first, color, style)
        for other in others:
            yield line
            line = _in_color(other, color, style)
    yield line


def _in_color(text: str, color: str, style: Style) -> str:
    text = safe(text)
    return style.paint(text, color) if text and color else text


def _notes(pieces: list[_Piece], style: Style) -> Iterator[str]:
    """A line for each placeholder that was not simply found."""
    wrong = sorted({(each.path, each.why, each.became) for each in pieces if each.why})
    for path, why, became in wrong[:_NOTES]:
        yield style.paint(f"  ! {quote(f'{{{{ {path} }}}}')} {why}", _COLORS[became])
    if len(wrong) > _NOTES:
        yield f"  ! {len(wrong) - _NOTES:,} more"
