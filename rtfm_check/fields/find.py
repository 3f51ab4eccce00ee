"""The files of a project that field profiles are for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.fields.open import Chosen, ProfileFile, profiles, read_profile, unreadable
from rtfm_check.layout import Target
from rtfm_check.project import unreadable as unreadable_document
from rtfm_check.source import Source, Unreadable, read
from rtfm_check.tree.discover import discover
from rtfm_check.tree.entry import Entry, Scope
from rtfm_check.tree.ignores import Remark


class Found(NamedTuple):
    """A file, and the profiles that are for it; or what is left out of the tree with such files."""

    entry: Entry
    takers: list[int]  # places among the profiles, the one that gets the file first


def open_profiles(target: Target, replaced: dict[str, bytes]) -> Iterator[ProfileFile]:
    """Read the profiles of a folder. `replaced` has the bytes to use instead, by path."""
    for path in sorted({*target.mapping_files(), *replaced}):
        if path in replaced:
            if len(replaced[path]) > limits.MAPPING_BYTES:
                error = Unreadable(f"more than the limit of {limits.MAPPING_BYTES:,} bytes")
                yield unreadable(unreadable_document(path, error))
            else:
                yield read_profile(Source(path, replaced[path]))
            continue
        try:
            source = read(path, name=path, limit=limits.MAPPING_BYTES, root=target.root)
        except Unreadable as error:
            yield unreadable(unreadable_document(path, error))
        else:
            yield read_profile(source)


def find(root: str, files: Iterable[ProfileFile]) -> Iterator[Found]:
    """The files of a project that profiles are for, in the order of the tree."""
    chosen = profiles(files).all
    globs = [glob for each in chosen for glob in each.profile.files]
    if not globs:
        return
    for each in discover(root, Scope(only=_starts(globs))):
        if isinstance(each, Remark):
            continue
        takers = [place for place, one in enumerate(chosen) if _takes(one, each)]
        if takers:
            yield Found(each, takers)


def files_of(target: Target) -> list[str]:
    """All files that a verdict on a folder of profiles depends on."""
    found = find(target.root, open_profiles(target, {}))
    data = [each.entry.path for each in found if each.entry.reason is None]
    paths = [os.path.relpath(os.path.join(target.root, path)) for path in data]
    mappings = Target(os.path.join(target.root, ".rtfm", "mappings"), None).mapping_files()
    return [*target.mapping_files(), *map(os.path.relpath, mappings), *paths]


def _takes(one: Chosen, entry: Entry) -> bool:
    """Whether a file is for a profile, or a folder that is left out may hold such files."""
    if not entry.is_folder:
        return one.takes(entry.path)
    folder = entry.path.rstrip("/") + "/"
    return any(f"{_start(glob)}/".startswith(folder) for glob in one.profile.files)


def _starts(globs: list[str]) -> tuple[str, ...]:
    """The folders that the files of some globs are in; nothing else has to be looked at."""
    starts = {_start(glob) for glob in globs}
    return () if "" in starts else tuple(sorted(starts))


def _start(glob: str) -> str:
    """The part of a glob before the first wildcard: a folder, or a file."""
    plain: list[str] = []
    for part in glob.split("/"):
        if any(character in part for character in "*?[\\"):
            break
        plain.append(part)
    return "/".join(plain)
