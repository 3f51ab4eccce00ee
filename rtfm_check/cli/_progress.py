"""A progress bar on standard error, for a person at a terminal who waits."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTH = 24
_EVERY = 0.1  # seconds between two drawings; nothing is drawn before the first of them
_SURE = 1.0  # seconds after which a rate says something
_FILE = 4096  # bytes that the work of opening a file is worth
_MB = 1_000_000


def bar(*, wanted: bool) -> Callable[[int, int], None] | None:
    """What to call with (files done, files in all), or None where nobody would see it."""
    line = _line(wanted)
    if line is None:
        return None

    def draw(done: int, of: int) -> None:
        line.draw(done >= of, lambda: f"{_bar(done, of)} {done:,} of {of:,} files")

    return draw


def meter(*, wanted: bool) -> Callable[[int, int, int, int], None] | None:
    """As `bar`, but called with (files done, files in all, bytes done, bytes in all)."""
    line = _line(wanted)
    if line is None:
        return None

    def draw(done: int, of: int, read: int, size: int) -> None:
        line.draw(done >= of, lambda: _metered(done, of, read, size, line.seconds))

    return draw


class _Line:
    """The last line of a terminal, written over again and again."""

    def __init__(self) -> None:
        self._began = self._drawn = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.monotonic() - self._began

    def draw(self, is_over: bool, text: Callable[[], str]) -> None:
        """Show a text, unless one was shown just now; at the end, none."""
        now = time.monotonic()
        if is_over:
            sys.stderr.write("\r\x1b[K")  # the line is gone before the report begins
        elif now - self._drawn >= _EVERY:
            self._drawn = now
            from shutil import get_terminal_size  # imports much that is needed here alone

            columns = get_terminal_size().columns - 1  # a line that wraps could not be taken back
            sys.stderr.write(f"\r{text()[:columns]}\x1b[K")
        sys.stderr.flush()


def _line(wanted: bool) -> _Line | None:
    return _Line() if wanted and sys.stderr is not None and sys.stderr.isatty() else None


def _bar(done: int, of: int) -> str:
    full = _WIDTH * done // of
    return f"[{'#' * full}{' ' * (_WIDTH - full)}]"


def _metered(done: int, of: int, read: int, size: int, seconds: float) -> str:
    work, all_work = read + _FILE * done, size + _FILE * of
    parts = [
        f"{_bar(work, all_work)} {done:,} of {of:,} files",
        f"{read / _MB:,.0f} of {size / _MB:,.0f} MB",
    ]
    if work and seconds > _SURE:
        parts.append(f"{read / _MB / seconds:,.1f} MB/s")
        parts.append(f"{span(seconds * (all_work - work) / work)} left")
    return ", ".join(parts)


def span(seconds: float) -> str:
    """A time as a person says it who does not know it well."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
