"""Which line of an ignore file names a path that is not there: most likely it is generated."""

from __future__ import annotations

from collections.abc import Iterator

from rtfm_check.source import Unreadable
from rtfm_check.text import show
from rtfm_check.tree.entry import Entry, Reason
from rtfm_check.tree.ignores import IgnoreFile, read_file
from rtfm_check.tree.walk import Plan

_MOST_FOLDERS = 64  # in one path
_MOST_WORK = 100_000_000  # characters of paths times patterns; beyond it, a link is broken


def is_ignore_file(path: str) -> bool:
    """Whether a path of the tree is that of an ignore file which is read as one."""
    return path == ".rtfmignore" or path.rpartition("/")[2] == ".gitignore"


class Ignored:
    """The ignore files of a tree, each read when it is asked for."""

    def __init__(self, root: str, found: Plan) -> None:
        self._root = root
        entries = (*found.entries, *found.others)
        self._entries = {
            show.path(each.path): each
            for each in entries
            if is_ignore_file(each.path) and not each.is_folder and each.size
        }
        self._files: dict[str, IgnoreFile | None] = {}
        self._known: dict[tuple[str, bool], Reason | None] = {}
        self._spare = _MOST_WORK

    def reason(self, path: str) -> Reason | None:
        """What would leave out a path, given from the root; None where it would be read.

        Whether it would be a file or a folder is not known.
        """
        if not self._entries or path.count("/") > _MOST_FOLDERS:
            return None
        bare = path.rstrip("/")
        for end in _ends(bare):
            reason = self._once(bare[:end], is_folder=end < len(bare) or path != bare)
            if reason is None and end == len(bare):
                reason = self._once(bare, is_folder=True)
            if reason is not None:
                return reason
        return None

    def _once(self, path: str, *, is_folder: bool) -> Reason | None:
        key = (path, is_folder)
        if key not in self._known and self._spare > 0:
            self._known[key] = self._of(path, is_folder=is_folder)
        return self._known.get(key)

    def _of(self, path: str, *, is_folder: bool) -> Reason | None:
        """What leaves out a path by itself, not by a folder above it."""
        for rule_of, names in (("gitignore", _above(path)), ("rtfmignore", [".rtfmignore"])):
            for name in names:
                file = self._read(name)
                if file is None:
                    continue
                self._spare -= len(file.rules) * len(path)
                rule = file.rule_for(path, is_folder=is_folder)
                if rule is not None and not rule.text.strip("*?/."):
                    return None  # it names all there is, and so nothing
                if rule is not None and not rule.is_negated:
                    return Reason(rule_of, rule.text, file.path, rule.line)
                if rule is not None:
                    break
        return None

    def _read(self, name: str) -> IgnoreFile | None:
        if name not in self._entries:
            return None
        if name not in self._files:
            self._files[name] = _parsed(self._root, name, self._entries[name])
        return self._files[name]


def _above(path: str) -> Iterator[str]:
    """The .gitignores that hold for a path, the nearest first."""
    folder = path.rpartition("/")[0]
    while folder:
        yield f"{folder}/.gitignore"
        folder = folder.rpartition("/")[0]
    yield ".gitignore"


def _ends(path: str) -> Iterator[int]:
    """Where the path of each folder ends, from the top, and the path itself."""
    at = path.find("/")
    while at >= 0:
        yield at
        at = path.find("/", at + 1)
    yield len(path)


def _parsed(root: str, name: str, entry: Entry) -> IgnoreFile | None:
    try:
        return read_file(root, entry.path, name)[0]
    except Unreadable:
        return None  # the walk has told that it does not count
