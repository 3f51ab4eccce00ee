"""The mistakes of the catalogue, each as an operator that plants it wherever it fits."""

from __future__ import annotations

from tests.planted.operators import keys, meanings, syntax, templates, values
from tests.planted.operators._operator import Operator

__all__ = ["OPERATORS", "Operator"]

OPERATORS = tuple(
    each
    for module in (keys, values, syntax, templates, meanings)
    for each in vars(module).values()
    if isinstance(each, Operator)
)
