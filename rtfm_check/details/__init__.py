"""What a report can show beside findings: one record, which a command fills with what it knows.

`Report.details` carries it to the formats. The HTML report shows all of it; other formats take
what they have a place for. Making it costs time, so a command does only where a format asks.
"""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check.against.run import Comparison
from rtfm_check.artifact.diff import Difference
from rtfm_check.details.contents import Contents
from rtfm_check.details.graph import Graph
from rtfm_check.details.profiles import ProfileUse
from rtfm_check.details.samples import Sample
from rtfm_check.dryrun.coverage import Measured
from rtfm_check.retrieval.golden import Outcome


class Retrieval(NamedTuple):
    """How well queries find what they have to."""

    outcomes: tuple[Outcome, ...]
    least: float = 1.0  # recall that is enough
    path: str = ""  # of the file of queries, as reports name it


class Details(NamedTuple):
    """Each part is None where the run does not know it."""

    coverage: Measured | None = None  # what of the fixtures' text the mappings index
    samples: tuple[Sample, ...] | None = None  # fixtures beside what is made of them
    samples_left_out: int = 0
    profiles: tuple[ProfileUse, ...] = ()  # what field profiles read of their records
    contents: Contents | None = None  # what the index holds
    graph: Graph | None = None  # where documents link to
    difference: Difference | None = None  # to another index
    retrieval: Retrieval | None = None
    is_alone: bool = False  # the run looked for no findings
    rtfm: Comparison | None = None  # documents held against RTFM
