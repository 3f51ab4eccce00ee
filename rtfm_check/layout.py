"""Which mappings, field profiles and fixtures a run is about. Part of every start-up.

Imports nothing heavy.

RTFM reads `.rtfm/mappings`: not its sub-folders, the three suffixes in any case, hidden files
too, in the order of their names as Python sorts text.
"""

from __future__ import annotations

import os

from rtfm_check import limits
from rtfm_check.exits import NothingThere

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Iterable

MAPPING_SUFFIXES = (".yaml", ".yml", ".json")
PROFILE_SUFFIXES = (*MAPPING_SUFFIXES, ".conf")
FIXTURE_SUFFIXES = (".json", ".jsonl")
FIELDS = "fields"
EXPECTED_SUFFIX = ".expected.json"


class Target:
    """A folder of mappings, and the files in or below it that findings are wanted for.

    Or a folder of field profiles. Where it is not named `fields`, it may hold anything, and the
    profiles are those that are named.
    """

    __slots__ = (
        *("allow_empty", "fixture_globs", "folder", "is_fields", "only", "root"),
        "schemas",
    )

    def __init__(self, folder: str, only: set[str] | None, *, is_fields: bool = False) -> None:
        """`only` holds paths; None stands for all."""
        self.folder = folder
        self.only = only
        self.is_fields = is_fields
        is_loose = is_fields and _base(folder) != FIELDS
        self.root = project_root(os.path.join(folder, FIELDS) if is_loose else folder)
        self.fixture_globs: tuple[str, ...] = ()
        self.allow_empty = False  # a glob may match nothing
        self.schemas = ""  # folder of the JSON Schemas of documents, if there is one

    def mapping_files(self) -> list[str]:
        """The paths of the mapping files, in RTFM's order; of profiles, in the same one.

        A folder that cannot be read stands for the files in it, so that it is reported.
        """
        if _is_locked(self.folder):
            return [self.folder]
        if self.is_fields and _base(self.folder) != FIELDS:
            return sorted(path for path in self.only or () if os.path.lexists(path))
        is_meant = is_profile_name if self.is_fields else is_mapping_name
        return [
            _in(self.folder, name)
            for name, is_folder in sorted(_entries(self.folder).items())
            if is_meant(name) and not is_folder
        ]

    def fixture_files(self) -> list[str]:
        """The paths of the fixtures, sorted; raises NothingThere for a glob without a file."""
        if self.is_fields:
            return []
        if self.fixture_globs:
            found = _globbed(self.fixture_globs, allow_empty=self.allow_empty)
        else:
            found = set()
            for folder in fixture_folders(self.folder):
                found.update(_below(folder))
        own = set(self.mapping_files())
        return sorted(
            path
            for path in found
            if path.lower().endswith(FIXTURE_SUFFIXES)
            and not path.lower().endswith(EXPECTED_SUFFIX)
            and path not in own
        )

    def expected_files(self) -> list[str]:
        """The paths of the fixtures' snapshots, in the order of the fixtures."""
        fixtures = self.fixture_files()
        folders = {os.path.dirname(path) for path in fixtures}
        there = {os.path.join(each, name) for each in folders for name in names(each or os.curdir)}
        return [path for path in map(expected_path, fixtures) if path in there]

    def lone_snapshots(self) -> list[str]:
        """Snapshots beside which no fixture lies: it was renamed, or is gone."""
        if self.is_fields:
            return []
        if self.fixture_globs:
            folders = {os.path.dirname(path) for path in self.fixture_files()}
            found = [
                os.path.join(folder, name)
                for folder in folders
                for name in names(folder or os.curdir)
            ]
        else:
            found = [path for each in fixture_folders(self.folder) for path in _below(each)]
        snapshots = [path for path in found if path.lower().endswith(EXPECTED_SUFFIX)]
        fixtures = [path for path in found if path.lower().endswith(FIXTURE_SUFFIXES)]
        known = set(map(expected_path, {*fixtures} - {*snapshots}))
        return sorted(path for path in snapshots if path not in known)

    def stray_files(self) -> list[str]:
        """Files that look like mappings and are not loaded: in sub-folders, with other suffixes.

        The sub-folders are those of a folder named mappings: another one may hold anything.
        """
        strays: list[str] = []
        if self.is_fields:
            return strays
        is_for_mappings = _base(self.folder) == "mappings"
        for name, is_folder in _entries(self.folder).items():
            path = _in(self.folder, name)
            if is_folder:
                if is_for_mappings and name != "fixtures" and not os.path.islink(path):
                    strays += [each for each in _below(path) if is_mapping_name(each)]
            elif not is_mapping_name(name) and _nearly_mapping_name(name):
                strays.append(path)
        return sorted(strays)


def _in(folder: str, name: str) -> str:
    """The path of a name in a folder, without the `./` of the current one, as it may be typed."""
    return name if folder == os.curdir else os.path.join(folder, name)


def expected_path(fixture: str) -> str:
    """Where the snapshot of a fixture lies: NAME.expected.json beside NAME.json."""
    return os.path.splitext(fixture)[0] + EXPECTED_SUFFIX


def is_mapping_name(name: str) -> bool:
    """Whether RTFM would load a file of this name."""
    return os.path.splitext(name)[1].lower() in MAPPING_SUFFIXES


def is_profile_name(name: str) -> bool:
    """Whether a file of this name in a folder `fields` is a field profile."""
    return os.path.splitext(name)[1].lower() in PROFILE_SUFFIXES


