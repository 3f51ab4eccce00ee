"""A tree walked once: what is read, what is left out, and what is to be told of the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rtfm_check.discover import Entry, Scope, discover
from rtfm_check.ignores import Remark


class Plan(NamedTuple):
    """What a walk found."""

    entries: list[Entry]  # the files that are read, in their order
    others: list[Entry]  # files and folders that are left out
    remarks: list[Remark]


def plan(root: str, scope: Scope, is_own: Callable[[str], bool] = lambda path: False) -> Plan:
    """Walk a tree; a folder that is the run's own, such as its artifact, is no part of it."""
    made = Plan([], [], [])
    for each in discover(root, scope, is_own):
        if isinstance(each, Remark):
            made.remarks.append(each)
        else:
            (made.others if each.reason else made.entries).append(each)
    return made
