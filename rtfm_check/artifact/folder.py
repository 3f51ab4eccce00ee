"""A folder that is written beside its place and moved there when it is whole."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
from collections.abc import Iterator
from typing import BinaryIO

from rtfm_check.cache import is_running
from rtfm_check.exits import UsageError

_MARK = "manifest.json"
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux's renameat2
_HERE = -100  # AT_FDCWD


class Beside:
    """A new folder beside the one that it will replace."""

    def __init__(self, path: str) -> None:
        """Raises UsageError if the place is taken by anything but an artifact of ours."""
        self._path = os.path.normpath(path)
        _refuse(self._path)
        parent, name = os.path.split(self._path)
        self.beside = os.path.join(parent, f".{name}.{os.getpid()}.tmp")
        for other in _abandoned(parent or os.curdir, name):
            shutil.rmtree(other, ignore_errors=True)
        self._is_done = False
        try:
            os.makedirs(parent or os.curdir, exist_ok=True)
            os.mkdir(self.beside, 0o755)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error

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
        if os.path.lexists(self._path):
            if not _exchanged(self.beside, self._path):
                old = f"{self.beside}.old"
                os.rename(self._path, old)
                os.rename(self.beside, self._path)
                self.beside = old
            shutil.rmtree(self.beside)
        else:
            os.rename(self.beside, self._path)
        self._is_done = True

    def drop(self) -> None:
        """Remove what was not moved."""
        if not self._is_done:
            shutil.rmtree(self.beside, ignore_errors=True)


def is_own(path: str, out: str) -> bool:
    """Whether a path is an artifact's place, or what a run writes beside it."""
    parent, name = os.path.split(os.path.normpath(path))
    place, own = os.path.split(os.path.normpath(out))
    return parent == place and (name == own or _beside(own).fullmatch(name) is not None)


def _beside(name: str) -> re.Pattern[str]:
    return re.compile(rf"\.{re.escape(name)}\.([0-9]+)\.tmp(\.old)?")


def _abandoned(parent: str, name: str) -> Iterator[str]:
    """What runs that were killed have left beside an artifact."""
    if not os.path.isdir(parent):
        return
    for each in os.listdir(parent):
        found = _beside(name).fullmatch(each)
        if found and not is_running(int(found[1])):
            yield os.path.join(parent, each)


def is_artifact(path: str) -> bool:
    """Whether a folder holds the manifest of an artifact."""
    try:
        with open(os.path.join(path, _MARK), encoding="utf-8") as stream:
            manifest = json.load(stream)
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
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError, TypeError):
        return False
    status: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)
    return status == 0
