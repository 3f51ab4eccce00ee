"""The thread in which folders are looked at, so that the editor is answered meanwhile.

One thread, one folder at a time. What is asked for while it works is done once, with the texts of
then; a text that takes long delays what is told of it, and nothing else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from rtfm_check.look import Key

_STACK_BYTES = 64 * 1024 * 1024  # as much as a main thread may have; readers of YAML recurse


class Worker:
    """Calls a function for each folder that is asked for, in the order of asking."""

    def __init__(self, work: Callable[[Key], None]) -> None:
        self._work = work
        self._waiting: dict[Key, None] = {}
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None

    def ask(self, key: Key) -> None:
        """Have a folder looked at, unless that is about to happen anyway."""
        with self._wake:
            self._waiting[key] = None
            self._wake.notify()
        if self._thread is None:
            before = threading.stack_size(_STACK_BYTES)
            self._thread = threading.Thread(target=self._run, name="looker", daemon=True)
            self._thread.start()
            threading.stack_size(before)

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._waiting:
                    self._wake.wait()
                key = next(iter(self._waiting))
                del self._waiting[key]
            self._work(key)
