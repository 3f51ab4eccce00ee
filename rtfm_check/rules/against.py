"""What RTFM's own parsers do to a document: `docs --against-rtfm` runs them, and finds these."""

from __future__ import annotations

from collections.abc import Iterable

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM528", "rtfm-loses-words", Severity.WARNING, Scope.DOCS)
def rtfm_loses_words(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Words of a document that are in no chunk of RTFM's.

    `docs --against-rtfm` runs RTFM's parser on a copy of the document, and counts what its chunks
    lack of ours. Nobody will find the document by these words in a library that RTFM builds.
    """
    return hits


@rule("RTM529", "rtfm-misreads-edges", Severity.WARNING, Scope.DOCS)
def rtfm_misreads_edges(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Links of a document that RTFM does not see, reads wrong, or makes up.

    Those it does not see are missing from its graph; one that it reads with a fragment or with
    `%20` in it leads to no file; one that it makes up stands in code.
    """
    return hits


@rule("RTM530", "rtfm-fails-on-document", Severity.WARNING, Scope.DOCS)
def rtfm_fails_on_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document on which RTFM's own parser fails: with an error, by its death, or by its slowness.

    Nothing of the document is in a library that RTFM builds.
    """
    return hits
