"""`rtfm-check merge`: the artifacts of `index --shard` joined into one."""

from __future__ import annotations

import argparse
import os

from rtfm_check import config as configuration
from rtfm_check.artifact.writer import Writer
from rtfm_check.cli import _details, _finish
from rtfm_check.cli._options import Parser, add_report, configure
from rtfm_check.cli._proof import add_proof, trial
from rtfm_check.cli.index import report_formats, shown, status
from rtfm_check.details import Details
from rtfm_check.exits import UsageError
from rtfm_check.indexing import merge
from rtfm_check.verdicts import merge as joined


def run(arguments: list[str]) -> int:
    """Join the shards; their findings decide the exit status, as in `index`."""
    options = parser().parse_args(arguments)
    config = configuration.load(cwd=os.getcwd(), path=options.config, isolated=options.isolated)
    configure(options, config)
    wanted = report_formats(options)
    selection = _finish.selected(options, config)
    if os.path.realpath(options.output) in map(os.path.realpath, options.shards):
        raise UsageError(f"{options.output} is one of the shards")
    proof = trial(options, config)
    found = merge.parts(options.shards)
    with Writer(options.output, options.artifacts) as writer:
        report = merge.merge(found, writer)
        writer.close(merge.about(found))
    assert report.indexed is not None
    indexed = report.indexed._replace(path=shown(options.output))
    proved = proof.run(options.output)
    reports = [report] if proved.report is None else [report, proved.report]
    details = Details(difference=proved.difference, retrieval=proved.retrieval)
    report = joined(reports)._replace(indexed=indexed, details=details, closing=proved.closing)
    chosen = _finish.chosen(report, selection)
    report = _finish.with_baseline(chosen, selection, config, ())  # of a tree that is not here
    if _details.are_wanted(wanted):
        report = _details.with_index(report, options, None)
    return status(report, _finish.present(report, wanted, options, config), options)


def parser() -> argparse.ArgumentParser:
    """The options of `merge`."""
    made = Parser("merge", "Join the artifacts of `index --shard I/N`, which a single run gives.")
    add = made.add_argument
    add("shards", nargs="+", metavar="SHARD", help="the artifacts of all shards, in any order")
    add("-o", "--output", required=True, metavar="OUT", help="the folder to write")
    add("--allow-empty", action="store_true", help="the index may be empty")
    add_proof(made)
    add_report(made, has_artifact=True)
    return made
