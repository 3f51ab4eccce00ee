"""Whether work takes longer only as there is more to do."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from math import inf
from typing import TypeVar

Made = TypeVar("Made")

_TIMES = 4  # as much, in the longer of two runs
_MOST = 8  # times as long; what grows with the square takes 16 times
_LEAST = 0.002  # seconds; what a clock says of less is chance
_ROUNDS = 5  # at most: other work on the machine makes one of them slow, and not all


def assert_linear(make: Callable[[int], Made], work: Callable[[Made], object], size: int) -> None:
    """What is made of four times the size takes about four times the CPU time to work on."""
    short, long = make(size), make(_TIMES * size)
    first = second = inf
    for _ in range(_ROUNDS):
        first, second = min(first, _seconds(work, short)), min(second, _seconds(work, long))
        if second <= _MOST * max(first, _LEAST):
            return
    raise AssertionError(f"{first:.3f} s for {size:,}, and {second:.3f} s for {_TIMES} times that")


def _seconds(work: Callable[[Made], object], made: Made) -> float:
    """CPU time, without that of looking for garbage among all that other tests have left."""
    gc.disable()
    try:
        start = time.process_time()
        work(made)
        return time.process_time() - start
    finally:
        gc.enable()
