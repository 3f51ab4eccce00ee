"""`rtfm-check diff`: what changed between two indexes, document by document, and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from rtfm_check import output
from rtfm_check.artifact.diff import (
    Change,
    Difference,
    DocumentChange,
    Records,
    as_record,
    compare,
)
from rtfm_check.cli import _details
from rtfm_check.cli._options import Parser, format_among, percentage
from rtfm_check.details import Details
from rtfm_check.exits import Exit
from rtfm_check.report._markdown_sections import difference, totals
from rtfm_check.report.json_ import dump
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural

_NAMED = 5  # identifiers of records
_NAMED = 5  # identifiers of records
_FORMATS = ("text", "json", "markdown", "html")
_SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.MOVED: ">", Change.CHANGED: "~"}


def run(arguments: list[str]) -> int:
    """Print the difference; the status says whether too much is lost."""
    options = parser().parse_args(arguments)
    found = compare(options.base, options.head)
    name, file = options.format
    text = _rendered(found, name)
    if file:
        output.write(file, text.encode("utf-8"))
    else:
        sys.stdout.write(text)
    limit = options.fail_on_loss
    if limit is not None and found.loss > limit:
        lost = f"{found.loss:.2f} % of the chunks are lost"
        print(f"rtfm-check: {lost}, and --fail-on-loss allows {limit:g} %", file=sys.stderr)
        return Exit.FINDINGS
    return Exit.CLEAN


def parser() -> argparse.ArgumentParser:
    """The options of `diff`."""
    made = Parser("diff", "Say what changed between two indexes, and why.")
    add = made.add_argument
    add("base", metavar="BASE", help="the older index")
    add("head", metavar="HEAD", help="the newer index")
    add(
        "--format",
        type=format_among(_FORMATS),
        default=("text", ""),
        metavar="FORMAT[=FILE]",
        help=f"how to report, and where: {', '.join(_FORMATS)}",
    )
    add(
        "--fail-on-loss",
        type=percentage,
        metavar="PERCENT",
        help="exit with 1 if documents have lost more than this share of all chunks",
    )
    return made


def _rendered(found: Difference, name: str) -> str:
    if name == "html":
        return _details.page(Details(difference=found))
    if name == "json":
        return f"{dump(as_record(found))}\n"
    lines = _markdown(found) if name == "markdown" else _text(found)
    return "".join(f"{line}\n" for line in lines)


def _text(found: Difference) -> Iterator[str]:
    for each in found.documents:
        yield f"{_SIGNS[each.change]} {safe(each.path)}{_from(each)}: {_counts(each)}"
    yield from totals(found)


def _from(each: DocumentChange) -> str:
    return f" (was {safe(each.was)})" if each.was else ""


def _counts(each: DocumentChange) -> str:
    parts = [f"{each.chunks_before:,} -> {plural(each.chunks_after, 'chunk')}"]
    parts += [f"+{each.chunks_added:,} -{each.chunks_removed:,}"]
    parts += [f"{each.chunks_moved:,} moved"] if each.chunks_moved else []
    if each.edges_added or each.edges_removed or each.edges_changed:
        changed = f" ~{each.edges_changed:,}" if each.edges_changed else ""
        parts.append(f"edges +{each.edges_added:,} -{each.edges_removed:,}{changed}")
    if each.records is not None and any(each.records):
        parts.append(_records(each.records))
    parts += [f"because of its {each.why}"] if each.why else []
    parts += ["NOTHING LEFT"] if each.is_emptied else []
    return ", ".join(parts)


def _records(found: Records) -> str:
    """The records that are known by their identifiers, and the first few of those."""
    named = [safe(each) for each in found.first[:_NAMED]]
    count = found.added + found.removed + found.changed
    more = ", ..." if count > len(named) else ""
    counts = f"records +{found.added:,} -{found.removed:,} ~{found.changed:,}"
    return f"{counts} ({', '.join(named)}{more})"


def _markdown(found: Difference) -> Iterator[str]:
    yield "## Index diff"
    yield ""
    yield from difference(found)
