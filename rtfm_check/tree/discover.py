"""Which files of a tree RTFM would read, and what leaves out each of the others.

RTFM reads everything but: what lies in folders of certain names, what SQLite writes beside a
database, other agents' worktrees, what `include` and `exclude` leave out, and what a .gitignore at
any level or the .rtfmignore at the root ignores. Nothing above the root is looked at.

An index that rtfm-check wrote is left out too, wherever it lies: RTFM would take it for documents.

Safer than RTFM: links are never followed, and pipes and devices never opened. Both are reported.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.source import Unreadable
from rtfm_check.tree.entry import (
    EXCLUDED_NAMES,
    TRANSIENT_ENDINGS,
    WORKTREES,
    Entry,
    Reason,
    Scope,
    matches,
)
from rtfm_check.tree.ignores import (
    IgnoreFile,
    Remark,
    differences,
    patterns_of,
    read_file,
)
from rtfm_check.tree.opened import first_bytes

_MANIFEST = "manifest.json"
_OF_AN_INDEX = re.compile(rb'\s*\{\s*"format"\s*:\s*"rtfm-index-v[0-9]+"')  # its start
_HEAD_BYTES = 64  # of a manifest


def discover(
    root: str,
    scope: Scope = Scope(),  # noqa: B008
    is_own: Callable[[str], bool] = lambda path: False,
) -> Iterator[Entry | Remark]:
    """Every file below the root, folder by folder, each folder in the order of its names' bytes.

    A path that is the run's own, such as the artifact it writes, is passed over without a word.

    Sub-folders come among the files, which is RTFM's order. A remark comes before the entries of
    the folder that it is about. Memory grows with the largest folders on one branch, no further.
    """
    if scope.only and "" not in scope.only:
        scope = scope._replace(only=tuple(each.rstrip("/") for each in scope.only))
    else:
        scope = scope._replace(only=())
    walk = _Walk(root, scope, is_own)
    yield from walk.entries()


class _Level(NamedTuple):
    """A folder on the way down: what is still to be done in it, and what holds there."""

    waiting: Iterator[os.DirEntry[str]]
    prefix: str  # of the paths in it
    gitignores: tuple[IgnoreFile, ...]  # the nearest first
    has_negations: bool  # a line with `!`: RTFM may read those otherwise


class _Walk:
    """One pass over a tree."""

    def __init__(self, root: str, scope: Scope, is_own: Callable[[str], bool]) -> None:
        self._root = root
        self._is_own = is_own
        self._scope = scope
        self._rtfmignore: IgnoreFile | None = None
        self._own = patterns_of("extend-exclude", scope.extend_exclude)
        self._own_base = os.path.abspath(scope.extend_base)
        self._is_selective = bool(scope.include or scope.exclude)
        self._told: set[str] = set()  # the ignore files that RTFM is known to read otherwise
        self._has_told_of_name = False

    def entries(self) -> Iterator[Entry | Remark]:
        ignores, remarks = self._read_ignore_file(".rtfmignore")
        yield from remarks
        self._rtfmignore = ignores
        top, found = self._enter("", ())
        yield from found
        levels = [top] if top else []
        only = self._scope.only
        while levels:  # not recursive: a tree may be deeper than Python's stack
            entry = next(levels[-1].waiting, None)
            if entry is None:
                levels.pop()
                continue
            name, level = entry.name, levels[-1]
            path = level.prefix + name
            if (only and not self._is_wanted(path)) or self._is_own(path):
                continue
            if not (name.isascii() or self._has_told_of_name or _is_utf8(name)):
                self._has_told_of_name = True
                message = "RTFM's whole sync fails at a name that is not UTF-8"
                yield Remark(path, 0, message, "file-name-not-utf8")
            is_folder = _is_folder(entry)
            reason = self._by_rule(path, name, level, is_folder=is_folder)
            if level.has_negations and (reason is None or reason.rule == "gitignore"):
                yield from self._told_once(path, level, is_folder, reason is not None)
            if not is_folder:
                yield _entry(path, entry, reason)
            elif reason is not None:
                yield Entry(path, 0, reason, is_folder=True)
            else:
                below, found = self._enter(path + "/", level.gitignores)
                yield from found
                if below:
                    levels.append(below)

    def _enter(
        self, prefix: str, gitignores: tuple[IgnoreFile, ...]
    ) -> tuple[_Level | None, list[Entry | Remark]]:
        """A folder's names, sorted, and its .gitignore; or the entry that says what is wrong."""
        try:
            with os.scandir(os.path.join(self._root, prefix)) as listing:
                waiting = sorted(listing, key=_name_bytes)
        except OSError as error:
            reason = Reason("unreadable", (error.strerror or str(error)).lower())
            return None, [Entry(prefix.rstrip("/"), 0, reason, is_folder=True)]
        names = {each.name for each in waiting}
        if prefix and _MANIFEST in names and self._is_index(prefix):
            return None, [Entry(prefix.rstrip("/"), 0, Reason("index"), is_folder=True)]
        found: list[Entry | Remark] = []
        if self._scope.respect_gitignore and ".gitignore" in names:
            ignores, remarks = self._read_ignore_file(prefix + ".gitignore")
            found += remarks
            if ignores:
                in_force = sum(len(each.rules) for each in (ignores, *gitignores))
                if in_force <= limits.IGNORE_RULES:
                    gitignores = (ignores, *gitignores)
                else:
                    message = f"more than {limits.IGNORE_RULES:,} patterns hold here: not applied"
                    found.append(Remark(ignores.path, 0, message))
        has_negations = any(each.has_negations for each in gitignores)
        return _Level(iter(waiting), prefix, gitignores, has_negations), found

    def _is_index(self, prefix: str) -> bool:
        """Whether a folder with a manifest is what a run of `index` wrote, under whatever name."""
        try:
            head = first_bytes(self._root, prefix + _MANIFEST, _HEAD_BYTES)
        except OSError:
            return False  # it is told when its turn comes
        return _OF_AN_INDEX.match(head) is not None

    def _read_ignore_file(self, path: str) -> tuple[IgnoreFile | None, list[Remark]]:
        """An ignore file by its path relative to the root, if it is there."""
        where = os.path.join(self._root, path)
        if not os.path.lexists(where) or os.path.isdir(where):
            return None, []
        if os.path.islink(where):
            message = "a symbolic link: not read, as git does not"
            return None, [Remark(path, 0, message, is_all=True)]
        try:
            return read_file(self._root, path, path)
        except Unreadable as error:
            message = f"its patterns do not count: {error}"
            return None, [Remark(path, 0, message, "unreadable-file", is_all=True)]

    def _is_wanted(self, path: str) -> bool:
        """Whether a path is in, or on the way to, what the run is about."""
        only = self._scope.only
        return not only or any(
            path == each or path.startswith(each + "/") or each.startswith(path + "/")
            for each in only
        )

    def _by_rule(self, path: str, name: str, level: _Level, *, is_folder: bool) -> Reason | None:
        """The first rule that leaves a path out; nothing above it is left out."""
        if name in EXCLUDED_NAMES:
            return Reason("excluded-name", name)
        if is_folder:
            if path.endswith(WORKTREES) and f"/{path}".endswith(f"/{WORKTREES}"):
                return Reason("worktrees", WORKTREES)
        elif self._is_selective or name.endswith(TRANSIENT_ENDINGS):
            reason = self._by_selection(path, name)
            if reason:
                return reason
        for file in level.gitignores:
            rule = file.rule_for(path, is_folder=is_folder)
            if rule is not None:
                if rule.is_negated:
                    break
                return Reason("gitignore", rule.text, file.path, rule.line)
        if self._rtfmignore is not None:
            rule = self._rtfmignore.rule_for(path, is_folder=is_folder)
            if rule is not None and not rule.is_negated:
                return Reason("rtfmignore", rule.text, self._rtfmignore.path, rule.line)
        return self._by_own(path, is_folder=is_folder) if self._own.rules else None

    def _by_selection(self, path: str, name: str) -> Reason | None:
        for ending in TRANSIENT_ENDINGS:
            if name.endswith(ending):
                return Reason("transient", ending)
        include, exclude = self._scope.include, self._scope.exclude
        if include and not any(matches(pattern, path) for pattern in include):
            return Reason("include")
        found = next((pattern for pattern in exclude if matches(pattern, path)), None)
        return Reason("exclude", found) if found is not None else None

    def _by_own(self, path: str, *, is_folder: bool) -> Reason | None:
        where = os.path.abspath(os.path.join(self._root, path))
        relative = os.path.relpath(where, self._own_base).replace(os.sep, "/")
        rule = self._own.rule_for(relative, is_folder=is_folder)
        return Reason("extend-exclude", rule.text) if rule and not rule.is_negated else None

    def _told_once(
        self, path: str, level: _Level, is_folder: bool, is_left_out: bool
    ) -> Iterator[Remark]:
        """Where RTFM reads the .gitignores of a path otherwise; once for each of them."""
        for remark in differences(
            level.gitignores, path, is_folder=is_folder, is_left_out=is_left_out
        ):
            if remark.path not in self._told:
                self._told.add(remark.path)
                yield remark


