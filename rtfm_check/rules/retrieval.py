"""RTM6xx: what retrieval finds in an index, and what an older one held beside it.

`retrieval/golden.py` and `artifact/losses.py` report these.
"""

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


@rule("RTM603", "index-shrank", Severity.WARNING, Scope.QUERY)
def index_shrank(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that has far fewer chunks than in the older index that `ci --diff-base` names.

    Told where more than half of its chunks are gone while it is still there, and of any loss where
    its bytes are the same: then a mapping, a parser or a setting has cost them. The message says
    which; `rtfm-check diff` shows all that changed.
    """
    return hits


@rule("RTM604", "edges-lost", Severity.WARNING, Scope.QUERY)
def edges_lost(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document whose bytes are the same and that has fewer edges than in an older index.

    No author has taken a link out: a mapping, a parser or a setting no longer finds them.
    """
    return hits
