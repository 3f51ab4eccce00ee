"""The names in folders: by themselves, below one, and by globs. Part of every start-up."""

from __future__ import annotations

import os

from rtfm_check.exits import NothingThere

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Iterable


def base(path: str) -> str:
    """The name of a folder, also when it is written as `.` or `..`."""
    name = os.path.basename(path.rstrip(os.sep))
    return os.path.basename(os.path.abspath(path)) if name in ("", ".", "..") else name


def path_in(folder: str, name: str) -> str:
    """The path of a name in a folder, without the `./` of the current one, as it may be typed."""
    return name if folder == os.curdir else os.path.join(folder, name)


def names(folder: str) -> list[str]:
    """The names in a folder; none where there is no folder, or none that can be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def entries(folder: str) -> dict[str, bool]:
    """The names in a folder, and whether a folder, or a link to one, has the name."""
    try:
        with os.scandir(folder) as found:
            return {entry.name: _is_folder(entry) for entry in found}
    except OSError:
        return {}


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads nowhere
        return False


def is_locked(folder: str) -> bool:
    """Whether a folder is there and its names cannot be read."""
    return os.path.isdir(folder) and not os.access(folder, os.R_OK)


def below(folder: str) -> list[str]:
    """All files below a folder; links to folders are not followed."""
    found: list[str] = []
    waiting = [folder]
    while waiting:  # not os.walk, which calls itself for each level
        parent = waiting.pop()
        for name, is_folder in entries(parent).items():
            path = os.path.join(parent, name)
            if not is_folder:
                found.append(path)
            elif not os.path.islink(path):
                waiting.append(path)
    return found


def globbed(patterns: Iterable[str], *, allow_empty: bool) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        paths = _matching(pattern)
        if not paths and not allow_empty:
            raise NothingThere(pattern)
        for path in map(os.path.normpath, paths):
            if not os.path.isdir(path):
                found.add(path)
            elif path == os.path.normpath(pattern):  # a folder that is named means its files
                found.update(below(path))
    return found


def _matching(pattern: str) -> set[str]:
    """The paths that a glob matches, as `glob.glob` finds them with `recursive`.

    But `**` follows no links: two links to the folder they lie in are enough for no end of paths.
    """
    import fnmatch
    import glob

    drive, rest = os.path.splitdrive(pattern)
    start = drive + rest[: len(rest) - len(rest.lstrip(os.sep))]
    parts = [part for part in rest.split(os.sep) if part]
    found: set[str] = set()
    waiting, seen = [(start, 0)], {(start, 0)}
    while waiting:
        folder, index = waiting.pop()
        if index == len(parts):
            found.add(folder)
            continue
        part = parts[index]
        following: list[tuple[str, int]] = []
        if not glob.has_magic(part):
            path = os.path.join(folder, part)
            following = [(path, index + 1)] if os.path.lexists(path) else []
        elif part == "**":
            following = [(folder, index + 1)]
            for name in names(folder or os.curdir):
                path = os.path.join(folder, name)
                if name[0] == ".":
                    continue
                if os.path.isdir(path) and not os.path.islink(path):
                    following.append((path, index))
                elif index + 1 == len(parts):
                    following.append((path, index + 1))
        else:
            following = [
                (os.path.join(folder, name), index + 1)
                for name in names(folder or os.curdir)
                if fnmatch.fnmatch(name, part) and (name[0] != "." or part[0] == ".")
            ]
        waiting += [each for each in following if each not in seen]
        seen.update(following)
    return found - {start}
