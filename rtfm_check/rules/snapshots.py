"""RTM3xx: what a fixture gives, against what it gave when that was approved."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.dryrun.run import Tried
from rtfm_check.model import Hit, Severity, json_pointer
from rtfm_check.rules._rule import Scope, rule
from rtfm_check.text.show import safe


@rule("RTM315", "expected-output-changed", Severity.ERROR, Scope.FIXTURE)
def expected_output_changed(tried: Tried) -> Iterator[Hit]:
    """A fixture that gives something else than its `NAME.expected.json` says.

    The file beside a fixture holds the mapping, the chunks and the edges that it gave when
    `rtfm-check --update-expected` was last run. A change that is meant is approved in this way,
    and shows in review.
    """
    document = tried.fixture.expected
    if document is None or tried.outcome is None:
        return
    from rtfm_check.dryrun import snapshot

    if not document.loads:
        for problem in document.problems:
            place = document.problem_place(problem)
            yield Hit(place, problem.message, "run `rtfm-check --update-expected`")
        return
    actual = snapshot.record(tried.mapping_name, tried.outcome)
    at = snapshot.first_difference(document.data, actual)
    if at is None:
        return
    lines = "\n".join(safe(line) for line in snapshot.difference(document.data, actual))
    yield Hit(
        document.at(at),
        f"{tried.fixture.name} gives something else than expected at {json_pointer(at) or '/'}",
        "if the change is meant, run `rtfm-check --update-expected`",
        f"what changed:\n{lines}",
    )
