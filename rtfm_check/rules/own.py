"""RTM9xx: about rtfm-check itself."""

from __future__ import annotations

from collections.abc import Iterable

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM900", "internal-error", Severity.ERROR, Scope.RUN)
def internal_error(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A rule of ours failed on a file.

    A defect of rtfm-check, not of the file. All other rules and files were still checked; the
    exit status is 3. Please report it with the file, if you can share it.
    """
    return hits


@rule("RTM901", "unused-suppression", Severity.WARNING, Scope.RUN)
def unused_suppression(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A comment that suppresses nothing.

    The mistake was mended, the comment stands on another line, or the rule's name is misspelt.

    Bad:
        chunks:
          - content: "{{ t }}"  # rtfm-check: ignore[duplicate-key] the second one counts
    Good:
        chunks:
          - content: "{{ t }}"
    """
    return hits


@rule("RTM902", "suppression-without-reason", Severity.INFO, Scope.RUN, is_optional=True)
def suppression_without_reason(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A comment that suppresses a finding and does not say why.

    Reported only where it is selected: `--select suppression-without-reason`, or with a severity.
    """
    return hits


@rule("RTM903", "stale-baseline-entry", Severity.WARNING, Scope.RUN)
def stale_baseline_entry(hits: Iterable[Hit]) -> Iterable[Hit]:
    """An entry of the baseline that no finding has any more.

    The mistake was mended: `rtfm-check baseline prune FILE` takes the entry out, so that the
    same mistake fails the run when it comes back.
    """
    return hits
