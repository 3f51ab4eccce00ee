"""A tree walked once: what is read, what is left out, and what is to be told of the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.tree.discover import discover
from rtfm_check.tree.entry import TRANSIENT_ENDINGS, Entry, Scope
from rtfm_check.tree.ignores import Remark


class Plan(NamedTuple):
    """What a walk found."""

    entries: list[Entry]  # the files that are read, in their order
    others: list[Entry]  # files and folders that are left out
    remarks: list[Remark]
    began: int = 0  # nanoseconds of the time when the walk began


def plan(root: str, scope: Scope, is_own: Callable[[str], bool] = lambda path: False) -> Plan:
    """Walk a tree; a folder that is the run's own, such as its artifact, is no part of it."""
    made = Plan([], [], [], time.time_ns())
    for each in discover(root, scope, is_own):
        if isinstance(each, Remark):
            made.remarks.append(each)
        else:
            (made.others if each.reason else made.entries).append(each)
    return made


def has_recent(entries: Iterable[Entry], began: int) -> bool:
    """Whether a file was written so shortly before a walk that its times prove nothing later."""
    limit = began - limits.RACE
    return any(entry.touched >= limit or entry.changed >= limit for entry in entries)


def is_read_beside(name: str) -> bool:
    """Whether a parser may read a file of that name beside its own: sidecars, logs of databases."""
    return name == "document.xml" or name.endswith(TRANSIENT_ENDINGS)
