"""The walk of a dotted path through a JSON value: the only resolver, with RTFM's quirks."""

from __future__ import annotations

from rtfm_check.model import JsonValue, Pointer


def split(path: str) -> tuple[str, ...]:
    """The segments of a dotted path; there is no way to write a key that holds a dot."""
    return tuple(path.split("."))


def is_of_names(path: str) -> bool:
    """Whether a path is names with dots between them, and so in no other notation."""
    return all(map(str.isidentifier, path.split(".")))


def resolve(value: JsonValue, segments: tuple[str, ...]) -> JsonValue:
    """What RTFM finds at a path, or None: it does not tell null from missing.

    A segment is a key of an object or an index of a list; an index is whatever Python's int()
    takes, so `-1` is the last item and `01` the second. Nothing lies inside a string.
    """
    for segment in segments:
        if isinstance(value, dict):
            value = value.get(segment)
        elif isinstance(value, list):
            try:
                value = value[int(segment)]
            except (ValueError, IndexError):
                return None
        else:
            return None
    return value


def pointer(value: JsonValue, segments: tuple[str, ...]) -> Pointer:
    """The keys and indices that a path leads through, as far as it leads."""
    found: list[str | int] = []
    for segment in segments:
        if isinstance(value, list):
            try:
                index = range(len(value))[int(segment)]
            except (ValueError, IndexError):
                break
            found.append(index)
            value = value[index]
        elif isinstance(value, dict) and segment in value:
            found.append(segment)
            value = value[segment]
        else:
            break
    return tuple(found)


def exists(value: JsonValue, segments: tuple[str, ...]) -> bool:
    """Whether the path leads somewhere, be it to null."""
    *parents, last = segments
    value = resolve(value, tuple(parents)) if parents else value
    if isinstance(value, dict):
        return last in value
    if isinstance(value, list):
        try:
            value[int(last)]
        except (ValueError, IndexError):
            return False
        return True
    return False
