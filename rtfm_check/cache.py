"""Verdicts of earlier runs, so that a hook over unchanged files costs no more than its start.

A verdict is that of a whole folder: rules look across files. It counts while the tool and its
schemas, the environment, the set of files and the bytes of each are the same; a file whose size
and time are unchanged is not read again, unless it was written about when the verdict was.
Part of every start-up: imports nothing heavy.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from binascii import crc32
from contextlib import suppress

from rtfm_check import __version__, limits

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from io import BufferedReader

_FORMAT = 4
_MOST = 200  # verdicts kept
_MOST_BYTES = 32 * 1024 * 1024  # of a verdict; one of more than a hundred thousand findings
_DAY = 86_400  # seconds; what is older belongs to no run, whoever has its number by now


class Cache:
    """The verdicts in the user's cache folder."""

    def __init__(self) -> None:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # as the specification says; it would be in the project
            base = os.path.join(os.path.expanduser("~"), ".cache")
        self.folder = os.path.join(base, "rtfm-check")
        self.note = ""  # why nothing could be kept, if so

    def load(self, key: str, files: list[str]) -> dict[str, object] | None:
        """The verdict under a key, if it still holds for just these files."""
        try:
            kept = json.loads(read(self._path(key), _MOST_BYTES))
            if kept["key"] != key or kept["tool"] != tool_state() or list(kept["files"]) != files:
                return None
            if not all(
                _is_same(path, state, kept["time"]) for path, state in kept["files"].items()
            ):
                return None
            verdict: dict[str, object] = kept["verdict"]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None  # no verdict, or none that can be trusted: the run makes a new one
        return verdict

    def save(self, key: str, states: dict[str, list[object]], verdict: dict[str, object]) -> None:
        """Keep a verdict. A folder that cannot be written to is noted, and nothing else."""
        record = {
            "key": key,
            "tool": tool_state(),
            "time": time.time_ns(),
            "files": states,
            "verdict": verdict,
        }
        try:
            body = json.dumps(record).encode("ascii")
            if len(body) > _MOST_BYTES:
                return
            write(self._path(key), body)
            self.prune()
        except OSError as error:
            self.note = f"the verdict could not be kept in {self.folder}: {error.strerror}"

    def _path(self, key: str) -> str:
        """Where the verdict of a key lies; two keys in one place is a miss, not a mistake."""
        number = crc32(key.encode("utf-8", "surrogateescape"))
        return os.path.join(self.folder, f"{number:08x}.json")

    def prune(self) -> None:
        """Remove what was not written for the longest time, where there is much."""
        entries = sorted(os.scandir(self.folder), key=lambda entry: entry.stat().st_mtime_ns)
        for entry in entries[:-_MOST]:
            os.unlink(entry.path)


def read(path: str, most: int) -> bytes:
    """What `write` has written. Raises OSError, or ValueError for what is not whole."""
    with open_own(path) as stream:
        checksum, _, body = stream.read(most).partition(b"\n")
    if checksum != _checksum(body):
        raise ValueError(f"{path} is damaged")
    return body


def write(path: str, body: bytes) -> None:
    """Put a file of the cache in its place, at once; a run that is killed leaves the old one."""
    beside = f"{path}.{own_suffix()}"
    sweep(os.path.dirname(path))
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(beside, "xb") as stream:
            stream.write(_checksum(body) + b"\n" + body)
        os.replace(beside, path)
    except OSError:
        discard(beside)
        raise


def own_suffix() -> str:
    """The end of the name of a file that this process has not finished, for `sweep`."""
    return f"{os.getpid()}-{time.time_ns():x}.tmp"


def sweep(folder: str) -> None:
    """Remove what processes that were killed have not finished."""
    now = time.time()
    for entry in _entries(folder):
        process, dash, _ = entry.name.removesuffix(".tmp").rpartition(".")[2].partition("-")
        if not (dash and entry.name.endswith(".tmp") and process.isdigit()):
            continue
        with suppress(OSError):  # another run may sweep at the same time
            is_old = entry.stat(follow_symlinks=False).st_mtime < now - _DAY
            if is_old or not is_running(int(process)):
                os.unlink(entry.path)


def _checksum(body: bytes) -> bytes:
    return b"%08x" % crc32(body)


def open_own(path: str) -> BufferedReader:
    """A file of the cache to read. Raises OSError for one that is not the user's own."""
    stream = _open(path)
    if not _is_ours(os.fstat(stream.fileno())):
        stream.close()
        raise PermissionError(path)
    return stream


def _is_ours(status: os.stat_result) -> bool:
    """Whether this is a file, and no other user's."""
    is_own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return stat.S_ISREG(status.st_mode) and is_own


def is_running(process: int) -> bool:
    """Whether a process of this machine still runs, as far as can be told."""
    if os.name != "posix":
        return True  # there, asking would end it
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _open(path: str) -> BufferedReader:
    """A file to read: no link is followed, and a pipe is not waited for."""
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | flags), "rb")


def discard(path: str) -> None:
    """Remove what could not be finished; a file of this process's own, if it is there."""
    try:
        os.unlink(path)
    except OSError:
        return


def states(files: list[str], most: int = limits.FIXTURE_BYTES) -> dict[str, list[object]] | None:
    """Size, time, inode and digest of each file, or None when one of them cannot be had.

    A file of more than `most` bytes is not read for it.

    Nothing is read through links, which may lead out of the project: there is no verdict to keep.
    """
    made: dict[str, list[object]] = {}
    folders = {os.path.dirname(os.path.abspath(path)) for path in files}
    if any(os.path.realpath(folder) != folder for folder in folders):
        return None
    for path in files:
        try:
            status = os.lstat(path)
            if not stat.S_ISREG(status.st_mode) or status.st_size > most:
                return None
            made[path] = [*_stat(status), _digest(path)]
        except OSError:
            return None
    return made


def _is_same(path: str, state: list[object], saved: int) -> bool:
    size, mtime, inode, digest = state
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode) or status.st_size != size:
        return False
    if _stat(status) == [size, mtime, inode] and status.st_mtime_ns < saved - limits.RACE:
        return True
    return _digest(path) == digest


def _stat(status: os.stat_result) -> list[object]:
    return [status.st_size, status.st_mtime_ns, status.st_ino]


def _digest(path: str) -> str:
    import hashlib

    with _open(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def tool_state() -> list[object]:
    """What a verdict depends on besides the files: this tool, its schemas, the environment."""
    here = os.path.dirname(os.path.abspath(__file__))
    newest = count = 0
    for folder in (here, *_folders(here), os.path.join(os.path.dirname(here), "schemas")):
        for entry in _entries(folder):
            if entry.name.endswith((".py", ".json")):
                count += 1
                newest = max(newest, entry.stat().st_mtime_ns)
    packages = os.stat(os.path.dirname(here)).st_mtime_ns  # changes when a package is installed
    return [_FORMAT, __version__, sys.version, sys.prefix, count, newest, packages]


def _folders(folder: str) -> list[str]:
    return sorted(entry.path for entry in _entries(folder) if entry.is_dir())


def _entries(folder: str) -> list[os.DirEntry[str]]:
    return list(os.scandir(folder)) if os.path.isdir(folder) else []
