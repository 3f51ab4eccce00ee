"""The value tree of a mapping or fixture, with the place of each part in the text."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check.model import JsonValue


class Node:
    """One value: its range in the text, what it loads as, and its parts.

    `members` is set for an object, `items` for a list; a scalar has neither. A node that an
    alias or a merge key repeats is the same object wherever it appears.
    """

    __slots__ = ("end", "items", "members", "start", "style", "value")

    def __init__(self, start: int, end: int, value: JsonValue, style: str = "") -> None:
        """`style` of a scalar: plain, ', ", | or > in YAML, json in JSON; "" for the rest."""
        self.start = start
        self.end = end
        self.value = value
        self.style = style
        self.members: dict[JsonValue, tuple[Node, Node]] | None = None  # key -> (key, value)
        self.items: list[Node] | None = None

    @property
    def is_written(self) -> bool:
        """Whether there is text to point at; `key:` with nothing behind has none."""
        return self.end > self.start


class Problem(NamedTuple):
    """Something that reading found wrong, at a range of the text; `rule` names the rule."""

    rule: str
    start: int
    end: int
    message: str
    help: str = ""
    related: tuple[tuple[int, int, str], ...] = ()
    mended: str | None = None  # what to put in the range so that the mistake is gone
    note: str = ""  # what RTFM does, where that is not what the rule says of all others
