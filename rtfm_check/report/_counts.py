"""The last lines of the formats for people: what was read, what was found, what would come out.

Part of the start-up over files that are known to be clean: imports next to nothing.
"""

from __future__ import annotations

from rtfm_check.text.wording import plural

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rtfm_check.model import Indexed, Report
    from rtfm_check.report.style import Style

_SEVERITIES = ("error", "warning", "info")


def sentences(*parts: str) -> str:
    """The parts that there are as one text; a question has its mark already."""
    there = [part for part in parts if part]
    ended = [part if part.endswith("?") else f"{part}." for part in there[:-1]]
    return " ".join([*ended, *there[-1:]])


def totals(report: Report) -> dict[str, int]:
    """How many findings there are of each severity."""
    made = dict.fromkeys(_SEVERITIES, 0)
    for finding in report.findings:
        made[finding.severity] += 1
    return made


def summary(report: Report, style: Style) -> str:
    """The summary of a report, without a line end."""
    taken = [tried for tried in report.tried if tried.mapping]
    outcome = (len(taken), sum(each.chunks for each in taken), sum(each.edges for each in taken))
    found, counts = totals(report), report.counts
    read, texts = [], []
    if report.indexed is not None:
        read.append(plural(report.indexed.documents, "document"))
        texts.append(_indexed(report.indexed))
    elif report.is_of_documents:
        read.append(report.read or plural(counts.files, "document"))
    if counts.profiles:
        read += [plural(counts.profiles, "field profile"), plural(counts.records, "record")]
    if counts.mappings or not read:
        texts.insert(0, lines(counts.mappings, counts.fixtures, found, outcome, style, read))
    else:
        texts.insert(0, f"{', '.join(read)}: {_severities(found, style)}")
    if report.closing:
        texts.append(report.closing)
    text, silenced = "\n".join(texts), not_counted(report)
    return f"{text}\nnot counted: {silenced}" if silenced else text


def not_counted(report: Report) -> str:
    """How many findings are silenced, and by what; nothing where none is."""
    known = sum(finding.silenced == "baseline" for finding in report.silenced)
    others = len(report.silenced) - known
    parts = [f"{known:,} in the baseline"] if known else []
    parts += [f"{others:,} suppressed"] if others else []
    return ", ".join(parts)


def lines(
    mappings: int,
    fixtures: int,
    found: dict[str, int],
    outcome: tuple[int, int, int],
    style: Style,
    also: Sequence[str] = (),
) -> str:
    """The summary of bare figures; `outcome` is (fixtures taken, chunks, edges).

    `also` is what else was read.
    """
    if not mappings and not any(found.values()):
        return "0 mappings found"
    read = [*also, plural(mappings, "mapping"), plural(fixtures, "fixture")]
    made = [f"{', '.join(read)}: {_severities(found, style)}"]
    taken, chunks, edges = outcome
    if taken:
        made.append(
            f"dry run: RTFM would make {plural(chunks, 'chunk')} and "
            f"{plural(edges, 'edge candidate')} of {plural(taken, 'fixture')}"
        )
    elif mappings and not fixtures:
        made.append("dry run: none, as there is no fixture to try the placeholders on")
    return "\n".join(made)


def _severities(found: dict[str, int], style: Style) -> str:
    if not any(found.values()):
        return style.paint("no findings", "good")
    return ", ".join(
        style.paint(plural(found[each], each), each) if found[each] else plural(0, each)
        for each in _SEVERITIES
    )


def _indexed(made: Indexed) -> str:
    """What a run of the index made, parser by parser."""
    edges = f"{plural(made.edges, 'edge')}, {made.resolved:,} of them to a file of the tree"
    text = [f"{made.path or 'index'}: {plural(made.chunks, 'chunk')}, {edges}"]
    text += [
        f"  {name:<11} {plural(documents, 'document')}, {plural(chunks, 'chunk')}"
        for name, documents, chunks in made.parsers
    ]
    if made.empty:
        text.append(f"{plural(made.empty, 'document')} without a chunk")
    return "\n".join(text)
