"""Coverage as text for a person, as Markdown for a job's summary, as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rtfm_check import __version__
from rtfm_check.dryrun.coverage import INDEXED, READ, UNREAD, Coverage, Measured
from rtfm_check.dryrun.snapshot import as_json
from rtfm_check.mapping.spec import ForEach
from rtfm_check.model import json_pointer
from rtfm_check.report._markdown_text import MOST_BYTES, escaped
from rtfm_check.report.json_ import dump
from rtfm_check.report.style import Style
from rtfm_check.text.show import quote, safe
from rtfm_check.text.wording import plural

VERSION = "rtfm-check-coverage-v1"
_FIELDS = 10  # that nobody reads, for a person who does not ask for all
_MOST_FIELDS = 1000  # for programs
_NAME_CHARS = 40  # of one key that are shown


class Resolved(NamedTuple):
    """How often a placeholder found something."""

    pointer: str
    line: int
    where: str  # `chunks[0].content`
    path: str
    foreach: str  # its list, or nothing
    found: int
    null: int
    tried: int

    @property
    def rate(self) -> float:
        """0 to 1; 0 where it was never tried."""
        return self.found / self.tried if self.tried else 0.0


def placeholders(coverage: Coverage) -> Iterator[Resolved]:
    """The placeholders of a mapping, in its order."""
    trial = coverage.trial
    for placed in coverage.file.uses:
        use = trial.uses.get(id(placed.use))
        at = placed.use.pointer
        for index, placeholder in enumerate(placed.use.template.placeholders):
            seen = use.placeholders[index] if use is not None else None
            yield Resolved(
                pointer=json_pointer(at),
                line=coverage.file.document.at(at).span.line,
                where=f"{at[0]}[{at[1]}]." + ".".join(str(part) for part in at[2:]),
                path=placeholder.path,
                foreach=placed.foreach.path if isinstance(placed.foreach, ForEach) else "",
                found=seen.resolved if seen is not None else 0,
                null=seen.null if seen is not None else 0,
                tried=use.total if use is not None else 0,
            )


def percent(share: float | None) -> str:
    """`87.5 %`, rounded down: what is not whole is not 100 %."""
    return "no text" if share is None else f"{int(share * 1000) / 10:.1f} %"


def text(measured: Measured, style: Style) -> str:
    """The coverage of a folder for a person."""
    return "".join(f"{line}\n" for line in _lines(measured, style))


def _lines(measured: Measured, style: Style) -> Iterator[str]:
    for number, coverage in enumerate(measured.mappings):
        if number:
            yield ""
        yield style.paint(safe(coverage.file.path), "bold")
        yield f"  {_head(coverage)}"
        if not coverage.trial.matched:
            continue
        fields, more = _shown(coverage, all_of_them=style.verbose)
        if fields:
            yield "  nobody reads:"
        width = max((len(f"{characters:,}") for _, characters in fields), default=0)
        for name, characters in fields:
            yield f"    {characters:>{width},}  {name}"
        if more:
            yield f"    and {plural(more, 'more field')} (-v shows all)"
        yield from _resolved_lines(coverage, style)
    for names, what in ((measured.unmatched, "no mapping takes"), (measured.untried, "not tried:")):
        if names:
            yield ""
        yield from (f"{what} {safe(name)}" for name in names)


def _resolved_lines(coverage: Coverage, style: Style) -> Iterator[str]:
    """The placeholders that do not always find something; with -v all of them."""
    rows = list(placeholders(coverage))
    partial = [each for each in rows if style.verbose or each.found < each.tried or not each.tried]
    if rows and not partial:
        found = "finds" if len(rows) == 1 else "find"
        yield f"  {plural(len(rows), 'placeholder')}: always {found} something"
    elif partial:
        yield "  placeholders:" if style.verbose else "  not always there:"
    for each in partial:
        color = "good" if each.rate == 1 else "warning" if each.found else "error"
        rate = style.paint(f"{percent(each.rate):>7}", color)
        yield f"    {rate}  line {each.line}: {safe(each.where)}, {quote(each.path)}{_times(each)}"


def _times(each: Resolved) -> str:
    if not each.tried:
        return ", never tried"
    null = f", null in {each.null:,}" if each.null else ""
    return f": in {each.found:,} of {each.tried:,}{null}"


def _head(coverage: Coverage) -> str:
    """What a mapping reads, in one line."""
    if coverage.file.spec is None:
        return "RTFM skips the file: `rtfm-check` says why"
    if not coverage.trial.matched:
        return "takes no fixture: nothing is known of it"
    counts, total = coverage.characters, sum(coverage.characters)
    fixtures = plural(coverage.trial.matched, "fixture")
    if not total:
        return f"{fixtures}, without any text"
    parts = [f"{percent(coverage.share)} of {plural(total, 'character')} indexed"]
    if counts[READ]:
        parts.append(f"{counts[READ]:,} only in metadata, edges or match")
    if counts[UNREAD]:
        parts.append(f"{counts[UNREAD]:,} not read")
    return f"{fixtures}: {', '.join(parts)}"


def _shown(coverage: Coverage, *, all_of_them: bool) -> tuple[list[tuple[str, int]], int]:
    """The largest fields that nobody reads, and how many are left out."""
    fields = coverage.unread()
    most = _MOST_FIELDS if all_of_them else _FIELDS
    return [(dotted(each.path), each.characters) for each in fields[:most]], len(fields[most:])


def dotted(path: tuple[str, ...]) -> str:
    """A field as a dotted path, with the keys cut that are long."""
    return safe(
        ".".join(f"{name[:_NAME_CHARS]}…" if len(name) > _NAME_CHARS else name for name in path)
        or "*"
    )


def markdown(measured: Measured) -> str:
    """The coverage as Markdown."""
    if not measured.mappings:
        return "## rtfm-check coverage\n\n0 mappings found\n"
    made = "## rtfm-check coverage\n\n| mapping | fixtures | indexed | characters | not read |\n"
    made += "|---|---|---|---|---|\n"
    size = len(made)
    for block in _blocks(measured):
        size += len(block.encode())
        if size > MOST_BYTES - 200:
            return f"{made}\nThe rest did not fit here.\n"
        made += block
    return made


def _blocks(measured: Measured) -> Iterator[str]:
    for each in measured.mappings:
        is_known = bool(each.trial.matched)
        share = percent(each.share) if is_known else "takes no fixture"
        total, unread = sum(each.characters), each.characters[UNREAD]
        yield f"| {escaped(each.file.path)} | {each.trial.matched} | {share} | {total:,} "
        yield f"| {unread:,} |\n"
    for coverage in measured.mappings:
        fields, more = _shown(coverage, all_of_them=False)
        rows = [each for each in placeholders(coverage) if each.tried and each.found < each.tried]
        if fields or rows:
            yield f"\n### {escaped(coverage.file.path)}\n"
        if fields:
            yield "\n| nobody reads | characters |\n|---|---|\n"
        for name, characters in fields:
            yield f"| {escaped(name)} | {characters:,} |\n"
        if more:
            yield f"| {plural(more, 'more field')} | |\n"
        if rows:
            yield "\n| line | placeholder | finds something in |\n|---|---|---|\n"
        for row in rows:
            at = f"{row.found:,} of {row.tried:,} ({percent(row.rate)})"
            yield f"| {row.line} | {escaped(f'{row.where}: {quote(row.path)}')} | {at} |\n"
    if measured.unmatched:
        yield "\nNo mapping takes:\n\n"
    yield from (f"- {escaped(name)}\n" for name in measured.unmatched)


def json(folders: list[Measured]) -> str:
    """The coverage of all folders as one line of ASCII JSON: `rtfm-check-coverage-v1`."""
    record = {
        "version": VERSION,
        "tool": {"name": "rtfm-check", "version": __version__},
        "mappings": [_record(each) for folder in folders for each in folder.mappings],
        "unmatched": [name for folder in folders for name in folder.unmatched],
        "untried": [name for folder in folders for name in folder.untried],
    }
    return dump(record) + "\n"


def _record(coverage: Coverage) -> dict[str, Any]:
    spec = coverage.file.spec
    return {
        "path": coverage.file.path,
        "name": as_json(spec.name) if spec is not None else None,
        "fixtures": coverage.trial.matched,
        "characters": sum(coverage.characters),
        "indexed": coverage.characters[INDEXED],
        "read": coverage.characters[READ],
        "unread": coverage.characters[UNREAD],
        "share": coverage.share,
        "unread_fields": [
            {"path": list(each.path), "characters": each.characters}
            for each in coverage.unread()[:_MOST_FIELDS]
        ],
        "placeholders": [{**each._asdict(), "rate": each.rate} for each in placeholders(coverage)],
    }
