"""One of several runs that read a tree together: `--shard 2/5` reads the second fifth of it.

Every run walks the whole tree, so that each gives a document the slug, and a link the target, that
a single run would; then it reads its own stretch of the files. Stretches are cut by size.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rtfm_check import limits
from rtfm_check.layout import FIELDS, Target
from rtfm_check.source import Unreadable, read

_FILE = 4096  # bytes that the work of opening a file is worth


class Shard(NamedTuple):
    """Which of the runs it is."""

    number: int  # from 1
    of: int

    @property
    def is_first(self) -> bool:
        """Whether it tells what belongs to no file that is read."""
        return self.number == 1

    def stretch(self, sizes: Sequence[int]) -> tuple[int, int]:
        """Its files, [first, end), among those of the given sizes."""
        total = sum(sizes) + _FILE * len(sizes)
        first = end = before = 0
        for size in sizes:
            number = before * self.of // total + 1
            first += number < self.number
            end += number <= self.number
            before += size + _FILE
        return first, end


def tree_digest(root: str, files: Iterable[tuple[str, int]]) -> str:
    """A digest of names and sizes, and of what `.rtfm` says about them.

    Runs over trees that differ in it do not belong together.
    """
    digest = hashlib.sha256()
    for name, size in files:
        digest.update(f"{name}\0{size}\0".encode("utf-8", "surrogateescape"))
    for folder in (Target(os.path.join(root, ".rtfm", "mappings"), None), _fields(root)):
        for path in folder.mapping_files() if os.path.isdir(folder.folder) else ():
            name = os.path.relpath(path, root)
            try:
                data = read(path, name=name, limit=limits.MAPPING_BYTES, root=root).data
            except Unreadable as error:
                data = str(error).encode()
            digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
    return digest.hexdigest()


def _fields(root: str) -> Target:
    return Target(os.path.join(root, ".rtfm", FIELDS), None, is_fields=True)
