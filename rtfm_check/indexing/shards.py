"""One of several runs that read a tree together: `--shard 2/5` reads the second fifth of it.

Every run walks the whole tree, so that each gives a document the slug, and a link the target, that
a single run would; then it reads its own stretch of the files. Stretches are cut by size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rtfm_check.indexing.settings import Declared

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


def tree_digest(declared: Declared, files: Iterable[tuple[str, int]]) -> str:
    """A digest of names and sizes, and of what the project declares about them.

    Runs over trees that differ in it do not belong together.
    """
    digest = hashlib.sha256("\0".join(declared).encode())
    for name, size in files:
        digest.update(f"{name}\0{size}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
