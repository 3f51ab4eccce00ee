"""What tells of work that takes too long does tell."""

from __future__ import annotations

import pytest

from tests.growing import assert_linear


def test_work_that_grows_with_the_square_is_told() -> None:
    with pytest.raises(AssertionError, match=r"and .* s for 4 times that"):
        assert_linear(int, lambda size: sum(range(size * size)), 1_500)


def test_work_that_grows_with_its_size_is_not() -> None:
    assert_linear(int, lambda size: sum(range(size)), 1_000_000)
