"""What earlier runs found, told again without loading rules, records or formats."""

from __future__ import annotations

import os
import sys

from rtfm_check.cli._options import wants_color
from rtfm_check.config import LEVELS
from rtfm_check.exits import Exit
from rtfm_check.report._counts import lines
from rtfm_check.report.style import Style, without_color

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from rtfm_check.config import Config
    from rtfm_check.layout import Target
    from rtfm_check.verdicts import Verdict

# Options and settings that ask for more than what is kept; the latter where there are findings.
_MORE = ("verbose", "statistics", "severity", "update_expected")
_MORE_SETTINGS = ("select", "ignore", "severity", "baseline", "require-fixture", "extend-exclude")
_CHANGES = ("fix", "diff")
_CHANGE_SETTINGS = ("per-file-ignores",)


def tell(
    checked: list[tuple[Target, Verdict]],
    wanted: list[tuple[str, str]],
    options: argparse.Namespace,
    config: Config,
) -> int | None:
    """Print the report that is kept, where it is the one that is wanted; the exit status, or None.

    Findings of two folders are not told here: they stand in the order of their files.
    """
    kept = [verdict.shown for _, verdict in checked]
    known = [each for each in kept if each is not None]
    if len(known) < len(kept) or _has(options, config, _MORE, _MORE_SETTINGS):
        return None
    told = [
        (severity, text)
        for each, (target, _) in zip(known, checked, strict=True)
        for paths, severity, text in each["findings"]
        if target.only is None or not {_name(path) for path in target.only}.isdisjoint(paths)
    ]
    if wanted != [("full", "")] and (told or wanted != [("concise", "")]):
        return None
    if told and (
        sum(bool(each["findings"]) for each in known) > 1
        or _has(options, config, _CHANGES, _CHANGE_SETTINGS)
    ):
        return None
    figures = [sum(column) for column in zip(*(each["figures"] for each in known), strict=True)]
    mappings, fixtures, taken, chunks, edges = figures or [0] * 5
    found = {level: sum(severity == level for severity, _ in told) for level in LEVELS}
    color = wants_color(options.color)
    summary = lines(mappings, fixtures, found, (taken, chunks, edges), Style(color=color))
    text = "\n".join([*(text for _, text in told), f"{summary}\n"])
    sys.stdout.write(text if color else without_color(text))
    return _status(found, options, config)


def _has(
    options: argparse.Namespace, config: Config, flags: Iterable[str], settings: Iterable[str]
) -> bool:
    return any(getattr(options, each) for each in flags) or any(config[key] for key in settings)


def _name(path: str) -> str:
    from rtfm_check.text import show

    return show.path(path).replace(os.sep, "/")


def _status(found: dict[str, int], options: argparse.Namespace, config: Config) -> int:
    if options.exit_zero or config["fail-on"] == "never":
        return Exit.CLEAN
    failing = LEVELS[: LEVELS.index(config["fail-on"]) + 1]
    return Exit.FINDINGS if any(found[level] for level in failing) else Exit.CLEAN
