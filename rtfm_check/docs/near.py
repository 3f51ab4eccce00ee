"""What a link that leads nowhere most likely means.

The work is bounded: where very much is missing, no list of guesses helps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from rtfm_check.resolve import Tree
from rtfm_check.text.suggest import Choices, nearest

_MOST_NAMES = 20_000  # of files that are compared with a misspelt one
_MOST_IN_FOLDER = 2_000  # of them in one folder
_MOST_NEAR = 300  # targets that a near file is looked for; where more are missing, it helps nobody
_MOST_COMPARED = 300_000  # anchors that are compared with misspelt ones, in all


class Near:
    """The files, pages and anchors of a tree that a misspelt one may mean."""

    def __init__(self, tree: Tree, moved: Callable[[], Mapping[str, str]]) -> None:
        """`moved` says where files were moved to; it is asked when a file is missing."""
        self._tree = tree
        self._ask_moved = moved
        self._found: dict[tuple[str, bool], str | None] = {}
        self._spare = _MOST_COMPARED

    def file(self, path: str) -> str | None:
        """The file that a path most likely means."""
        return self._once(path, self._file, is_page=False)

    def page(self, name: str) -> str | None:
        """The page that a wikilink most likely means."""
        return self._once(name, self._page, is_page=True)

    def _once(self, name: str, look: Callable[[str], str | None], *, is_page: bool) -> str | None:
        key = (name, is_page)
        if key not in self._found and len(self._found) < _MOST_NEAR:
            self._found[key] = look(name)
        return self._found.get(key)

    def anchor(self, fragment: str, anchors: list[str]) -> str | None:
        """The anchor that a fragment most likely means."""
        self._spare -= len(anchors)
        return nearest(fragment, sorted(anchors)) if self._spare > 0 else None

    @cached_property
    def moved(self) -> Mapping[str, str]:
        """Where files were moved to, by their old paths."""
        return self._ask_moved()

    def _file(self, path: str) -> str | None:
        folder, _, name = path.rpartition("/")
        if self.moved.get(path) in self._tree.files:
            return self.moved[path]
        same = self._names.get(name, [])
        if len(same) == 1:
            return same[0]
        found = nearest(name, self._folders.get(folder, []))
        if found is not None:
            return f"{folder}/{found}" if folder else found
        found = self._choices.nearest(name, limit=0.25)
        alike = self._names[found] if found is not None else []
        return alike[0] if len(alike) == 1 else None

    def _page(self, name: str) -> str | None:
        found = self._stems.nearest(name.rpartition("/")[2], limit=0.34)
        pages = [path for path in self._tree.of_name(found or "") if _is_page(path)]
        return pages[0] if pages else None

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        """The paths of each file name."""
        found: dict[str, list[str]] = {}
        for path in sorted(self._tree.files):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _folders(self) -> dict[str, list[str]]:
        """The names in each folder; of a large one the first."""
        found: dict[str, list[str]] = {}
        for path in sorted(self._tree.files):
            folder, _, name = path.rpartition("/")
            names = found.setdefault(folder, [])
            if len(names) < _MOST_IN_FOLDER:
                names.append(name)
        return found

    @cached_property
    def _choices(self) -> Choices:
        return Choices(self._names if len(self._names) < _MOST_NAMES else ())

    @cached_property
    def _stems(self) -> Choices:
        stems = [
            path.rpartition("/")[2].rpartition(".")[0]
            for path in sorted(self._tree.files)
            if _is_page(path)
        ]
        return Choices(stems if len(stems) < _MOST_NAMES else ())


def _is_page(path: str) -> bool:
    return path.lower().endswith((".md", ".markdown"))
