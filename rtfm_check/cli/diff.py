"""`rtfm-check diff`: what changed between two indexes, document by document, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rtfm_check.artifact.diff import Change, Difference, DocumentChange, as_record, compare
from rtfm_check.cli._options import Parser
from rtfm_check.exits import Exit
from rtfm_check.report._counts import plural
from rtfm_check.report._markdown_sections import difference, totals
from rtfm_check.report.json_ import dump
from rtfm_check.show import safe

_SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.MOVED: ">", Change.CHANGED: "~"}


def run(arguments: list[str]) -> int:
    """Print the difference; the status says whether too much is lost."""
    options = parser().parse_args(arguments)
    found = compare(options.base, options.head)
    if options.format == "json":
        print(dump(as_record(found)))
    elif options.format == "markdown":
        print("\n".join(_markdown(found)))
    else:
        print("\n".join(_text(found)))
    limit = options.fail_on_loss
    if limit is not None and found.loss > limit:
        return Exit.FINDINGS
    return Exit.CLEAN


def parser() -> argparse.ArgumentParser:
    """The options of `diff`."""
    made = Parser("diff", "Say what changed between two indexes, and why.")
    add = made.add_argument
    add("base", metavar="BASE", help="the older index")
    add("head", metavar="HEAD", help="the newer index")
    add("--format", choices=("text", "json", "markdown"), default="text", help="default: text")
    add(
        "--fail-on-loss",
        type=float,
        metavar="PERCENT",
        help="exit with 1 if more than this share of the chunks is gone",
    )
    return made


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
    if each.edges_added or each.edges_removed:
        parts.append(f"edges +{each.edges_added:,} -{each.edges_removed:,}")
    parts += [f"because of its {each.why}"] if each.why else []
    parts += ["NOTHING LEFT"] if each.is_emptied else []
    return ", ".join(parts)


def _markdown(found: Difference) -> Iterator[str]:
    yield "## Index diff"
    yield ""
    yield from difference(found)
