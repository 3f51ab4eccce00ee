"""Mistakes of path and type, planted where a JSON Schema is given and no fixture."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rtfm_check.layout import Target
from rtfm_check.lint import lint
from rtfm_check.model import Finding, Severity
from rtfm_check.selection import is_optional
from tests.planted import edit, slips
from tests.planted.edit import Planted
from tests.planted.mappings import Mapping
from tests.planted.operators import OPERATORS
from tests.planted.schemas import TYPED, write
from tests.planted.test_planted import Outcome

MOST = 16  # of each operator; the slow test takes all
OF_PATHS_AND_TYPES = (
    "a prefix",
    "another case",
    "an object or list in a text",
    "a field of the document in foreach",
    "another name for value",
    "foreach over what is no list",
    "a value that no document has",
    "a URL that is nearly right",
)


class Laboratory:
    """A folder for each mapping, with a schema and no fixture."""

    def __init__(self, root: Path, *, is_closed: bool) -> None:
        self.root = root
        for index, mapping in enumerate(TYPED):
            (root / str(index) / ".rtfm" / "mappings").mkdir(parents=True)
            (root / str(index) / "schemas").mkdir()
            text = write(mapping, is_closed=is_closed)
            (root / str(index) / "schemas" / "documents.json").write_text(text, encoding="utf-8")

    def check(self, mapping: Mapping, text: str) -> list[Finding]:
        """The errors and warnings for a text in the place of a mapping."""
        project = self.root / str(TYPED.index(mapping))
        target = Target(str(project / ".rtfm" / "mappings"), None)
        target.schemas = str(project / "schemas")
        data = text.encode("utf-8", "surrogateescape")
        report = lint(target, {str(project / ".rtfm" / "mappings" / mapping.file): data})
        return [
            each
            for each in report.findings
            if each.severity is not Severity.INFO and not is_optional(each.rule)
        ]


@pytest.fixture(scope="module", params=[True, False], ids=["closed", "open"])
def laboratory(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Laboratory:
    return Laboratory(tmp_path_factory.mktemp("typed"), is_closed=request.param)


def _planted(operator: str, most: int | None = MOST) -> list[Planted]:
    if operator == slips.NAME:
        planted = _slips()
    else:
        make = next(each.make for each in OPERATORS if each.name == operator)
        planted = [each for mapping in TYPED for each in make(mapping) if not each.unseen]
    return planted if most is None or len(planted) <= most else Random(0).sample(planted, most)


def _wrong(outcomes: list[Outcome]) -> list[str]:
    return [str(each) for each in outcomes if not each.is_told_once or not each.is_at_place]


@pytest.mark.parametrize("mapping", TYPED, ids=lambda mapping: mapping.name)
def test_the_sound_mapping_is_silent(laboratory: Laboratory, mapping: Mapping) -> None:
    assert laboratory.check(mapping, mapping.text) == []


@pytest.mark.parametrize("operator", [*OF_PATHS_AND_TYPES, slips.NAME])
def test_a_planted_mistake_is_told_once_at_its_place(laboratory: Laboratory, operator: str) -> None:
    assert _planted(operator)
    _hold(laboratory, _planted(operator))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_all_of_them(laboratory: Laboratory) -> None:
    for operator in (*OF_PATHS_AND_TYPES, slips.NAME):
        _hold(laboratory, _planted(operator, None))


def _hold(laboratory: Laboratory, planted: list[Planted]) -> None:
    """Each is told once, at its place, and nearly each with what was meant."""
    outcomes = [Outcome(each, laboratory.check(each.mapping, each.text)) for each in planted]
    assert _wrong(outcomes) == []
    asked = [each for each in outcomes if each.planted.word]
    missed = [str(each) for each in asked if not each.is_helped]
    assert len(missed) <= 0.1 * len(asked), missed


def test_at_least_500_distinct_mistakes_are_there_to_plant() -> None:
    planted = [each for name in (*OF_PATHS_AND_TYPES, slips.NAME) for each in _planted(name, None)]
    assert len({(each.mapping.name, each.text) for each in planted}) >= 500


def _slips() -> list[Planted]:
    """A slip in each path of each mapping: a letter more, less, another, and two swapped."""
    found = []
    random = Random(0)
    for mapping in TYPED:
        for spot in edit.spots(mapping):
            new = _slip(random, spot.path)
            found += list(slips.replace_path(mapping, slips.NAME, spot, new, word=spot.path))
        for site in edit.keyed(mapping, "foreach"):
            new = slips._quoted(mapping, site, _slip(random, site.value))
            found += list(slips.with_value(mapping, slips.NAME, site, new, word=site.value))
    return [each for each in found if not each.unseen]


def _slip(random: Random, path: str) -> str:
    letters = [index for index, each in enumerate(path) if each.isalpha()]
    at = random.choice(letters[1:] or letters)
    letter = random.choice("aeiokmnrst")
    changed = random.choice(
        (
            path[:at] + letter + path[at:],
            path[:at] + path[at + 1 :] if len(path) > 3 else path + letter,
            path[:at] + "x" + path[at + 1 :],
        )
    )
    return changed if changed != path else path[:at] + "q" + path[at:]
