"""Folders that a run holds while it lives, so that the next one can tell what it may remove.

A run that is killed clears nothing up. So the number of its process is in the name of its folder,
and the folder is locked: the system lets go of a lock when the last process of a run has ended.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rtfm_check.cache import is_running

_FRESH = 60  # seconds in which a folder may not be locked yet
_PREFIX = "rtfm-check-"
_ROOM = re.compile(_PREFIX + r"([0-9]{1,10})-\w+")


@contextmanager
def room() -> Iterator[str]:
    """A new folder among the temporary ones, for what is needed on the way; it goes at the end.

    Those of runs that were killed go first.
    """
    import tempfile

    _clean(tempfile.gettempdir())
    path = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")
    handle = hold(path)
    try:
        yield path
    finally:
        remove(path)
        os.close(handle)


def hold(path: str) -> int:
    """Lock a folder until the handle is closed, which is returned."""
    handle = opened(path)
    _lock(handle)
    return handle


def is_abandoned(path: str, process: int) -> bool:
    """Whether no run writes to a folder: nobody holds its lock, and its process is gone.

    Of a lock that is free a moment after the folder was made, as where there are no locks, the
    process decides; else it may be another one of that number, or one of another machine.
    """
    try:
        handle = opened(path)
        age = time.time() - os.fstat(handle).st_mtime
    except OSError:
        return False  # another run has removed it
    is_locked = _lock(handle)
    os.close(handle)
    if is_locked is False:
        return False
    is_gone = process == os.getpid() or not is_running(process)
    return is_gone or bool(is_locked and age > _FRESH)


def opened(path: str) -> int:
    """A handle of a folder, or of nothing where the system gives none."""
    return os.open(path if os.name == "posix" else os.devnull, os.O_RDONLY)


def remove(path: str) -> None:
    """Remove a folder with all in it; what cannot be removed is left to the next run."""
    if os.path.lexists(path):
        import shutil

        shutil.rmtree(path, ignore_errors=True)


def _clean(folder: str) -> None:
    """Remove the rooms of the user's own runs that were killed."""
    try:
        names = os.listdir(folder)
    except OSError:
        return  # a folder that can only be written to
    for name in names:
        found = _ROOM.fullmatch(name)
        path = os.path.join(folder, name)
        if found is not None and _is_own(path) and is_abandoned(path, int(found[1])):
            remove(path)


def _is_own(path: str) -> bool:
    try:
        status = os.lstat(path)
    except OSError:
        return False  # another run has removed it
    return stat.S_ISDIR(status.st_mode) and (
        not hasattr(os, "getuid") or status.st_uid == os.getuid()
    )


def _lock(handle: int) -> bool | None:
    """Lock a folder until its handle is closed; False: another has. None: nobody can say."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None  # a system, or a disk, without locks
    return True
