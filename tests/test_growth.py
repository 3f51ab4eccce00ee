"""What measures growth still reads what it measures; the figures are in tests/bench/README.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import growth, growth_one

FIRST = {
    name.partition(":")[0]: (name, given)
    for module in growth.MODULES
    for name, given in reversed(module.CASES.items())
}


@pytest.mark.parametrize("kind", FIRST)
def test_a_nasty_document_of_each_kind_is_read(kind: str, tmp_path: Path) -> None:
    if kind in ("m4a", "ogg", "flac", "mp3", "wav"):
        pytest.importorskip("mutagen")
    if kind == "pdf":
        pytest.importorskip("pypdf")
    name, given = FIRST[kind]
    make = given[0] if isinstance(given, tuple) else given
    path = tmp_path / f"input.{kind}"
    path.write_bytes(make(6000))
    count, told = growth_one.prepared(path)()
    is_silent = kind in ("conf", "ignore")  # they have nothing to say of these
    assert is_silent or count or told, f"nothing came of {name!r}"


def test_no_case_has_the_name_of_another() -> None:
    names = [name for module in growth.MODULES for name in module.CASES]
    assert len(names) == len(set(names))
