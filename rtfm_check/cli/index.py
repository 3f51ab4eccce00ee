"""`rtfm-check index`: a tree through every parser, into an artifact of chunks and edges."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rtfm_check import config as configuration
from rtfm_check import limits
from rtfm_check.artifact import folder
from rtfm_check.baseline import Looked
from rtfm_check.cli import _finish
from rtfm_check.cli._engines import add_engine
from rtfm_check.cli._looked import at_index
from rtfm_check.cli._options import (
    ARTIFACTS,
    Parser,
    add_report,
    configure,
    formats,
    processes,
    seconds,
)
from rtfm_check.cli._trees import folders_named, seen_from_here
from rtfm_check.config import PARTS, Config
from rtfm_check.exits import Exit, NothingThere, UsageError
from rtfm_check.indexing.last import Last
from rtfm_check.indexing.settings import Made, declared
from rtfm_check.indexing.shards import Shard
from rtfm_check.model import Report
from rtfm_check.report import DETAILED
from rtfm_check.text import show
from rtfm_check.tree.entry import Scope
from rtfm_check.tree.walk import Plan, plan

if TYPE_CHECKING:
    from rtfm_check.indexing.run import Also

ONE_ROOT = "one folder or file is read; --include chooses among what is in it"
_MOST_SHARDS = 10_000


def run(arguments: list[str]) -> int:
    """Index a tree; the findings decide the exit status, as in `check`."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure_index(options, config)
    wanted = report_formats(options)
    selection = _finish.selected(options, config)
    made = build(options, config)
    if made is None:
        return Exit.NOTHING
    report = _finish.chosen(seen_from_here(made.report, made.root), selection)
    report = _finish.with_baseline(report, selection, config, looked_at(made, options))
    if any(name in DETAILED for name, _ in wanted):
        from rtfm_check.cli import _details

        report = _details.with_index(report, options, made.root)
    return status(report, _finish.present(report, wanted, options, config), options)


class Built(NamedTuple):
    """An artifact that was written, or is what would be written."""

    root: str
    plan: Plan
    report: Report  # with paths from the root
    is_new: bool  # it was written by this run


class More(Protocol):
    """What else is made of the files that are read."""

    def is_known(self, root: str, found: Plan) -> bool:
        """Whether it is had without reading them."""
        ...

    def also(self) -> tuple[Also, ...]:
        """How it is made."""
        ...


def build(
    options: argparse.Namespace,
    config: Config,
    more: More | None = None,
    is_own: Callable[[str], bool] = lambda path: False,
) -> Built | None:
    """Read the tree and write the artifact; None, and a word of why, where there is nothing.

    A tree that has not changed since the artifact was written is not read, if all that is to be
    made of it is known. What is the run's own, beside what it writes, is no part of the tree.
    """
    root, scope = _tree(options, config)
    shard: Shard | None = getattr(options, "shard", None)
    if shard is not None and options.artifacts != ["jsonl"]:
        raise UsageError("a shard is JSON Lines; it is `merge` that takes other formats")
    made = Made(scope, options.pdf_backend, _plugins(options), declared(root))
    is_written = folder.own(os.path.relpath(options.output, root))
    found = plan(root, scope, lambda path: is_written(path) or is_own(path))
    if not found.entries and not options.allow_empty:
        print(f"rtfm-check: {shown(options.root)}: nothing to index", file=sys.stderr)
        return None
    last = _last(root, made, options)
    is_known = last is not None and (more is None or more.is_known(root, found))
    report = last.report(found) if last is not None and is_known else None
    is_new = False
    if report is None:
        from rtfm_check.cli import _build

        also = more.also() if more is not None else ()
        report, is_new = _build.build(root, found, made, options, also, last, is_known=is_known)
    if not is_new and not options.quiet:
        print(f"rtfm-check: nothing has changed: {shown(options.output)} stays", file=sys.stderr)
    assert report.indexed is not None
    indexed = report.indexed._replace(path=shown(options.output))
    return Built(root, found, report._replace(indexed=indexed), is_new)


def _last(root: str, made: Made, options: argparse.Namespace) -> Last | None:
    """What is kept of the last run; None where nothing may be: code of others changes unseen."""
    parsers = sys.modules.get("rtfm_check.parsers")  # if not loaded, none was added
    if parsers is not None and any(each.given for each in parsers.BY_NAME.values()):
        return None
    if options.no_cache:
        return None
    shard = getattr(options, "shard", None)
    where = os.path.relpath(made.scope.extend_base, root) if made.scope.extend_exclude else ""
    more = [options.artifacts, options.timeout, shard, made.scope.only, where]
    return Last(root, options.output, [made.settings, more])


