"""What a run of `check` may change: --fix mends files, --update-expected writes snapshots."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable

from rtfm_check import fix
from rtfm_check.dryrun import snapshot
from rtfm_check.dryrun.run import DryRun
from rtfm_check.fixtures import open_fixtures
from rtfm_check.layout import Target
from rtfm_check.model import Report
from rtfm_check.project import open_folder, sources
from rtfm_check.source import Source
from rtfm_check.text.show import safe
from rtfm_check.text.wording import plural
from rtfm_check.verdicts import Verdict, make

_ROUNDS = 100  # of fixing and checking again; each mends something, or is the last
Checked = list[tuple[Target, Verdict]]


def fix_all(checked: Checked, report: Callable[[], Report], options: Namespace) -> None:
    """Mend what can be mended safely; `checked` is then what was checked last.

    `report` makes the report of `checked`.
    """
    made = _mend(checked, report)
    for each in made:
        fix.write(each)
    if made and not options.quiet:
        count = plural(sum(each.mended for each in made), "finding")
        print(f"rtfm-check: mended {count} in {plural(len(made), 'file')}", file=sys.stderr)


def show_diff(checked: Checked, report: Callable[[], Report], options: Namespace) -> bool:
    """Print what `--fix` would change; whether that is anything."""
    made = _mend(checked, report)
    for each in made:
        sys.stdout.write("".join(f"{safe(line)}\n" for line in fix.diff(each).splitlines()))
    if not options.quiet:
        left = plural(len(report().findings), "finding")
        print(f"rtfm-check: --fix would leave {left}", file=sys.stderr)
    return bool(made)


def update_expected(checked: Checked, options: Namespace) -> None:
    """Write the snapshot of each fixture that was tried, and check again."""
    written = 0
    for target, _ in checked:
        dry_run = DryRun(open_folder(target, {}), has_fixtures=True)
        for fixture in open_fixtures(target.fixture_files(), target.root):
            tried = dry_run.feed(fixture)
            if tried.outcome is not None:
                value = snapshot.record(tried.mapping_name, tried.outcome)
                snapshot.write(fixture.document.source.path, value)
                written += 1
    _check_again(checked, {})
    if not options.quiet:
        print(f"rtfm-check: wrote {plural(written, 'snapshot')}", file=sys.stderr)


def _mend(checked: Checked, report: Callable[[], Report]) -> list[fix.Fixed]:
    """Apply safe fixes in memory, and check again, until there is nothing to mend."""
    before: dict[str, Source] = {}
    after: dict[str, bytes] = {}
    mended: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        findings = report().findings
        made = [
            each for target, _ in checked for each in fix.fixed(findings, sources(target, after))
        ]
        if not made:
            break
        for each in made:
            before.setdefault(each.path, each.before)
            after[each.path] = each.after.encode("utf-8", "surrogatepass")
            mended[each.path] += each.mended
        _check_again(checked, after)
    return [
        fix.Fixed(path, before[path], data.decode("utf-8", "surrogatepass"), mended[path])
        for path, data in after.items()
    ]


def _check_again(checked: Checked, replaced: dict[str, bytes]) -> None:
    for index, (target, _) in enumerate(checked):
        own = {path: replaced[path] for path in target.mapping_files() if path in replaced}
        checked[index] = (target, make(target, own, None))
