"""What the JSON report says beside findings: another index, retrieval tests, RTFM itself."""

from __future__ import annotations

from typing import Any

from rtfm_check.artifact.diff import as_record
from rtfm_check.details import Details, Retrieval
from rtfm_check.retrieval.golden import mean_reciprocal_rank, recall


def parts(details: object) -> dict[str, Any]:
    """The parts of the report, by their key, that a run was asked for."""
    made: dict[str, Any] = {}
    if isinstance(details, Details) and details.difference is not None:
        made["diff"] = as_record(details.difference)
    if isinstance(details, Details) and details.retrieval is not None:
        made["retrieval"] = _retrieval(details.retrieval)
    if isinstance(details, Details) and details.rtfm is not None:
        made["against_rtfm"] = details.rtfm._asdict()
    return made


def _retrieval(tested: Retrieval) -> dict[str, Any]:
    outcomes = list(tested.outcomes)
    return {
        "path": tested.path,
        "min_recall": tested.least,
        "recall": round(recall(outcomes), 6),
        "mrr": round(mean_reciprocal_rank(outcomes), 6),
        "queries": [
            {
                "query": outcome.query.text,
                "top": outcome.query.top,
                "recall": round(outcome.recall, 6),
                "expected": [
                    {"expect": str(expected), "rank": rank or None}
                    for expected, rank in zip(outcome.query.expected, outcome.found, strict=True)
                ],
            }
            for outcome in outcomes
        ],
    }
