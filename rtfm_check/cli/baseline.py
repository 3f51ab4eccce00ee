"""`rtfm-check baseline write|prune FILE`: the findings that do not fail a run."""

from __future__ import annotations

import os
from collections import Counter

from rtfm_check import baseline
from rtfm_check import config as configuration
from rtfm_check.cli import _finish, check
from rtfm_check.cli._options import Parser
from rtfm_check.exits import Exit, NothingThere, UsageError
from rtfm_check.named import targets
from rtfm_check.verdicts import make
from rtfm_check.wording import plural


def run(arguments: list[str]) -> int:
    """Write or prune a baseline, and say by how much it grew and shrank."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd())
    flags = check.parser().parse_args([])
    found, _ = targets(options.paths, os.getcwd())
    for target in found:
        target.fixture_globs = check.fixture_globs(config)
        target.schemas = check.schemas_folder(config)
    config.values["baseline"] = None  # all findings count, known or not
    report = _finish.reported(
        [(target, make(target, {}, None)) for target in found],
        _finish.selected(flags, config),
        flags,
        config,
    )
    now = [baseline.entry(finding) for finding in report.findings]
    is_there = os.path.lexists(options.file)
    if options.action == "prune" and not is_there:
        raise NothingThere(options.file)
    before = baseline.read(options.file) if is_there else []
    added = _more(now, before)
    gone = _more(before, now)
    if options.action == "prune":
        kept = _more(before, gone)
        added = []
    else:
        kept = now
        if added and before and not options.accept_new:
            raise UsageError(
                f"{options.file} would grow by {len(added)}: mend them, or say --accept-new"
            )
    baseline.write(options.file, kept)
    print(f"{options.file}: {plural(len(kept), 'finding')}, +{len(added)}/-{len(gone)}")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `baseline`."""
    made = Parser(
        "baseline", "Keep a list of findings in mappings and field profiles that do not fail a run."
    )
    made.add_argument(
        "action", choices=("write", "prune"), help="write it anew, or drop stale ones"
    )
    made.add_argument("file", metavar="FILE", help="the list, such as .rtfm/known.json")
    made.add_argument("paths", nargs="*", metavar="PATH", help="as for check")
    made.add_argument("--accept-new", action="store_true", help="let a baseline that is there grow")
    return made


def _more(entries: list[baseline.Entry], than: list[baseline.Entry]) -> list[baseline.Entry]:
    """The entries that are not, or not so often, in the others."""
    left = Counter(each.fingerprint for each in than)
    more = []
    for each in entries:
        if left[each.fingerprint]:
            left[each.fingerprint] -= 1
        else:
            more.append(each)
    return more
