"""Documents that are cut off and documents with wrong bytes: each gives text, or is told of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rtfm_check.parsers import PARSERS
from tests.parsers.reading import Read
from tests.test_parsers import CASES, document

NAMES = sorted({case.parent.name for case in CASES} - {"djvu"})  # a program reads those


def damaged(data: bytes, count: int, chance: random.Random) -> Iterator[bytes]:
    """The data cut off at some places, and with a byte, a run or a repetition that is wrong."""
    for part in range(1, count):
        yield data[: len(data) * part // count]
    for number in range(2 * count):
        made = bytearray(data)
        at, other = chance.randrange(len(data)), chance.randrange(len(data))
        size = chance.randrange(1, 40)
        if number % 4 == 0:
            made[at] = chance.randrange(256)
        elif number % 4 == 1:
            made[at] ^= 1 << chance.randrange(8)
        elif number % 4 == 2:
            del made[at : at + size]
        else:
            made[at:at] = data[other : other + size]
        yield bytes(made)


def hold(case: Path, folder: Path, count: int, seed: int) -> None:
    """Damage the document of a case in many ways, and read each."""
    name = document(case, folder)
    path = folder / case.name / name
    data = path.read_bytes()
    for number, each in enumerate(damaged(data, count, random.Random(seed)) if data else ()):
        path.write_bytes(each)
        found = Read(path.parent, name)
        assert found.chunks or found.problems, (case, number)
        assert "parser-failed" not in found.rules, (case, number, found.problems)


@pytest.mark.parametrize("name", NAMES)
def test_damage_is_told_or_read(name: str, tmp_path: Path) -> None:
    case = max((each for each in CASES if each.parent.name == name), key=weight)
    hold(case, tmp_path, 40, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}: {case.name}")
def test_all_damage_is_told_or_read(case: Path, tmp_path: Path) -> None:
    hold(case, tmp_path, 64, seed=2)


def weight(case: Path) -> int:
    """How much comes out of a case."""
    return (case / "expected.txt").stat().st_size


def test_every_parser_is_damaged() -> None:
    assert {*NAMES, "djvu"} == {each.name for each in PARSERS}
