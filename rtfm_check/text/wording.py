"""How counts are worded. Part of every start-up: imports nothing."""

from __future__ import annotations


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 mapping`, `2 mappings`; `many` is the plural of a noun that takes more than an `s`."""
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"
