"""Reading an artifact: its manifest and its records, one after the other."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from rtfm_check.exits import NothingThere, UsageError

_MANIFEST = "manifest.json"


def manifest(path: str) -> dict[str, Any]:
    """The manifest of an artifact. Raises NothingThere, or UsageError for what is none."""
    if not os.path.lexists(path):
        raise NothingThere(path)
    try:
        with open(os.path.join(path, _MANIFEST), encoding="utf-8") as stream:
            found = json.load(stream)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no index: its {_MANIFEST} cannot be read") from error
    if not isinstance(found, dict) or found.get("format") != "rtfm-index-v1":
        raise UsageError(f"{path} is no index of the format rtfm-index-v1")
    return found


def records(path: str, kind: str) -> Iterator[dict[str, Any]]:
    """The records of a kind, in their order. Raises UsageError for a line that is none."""
    name = os.path.join(path, f"{kind}.jsonl")
    try:
        with open(name, "rb") as stream:
            for number, line in enumerate(stream, 1):
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise UsageError(f"{name}: line {number} is no record: {error}") from error
                if not isinstance(record, dict):
                    raise UsageError(f"{name}: line {number} is no record")
                yield record
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror or error}") from error
