"""Cutting and joining loses no text, and keeps to its sizes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rtfm_check.chunking import Block, Budget, fill, flow, pack, paragraphs, split

BUDGET = Budget(60, 10, 120)
TEXTS = st.one_of(
    st.text(alphabet="ab .!?\né", max_size=400),
    st.integers(0, 90).map(lambda count: "word. " * count),
    st.integers(0, 400).map(lambda size: "x" * size),
)
BLOCKS = st.lists(
    st.builds(Block, TEXTS, st.just(0), st.just(0), st.booleans()).filter(lambda each: each.text),
    max_size=12,
)
MANY = settings(max_examples=300, deadline=None)


def letters(texts: object) -> str:
    """All that is no white space, in its order."""
    return "".join("".join(each.split()) for each in texts)  # type: ignore[attr-defined]


@MANY
@given(TEXTS, st.integers(1, 80), st.integers(0, 30), st.booleans())
def test_parts_are_the_text(text: str, most: int, spare: int, by_sentence: bool) -> None:
    ranges = list(split(text, most, spare, by_sentence=by_sentence))
    assert "".join(text[start:end] for start, end in ranges) == text
    assert all(end - start <= most for start, end in ranges[:-1])
    assert ranges[-1][1] - ranges[-1][0] <= most + spare


@MANY
@given(TEXTS, st.integers(1, 9), st.integers(1, 80), st.integers(0, 30))
def test_a_text_in_pieces_is_cut_as_a_whole_one(
    text: str, size: int, most: int, spare: int
) -> None:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    expected = [text[start:end] for start, end in split(text, most, spare)]
    assert list(flow(pieces, most, spare)) == expected


@MANY
@given(BLOCKS)
def test_filling_loses_nothing(blocks: list[Block]) -> None:
    made = [each.text for each in fill(blocks, BUDGET)]
    assert letters(made) == letters(each.text for each in blocks)
    assert all(len(each) <= BUDGET.most + BUDGET.least for each in made)


@MANY
@given(BLOCKS)
def test_packing_loses_nothing(blocks: list[Block]) -> None:
    groups = list(pack(blocks, BUDGET))
    assert all(groups)
    assert "".join(each.text for group in groups for each in group) == "".join(
        each.text for each in blocks
    )
    for group in groups:
        assert sum(len(each.text) for each in group) <= BUDGET.most + BUDGET.least


@MANY
@given(TEXTS)
def test_paragraphs_have_all_letters(text: str) -> None:
    assert letters(paragraphs(text)) == letters([text])
