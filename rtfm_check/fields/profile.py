"""A field profile as a record: what it is for, and which paths go where."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check.fields.paths import FieldPath
from rtfm_check.model import Pointer

TEXT, METADATA = "json_text_fields", "json_metadata_fields"
FILES, IDENTIFIER, CONFIG = "files", "source_identifier", "config"
SETTINGS = (FILES, IDENTIFIER)
KEYS = (FILES, TEXT, METADATA, IDENTIFIER, CONFIG)


class Where(NamedTuple):
    """Where something is written in a profile."""

    pointer: Pointer | None = ()  # of the value, in YAML and JSON; None: in the file's text
    start: int = -1  # characters of that value or text; -1: all of it
    end: int = -1
    is_key: bool = False  # the key that leads to the value


class TextField(NamedTuple):
    """A path whose values become text."""

    path: FieldPath
    where: Where


class MetadataField(NamedTuple):
    """A path whose value becomes metadata."""

    path: FieldPath
    key: str  # of the payload
    is_named: bool  # the key is another than the path
    where: Where  # of the path
    key_where: Where  # of the key; of the path, where that is the key


class Profile(NamedTuple):
    """What a profile says, as far as it can be used."""

    files: tuple[str, ...] = ()  # globs, relative to the project
    files_where: tuple[Where, ...] = ()
    text: tuple[TextField, ...] = ()
    metadata: tuple[MetadataField, ...] = ()
    identifier: FieldPath | None = None
    identifier_where: Where = Where()
    is_flattened: bool = False  # it names no text field: all values are text


class Fault(NamedTuple):
    """Something in a profile that cannot be used as it stands; `rule` names the rule."""

    rule: str
    where: Where
    message: str
    help: str = ""
    mended: str | None = None  # what to write in that place so that it is right


class Reading(NamedTuple):
    """A profile, and what reading it found."""

    profile: Profile
    faults: tuple[Fault, ...] = ()
