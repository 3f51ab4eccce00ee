"""`rtfm-check baseline write|prune FILE`: the findings that do not fail a run."""

from __future__ import annotations

import os
from collections import Counter

from rtfm_check import baseline, held
from rtfm_check import config as configuration
from rtfm_check.artifact import folder
from rtfm_check.baseline import Looked
from rtfm_check.cli import _finish, check, ci, docs, index
from rtfm_check.cli._looked import at_documents, at_mappings
from rtfm_check.cli._options import Parser
from rtfm_check.cli._trees import jobs, project_around, seen_from_here
from rtfm_check.config import Config
from rtfm_check.docs.verdict import Options, lint
from rtfm_check.exits import Exit, NothingThere, UsageError
from rtfm_check.model import Finding
from rtfm_check.named import targets
from rtfm_check.text.wording import plural
from rtfm_check.verdicts import make, merge


def run(arguments: list[str]) -> int:
    """Write or prune a baseline, and say by how much it grew and shrank."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd())
    config.values["baseline"] = None  # all findings count, known or not
    is_there = os.path.lexists(options.file)
    if options.action == "prune" and not is_there:
        raise NothingThere(options.file)
    before = baseline.read(options.file) if is_there else []
    findings, looked = _of_paths(options.paths, config) if options.paths else _of_all(config)
    now = [baseline.entry(finding) for finding in findings]
    added = _more(now, before)
    gone = [each for each in _more(before, now) if baseline.has_looked(looked, each)]
    kept = _more(before, gone)
    if options.action == "prune":
        added = []
    else:
        if added and before and not options.accept_new:
            raise UsageError(
                f"{options.file} would grow by {len(added)}: mend them, or say --accept-new"
            )
        kept += added
    baseline.write(options.file, kept)
    print(f"{options.file}: {plural(len(kept), 'finding')}, +{len(added)}/-{len(gone)}")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `baseline`."""
    made = Parser("baseline", "Keep a list of findings that do not fail a run of any command.")
    made.add_argument(
        "action",
        choices=("write", "prune"),
        metavar="write|prune",
        help="write it anew, or drop stale ones",
    )
    made.add_argument("file", metavar="FILE", help="the list, such as .rtfm/known.json")
    made.add_argument(
        "paths",
        nargs="*",
        default=[],
        metavar="PATH",
        help="look at these alone, as check and docs do (default: all that ci finds)",
    )
    made.add_argument("--accept-new", action="store_true", help="let a baseline that is there grow")
    return made


Found = tuple[list[Finding], list[Looked]]


def _of_all(config: Config) -> Found:
    """What `ci` finds in the project here; its index is written elsewhere, and goes."""
    root = os.path.relpath(project_around(os.getcwd()) or os.curdir)
    with held.room() as room:
        output = os.path.join(room, "index")
        flags = ci.parser().parse_args([root, "-o", output, "--no-cache", "--allow-empty"])
        index.configure_index(flags, config)
        index.report_formats(flags)
        selection = _finish.selected(flags, config)
        found = ci.find(flags, config, selection, folder.own(folder.DEFAULT))
    assert found is not None  # also where there is nothing to index
    return found.report.findings, found.looked


def _of_paths(paths: list[str], config: Config) -> Found:
    """What `check` and `docs` find in some files and folders."""
    flags = check.parser().parse_args([])
    selection = _finish.selected(flags, config)
    checked, _ = targets(paths, os.getcwd())
    for target in checked:
        target.fixture_globs = check.fixture_globs(config)
        target.schemas = check.schemas_folder(config)
    verdicts = [(target, make(target, {}, None)) for target in checked]
    reports = [_finish.reported(verdicts, selection, flags, config)]
    looked = [*at_mappings(checked)]
    how = Options(docs.slug_style(config), jobs(0))
    for root, only in docs.trees(paths).items():
        linted = lint(root, docs.scope_of(config), tuple(only), how)
        reports.append(_finish.chosen(seen_from_here(linted.report, root), selection))
        looked += at_documents(root, only)
    return merge(reports).findings, looked


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
