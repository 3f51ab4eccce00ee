"""The form with keys, in YAML and JSON, where a metadata field is `payload_key: path`."""

from __future__ import annotations

import re

from rtfm_check.fields import dotted
from rtfm_check.fields.build import Builder
from rtfm_check.fields.profile import (
    CONFIG,
    FILES,
    IDENTIFIER,
    KEYS,
    METADATA,
    TEXT,
    Profile,
    Where,
)
from rtfm_check.limits import HELP_CHARS
from rtfm_check.model import JsonValue, Pointer
from rtfm_check.text.show import a_kind_of, quote
from rtfm_check.text.suggest import nearest

_IN_WORDS = {
    FILES: ("a list of globs", 'files: ["exports/**/*.jsonl"]'),
    TEXT: ("a list of paths", "json_text_fields: [title, content.body]"),
    METADATA: (
        "an object of payload keys and paths",
        "json_metadata_fields: {contact_name: author.name}",
    ),
    IDENTIFIER: ("a path", "source_identifier: id"),
    CONFIG: ("entries in dot notation", "config: json_text_fields.title"),
}
_SYNONYMS = {
    "source_id": IDENTIFIER,
    "identifier": IDENTIFIER,
    "id": IDENTIFIER,
    "key": IDENTIFIER,
    "text_fields": TEXT,
    "text": TEXT,
    "fields": TEXT,
    "metadata_fields": METADATA,
    "metadata": METADATA,
    "path": FILES,
    "paths": FILES,
    "glob": FILES,
    "include": FILES,
}


def read(data: JsonValue, builder: Builder) -> None:
    """Read the data of a YAML or JSON file into a builder."""
    if not isinstance(data, dict):
        builder.fault(
            "profile-invalid",
            Where(),
            f"a profile is an object, and this is {a_kind_of(data)}",
            f"write keys such as `{_IN_WORDS[TEXT][1]}`",
        )
        return
    for key, value in data.items():
        if key in (FILES, TEXT, CONFIG):
            _read_texts(key, value, builder)
        elif key == METADATA:
            _read_metadata(value, builder)
        elif key == IDENTIFIER:
            if isinstance(value, str):
                builder.set_identifier(value, Where((IDENTIFIER,)))
            else:
                _wrong_type(IDENTIFIER, (IDENTIFIER,), value, builder)
        elif key != "$schema":
            _unknown(key, builder)


def _read_texts(key: str, value: JsonValue, builder: Builder) -> None:
    """Read a list of texts, or where that is as good, one text."""
    if isinstance(value, str) and key != TEXT:
        _take(key, value, (key,), builder)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            if isinstance(each, str):
                _take(key, each, (key, index), builder)
            else:
                _wrong_type(key, (key, index), each, builder)
    else:
        _wrong_type(key, (key,), value, builder)


def _take(key: str, text: str, pointer: Pointer, builder: Builder) -> None:
    if key == FILES:
        builder.add_files(text, Where(pointer))
    elif key == TEXT:
        builder.add_text(text, Where(pointer))
    else:
        dotted.read(text, builder, lambda start, end: Where(pointer, start, end))


def _read_metadata(value: JsonValue, builder: Builder) -> None:
    if not isinstance(value, dict):
        _wrong_type(METADATA, (METADATA,), value, builder)
        return
    for key, path in value.items():
        pointer = (METADATA, key)
        if not isinstance(key, str) or not key:
            builder.fault(
                "profile-invalid",
                Where(pointer, is_key=True),
                f"the payload key {quote(key)} is no text",
                "write it in quotes",
            )
        elif isinstance(path, str):
            builder.add_metadata(path, key, Where(pointer), Where(pointer, is_key=True))
        else:
            _wrong_type(METADATA, pointer, path, builder)


def _wrong_type(key: str, pointer: Pointer, value: JsonValue, builder: Builder) -> None:
    what, example = _IN_WORDS[key]
    part = f"`{key}`" if len(pointer) == 1 else f"an entry of `{key}`"
    wanted = what if len(pointer) == 1 else "a text"
    written = _written(key, value) if len(pointer) == 1 else ""
    builder.fault(
        "profile-invalid",
        Where(pointer),
        f"{part} is {wanted}, and this is {a_kind_of(value)}",
        f"write `{written}`" if 0 < len(written) <= HELP_CHARS else f"write it as in `{example}`",
    )


def _written(key: str, value: JsonValue) -> str:
    """How to write a value of the wrong type, where that can be told."""
    if key == TEXT and isinstance(value, str):
        paths = [
            f'"{each}"' if "*" in each else each for each in re.split(r"[,\s]+", value) if each
        ]
        return f"{TEXT}: [{', '.join(paths)}]"
    paths = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    if key == METADATA and paths and all(isinstance(each, str) and each for each in paths):
        names = [each.rpartition(".")[2] for each in paths]
        names = names if len({*names}) == len(names) and "*" not in names else paths
        pairs = (f"{name}: {path}" for name, path in zip(names, paths, strict=True))
        return f"{METADATA}: {{{', '.join(pairs)}}}"
    return ""


def _unknown(key: JsonValue, builder: Builder) -> None:
    near = nearest(key, KEYS) or _SYNONYMS.get(key.lower()) if isinstance(key, str) else None
    builder.fault(
        "profile-invalid",
        Where((key,), is_key=True),
        f"there is no key {quote(key)} in a profile",
        f"did you mean `{near}`?" if near else f"the keys are {', '.join(KEYS)}",
        near,
    )


def write(profile: Profile) -> dict[str, JsonValue]:
    """A profile as the data of such a file."""
    made: dict[str, JsonValue] = {}
    if profile.files:
        made[FILES] = list(profile.files)
    if profile.text:
        made[TEXT] = [field.path.text for field in profile.text]
    if profile.metadata:
        made[METADATA] = {field.key: field.path.text for field in profile.metadata}
    if profile.identifier is not None:
        made[IDENTIFIER] = profile.identifier.text
    return made
