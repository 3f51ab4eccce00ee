"""A progress bar on standard error, for a person at a terminal who waits."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

_WIDTH = 24
_EVERY = 0.1  # seconds between two drawings; nothing is drawn before the first of them


def bar(*, wanted: bool) -> Callable[[int, int], None] | None:
    """What to call with (files done, files in all), or None where nobody would see it."""
    if not wanted or sys.stderr is None or not sys.stderr.isatty():
        return None
    drawn = time.monotonic()

    def draw(done: int, of: int) -> None:
        nonlocal drawn
        now = time.monotonic()
        if done >= of:
            sys.stderr.write("\r\x1b[K")  # the line is gone before the report begins
        elif now - drawn >= _EVERY:
            drawn = now
            full = _WIDTH * done // of
            sys.stderr.write(f"\r[{'#' * full}{' ' * (_WIDTH - full)}] {done:,} of {of:,} files")
        sys.stderr.flush()

    return draw
