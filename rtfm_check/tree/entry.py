"""What a walk over a tree finds: files and folders, and what leaves one out; and what it is for."""

from __future__ import annotations

import fnmatch
import os
from typing import NamedTuple

EXCLUDED_NAMES = frozenset(
    (
        *(".git", ".venv", "venv", "__pycache__", "node_modules", ".tox", "dist", "build"),
        *(".egg-info", ".eggs", ".mypy_cache", ".pytest_cache", ".ruff_cache", "db", ".rtfm"),
        *(".cache", ".codegraph"),
    )
)
TRANSIENT_ENDINGS = ("-wal", "-shm", "-journal")
WORKTREES = ".claude/worktrees"


class Reason(NamedTuple):
    """Which rule leaves a file or folder out."""

    rule: str  # one of the names that `_RULES` explains
    pattern: str = ""  # the name, ending or pattern that decides, or why it cannot be read
    file: str = ""  # the ignore file, relative to the root
    line: int = 0  # 1-based, in that file

    def __str__(self) -> str:
        where = f" in line {self.line} of {self.file}" if self.file else ""
        return _RULES[self.rule].format(self.pattern) + where


_RULES = {
    "excluded-name": "RTFM reads nothing that is named {}",
    "transient": "RTFM reads nothing that ends in {}: it is SQLite's",
    "worktrees": "RTFM reads nothing in {}",
    "include": "no pattern of `include` matches it",
    "exclude": "the pattern {} of `exclude`",
    "gitignore": "the pattern {}",
    "rtfmignore": "the pattern {}",
    "extend-exclude": "the pattern {} of the setting extend-exclude",
    "link": "a symbolic link, which is not followed",
    "special-file": "neither a file nor a folder",
    "unreadable": "it cannot be read: {}",
    "binary": "a NUL in its first 8192 bytes makes it binary",
    "index": "an index that rtfm-check wrote; RTFM reads it, unless an ignore file names it",
}


class Entry(NamedTuple):
    """A file that is read; or a file, or a folder with all in it, that is left out."""

    path: str  # relative to the root, with `/`; bytes that are not UTF-8 as surrogates
    size: int  # in bytes; 0 for what is no regular file
    reason: Reason | None = None  # why it is left out
    is_folder: bool = False
    changed: int = 0  # nanoseconds of the time of its last change
    inode: int = 0
    touched: int = 0  # as `changed`, of whatever is known of it: nobody can set that time back

    @property
    def state(self) -> list[int]:
        """What says, if it is the same, that a file was not written to; see `walk.has_recent`."""
        return [self.size, self.changed, self.touched, self.inode]


class Scope(NamedTuple):
    """What a run restricts the tree to."""

    include: tuple[str, ...] = ()  # patterns, one of which a file has to match; none stand for all
    exclude: tuple[str, ...] = ()  # patterns, none of which a file may match
    respect_gitignore: bool = True
    extend_exclude: tuple[str, ...] = ()  # lines as in a .gitignore
    extend_base: str = os.curdir  # the folder that those are relative to
    only: tuple[str, ...] = ()  # relative paths of files and folders: nothing else is looked at


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern of `include` or `exclude` matches a relative path, as in RTFM.

    With a slash it is a glob of the path below any folder; with a dot first and no wildcard it is
    the end of a name, in any case; everything else is a glob of the name. `*` matches slashes too.
    """
    if "/" in pattern:
        return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, f"*/{pattern}")
    name = path.rpartition("/")[2]
    if pattern.startswith(".") and not any(character in pattern for character in "*?["):
        return name.lower().endswith(pattern.lower())
    return fnmatch.fnmatchcase(name, pattern)
