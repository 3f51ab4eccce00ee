"""A tree read into an artifact: what `index` and `ci` do where something has changed."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from functools import partial

from rtfm_check.artifact.writer import Writer, wants_hashes
from rtfm_check.cli import _progress
from rtfm_check.cli._engines import engine
from rtfm_check.cli._trees import jobs
from rtfm_check.indexing.estimate import Estimate
from rtfm_check.indexing.hashes import HashMaker
from rtfm_check.indexing.last import Last
from rtfm_check.indexing.run import Also, Options, Run, Watch
from rtfm_check.indexing.settings import Made
from rtfm_check.indexing.shards import Shard, tree_digest
from rtfm_check.model import Report
from rtfm_check.text import show
from rtfm_check.tree.walk import Plan

_LONG = 20  # seconds from which on a run is said to take long


def build(
    root: str,
    found: Plan,
    made: Made,
    options: argparse.Namespace,
    also: tuple[Also, ...],
    last: Last | None,
    *,
    is_known: bool,
) -> tuple[Report, bool]:
    """Read the files of a plan; the report, and whether an artifact was written.

    Nothing is written where all that `also` makes is known, and all files have the bytes that they
    had when the artifact that is there was written.
    """
    shard = _shard(options)
    has_hashes = wants_hashes(options.artifacts, is_shard=shard is not None)
    more = (*(each.maker for each in also), *(HashMaker,) * has_hashes)
    with engine(options) as far:
        how = Options(
            made.pdf_backend,
            jobs(options.jobs),
            options.timeout,
            keeps=not options.no_cache,
            shard=shard,
            engine=far,
        )
        with Run(root, found, how, more) as run:
            report = _known(run, found, last) if last is not None and is_known else None
            if report is not None:
                return report, False
            try:
                return _written(run, found, made, options, also, last), True
            except OSError as error:  # of what is written: a file that cannot be read is told
                raise _told(error, options.output) from error


def _known(run: Run, found: Plan, last: Last) -> Report | None:
    """The report of the last run, where it holds."""
    content = run.content_before() if last.is_there else None
    report = last.report_of(content, found) if content is not None else None
    if report is not None:
        run.note()
    return report


def _written(
    run: Run,
    found: Plan,
    made: Made,
    options: argparse.Namespace,
    also: tuple[Also, ...],
    last: Last | None,
) -> Report:
    """Write the artifact; the report, which is kept for the next run."""
    shard = _shard(options)
    is_shard = shard is not None
    with Writer(options.output, options.artifacts, is_shard=is_shard) as writer:
        if wants_hashes(options.artifacts, is_shard=is_shard):
            also = (*also, Also(HashMaker, writer.hash))
        report = run.report(writer, also, _watch(options))
        about = made.about(_versions(report))
        if shard is not None:
            files = ((show.path(each.path), each.size) for each in found.entries)
            about["shard"] = {**shard._asdict(), "tree": tree_digest(made.declared, files)}
        manifest = writer.close(about)
    run.save()
    if last is not None:
        last.keep(report, run.content, found, manifest)
    return report


def _watch(options: argparse.Namespace) -> Watch:
    """What is told of the run while it goes on, and before one that takes long."""
    watch = Watch()
    draw = _progress.meter(wanted=not options.quiet and not options.no_progress)
    if draw is not None:
        watch = watch._replace(go_on=draw)
    return watch if options.quiet else watch._replace(begin=partial(_announce, options))


def _announce(options: argparse.Namespace, ahead: Estimate) -> None:
    seconds = ahead.seconds / jobs(options.jobs)
    if seconds < _LONG:
        return
    parent = os.path.dirname(os.path.abspath(options.output))
    room, free = _size(ahead.room), shutil.disk_usage(parent).free
    few = f"; there is room for {_size(free)} alone" if free < ahead.room else ""
    print(
        f"rtfm-check: {ahead.files:,} files of {_size(ahead.size)} to read, in about "
        f"{_progress.span(seconds)}; the index takes about {room}{few}",
        file=sys.stderr,
    )


def _size(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.0f} MB"


def _told(error: OSError, path: str) -> OSError:
    """What is to be said of an index that cannot be written, such as on a full disk."""
    if error.errno is None:
        return error  # of an engine, and not of the system
    why = f"{show.safe(show.path(path))} cannot be written: {error.strerror or error}"
    stays = "; the index that is there stays" if os.path.isdir(path) else ""
    return OSError(error.errno, f"{why}{stays}")


def _shard(options: argparse.Namespace) -> Shard | None:
    """The part of the tree that is read; `ci` knows of none."""
    shard: Shard | None = getattr(options, "shard", None)
    return shard


def _versions(report: Report) -> dict[str, int]:
    """The versions of the parsers that read a file."""
    from rtfm_check.parsers import BY_NAME  # plugins are in it by now

    used = {name for name, _, _ in report.indexed.parsers} if report.indexed else set()
    return {name: BY_NAME[name].version for name in sorted(used) if name in BY_NAME}
