"""Options of commands that can have files read by other machines."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from rtfm_check.exits import UsageError

TYPE_CHECKING = False  # as typing's: only a run that reads files needs an engine
if TYPE_CHECKING:
    from rtfm_check.indexing.spread import Engine


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add --engine and --scheduler."""
    parser.add_argument(
        "--engine",
        choices=("local", "dask"),
        default="local",
        help="what reads files: processes here, or the workers of --scheduler (default: local)",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="of Dask, such as tcp://10.0.0.1:8786"
    )


@contextmanager
def engine(options: argparse.Namespace) -> Iterator[Engine | None]:
    """The engine that is asked for; None: none, files are read here."""
    if (options.engine == "dask") != bool(options.scheduler):
        raise UsageError("--engine dask and --scheduler ADDRESS belong together")
    if options.engine == "local":
        yield None
        return
    from rtfm_check.indexing.dask_engine import connected

    with connected(options.scheduler) as made:
        yield made
