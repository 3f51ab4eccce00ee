"""What a profile makes of a record: its text, its metadata, and who it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.fields import paths
from rtfm_check.fields.profile import Profile
from rtfm_check.model import JsonValue

IDENTITY_KEYS = ("source_id", "source_hash", "content_hash")  # in the metadata of chunks
_ordered = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
_HASH_DIGITS = 32  # of a SHA-256, in hex
_PATH_CHARS = 500  # of a path in a record that is flattened


class Spelt(float):
    """A number with a point or an exponent, as it is spelt: 9.50 stays 9.50."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Spelt:
        """The number that a JSON text spells."""
        made = super().__new__(cls, text)
        made.text = text
        return made

    def __reduce__(self) -> tuple[type[Spelt], tuple[str]]:
        return Spelt, (self.text,)


class Made(NamedTuple):
    """What became of a record."""

    text: str  # "" where no text field has a value
    metadata: dict[str, JsonValue]
    source_id: str | None  # None: the record has none
    source_hash: str  # of the file and the identifier, whatever the record says
    content_hash: str  # of the text and the metadata

    def as_json(self) -> dict[str, JsonValue]:
        """The record as `preview` prints it."""
        return {
            "source_id": self.source_id,
            "source_hash": self.source_hash,
            "content_hash": self.content_hash,
            "text": self.text,
            "metadata": self.metadata,
        }


def apply(profile: Profile, record: JsonValue, file: str, number: int) -> Made:
    """Make a record's text and metadata.

    `number` is its place in the file, from 1, which stands for an identifier that is not there;
    0 says that the file is the record.
    """
    lines = list(flattened(record)) if profile.is_flattened else _lines(profile, record)
    text = "\n".join(lines)
    metadata: dict[str, JsonValue] = {}
    for field in profile.metadata:
        found = paths.values(record, field.path)
        if found:
            metadata[field.key] = found if field.path.has_wildcard else found[0]
    source_id = identifier(profile, record)
    source = source_id if source_id is not None else f"\0{number}" if number else ""
    return Made(
        text,
        metadata,
        source_id,
        _hash(f"{file}\0{source}"),
        _hash(f"{text}\0{_ordered(metadata)}"),
    )


def identifier(profile: Profile, record: JsonValue) -> str | None:
    """What the source identifier of a record says; None if that is nothing to tell it by."""
    if profile.identifier is None:
        return None
    found = paths.values(record, profile.identifier)
    if len(found) != 1 or isinstance(found[0], dict | list | bool):
        return None
    return written(found[0]).strip() or None


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]


def _lines(profile: Profile, record: JsonValue) -> list[str]:
    lines: list[str] = []
    for field in profile.text:
        for value in paths.values(record, field.path):
            if isinstance(value, str):
                if value and not value.isspace():
                    lines.append(value)
            elif isinstance(value, dict | list):
                lines += [line for _, line in leaves(value)]
            else:
                lines.append(written(value))
    return lines


def flattened(record: JsonValue) -> Iterator[str]:
    """All values of a record, each behind its path.

    Paths are left out from where the text is as long as CHUNK_CHARS: the paths of a record that
    is nested deep enough are far longer than the record.
    """
    size = 0
    for path, line in leaves(record):
        if path and size < limits.CHUNK_CHARS:
            shown = path if len(path) <= _PATH_CHARS else f"…{path[-_PATH_CHARS:]}"
            line = f"{shown}: {line}"
        size += len(line)
        yield line


def leaves(value: JsonValue) -> Iterator[tuple[str, str]]:
    """The path of each value that holds no others, and what is written for it."""
    open_: list[tuple[str, Iterator[tuple[object, JsonValue]]]] = [("", iter([("", value)]))]
    while open_:
        prefix, members = open_[-1]
        member = next(members, None)
        if member is None:
            open_.pop()
            continue
        key, value = member
        path = f"{prefix}{key}"
        if isinstance(value, dict | list):
            prefix = f"{path[-2 * _PATH_CHARS :]}." if path else ""
            members = iter(value.items()) if isinstance(value, dict) else enumerate(value)
            open_.append((prefix, members))
        elif value is not None:
            line = written(value)
            if line and not line.isspace():
                yield path, line


def written(value: JsonValue) -> str:
    """A value as JSON writes it, a text without its quotes."""
    if isinstance(value, str):
        return value
    if isinstance(value, Spelt):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
