"""What field profiles read of the records they are for, and what of them nobody reads."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check.fields.paths import WILDCARD, FieldPath
from rtfm_check.fields.profile import TextField
from rtfm_check.fields.trial import FieldTrial

MOST_RECORDS = 1_000  # of a file that are looked at once more


class FieldUse(NamedTuple):
    """A path of a profile."""

    path: str
    becomes: str  # text, metadata or identifier
    key: str  # of the metadata
    found: int  # records in which it leads somewhere


class ProfileUse(NamedTuple):
    """A profile, and what its records showed."""

    path: str
    files: int
    records: int
    fields: tuple[FieldUse, ...]
    unread: tuple[str, ...]  # fields of the first records that no path reads
    is_flattened: bool  # all values are text


def of_trial(trial: FieldTrial) -> ProfileUse:
    """What a trial showed."""
    profile = trial.profile
    fields = [
        FieldUse(each.path.text, "text", "", each.found)
        if isinstance(each.field, TextField)
        else FieldUse(each.path.text, "metadata", each.field.key, each.found)
        for each in trial.paths
    ]
    read = [each.path for each in trial.paths]
    if profile.identifier is not None:
        fields.append(FieldUse(profile.identifier.text, "identifier", "", trial.identified))
        read.append(profile.identifier)
    return ProfileUse(
        trial.file.path,
        len(trial.data),
        trial.records,
        tuple(fields),
        () if profile.is_flattened else tuple(_unread(trial.known(), read)),
        profile.is_flattened,
    )


def _unread(known: list[str], read: list[FieldPath]) -> list[str]:
    """The paths to values, and not to what holds others, that nobody reads."""
    holders = {path.rpartition(".")[0] for path in known}
    segments = [each.segments for each in read]
    return sorted(
        path
        for path in known
        if path not in holders and not any(_reads(each, path.split(".")) for each in segments)
    )


def _reads(segments: tuple[str, ...], known: list[str]) -> bool:
    """Whether a path leads to a known one, whose list places are `*`."""
    return len(segments) == len(known) and all(
        one in (other, WILDCARD) or (other == WILDCARD and one.isdecimal())
        for one, other in zip(segments, known, strict=True)
    )
