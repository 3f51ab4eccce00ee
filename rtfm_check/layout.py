"""What a folder of mappings, or of field profiles, holds, and its fixtures. Part of every start-up.

Imports nothing heavy.

RTFM reads `.rtfm/mappings`: not its sub-folders, the three suffixes in any case, hidden files
too, in the order of their names as Python sorts text.
"""

from __future__ import annotations

import os
import stat

from rtfm_check.limits import MAPPING_BYTES
from rtfm_check.listing import base, below, entries, globbed, is_locked, names, path_in

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
        is_loose = is_fields and base(folder) != FIELDS
        self.root = project_root(os.path.join(folder, FIELDS) if is_loose else folder)
        self.fixture_globs: tuple[str, ...] = ()
        self.allow_empty = False  # a glob may match nothing
        self.schemas = ""  # folder of the JSON Schemas of documents, if there is one

    def mapping_files(self) -> list[str]:
        """The paths of the mapping files, in RTFM's order; of profiles, in the same one.

        A folder that cannot be read stands for the files in it, so that it is reported.
        """
        if is_locked(self.folder):
            return [self.folder]
        if self.is_fields and base(self.folder) != FIELDS:
            return sorted(path for path in self.only or () if os.path.lexists(path))
        is_meant = is_profile_name if self.is_fields else is_mapping_name
        return [
            path_in(self.folder, name)
            for name, is_folder in sorted(entries(self.folder).items())
            if is_meant(name) and not is_folder
        ]

    def fixture_files(self) -> list[str]:
        """The paths of the fixtures, sorted; raises NothingThere for a glob without a file."""
        if self.is_fields:
            return []
        if self.fixture_globs:
            found = globbed(self.fixture_globs, allow_empty=self.allow_empty)
        else:
            found = set()
            for folder in fixture_folders(self.folder):
                found.update(below(folder))
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
            found = [path for each in fixture_folders(self.folder) for path in below(each)]
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
        is_for_mappings = base(self.folder) == "mappings"
        for name, is_folder in entries(self.folder).items():
            path = path_in(self.folder, name)
            if is_folder:
                if is_for_mappings and name != "fixtures" and not os.path.islink(path):
                    strays += [each for each in below(path) if is_mapping_name(each)]
            elif not is_mapping_name(name) and _nearly_mapping_name(name):
                strays.append(path)
        own = os.path.dirname(os.path.normpath(self.folder))
        if is_for_mappings and os.path.basename(os.path.abspath(own)) == ".rtfm":
            strays += _beside_mappings(own, self.folder)
        return sorted(strays)


def expected_path(fixture: str) -> str:
    """Where the snapshot of a fixture lies: NAME.expected.json beside NAME.json."""
    return os.path.splitext(fixture)[0] + EXPECTED_SUFFIX


def is_mapping_name(name: str) -> bool:
    """Whether RTFM would load a file of this name."""
    return os.path.splitext(name)[1].lower() in MAPPING_SUFFIXES


def is_profile_name(name: str) -> bool:
    """Whether a file of this name in a folder `fields` is a field profile."""
    return os.path.splitext(name)[1].lower() in PROFILE_SUFFIXES


def _beside_mappings(own: str, mappings: str) -> list[str]:
    """Mappings in `.rtfm` itself, or in a folder of it whose name is nearly `mappings`."""
    found: list[str] = []
    for name, is_folder in entries(own).items():
        path = path_in(own, name)
        if is_folder:
            word = name.lower().rstrip("s")
            is_near = word in ("mapping", "maping", "map") and name != base(mappings)
            is_same = is_near and os.path.isdir(mappings) and os.path.samefile(path, mappings)
            if is_near and not is_same and not os.path.islink(path):
                found += [each for each in below(path) if is_mapping_name(each)]
        elif is_mapping_name(name) and _holds_mapping(path):
            found.append(path)
    return found


def _holds_mapping(path: str) -> bool:
    """Whether a file is short, and has what every mapping has."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAPPING_BYTES:
            return False
        with open(path, "rb") as file:
            text = file.read(MAPPING_BYTES)
    except OSError:
        return False  # nothing can be said of it
    return all(key in text for key in (b"name", b"match", b"chunks"))


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
    if not os.path.dirname(folder) and base(folder) != folder:
        beside = os.path.join(os.pardir, "fixtures")
    inside = os.path.join(folder, "fixtures")
    return [each for each in (beside, inside) if os.path.isdir(each)]


def schema_files(folder: str) -> list[str]:
    """The JSON files in and below a folder of JSON Schemas, sorted."""
    return sorted(path for path in below(folder) if path.lower().endswith(".json"))
