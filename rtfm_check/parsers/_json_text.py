"""JSON values written one to a line, as RTFM lays them out, with what Python would lose kept.

Numbers keep their spelling, an object keeps a key that it has twice, and a string is written as
it reads: only `"` and `\\` are escaped, so that a word behind a line end is a word.
"""

from __future__ import annotations

import json
from typing import Any

DEPTH = 300  # levels of one value that are written by recursion
INDENTED = 24  # levels that are indented; deeper ones would be blanks mostly
BREAKS = tuple("\n" + "  " * min(depth, INDENTED) for depth in range(DEPTH + 2))


class Number(str):
    """A number as it is spelt; NaN and Infinity too."""

    __slots__ = ()


def decoder(*, is_long: bool = False, constants: list[str]) -> json.JSONDecoder:
    """A decoder to lists, tuples of pairs, strings, numbers, booleans and None.

    `constants` gets each NaN and Infinity. Integers are Python's, but where they are too long for
    it: then `is_long` leaves them as they are spelt.
    """

    def constant(word: str) -> Number:
        constants.append(word)
        return Number(word)

    hooks: dict[str, Any] = {"parse_int": Number} if is_long else {}
    return json.JSONDecoder(
        object_pairs_hook=tuple, parse_float=Number, parse_constant=constant, **hooks
    )


def write(value: Any, depth: int, repeated: list[str]) -> str:
    """The text of a value whose first line is indented by `depth` levels.

    `repeated` gets the keys that an object has twice. Raises IndexError beyond DEPTH levels, and
    RecursionError where Python's stack is nearly full.
    """
    kind = type(value)
    if kind is str:
        return quoted(value)
    if kind is tuple:
        return _object(value, depth, repeated) if value else "{}"
    if kind is list:
        if not value:
            return "[]"
        inner = BREAKS[depth + 1]
        items = [write(item, depth + 1, repeated) for item in value]
        return f"[{inner}{f',{inner}'.join(items)}{BREAKS[depth]}]"
    if kind is int or kind is Number:
        return str(value)
    return "null" if value is None else "true" if value else "false"


def _object(pairs: tuple[tuple[str, Any], ...], depth: int, repeated: list[str]) -> str:
    if len(pairs) > 1 and len(dict(pairs)) < len(pairs):
        repeated.append(repeated_key(pairs))
    inner = BREAKS[depth + 1]
    lines = []
    for key, value in pairs:
        if '"' in key or "\\" in key:
            key = escaped(key)
        kind = type(value)
        if kind is str:
            if '"' in value or "\\" in value:
                value = escaped(value)
            lines.append(f'{inner}"{key}": "{value}"')
        elif kind is Number or kind is int:
            lines.append(f'{inner}"{key}": {value}')
        else:
            lines.append(f'{inner}"{key}": {write(value, depth + 1, repeated)}')
    return f"{{{','.join(lines)}{BREAKS[depth]}}}"


def repeated_key(pairs: tuple[tuple[str, Any], ...]) -> str:
    """The first key that an object has for the second time."""
    seen = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    return key


def quoted(text: str) -> str:
    """A string with its quotes."""
    return f'"{escaped(text)}"' if '"' in text or "\\" in text else f'"{text}"'


def escaped(text: str) -> str:
    """What stands between the quotes of a string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def depth_of(value: Any) -> int:
    """The levels of nesting of a value; 0 for one that is no container."""
    depth, level = 0, [value]
    while level := [each for each in level if type(each) in (list, tuple)]:
        depth += 1
        level = [inner for each in level for inner in _inside(each)]
    return depth


def _inside(container: Any) -> list[Any]:
    return container if type(container) is list else [value for _, value in container]
