"""The targets of fuzzing hold for what they begin with, and for all that broke a promise once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import seeds
from tests.fuzz.targets import TARGETS

CRASHERS = Path(__file__).parent / "fuzz" / "crashers"


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_holds_for_its_seeds(name: str) -> None:
    found = TARGETS[name].seeds()
    assert found
    for data in found:
        TARGETS[name].run(data)


@pytest.mark.parametrize(
    "path", sorted(CRASHERS.glob("*/*")), ids=lambda path: f"{path.parent.name}: {path.name}"
)
def test_what_broke_a_promise_once_holds(path: Path) -> None:
    TARGETS[path.parent.name].run(path.read_bytes())


def test_every_crasher_is_of_a_target() -> None:
    assert {path.name for path in CRASHERS.glob("*")} <= set(TARGETS)
    assert all(seeds.crashers(path.name) for path in CRASHERS.glob("*"))
