"""RTM6xx: what retrieval finds in an index. `retrieval/golden.py` reports these."""

from __future__ import annotations

from collections.abc import Iterable

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM601", "golden-query-miss", Severity.ERROR, Scope.QUERY)
def golden_query_miss(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A query of the retrieval tests that does not find what it has to.

    The chunk is gone, its words changed, or others answer better. The help says what is found
    instead. While recall stays at or above `min-recall`, a miss is a warning.
    """
    return hits


@rule("RTM602", "recall-below-threshold", Severity.ERROR, Scope.QUERY)
def recall_below_threshold(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Recall over all queries that is lower than `min-recall` of the file allows.

    Recall is the share of the expected chunks that are among the first `top` answers, as the mean
    over the queries.
    """
    return hits
