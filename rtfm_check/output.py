"""Files that a run writes: the old text whole or the new one whole, and never through a link."""

from __future__ import annotations

import os
import stat

from rtfm_check.exits import UsageError


def write(path: str, data: bytes) -> None:
    """Put the data in the place of a file, with the permissions that the file has.

    A pipe or a device is written to as it is. Raises UsageError where nothing can be written:
    also for a folder, and for a link, which may lead anywhere (but for those in /dev).
    """
    try:
        if os.path.islink(path) and not os.path.abspath(path).startswith("/dev/"):
            raise UsageError(f"{path} cannot be written: it is a link")
        mode = os.stat(path).st_mode if os.path.exists(path) else None
        if os.path.abspath(path).startswith("/dev/") or not (mode is None or stat.S_ISREG(mode)):
            with open(path, "wb") as stream:
                stream.write(data)
        else:
            _replace(path, data, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} cannot be written: {reason}") from error


def _replace(path: str, data: bytes, mode: int | None) -> None:
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        with open(beside, "xb") as stream:
            stream.write(data)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(stream.fileno(), mode & 0o7777)
        os.replace(beside, path)
    except OSError as error:
        if not isinstance(error, FileExistsError) and os.path.lexists(beside):
            os.unlink(beside)
        raise
