"""`rtfm-check check`: the mappings of one or more folders. Imports little until there is work."""

from __future__ import annotations

import os
import sys

from rtfm_check import config as configuration
from rtfm_check import limits
from rtfm_check.cache import Cache
from rtfm_check.cli import _known
from rtfm_check.cli._options import Parser, add_report, configure, formats, processes
from rtfm_check.exits import Exit, UsageError
from rtfm_check.layout import Target, is_profile_name
from rtfm_check.named import from_here, is_profile, targets

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    import argparse

    from rtfm_check.config import Config
    from rtfm_check.verdicts import Verdict


def run(arguments: list[str]) -> int:
    """Check, report, and say by the exit status how it went."""
    options = parser().parse_args(arguments)
    _refuse_nonsense(options)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure(options, config)
    wanted = formats(options)
    replaced = _stdin(options)
    found, nothing = _targets(options, config, replaced)
    checked = [(target, _verdict(target, replaced, options)) for target in found]
    status = _known.tell(checked, wanted, options, config)
    if status is None:
        from rtfm_check.cli import _finish

        status = _finish.run(checked, wanted, options, config)
    return Exit.NOTHING if nothing and status != Exit.DEFECT else status


def parser() -> argparse.ArgumentParser:
    """The options of `check`."""
    made = Parser("check", "Lint mappings, and try them on fixtures.")
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="a project, a folder of mappings, or a mapping")
    add("--fixtures", action="append", metavar="GLOB", help="sample documents to try")
    add_report(made)
    add("--fix", action="store_true", help="mend what can be mended safely, then check again")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--update-expected", action="store_true", help="write NAME.expected.json of each fixture")
    add("--allow-empty", action="store_true", help="a path or glob may match nothing")
    add("--force-exclude", action="store_true", help="exclude named files too")
    add(
        "--changed",
        nargs="?",
        const="",
        metavar="BASE",
        help="report mappings that differ from a commit (default: the last), or whose fixtures do",
    )
    add(
        "--jobs",
        type=processes,
        metavar="N",
        help="taken for the sake of other commands: one process is enough",
    )
    add("--plugins", action="store_true", help="taken for the sake of other commands")
    add("--stdin-filename", metavar="PATH", help="check standard input as this file (path: -)")
    return made


def _refuse_nonsense(options: argparse.Namespace) -> None:
    if options.stdin_filename and options.paths not in ([], ["-"]):
        raise UsageError("--stdin-filename takes no other path than -")
    if "-" in options.paths and not options.stdin_filename:
        raise UsageError("the path - needs --stdin-filename, which says what the input is")
    if options.stdin_filename and options.changed is not None:
        raise UsageError("--stdin-filename and --changed do not go together")
    if options.stdin_filename and (options.fix or options.update_expected):
        raise UsageError("standard input cannot be changed; use --diff")
    if options.update_expected and os.environ.get("CI"):
        raise UsageError("--update-expected is refused where CI is set: it would hide a change")


def _stdin(options: argparse.Namespace) -> dict[str, bytes]:
    if not options.stdin_filename:
        return {}
    name = os.path.normpath(from_here(options.stdin_filename))
    if not is_profile_name(name):
        raise UsageError(f"{name}: a mapping file ends with .yaml, .yml or .json")
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    try:
        return {name: sys.stdin.buffer.read(limits.MAPPING_BYTES + 1)}
    except OSError as error:
        raise UsageError(f"standard input cannot be read: {error.strerror}") from error


