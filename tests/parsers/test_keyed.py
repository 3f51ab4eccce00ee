"""Named blocks are packed: no text is lost, no chunk is too long, titles say what is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rtfm_check.chunking import Budget, flow, split
from rtfm_check.parsers._keyed import Layout, items, keys, packed

BUDGET = Budget(40, 10, 100)
TEXTS = st.lists(st.text(st.sampled_from("ab \n."), min_size=1, max_size=260), max_size=12)


@given(st.lists(st.text(st.sampled_from("ab \n."), max_size=200), max_size=12), st.integers(0, 20))
def test_a_text_in_pieces_is_cut_as_a_whole(pieces: list[str], spare: int) -> None:
    text = "".join(pieces)
    expected = [text[start:end] for start, end in split(text, 50, spare)]
    assert list(flow(pieces, 50, spare)) == expected


@given(TEXTS, st.sets(st.integers(0, 11)))
def test_packing_keeps_all_text_in_order(texts: list[str], in_pieces: set[int]) -> None:
    layout = Layout(BUDGET, items, "|".join, "|")
    blocks = [
        (str(number), iter(text) if number in in_pieces and len(text) > BUDGET.most else text)
        for number, text in enumerate(texts)
    ]
    made = list(packed(blocks, layout))
    assert "".join(each.text.replace("|", "") for each in made) == "".join(texts)
    assert all(len(each.text) <= BUDGET.most + BUDGET.least for each in made)


def titles(*sizes: int) -> list[str]:
    layout = Layout(BUDGET, keys, "|".join, "|")
    blocks = [(chr(97 + number), "x" * size) for number, size in enumerate(sizes)]
    return [each.title for each in packed(blocks, layout)]


def test_titles_name_what_is_in_a_chunk() -> None:
    assert titles(20, 20, 20) == ["a, b", "c"]
    assert titles(20, 21, 5) == ["a", "b, c"]
    assert titles(40, 9) == ["a, b"]
    assert titles(40, 10) == ["a", "b"]
    assert titles(40, 250, 40) == ["a", "b (part 1)", "b (part 2)", "b (part 3)", "c"]
    assert titles(250, 5) == ["a (part 1)", "a (part 2)", "a (part 3), b"]
    assert titles(100) == ["a"]
    assert titles() == []
