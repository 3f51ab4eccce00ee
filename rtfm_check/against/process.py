"""The process in which RTFM's parsers run: started, asked, ended when it takes too long.

It has no environment but what it needs, a folder of its own with copies of what it may read, and
the limits that `peer.py` gives itself. What it says is data, and is looked at before it counts.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from typing import IO, Any, NamedTuple

from rtfm_check.exits import UsageError
from rtfm_check.source import is_below

_SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer.py")
_START_SECONDS = 60
_MOST_SAID = 256 * 1024 * 1024  # bytes of an answer
_KEPT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


class Answer(NamedTuple):
    """What RTFM makes of a file."""

    parser: str  # "" where none takes it
    chunks: int
    words: dict[str, int]  # of titles and contents, folded
    edges: tuple[tuple[str, str, str], ...]  # relation, target, and what is written
    error: str = ""  # that it ends with, or how its process died


class Process:
    """RTFM in a process, and in another one when that has died."""

    def __init__(self, python: str, folder: str, tree: str) -> None:
        """`folder` is what it may read and write; nothing in `tree` is ever run.

        Raises UsageError where that interpreter has no RTFM.
        """
        self._python = python
        self._folder = folder
        self._tree = os.path.realpath(tree)
        self.version = ""
        self._start()

    def ask(self, path: str, seconds: float) -> Answer:
        """What RTFM makes of a file of its folder."""
        if self._process.poll() is not None:
            self._start()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(path).encode() + b"\n")
            self._process.stdin.flush()
            said = self._answers.get(timeout=seconds)
        except queue.Empty:
            self.end()
            return _died(f"it took more than {seconds:,.0f} seconds")
        except OSError:
            said = b""
        made = _answer(said)
        if made is None:
            status = self.end()
            return _died(f"it was ended by signal {-status}" if status < 0 else "its process died")
        return made

    def end(self) -> int:
        """End the process and all that it has started; how it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1 if self._reader.is_alive() is False else 0)
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):  # nobody of the group is left
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        status = self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was not written yet goes nowhere
                if stream is not None:
                    stream.close()
        return status

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                [self._python, "-I", _SCRIPT],
                cwd=self._folder,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise UsageError(f"{self._python}: {(error.strerror or str(error)).lower()}") from error
        assert self._process.stdout is not None
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(
            target=_read, args=(self._process.stdout, self._answers), daemon=True
        )
        self._reader.start()
        try:
            first = json.loads(self._answers.get(timeout=_START_SECONDS))
            self.version = str(first["rtfm"])
        except (queue.Empty, ValueError, TypeError, KeyError) as error:
            self.end()
            raise UsageError(
                f"RTFM does not run in {self._python}: `pip install 'rtfm-check[rtfm]'` there, "
                "or name an interpreter that has it with --rtfm-python"
            ) from error

    def _environment(self) -> dict[str, str]:
        """Programs as they are found here, but for those in the tree; nothing to tell others."""
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        folders = [
            each
            for each in os.environ.get("PATH", os.defpath).split(os.pathsep)
            if os.path.isabs(each) and not is_below(os.path.realpath(each), self._tree)
        ]
        own = {"HOME": self._folder, "TMPDIR": self._folder, "TEMP": self._folder}
        offline = {
            "HF_HUB_OFFLINE": "1",
            "TRANSFORMERS_OFFLINE": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return {**kept, **own, **offline, "PATH": os.pathsep.join(folders), "LC_ALL": "C.UTF-8"}


def _read(stream: IO[bytes], answers: queue.Queue[bytes]) -> None:
    """Hand on each line; an empty one when there will be no more."""
    with contextlib.suppress(OSError, ValueError):  # it was closed
        while line := stream.readline(_MOST_SAID):
            answers.put(line)
    answers.put(b"")


def _died(why: str) -> Answer:
    return Answer("", 0, {}, (), why)


def _answer(said: bytes) -> Answer | None:
    """The answer in a line; None for what is none."""
    try:
        made: Any = json.loads(said)
        words = {str(word): int(count) for word, count in made["words"].items()}
        edges = tuple((str(a), str(b), str(c)) for a, b, c in made["edges"])
        return Answer(str(made["parser"]), int(made["chunks"]), words, edges, str(made["error"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
