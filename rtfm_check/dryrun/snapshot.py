"""What a fixture gave when that was last approved: `NAME.expected.json` beside `NAME.json`."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from rtfm_check import output
from rtfm_check.layout import expected_path
from rtfm_check.mapping.apply import Outcome
from rtfm_check.model import JsonValue, Pointer

_MOST_LINES = 40  # of a difference that is shown
_AROUND = 2  # lines around a change
_NUMBER = re.compile(r"(?<=[-+])\d+")
_WINDOW = 200  # lines that are compared, from the first that differs: more takes too long


def record(name: JsonValue, outcome: Outcome) -> dict[str, Any]:
    """What a document gave, as JSON: the mapping's name (None: no mapping), chunks, edges."""
    return {
        "mapping": as_json(name),
        "chunks": [
            {
                "number": chunk.number,
                "title": chunk.title,
                "content": chunk.content,
                "metadata": as_json(chunk.metadata),
            }
            for chunk in outcome.chunks
        ],
        "edges": [
            {
                "relation": as_json(edge.relation),
                "target": edge.target,
                "target_kind": as_json(edge.target_kind),
            }
            for edge in outcome.edges
        ],
    }


def as_json(value: JsonValue) -> JsonValue:
    """A value of a mapping as JSON can hold it: keys as text, NaN and what is not JSON as text."""
    if isinstance(value, dict):
        return {
            key if isinstance(key, str) else json.dumps(as_json(key)): as_json(each)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | None) else str(value)


def first_difference(expected: JsonValue, actual: JsonValue, at: Pointer = ()) -> Pointer | None:
    """Where two values differ first, as a pointer into the expected one; None where they agree."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in [*expected, *(key for key in actual if key not in expected)]:
            if key not in actual or key not in expected:
                return (*at, key)
            found = first_difference(expected[key], actual[key], (*at, key))
            if found is not None:
                return found
        return None
    if isinstance(expected, list) and isinstance(actual, list):
        for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
            found = first_difference(one, other, (*at, index))
            if found is not None:
                return found
        shorter = min(len(expected), len(actual))
        return None if len(expected) == len(actual) else (*at, shorter)
    same = expected == actual and isinstance(expected, bool) == isinstance(actual, bool)
    return None if same else at


def difference(expected: JsonValue, actual: JsonValue) -> Iterator[str]:
    """The lines that changed, with those around them, as a unified diff."""
    before, after = (_text(value).splitlines() for value in (expected, actual))
    before, after, skipped, is_cut = _window(before, after)
    lines = list(difflib.unified_diff(before, after, "expected", "now", n=_AROUND, lineterm=""))
    for line in lines[:_MOST_LINES]:
        is_head = line.startswith("@@")
        yield _NUMBER.sub(lambda match: f"{int(match[0]) + skipped}", line) if is_head else line
    if len(lines) > _MOST_LINES or is_cut:
        more = max(len(lines) - _MOST_LINES, 0)
        yield f"... {more:,} more lines" if not is_cut else "... more lines"


def _window(before: list[str], after: list[str]) -> tuple[list[str], list[str], int, bool]:
    """The part of long texts to compare, the lines left out before it, and whether some follow."""
    if max(len(before), len(after)) <= _WINDOW:
        return before, after, 0, False
    shorter = min(len(before), len(after))
    same = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    behind = next(
        (at for at in range(shorter - same) if before[-1 - at] != after[-1 - at]), shorter - same
    )
    start = max(same - _AROUND, 0)
    kept = max(behind - _AROUND, 0)
    ends = len(before) - kept, len(after) - kept
    last = start + _WINDOW
    windows = before[start : min(ends[0], last)], after[start : min(ends[1], last)]
    return *windows, start, max(ends) > last


def write(fixture: str, value: JsonValue) -> None:
    """Write the snapshot of a fixture. Raises UsageError where that cannot be done."""
    output.write(expected_path(fixture), f"{_text(value)}\n".encode())


def _text(value: JsonValue) -> str:
    """A value as JSON that people can read; escaped throughout where it holds half characters."""
    text = json.dumps(value, indent=1, ensure_ascii=False, sort_keys=False)
    if any("\ud800" <= character <= "\udfff" for character in text):
        return json.dumps(value, indent=1)
    return text