def _targets(
    options: argparse.Namespace, config: Config, replaced: dict[str, bytes]
) -> tuple[list[Target], bool]:
    """The folders to check, and whether a named path does not exist."""
    named = [path for path in options.paths if path != "-"]
    there = [path for path in named if os.path.lexists(path)]
    for path in named:
        if path not in there:
            print(f"rtfm-check: {_shown(path)}: no such file or folder", file=sys.stderr)
            _advise_command(options, path)
    found: list[Target] = []
    if replaced:
        found = [
            Target(os.path.dirname(path) or os.curdir, {path}, is_fields=is_profile(path))
            for path in replaced
        ]
    elif options.changed is not None:
        changed = _changed(there, options) if there or not named else []
        found, _ = targets(changed, os.getcwd(), is_list=True)
    elif there or not named:
        found, skipped = targets(there, os.getcwd())
        for path in skipped:
            advise(options, f"{_shown(path)}: not in a folder of mappings or fields; skipped")
        if len(named) == len(skipped) == 1:
            advise(options, f"`rtfm-check docs {_shown(skipped[0])}` looks at documents")
        if not (found or named):
            advise(options, "no folder .rtfm here, or above it in the repository")
            advise(options, "`rtfm-check init` drafts a mapping, `rtfm-check docs` lints documents")
    for target in found:
        target.fixture_globs = fixture_globs(config)
        target.schemas = schemas_folder(config)
        target.allow_empty = options.allow_empty
    return found, len(there) < len(named) and not options.allow_empty


def _changed(named: list[str], options: argparse.Namespace) -> list[str]:
    """The files that differ from a commit and are still there, in or below the named paths."""
    from rtfm_check.docs import git

    below = [os.path.join(os.path.abspath(path), "") for path in named or [os.curdir]]
    return [
        path
        for path in sorted(git.changed(os.curdir, options.changed or None))
        if os.path.isfile(path) and os.path.join(os.path.abspath(path), "").startswith(tuple(below))
    ]


def _advise_command(options: argparse.Namespace, path: str) -> None:
    """A path that is not there may be a command, a misspelt one, or a folder of `.rtfm`."""
    from rtfm_check.cli import COMMANDS
    from rtfm_check.text.suggest import nearest

    if path in COMMANDS:
        advise(options, f"the command comes first: `rtfm-check {path} ...`")
        return
    inside = os.path.join(".rtfm", path)
    if not os.path.isabs(path) and os.path.lexists(inside):
        advise(options, f"did you mean {_shown(inside)}?")
        return
    near = nearest(path, COMMANDS) if path == options.paths[0] else None
    if near is not None:
        advise(options, f"did you mean the command `{near}`?")


def fixture_globs(config: Config) -> tuple[str, ...]:
    """The globs of the fixtures: relative to here where they are flags, else to their file."""
    base = os.curdir if config.origins["fixtures"] == "flags" else config.folder
    return tuple(
        os.path.normpath(os.path.join(from_here(base), from_here(glob)))
        for glob in config["fixtures"]
    )


def schemas_folder(config: Config) -> str:
    """The folder of the JSON Schemas of documents, or nothing; raises UsageError for none."""
    if not config["schemas"]:
        return ""
    base = config.folder
    if config.origins["schemas"].startswith(configuration.ENVIRONMENT):
        base = os.curdir
    path = os.path.normpath(os.path.join(from_here(base), from_here(config["schemas"])))
    if not os.path.isdir(path):
        raise UsageError(f"{config.origins['schemas']}: `schemas`: no such folder: {path}")
    return path


def _shown(path: str) -> str:
    from rtfm_check.text import show

    return show.safe(show.path(path))


def advise(options: argparse.Namespace, text: str) -> None:
    """Say something on standard error that is no result, unless asked to be quiet."""
    if not options.quiet:
        print(f"rtfm-check: {text}", file=sys.stderr)


def _verdict(target: Target, replaced: dict[str, bytes], options: argparse.Namespace) -> Verdict:
    from rtfm_check import verdicts

    store = None
    if not options.no_cache and not replaced:
        store = Cache()
        known = verdicts.look_up(target, store)
        if known is not None:
            return known
    from rtfm_check.cli import _progress

    progress = _progress.bar(wanted=not options.quiet and not options.no_progress)
    made = verdicts.make(target, replaced, store, progress)
    if store is not None and store.note and options.verbose:
        advise(options, store.note)
    return made
