"""Doing something again whenever files have changed: `preview --watch`.

Files are looked at five times a second, by size, time and inode: editors write in place, or write
beside and rename, and some delete first. A save counts when nothing has changed for a moment.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable

from rtfm_check.source import stamp

_EVERY = 0.2  # seconds between two looks
_MOMENT = 0.05  # seconds that files have to stay as they are
_MOMENTS = 20  # that are waited for at most
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # screen, what was scrolled away, and the cursor to the top

_State = dict[str, tuple[int, ...]]  # by path, what `stamp` says


def watch(files: Callable[[], Iterable[str]], show: Callable[[], None]) -> None:
    """Show, and again after each change of the files, until Ctrl-C raises KeyboardInterrupt.

    On a terminal the screen is cleared before; elsewhere a line says which files have changed.
    """
    is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    known = _settled(files)
    if is_terminal:
        sys.stdout.write(_CLEAR)
    _show(show)
    while True:
        time.sleep(_EVERY)
        if _look(files) == known:
            continue
        now = _settled(files)
        changed = sorted(path for path in {*known, *now} if known.get(path) != now.get(path))
        known = now
        if is_terminal:
            sys.stdout.write(_CLEAR)
        elif changed:
            sys.stdout.write(f"\n--- {', '.join(map(_shown, changed))}\n")
        if changed:
            _show(show)


def _show(show: Callable[[], None]) -> None:
    sys.stdout.flush()
    show()
    sys.stdout.flush()
    sys.stderr.flush()


def _settled(files: Callable[[], Iterable[str]]) -> _State:
    """The state of the files, when it stays the same for a moment."""
    state = _look(files)
    for _ in range(_MOMENTS):
        time.sleep(_MOMENT)
        before, state = state, _look(files)
        if before == state:
            break
    return state


def _look(files: Callable[[], Iterable[str]]) -> _State:
    """The stamp of each file."""
    return {path: stamp(path) for path in files()}


def _shown(path: str) -> str:
    from rtfm_check.text import show

    return show.safe(show.path(path))