def looked_at(made: Built, options: argparse.Namespace) -> Iterable[Looked]:
    """What the run has looked at; of a shard nothing is said."""
    if getattr(options, "shard", None) is not None:
        return ()
    is_part = bool(options.include or options.exclude)
    return at_index(options.root, made.plan, is_part=is_part)


def status(report: Report, found: int, options: argparse.Namespace) -> int:
    """The exit status of a run whose findings stand for one; that of an empty index is its own."""
    is_whole = getattr(options, "shard", None) is None
    is_empty = is_whole and report.indexed is not None and not report.indexed.chunks
    return Exit.NOTHING if is_empty and not options.allow_empty and not found else found


def parser() -> argparse.ArgumentParser:
    """The options of `index`."""
    made = Parser(
        "index", "Read a tree with every parser, and write the index artifact.", words=ONE_ROOT
    )
    add_index(made)
    made.add_argument(
        "--shard",
        type=_shard,
        metavar="I/N",
        help="read the Ith of N parts alone; `merge` joins what N such runs write",
    )
    add_report(made, has_artifact=True)
    return made


def _shard(text: str) -> Shard:
    number, slash, of = text.partition("/")
    if not (slash and number.isascii() and of.isascii() and number.isdigit() and of.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not I/N, such as 2/5")
    if not 1 <= int(number) <= int(of) <= _MOST_SHARDS:
        raise argparse.ArgumentTypeError(f"{text!r}: I is from 1 to N, N up to {_MOST_SHARDS:,}")
    return Shard(int(number), int(of))


def add_index(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that writes an artifact."""
    add = parser.add_argument
    add("root", nargs="?", default=os.curdir, metavar="ROOT", help="a folder, or one file")
    add(
        "-o",
        "--output",
        default=folder.DEFAULT,
        metavar="OUT",
        help="the folder to write (default: rtfm-index); an older index there is replaced",
    )
    add("--include", action="append", metavar="PATTERN", help="read only what one of these matches")
    add("--exclude", action="append", metavar="PATTERN", help="do not read what one matches")
    add("--pdf-backend", choices=("pypdf", "pdfium"), help="what reads PDF (default: pypdf)")
    add("--jobs", type=processes, default=0, metavar="N", help="processes (default: 0, all cores)")
    add(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        help="that one file may take, and one more for each megabyte "
        f"(default: {limits.FILE_SECONDS:g})",
    )
    add_engine(parser)
    add("--plugins", action="store_true", help="use the parsers of installed packages too")
    add("--allow-empty", action="store_true", help="the index may be empty")
    add("--force-exclude", action="store_true", help="as it is: a named file is no exception")


def configure_index(options: argparse.Namespace, config: Config) -> None:
    """Lay the flags over the configuration, and what it says of an index under them."""
    configure(options, config)
    settings = {"pdf-backend": "pypdf", "timeout": limits.FILE_SECONDS, **config["index"]}
    for name in PARTS["index"]:
        attribute = name.replace("-", "_")
        if getattr(options, attribute) is None:
            setattr(options, attribute, settings.get(name))


def report_formats(options: argparse.Namespace) -> list[tuple[str, str]]:
    """The formats of the report; those of the artifact are noted as `options.artifacts`."""
    given = options.format or []
    named = [name for name, file in given if not file]
    options.artifacts = [each for each in ARTIFACTS if each in named] or ["jsonl"]
    options.format = [each for each in given if each[1] or each[0] not in ARTIFACTS]
    return formats(options)


def _tree(options: argparse.Namespace, config: Config) -> tuple[str, Scope]:
    root = options.root
    if not os.path.lexists(root):
        raise NothingThere(root)
    only: tuple[str, ...] = ()
    if not os.path.isdir(root) or os.path.islink(root.rstrip(os.sep)):
        only = (os.path.basename(root.rstrip(os.sep)),)
        root = os.path.dirname(root.rstrip(os.sep)) or os.curdir
    scope = Scope(
        include=tuple(options.include or ()),
        exclude=tuple(options.exclude or ()),
        respect_gitignore=config["respect-gitignore"],
        extend_exclude=tuple(config["extend-exclude"]),
        extend_base=config.folder,
        only=only,
    )
    if not options.quiet:
        for remark in folders_named(root, scope.include + scope.exclude):
            print(f"rtfm-check: {remark}", file=sys.stderr)
    return root, scope


def _plugins(options: argparse.Namespace) -> list[str]:
    """The names of the plugins that are used."""
    if not options.plugins:
        return []
    from rtfm_check.parsers.plugins import load

    return load()


def shown(path: str) -> str:
    """A path as reports show it."""
    return show.safe(show.path(path))
