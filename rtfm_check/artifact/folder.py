"""A folder that is written beside its place and moved there when it is whole."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable
from typing import BinaryIO

from rtfm_check import held
from rtfm_check.cache import open_own
from rtfm_check.exits import UsageError
from rtfm_check.tree.opened import first_bytes

DEFAULT = "rtfm-index"  # where an artifact is written, and no document is looked for
_MARK = "manifest.json"
_MOST_MANIFEST = 16 * 1024 * 1024
_OLD = ".old"  # behind the name of an artifact that makes room for the new one
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux's renameat2
_HERE = -100  # AT_FDCWD


class Beside:
    """A new folder beside the one that it will replace; locked while this process lives."""

    def __init__(self, path: str) -> None:
        """Raises UsageError if the place is taken by anything but an artifact of ours."""
        self._path = os.path.normpath(path)
        _refuse(self._path)
        parent, name = os.path.split(self._path)
        self.beside = os.path.join(parent, f".{name}.{os.getpid()}-{time.time_ns():x}.tmp")
        self._handle: int | None = None
        self._is_done = False
        _clean(parent or os.curdir, name)
        try:
            os.makedirs(parent or os.curdir, exist_ok=True)
            os.mkdir(self.beside, 0o755)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
        self._handle = held.hold(self.beside)

    def file(self, name: str) -> BinaryIO:
        """A new file in the folder."""
        return open(os.path.join(self.beside, name), "xb")

    def room(self) -> str:
        """A folder in it for what is needed on the way."""
        path = os.path.join(self.beside, "segments")
        os.mkdir(path, 0o700)
        return path

    def leave_room(self) -> None:
        """Remove that folder, if there is one; it has to be empty by now."""
        path = os.path.join(self.beside, "segments")
        if os.path.isdir(path):
            os.rmdir(path)

    def move(self) -> None:
        """Put the folder into its place; the old one is whole until then, and gone afterwards."""
        _synced(self.beside)
        if not os.path.lexists(self._path):
            os.rename(self.beside, self._path)
        elif not _exchanged(self.beside, self._path):
            os.rename(self._path, f"{self.beside}{_OLD}")
            os.rename(self.beside, self._path)
        self._is_done = True

    def drop(self) -> None:
        """Remove what is not in its place: the new folder, or the old one."""
        old = f"{self.beside}{_OLD}"
        if not self._is_done and os.path.isdir(old) and not os.path.lexists(self._path):
            os.rename(old, self._path)  # it was interrupted between two steps
        for each in (self.beside, old):
            held.remove(each)
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def own(out: str) -> Callable[[str], bool]:
    """Whether a path of a tree is an artifact's place, or what a run writes beside it.

    Both are relative to the same folder, the paths of the tree without `.` and `..`.
    """
    folder, name = os.path.split(os.path.normpath(out).replace(os.sep, "/"))
    prefix = f"{folder}/" if folder else ""
    beside = _beside(name)

    def is_own(path: str) -> bool:
        if not path.startswith(prefix):
            return False
        rest = path[len(prefix) :]
        return rest == name or (rest[:1] == "." and beside.fullmatch(rest) is not None)

    return is_own


def _beside(name: str) -> re.Pattern[str]:
    return re.compile(rf"\.{re.escape(name)}\.([0-9]+)-[0-9a-f]+\.tmp({re.escape(_OLD)})?")


def _clean(parent: str, name: str) -> None:
    """Remove what runs that were killed have left beside an artifact; put back an old one."""
    for each in os.listdir(parent) if os.path.isdir(parent) else ():
        found = _beside(name).fullmatch(each)
        path, place = os.path.join(parent, each), os.path.join(parent, name)
        if found is None or not held.is_abandoned(path, int(found[1])):
            continue
        if found[2] and is_artifact(path) and not os.path.lexists(place):
            os.rename(path, place)
        else:
            held.remove(path)


def _synced(path: str) -> None:
    """See that the names in a folder are on the disk, where the system can tell."""
    if os.name == "posix":
        handle = held.opened(path)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_whole(path: str, manifest: str) -> bool:
    """Whether a folder is the artifact whose manifest has that digest: all its files, no other."""
    try:
        with open_own(os.path.join(path, _MARK)) as stream:
            data = stream.read(_MOST_MANIFEST)
        if os.path.islink(path) or hashlib.sha256(data).hexdigest() != manifest:
            return False
        files = json.loads(data)["files"]
        if {_MARK, *files} != set(os.listdir(path)):
            return False
        return all(_is_file(os.path.join(path, name), **about) for name, about in files.items())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False


def _is_file(path: str, *, bytes: int, sha256: str) -> bool:
    with open_own(path) as stream:
        if os.fstat(stream.fileno()).st_size != bytes:
            return False
        return hashlib.file_digest(stream, "sha256").hexdigest() == sha256


def is_artifact(path: str) -> bool:
    """Whether a folder holds the manifest of an artifact."""
    try:
        manifest = json.loads(first_bytes(path, _MARK, _MOST_MANIFEST))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and str(manifest.get("format", "")).startswith("rtfm-index-")


def _refuse(path: str) -> None:
    if os.path.islink(path):
        raise UsageError(f"{path} cannot be written: it is a link")
    if os.path.isdir(path):
        if os.listdir(path) and not is_artifact(path):
            raise UsageError(f"{path} is a folder that holds other things than an index")
    elif os.path.lexists(path):
        raise UsageError(f"{path} cannot be written: it is a file")


def _exchanged(one: str, other: str) -> bool:
    """Swap two folders in one step, where the system can."""
    import ctypes

    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError, TypeError):
        return False
    status: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)
    return status == 0
