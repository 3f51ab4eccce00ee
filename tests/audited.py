"""As a program: runs a command line of rtfm-check, and notes in a file what it does to the world.

Python itself tells of each act before it is done, also in the processes that are forked. A line is
the event and what it is about: `python -m tests.audited NOTES COMMAND ...`.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_CHANGES = {  # where their arguments have paths, and the open folder that each is relative to
    **{"os.mkdir": ((0, 2),), "os.remove": ((0, 1),), "os.rmdir": ((0, 1),)},
    **{"os.rename": ((0, 2), (1, 3)), "os.link": ((0, 2), (1, 3)), "os.symlink": ((1, 2),)},
    **{"os.chmod": ((0, 2),), "os.chown": ((0, 3),), "os.utime": ((0, 3),)},
    **{"os.truncate": ((0, -1),), "os.setxattr": ((0, -1),)},
}
_PROGRAMS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "pty.spawn")
_NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "imaplib.", "poplib.", "nntplib.")
_PIPE = ("socket.__new__", socket.AF_UNIX)  # between processes of one run


def listen(notes: str) -> None:
    """Note acts from now on, for good."""
    handle = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(event: str, *about: object) -> None:
        line = "\t".join((event, *map(str, about))).replace("\n", " ")
        os.write(handle, f"{line}\n".encode("utf-8", "backslashreplace"))

    def hear(event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = args
            if flags & _WRITES and not isinstance(path, int):
                note("write", where(path))
        elif event in _CHANGES:
            for path, folder in _CHANGES[event]:
                if not isinstance(args[path], int):
                    note("write", where(args[path], args[folder] if folder >= 0 else -1))
        elif event.startswith(_NETWORK) and (event, *args[1:2]) != _PIPE:
            note("network", event, *args[1:3])
        elif event in _PROGRAMS:
            note("program", os.fspath(args[0]))
        elif event == "exec" and not args[0].co_filename.startswith("<"):
            note("code", where(args[0].co_filename))
        elif event in ("sqlite3.enable_load_extension", "sqlite3.load_extension"):
            note("program", event)

    sys.addaudithook(hear)


def where(path: Any, folder: int = -1) -> str:
    """A path as an absolute one; it may be relative to a folder that is open."""
    base = Path(f"/proc/self/fd/{folder}").readlink() if folder >= 0 else Path()
    return os.path.normpath(Path(base, os.fsdecode(path)).absolute())


if __name__ == "__main__":
    listen(sys.argv[1])
    from rtfm_check.cli import main

    sys.exit(main(sys.argv[2:]))
