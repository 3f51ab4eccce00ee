"""Running a program that reads strangers' data: no shell, no environment, no files, little time.

The program is looked for in the folders of PATH, but for those that are relative or in the tree
that is read: what lies in a tree is never run. It gets the file on its standard input, so that no
name can be taken for an option, and no link followed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterable
from typing import IO, BinaryIO, NamedTuple

from rtfm_check import limits
from rtfm_check.source import is_below

_BLOCK = 64 * 1024


class Output(NamedTuple):
    """What a program wrote to its standard output, and how it ended."""

    data: bytes
    status: int
    is_late: bool = False  # it was killed: it took too long
    is_too_long: bool = False  # it was killed: it wrote too much


def find(name: str, root: str) -> str | None:
    """The path of an installed program that is not in the tree at `root`."""
    tree = os.path.realpath(root)
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder) and not is_below(os.path.realpath(folder), tree):
            for suffix in (".exe",) if os.name == "nt" else ("",):
                path = os.path.join(folder, name + suffix)
                if os.path.isfile(path) and os.access(path, os.X_OK):
                    return path
    return None


def run(
    arguments: list[str],
    given: BinaryIO | Iterable[bytes | memoryview],
    *,
    seconds: float = limits.PROGRAM_SECONDS,
) -> Output:
    """Run a program until it ends, or has taken what it may take.

    What it is given is an open file, or pieces that it gets one after the other. Raises OSError if
    it cannot be started.
    """
    is_file = hasattr(given, "fileno")
    process = subprocess.Popen(
        arguments,
        stdin=given if is_file else subprocess.PIPE,  # type: ignore[arg-type]
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=os.path.dirname(arguments[0]),
        env=_environment(),
        start_new_session=True,
    )
    assert process.stdout is not None
    late = threading.Event()

    def end() -> None:
        late.set()
        _kill(process)

    timer = threading.Timer(seconds, end)
    feeder = threading.Thread(target=_feed, args=(process.stdin, () if is_file else given))
    try:
        _limit(process.pid, seconds)
        timer.start()
        feeder.start()
        written = _read(process.stdout)
        if len(written) <= limits.PROGRAM_BYTES:
            process.wait()
    finally:
        _kill(process)
        timer.cancel()
        process.stdout.close()
        feeder.join()
    return Output(written, process.returncode, late.is_set(), len(written) > limits.PROGRAM_BYTES)


def _environment() -> dict[str, str]:
    kept = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"LC_ALL": "C.UTF-8"}


def _feed(stream: IO[bytes] | None, pieces: Iterable[bytes | memoryview]) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):  # it ended before it had read all
            for piece in pieces:
                stream.write(piece)
        with contextlib.suppress(OSError):
            stream.close()


def _read(stream: IO[bytes]) -> bytes:
    """All that is written, or a little more than may be."""
    blocks, size = [], 0
    while size <= limits.PROGRAM_BYTES:
        block = stream.read(_BLOCK)
        if not block:
            break
        blocks.append(block)
        size += len(block)
    return b"".join(blocks)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program that has not ended, and all that it has started."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):  # it ended just now
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _limit(pid: int, seconds: float) -> None:
    """Where it can be done from outside: no files, and no life beyond ours."""
    if os.name != "posix":
        return
    import resource

    if hasattr(resource, "prlimit"):
        second = int(seconds) + 1
        with contextlib.suppress(OSError, ValueError):  # it is done already
            resource.prlimit(pid, resource.RLIMIT_CPU, (second, second))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0))
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
