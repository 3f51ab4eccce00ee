"""RTM334: mappings that nothing was tried on."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.trial import Trial
from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM334", "mapping-without-fixture", Severity.WARNING, Scope.TRIAL, is_optional=True)
def mapping_without_fixture(trial: Trial) -> Iterator[Hit]:
    """A mapping in a folder that has no fixtures at all.

    Reported only with `require-fixture: true`, or where it is selected.
    """
    if trial.file.spec is not None and not trial.has_fixtures:
        yield Hit(
            trial.file.document.source.top,
            "the mapping was not tried: there is no fixture",
            "put a sample document into a folder `fixtures` beside the mappings",
            "nothing is known of what RTFM would make of a document",
        )
