"""What an operator is: one function that plants a mistake wherever it fits in a mapping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.planted.edit import Planted
from tests.planted.mappings import Mapping


class Operator(NamedTuple):
    """A way to make a mistake, and the rows of the list of known mistakes that it is from."""

    name: str
    rows: tuple[int, ...]
    make: Callable[[Mapping], Iterator[Planted]]


def operator(name: str, *rows: int) -> Callable[[Callable[[Mapping], Iterator[Planted]]], Operator]:
    """Make an operator of a generator function."""

    def made(make: Callable[[Mapping], Iterator[Planted]]) -> Operator:
        return Operator(name, rows, make)

    return made
