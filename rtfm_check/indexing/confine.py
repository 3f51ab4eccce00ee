"""What a process that reads strangers' files may do: little memory, little time, no environment."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

from rtfm_check import limits

_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "HOME")
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl


def confine() -> None:
    """Confine this process for good: it reads files now, and ends with the one that made it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who made it decides when it ends
    for name in set(os.environ) - set(_KEPT):
        del os.environ[name]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.name == "posix":
        import resource

        _limit(resource.RLIMIT_CORE, 0)
        if sys.platform == "linux":  # elsewhere it does not hold, or counts what is only mapped
            _limit(resource.RLIMIT_AS, limits.WORKER_BYTES)


def _limit(what: int, most: int) -> None:
    import resource

    soft, hard = resource.getrlimit(what)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft == resource.RLIM_INFINITY or wanted < soft:
        resource.setrlimit(what, (wanted, hard))
