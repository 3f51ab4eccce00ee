"""For a person: each finding with its line, a caret under what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check import limits
from rtfm_check.model import Finding, Report
from rtfm_check.report._counts import summary
from rtfm_check.report.style import Style
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural


def render(report: Report, style: Style) -> str:
    """The report as text."""
    blocks = [block(finding, style) for finding in report.findings]
    if style.verbose and report.tried:
        blocks.append("\n".join(_tried(report)) + "\n")
    return "\n".join([*blocks, summary(report, style) + "\n"])


def block(finding: Finding, style: Style) -> str:
    """One finding as text, ending with a line end."""
    return "\n".join(_finding(finding, style)) + "\n"


def _finding(finding: Finding, style: Style) -> Iterator[str]:
    place = finding.place
    span = place.span
    head = style.paint(f"{finding.severity}[{finding.rule}]", finding.severity)
    yield f"{head} {finding.code}: {style.paint(safe(finding.message), 'bold')}"
    width = len(str(span.line))
    pointer = f"   {safe(readable(place.pointer))}" if place.pointer else ""
    arrow = style.paint(" " * width + "-->", "frame")
    yield f"{arrow} {safe(place.path)}:{span.line}:{span.column}{pointer}"
    help = safe(finding.help)
    if finding.excerpt and any(line.strip() for line in finding.excerpt):
        yield from _excerpt(finding, width, help, style)
        help = ""
    bar = style.paint(" " * width + " =", "frame")
    if help:
        yield f"{bar} help: {help}"
    for i, line in enumerate(finding.note.split("\n") if finding.note else ()):
        yield f"{bar} note: {safe(line)}" if i == 0 else f"{' ' * width}   {safe(line)}"
    if finding.fix is not None:
        how = "--fix" if finding.fix.is_safe else "not safe to do by itself"
        yield f"{bar} fix: {safe(finding.fix.title)} ({how})"
    for related in finding.related:
        at = related.place
        yield f"{bar} see: {safe(at.path)}:{at.span.line}:{at.span.column}: {safe(related.message)}"
    yield f"{bar} explain: rtfm-check explain {finding.rule}"


def _excerpt(finding: Finding, width: int, help: str, style: Style) -> Iterator[str]:
    span = finding.place.span
    empty = style.paint(" " * width + " |", "frame")
    yield empty
    first = span.line - len(finding.excerpt) + 1
    for number, line in enumerate(finding.excerpt, first):
        label = style.paint(f"{number:>{width}} |", "frame")
        more = "…" if len(line) >= limits.EXCERPT_CHARS else ""  # where the line was cut
        shown = _expand(line[: limits.EXCERPT_CHARS]) + more
        yield f"{label} {shown}".rstrip()
    line = finding.excerpt[-1]
    start = min(span.column - 1, len(line))
    end = len(line.rstrip()) if span.end_line > span.line else span.end_column - 1
    before = _width(_expand(line[:start]))
    carets = "^" * max(1, _width(_expand(line[start : max(start, end)])))
    yield f"{empty} {' ' * before}{style.paint(f'{carets} {help}'.rstrip(), finding.severity)}"
    yield empty


def _expand(line: str) -> str:
    """A line safe to show; a tab as one blank, so that carets stay below their text."""
    return safe(line.replace("\t", " "))


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text
    )


def readable(pointer: str) -> str:
    """/chunks/0/content as chunks[0].content."""
    text = ""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        text += f"[{name}]" if name.isdigit() else f".{name}" if text else name
    return text


def _tried(report: Report) -> Iterator[str]:
    yield "dry run:"
    for tried in report.tried:
        if tried.rule == "untried":
            what = "not tried: no mapping is asked about it"
        elif tried.rule == "breaks":
            what = "RTFM fails while it compares it with a mapping"
        elif not tried.mapping:
            what = "no mapping"
        else:
            what = (
                f"{tried.mapping} (by {tried.rule}): "
                f"{plural(tried.chunks, 'chunk')}, {plural(tried.edges, 'edge candidate')}"
            )
        yield f"  {safe(tried.fixture)}: {safe(what)}"