def is_profile(path: str) -> bool:
    """Whether a file that is named by itself is a field profile, and not a mapping."""
    if path.lower().endswith(".conf"):
        return True
    if not is_profile_name(path):
        return False
    if _base(os.path.dirname(path) or os.curdir) == FIELDS:
        return True
    try:
        with open(path, "rb") as stream:
            head = stream.read(limits.MAPPING_BYTES) if os.path.isfile(path) else b""
    except OSError:
        return False
    return any(key in head for key in (b"json_text_fields", b"json_metadata_fields"))


def _nearly_mapping_name(name: str) -> bool:
    """m.jsonc, m.json5, m.yaml.txt, m.yml.j2, m.json_; not what is put aside on purpose."""
    stem, suffix = os.path.splitext(name.lower())
    if suffix in (".bak", ".orig", ".disabled", ".off", ".old", ".swp", ".example", ".sample"):
        return False
    if suffix.endswith("~"):
        return False
    return suffix in (".jsonc", ".json5", ".yaml_", ".yam", ".ymal") or stem.endswith(
        MAPPING_SUFFIXES
    )


def targets(paths: Iterable[str], cwd: str) -> tuple[list[Target], list[str]]:
    """The folders that the paths of a command line mean, and the named files to skip.

    A folder with `.rtfm/` in it is a project, one named fields holds field profiles; any other is
    a folder of mappings. A file counts when it lies in a folder named fields, in or below a folder
    named mappings (or in the fixtures beside one), or when it is the only path. Without paths: the
    project around `cwd`, if any.
    Raises NothingThere for a path that does not exist.
    """
    paths = [from_here(path) for path in paths]
    if not paths:
        project = _project_around(cwd)
        return (project_targets(project) if project else []), []
    wanted: dict[str, Target] = {}
    skipped: list[str] = []
    for path in paths:
        for target in _meant(path, alone=len(paths) == 1):
            known = wanted.setdefault(os.path.realpath(target.folder), target)
            if known is target:
                continue
            if known.only is None or target.only is None:
                known.only = None
            else:
                known.only |= target.only
        if os.path.isfile(path) and not _meant(path, alone=len(paths) == 1):
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
        if _base(path) == ".rtfm":
            return project_targets(os.path.join(path, os.pardir))
        if _base(path) == FIELDS:
            return [Target(path, None, is_fields=True)]
        return [Target(_mappings_of_fixtures(path) or path, None)]
    if has_to_be and not os.path.lexists(path):
        raise NothingThere(path)
    folder = os.path.dirname(path)
    if _base(folder or os.curdir) == FIELDS and is_profile_name(path):
        return [Target(folder or os.curdir, {path}, is_fields=True)]
    above = folder or os.curdir
    while above:
        if _base(above) == "mappings":
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
    if _base(folder) != "fixtures":
        return None
    parent = os.path.normpath(os.path.join(folder, os.pardir))
    if _base(parent) == "mappings":
        return parent
    beside = os.path.normpath(os.path.join(parent, "mappings"))
    return beside if os.path.isdir(beside) else None


def _base(path: str) -> str:
    """The name of a folder, also when it is written as `.` or `..`."""
    name = os.path.basename(path.rstrip(os.sep))
    return os.path.basename(os.path.abspath(path)) if name in ("", ".", "..") else name


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


def project_root(folder: str) -> str:
    """The folder that holds the project of a mapping folder: no file outside it is read."""
    folder = os.path.abspath(folder)
    if os.path.basename(os.path.dirname(folder)) == ".rtfm":
        return os.path.dirname(os.path.dirname(folder))
    above = folder
    while True:
        if os.path.exists(os.path.join(above, ".git")):
            return above
        parent = os.path.dirname(above)
        if parent == above:
            return os.path.dirname(folder)
        above = parent


def fixture_folders(folder: str) -> list[str]:
    """Where fixtures lie by default: beside the mapping folder, and inside it."""
    beside = os.path.normpath(os.path.join(os.path.dirname(folder) or os.curdir, "fixtures"))
    if not os.path.dirname(folder) and _base(folder) != folder:
        beside = os.path.join(os.pardir, "fixtures")
    inside = os.path.join(folder, "fixtures")
    return [each for each in (beside, inside) if os.path.isdir(each)]


def names(folder: str) -> list[str]:
    """The names in a folder; none where there is no folder, or none that can be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _entries(folder: str) -> dict[str, bool]:
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


def _is_locked(folder: str) -> bool:
    """Whether a folder is there and its names cannot be read."""
    return os.path.isdir(folder) and not os.access(folder, os.R_OK)


def _below(folder: str) -> list[str]:
    """All files below a folder; links to folders are not followed."""
    found: list[str] = []
    waiting = [folder]
    while waiting:  # not os.walk, which calls itself for each level
        parent = waiting.pop()
        for name, is_folder in _entries(parent).items():
            path = os.path.join(parent, name)
            if not is_folder:
                found.append(path)
            elif not os.path.islink(path):
                waiting.append(path)
    return found


def schema_files(folder: str) -> list[str]:
    """The JSON files in and below a folder of JSON Schemas, sorted."""
    return sorted(path for path in _below(folder) if path.lower().endswith(".json"))


def _globbed(patterns: Iterable[str], *, allow_empty: bool) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        paths = _matching(pattern)
        if not paths and not allow_empty:
            raise NothingThere(pattern)
        for path in map(os.path.normpath, paths):
            if not os.path.isdir(path):
                found.add(path)
            elif path == os.path.normpath(pattern):  # a folder that is named means its files
                found.update(_below(path))
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
