"""What a run has looked at, so that a baseline tells which of its entries nothing has any more."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rtfm_check.baseline import CHECKS, Looked
from rtfm_check.layout import FIELDS, Target
from rtfm_check.rules import Scope
from rtfm_check.text import show

if TYPE_CHECKING:
    from rtfm_check.tree.walk import Plan

_OF_CHECK = (".rtfm", "mappings", FIELDS)  # folders of what `check` looks at
_SHARED = frozenset((Scope.RUN, Scope.FOUND))  # of rules that hold for documents too
_OF_ALL_PAGES = frozenset(  # rules that hold pages against each other
    (
        *("orphan-page", "shared-title", "repeated-boilerplate"),
        *("duplicate-chunk", "near-duplicate-chunk"),
    )
)


def at_mappings(targets: Iterable[Target]) -> Iterator[Looked]:
    """What `check` looks at: all that lies around a folder, or the files that are named."""
    for target in targets:
        if target.only is not None:
            yield Looked(CHECKS, {_shown(path) for path in target.only}.__contains__)
            continue
        folder = os.path.normpath(target.folder)
        parent = os.path.dirname(folder)
        yield Looked(CHECKS, _Below(parent if os.path.basename(parent) == ".rtfm" else folder))
        yield Looked(CHECKS, {_shown(path) for path in target.fixture_files()}.__contains__)


def at_documents(
    root: str, only: Iterable[str] = ("",), changed: set[str] | None = None
) -> Iterator[Looked]:
    """What `docs` looks at in or below some paths of a tree, of files that changed if those count.

    All of them are relative to its root.
    """
    for each in only:
        below = _Below(os.path.join(root, each))

        def is_in(path: str, below: _Below = below) -> bool:
            return below(path) and (changed is None or _from(root, path) in changed)

        def is_shared(path: str, below: _Below = below) -> bool:
            return is_in(path, below) and set(path.split("/")[:-1]).isdisjoint(_OF_CHECK)

        yield Looked(frozenset((Scope.DOCS,)), is_in, _OF_ALL_PAGES if each else frozenset())
        yield Looked(_SHARED, is_shared)


def at_index(root: str, found: Plan, *, is_part: bool) -> Iterator[Looked]:
    """What `index` looks at, of a tree or a file; of a part of it, what is read or is gone."""
    below = _Below(root)
    read = {show.path(each.path) for each in found.entries} if is_part else set()

    def is_in(path: str) -> bool:
        return below(path) and (
            not is_part or _from(root, path) in read or not os.path.lexists(path)
        )

    yield Looked(frozenset((Scope.INDEX,)), is_in)


def at_tests(path: str) -> Iterator[Looked]:
    """What retrieval tests look at, of a file."""
    yield Looked(frozenset((Scope.QUERY,)), _Below(path))


def at_project(root: str) -> Iterator[Looked]:
    """What `check` looks at in a project, also where nothing of it is left."""
    yield Looked(CHECKS, _Below(os.path.join(root, ".rtfm")))


class _Below:
    """Whether a path is a file or folder, or in it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def __call__(self, path: str) -> bool:
        return bool(path) and _from(self._folder, path).partition("/")[0] != os.pardir


def _from(folder: str, path: str) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")


def _shown(path: str) -> str:
    return show.path(path).replace(os.sep, "/")
