"""RTM9xx: about rtfm-check itself."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM900", "internal-error", Severity.ERROR, Scope.RUN)
def internal_error(failed: tuple[str, Hit]) -> Iterator[Hit]:
    """A rule of ours failed on a file.

    A defect of rtfm-check, not of the file. All other rules and files were still checked; the
    exit status is 3. Please report it with the file, if you can share it.
    """
    yield failed[1]