def _name_bytes(entry: os.DirEntry[str]) -> bytes:
    name = entry.name
    return name.encode() if name.isascii() else os.fsencode(name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # where the system has to ask for the kind, and cannot
        return False


def _entry(path: str, entry: os.DirEntry[str], reason: Reason | None) -> Entry:
    """What becomes of something that is no folder."""
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        return Entry(
            path, 0, reason or Reason("unreadable", (error.strerror or str(error)).lower())
        )
    if stat.S_ISREG(status.st_mode):
        times = status.st_mtime_ns, status.st_ino, status.st_ctime_ns
        return Entry(path, status.st_size, reason, False, *times)
    is_link = stat.S_ISLNK(status.st_mode)
    return Entry(path, 0, reason or Reason("link" if is_link else "special-file"))


def _is_utf8(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def local_parsers(root: str) -> Iterator[str]:
    """The Python files that RTFM would run as parsers; nothing here does.

    Of a folder that is a link, only itself: what lies elsewhere is not for the report.
    """
    where = ""
    for part in (".rtfm", "parsers"):
        where = os.path.join(where, part)
        if os.path.islink(os.path.join(root, where)):
            yield where.replace(os.sep, "/")
            return
    try:
        names = sorted(os.listdir(os.path.join(root, where)))
    except OSError:
        return  # none, or none that RTFM could read either
    for name in names:
        if name.endswith(".py") and not name.startswith("_"):
            yield os.path.join(where, name).replace(os.sep, "/")
