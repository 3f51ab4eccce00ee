"""Files of a tree opened below its root: no link is followed, no pipe or device waited for."""

from __future__ import annotations

import os
import stat

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)


def open_file(root: str, path: str) -> int:
    """A handle of a regular file below the root; no link is followed on the way there.

    Never blocks on a pipe or a device. Raises OSError; ValueError for a NUL in the path.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _NO_LINK
    if os.open not in os.supports_dir_fd:
        handle = os.open(os.path.join(root, path), flags)
    else:
        *folders, name = path.split("/")
        if os.pardir in folders:
            raise OSError("not below the root")
        here = os.open(root, _FOLDER)
        try:
            for folder in folders:  # one of them may have been swapped since the walk
                below = os.open(folder, _FOLDER | _NO_LINK, dir_fd=here)
                os.close(here)
                here = below
            handle = os.open(name, flags, dir_fd=here)
        finally:
            os.close(here)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("not a regular file")
    return handle


def first_bytes(root: str, path: str, count: int) -> bytes:
    """The first bytes of a file of the tree; raises OSError for what is no regular file by now."""
    with os.fdopen(open_file(root, path), "rb") as stream:
        return stream.read(count)
