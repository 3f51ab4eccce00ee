"""What a column of a table can hold of a value that JSON holds."""

from __future__ import annotations

import json

from rtfm_check.model import JsonValue


def number(value: JsonValue) -> int | None:
    """A whole number of 64 bits, or nothing."""
    return value if isinstance(value, int) and -(2**63) <= value < 2**63 else None


def text(value: JsonValue) -> str | None:
    """A text, nothing, or the JSON of what is neither."""
    return value if value is None or isinstance(value, str) else as_json(value)


def as_json(value: JsonValue) -> str:
    """The value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
