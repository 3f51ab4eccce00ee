"""What a run of `check` may change: --fix mends files, --update-expected writes snapshots."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator

from rtfm_check import fix, snapshot
from rtfm_check.dryrun import DryRun
from rtfm_check.exits import Exit
from rtfm_check.fixtures import open_fixtures
from rtfm_check.layout import Target
from rtfm_check.model import Report
from rtfm_check.project import open_folder, sources
from rtfm_check.show import safe
from rtfm_check.verdicts import Verdict, make

_ROUNDS = 100  # of fixing and checking again; each mends something, or is the last
Checked = list[tuple[Target, Verdict]]


def fix_all(checked: Checked, report: Callable[[], Report], options: Namespace) -> None:
    """Apply safe fixes and check again until there is nothing to mend; `checked` is renewed.

    `report` makes the report of what was checked last.
    """
    mended = 0
    files: set[str] = set()
    for _ in range(_ROUNDS):
        made = list(_fixed(checked, report()))
        for each in made:
            fix.write(each)
        if not made:
            break
        mended += sum(each.mended for each in made)
        files |= {each.path for each in made}
        _check_again(checked)
    if mended and not options.quiet:
        count = f"{mended} finding{'' if mended == 1 else 's'}"
        where = f"{len(files)} file{'' if len(files) == 1 else 's'}"
        print(f"rtfm-check: mended {count} in {where}", file=sys.stderr)


def show_diff(checked: Checked, report: Callable[[], Report], options: Namespace) -> int:
    """Print what `--fix` would change at first; the exit status says whether it is anything."""
    made = list(_fixed(checked, report()))
    for each in made:
        sys.stdout.write("".join(f"{safe(line)}\n" for line in fix.diff(each).splitlines()))
    return Exit.FINDINGS if made and not options.exit_zero else Exit.CLEAN


def update_expected(checked: Checked) -> None:
    """Write the snapshot of each fixture that was tried, and check again."""
    for target, _ in checked:
        dry_run = DryRun(open_folder(target, {}), has_fixtures=True)
        for fixture in open_fixtures(target.fixture_files(), target.root):
            tried = dry_run.feed(fixture)
            if tried.outcome is not None:
                value = snapshot.record(tried.mapping_name, tried.outcome)
                snapshot.write(fixture.document.source.path, value)
    _check_again(checked)


def _fixed(checked: Checked, report: Report) -> Iterator[fix.Fixed]:
    for target, _ in checked:
        yield from fix.fixed(report.findings, sources(target))


def _check_again(checked: Checked) -> None:
    checked[:] = [(target, make(target, {}, None)) for target, _ in checked]
