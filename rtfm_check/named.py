"""Which folders and files the paths of a command line mean. Part of every start-up."""

from __future__ import annotations

import os

from rtfm_check import limits
from rtfm_check.exits import NothingThere
from rtfm_check.layout import FIELDS, FIXTURE_SUFFIXES, Target, is_mapping_name, is_profile_name
from rtfm_check.listing import base

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Iterable


def targets(
    paths: Iterable[str], cwd: str, *, is_list: bool = False
) -> tuple[list[Target], list[str]]:
    """The folders that the paths of a command line mean, and the named files to skip.

    A folder with `.rtfm/` in it is a project, one named fields holds field profiles; any other is
    a folder of mappings. A file counts when it lies in a folder named fields, in or below a folder
    named mappings (or in the fixtures beside one), or when it is the only path. Without paths: the
    project around `cwd`, if any. A list is what a program made: it may be empty, and one path of
    it means no more than it would beside others.
    Raises NothingThere for a path that does not exist.
    """
    paths = [from_here(path) for path in paths]
    is_alone = len(paths) == 1 and not is_list
    if not paths and not is_list:
        project = _project_around(cwd)
        return (project_targets(project) if project else []), []
    wanted: dict[str, Target] = {}
    skipped: list[str] = []
    for path in paths:
        for target in _meant(path, alone=is_alone):
            known = wanted.setdefault(os.path.realpath(target.folder), target)
            if known is target:
                continue
            if known.only is None or target.only is None:
                known.only = None
            else:
                known.only |= target.only
        if os.path.isfile(path) and not _meant(path, alone=is_alone):
            skipped.append(path)
    return list(wanted.values()), skipped


def from_here(path: str) -> str:
    """A path or glob from the current folder, so that it is named in one way however it was typed.

    What reports, baselines and suppressions go by must not depend on that.
    """
    while path.startswith("./"):
        path = path[2:].lstrip("/") or os.curdir
    if not os.path.isabs(path) or os.pardir in path.split(os.sep):  # which may be behind a link
        return path
    try:
        seen = os.path.relpath(path)
        if seen.split(os.sep)[0] != os.pardir:
            return seen
        folder, name = os.path.split(path.rstrip(os.sep))
        real = os.path.relpath(os.path.join(os.path.realpath(folder), name))
    except ValueError:  # on another drive
        return path
    return seen if real.split(os.sep)[0] == os.pardir else real


def around(path: str) -> list[Target]:
    """The folder that a mapping, fixture or profile belongs to, whether it was written or not."""
    return [] if os.path.isdir(path) else _meant(path, alone=False, has_to_be=False)


def _meant(path: str, *, alone: bool, has_to_be: bool = True) -> list[Target]:
    if os.path.isdir(path):
        if os.path.isdir(os.path.join(path, ".rtfm")):
            return project_targets(path)
        if base(path) == ".rtfm":
            return project_targets(os.path.join(path, os.pardir))
        if base(path) == FIELDS:
            return [Target(path, None, is_fields=True)]
        return [Target(_mappings_of_fixtures(path) or path, None)]
    if has_to_be and not os.path.lexists(path):
        raise NothingThere(path)
    folder = os.path.dirname(path)
    if base(folder or os.curdir) == FIELDS and is_profile_name(path):
        return [Target(folder or os.curdir, {path}, is_fields=True)]
    above = folder or os.curdir
    while above:
        if base(above) == "mappings":
            if is_mapping_name(path) or above == (folder or os.curdir):
                in_fixtures = "fixtures" in os.path.relpath(path, above).split(os.sep)
                return [Target(above, None if in_fixtures else {path})]
            return []
        mappings = _mappings_of_fixtures(above)
        if mappings and path.lower().endswith(FIXTURE_SUFFIXES):
            return [Target(mappings, None)]
        parent = os.path.dirname(above)
        if parent == above:
            break
        above = parent
    if alone and is_profile(path):
        return [Target(folder or os.curdir, {path}, is_fields=True)]
    if alone and is_mapping_name(path):
        return [Target(folder or os.curdir, {path})]
    return []


def _mappings_of_fixtures(folder: str) -> str | None:
    """The folder of mappings around or beside a folder of fixtures, if it is one."""
    if base(folder) != "fixtures":
        return None
    parent = os.path.normpath(os.path.join(folder, os.pardir))
    if base(parent) == "mappings":
        return parent
    beside = os.path.normpath(os.path.join(parent, "mappings"))
    return beside if os.path.isdir(beside) else None


def is_profile(path: str) -> bool:
    """Whether a file that is named by itself is a field profile, and not a mapping."""
    if path.lower().endswith(".conf"):
        return True
    if not is_profile_name(path):
        return False
    if base(os.path.dirname(path) or os.curdir) == FIELDS:
        return True
    try:
        with open(path, "rb") as stream:
            head = stream.read(limits.MAPPING_BYTES) if os.path.isfile(path) else b""
    except OSError:
        return False
    return any(key in head for key in (b"json_text_fields", b"json_metadata_fields"))


def project_targets(project: str) -> list[Target]:
    """The folders of a project: its mappings, and its field profiles if it has any."""
    own = os.path.join(project, ".rtfm")
    found = [Target(os.path.normpath(os.path.join(own, "mappings")), None)]
    fields = os.path.normpath(os.path.join(own, FIELDS))
    if os.path.isdir(fields):
        found.append(Target(fields, None, is_fields=True))
    return found


def _project_around(cwd: str) -> str | None:
    """The nearest folder up to the repository's root that has `.rtfm/`, relative if it is `.`."""
    folder = cwd
    while True:
        if os.path.isdir(os.path.join(folder, ".rtfm")):
            return os.path.relpath(folder, cwd)
        parent = os.path.dirname(folder)
        if os.path.exists(os.path.join(folder, ".git")) or parent == folder:
            return None
        folder = parent
