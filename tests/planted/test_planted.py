"""A planted mistake is told once, at its place, with the fix; a sound mapping is silent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from rtfm_check.layout import Target
from rtfm_check.lint import lint
from rtfm_check.model import Finding, Severity, Span
from tests.planted import slips
from tests.planted.edit import Planted
from tests.planted.mappings import MAPPINGS, Mapping
from tests.planted.operators import OPERATORS

SLIPS = 900  # drawn; those that change nothing or repeat another fall away
MOST = 120  # of each operator; the slow test takes all


UNSEEN = {
    "the other path is there too": "a path that a slip makes of another is as good as any",
    "a metadata key may have any name": "RTFM stores what it finds",
    "a brace may belong to the braces of the text, as in JSON": "RTFM replaces the inner two",
}
ELSEWHERE = {
    9: "is about names of files",
    10: "is about folders",
    13: "needs a second mapping",
    14: "needs a second mapping",
    28: "is an info",
    33: "needs another document",
    36: "needs another document",
    37: "needs a second mapping",
    38: "is an info where the fixtures agree",
    65: "is an info",
    67: "needs another document",
    68: "needs another document",
    69: "needs another document",
    70: "needs another document",
    73: "needs an anchor and an alias: a second change",
    76: "is an info",
    82: "is an info",
    84: "is an info",
    85: "is an info",
    86: "is about documents",
    87: "is about documents",
    88: "is about documents",
}


class Outcome(NamedTuple):
    """A planted mistake and the errors and warnings about it."""

    planted: Planted
    findings: list[Finding]

    @property
    def span(self) -> Span:
        return span(self.planted.text, self.planted.start, self.planted.end)

    @property
    def is_told_once(self) -> bool:
        return len(self.findings) == 1

    @property
    def is_at_place(self) -> bool:
        found = self.findings[0].place.span
        if self.planted.overlaps:
            return found[:2] <= self.span[2:] and self.span[:2] <= found[2:]
        return found == self.span

    @property
    def is_helped(self) -> bool:
        return any(self.planted.word in each.help for each in self.findings[:1])

    def __str__(self) -> str:
        told = "; ".join(
            f"{each.rule} at {tuple(each.place.span)}: {each.message} [{each.help}]"
            for each in self.findings
        )
        planted = self.planted
        return (
            f"{planted.operator}: {planted.about} in {planted.mapping.name!r} at "
            f"{tuple(self.span)}, wants {planted.word!r}: {told or 'nothing told'}"
        )


def span(text: str, start: int, end: int) -> Span:
    """A range of a text in lines and columns, a byte order mark not counted."""
    return Span(*_position(text, start), *_position(text, end))


def _position(text: str, index: int) -> tuple[int, int]:
    before = text[:index].removeprefix("\ufeff")
    ends = [match.end() for match in re.finditer(r"\r\n|\r|\n", before)]
    return len(ends) + 1, len(before) - (ends[-1] if ends else 0) + 1


class Laboratory:
    """Folders with the documents of each mapping, in which texts are checked."""

    def __init__(self, root: Path, most: int | None) -> None:
        self.root = root
        self.most = most
        self.outcomes: dict[str, list[Outcome]] = {}
        for index, mapping in enumerate(MAPPINGS):
            folder = root / str(index) / ".rtfm"
            for name in ("mappings", "fixtures"):
                (folder / name).mkdir(parents=True)
            for number, document in enumerate(mapping.documents):
                text = json.dumps(document)
                (folder / "fixtures" / f"{number}.json").write_text(text, encoding="utf-8")

    def check(self, mapping: Mapping, text: str) -> list[Finding]:
        """The errors and warnings for a text in the place of a mapping."""
        folder = self.root / str(MAPPINGS.index(mapping)) / ".rtfm" / "mappings"
        data = text.encode("utf-8", "surrogateescape")
        report = lint(Target(str(folder), None), {str(folder / mapping.file): data})
        return [each for each in report.findings if each.severity is not Severity.INFO]

    def run(self, operator: str) -> list[Outcome]:
        """What is told about all that an operator plants."""
        if operator not in self.outcomes:
            self.outcomes[operator] = [
                Outcome(each, self.check(each.mapping, each.text))
                for each in _some(_planted(operator), self.most)
            ]
        return self.outcomes[operator]

    @property
    def all(self) -> list[Outcome]:
        return [outcome for name in NAMES for outcome in self.run(name)]


def _planted(operator: str) -> list[Planted]:
    if operator == slips.NAME:
        return slips.drawn(SLIPS)
    make = next(each.make for each in OPERATORS if each.name == operator)
    return [planted for mapping in MAPPINGS for planted in make(mapping)]


def _some(planted: list[Planted], most: int | None) -> list[Planted]:
    """At most so many, from all mappings and all forms of the operator."""
    if most is None or len(planted) <= most:
        return planted
    return Random(0).sample(planted, most)


NAMES = [*(each.name for each in OPERATORS), slips.NAME]


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Laboratory:
    return Laboratory(tmp_path_factory.mktemp("planted"), MOST)


@pytest.mark.parametrize("mapping", MAPPINGS, ids=lambda mapping: mapping.name)
def test_the_sound_mapping_is_silent(laboratory: Laboratory, mapping: Mapping) -> None:
    assert laboratory.check(mapping, mapping.text) == []


@pytest.mark.parametrize("operator", NAMES)
def test_a_planted_mistake_is_told_once_at_its_place(laboratory: Laboratory, operator: str) -> None:
    assert laboratory.run(operator)
    assert _wrong(laboratory.run(operator)) == []


def _wrong(outcomes: list[Outcome]) -> list[str]:
    """Those that are not told, told twice or told elsewhere."""
    seen = [each for each in outcomes if not each.planted.unseen]
    return [str(each) for each in seen if not each.is_told_once or not each.is_at_place]


def test_what_cannot_be_seen_is_told_by_nothing_and_is_rare(laboratory: Laboratory) -> None:
    unseen = [each for each in laboratory.all if each.planted.unseen]
    assert {each.planted.unseen for each in unseen} <= set(UNSEEN)
    assert [str(each) for each in unseen if each.findings] == []
    assert len(unseen) < 0.02 * len(laboratory.all)


def test_the_help_names_what_was_meant(laboratory: Laboratory) -> None:
    asked = [each for each in laboratory.all if each.planted.word and not each.planted.unseen]
    missed = [str(each) for each in asked if not each.is_helped]
    print(f"help names what was meant in {len(asked) - len(missed)} of {len(asked)}; not in:")
    print(*missed, sep="\n")
    assert len(missed) < 0.1 * len(asked)
    slipped = [each for each in asked if each.planted.operator == slips.NAME]
    assert sum(not each.is_helped for each in slipped) < 0.1 * len(slipped)


def test_at_least_600_distinct_mistakes_were_planted(laboratory: Laboratory) -> None:
    seen = [each.planted for each in laboratory.all if not each.planted.unseen]
    distinct = {(each.mapping.name, each.text) for each in seen}
    print(f"{len(distinct)} distinct mistakes in {len(MAPPINGS)} mappings")
    assert len(distinct) >= 600


def test_every_mistake_of_the_catalogue_that_one_mapping_can_show_is_planted() -> None:
    rows = {row for each in OPERATORS for row in each.rows} | set(slips.ROWS)
    assert set(range(1, 90)) - rows == set(ELSEWHERE)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_all_of_them(tmp_path: Path) -> None:
    assert _wrong(Laboratory(tmp_path, None).all) == []
