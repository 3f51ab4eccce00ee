"""Which identifiers of a file were there before, in a few bytes for each of millions."""

from __future__ import annotations

import hashlib
from array import array

from rtfm_check import limits

_FIRST = 64  # slots of a table that nothing is in yet
_SHARDS = 64  # tables; each grows by itself, so that little is held twice
_FULL = 0.7


class Identities:
    """The identifiers of a file, each as 64 bits of its hash, and the line it was first on."""

    def __init__(self) -> None:
        self.count = 0
        self._tables = [_Table() for _ in range(_SHARDS)]

    @property
    def is_full(self) -> bool:
        """Whether no more are taken: those that follow are looked for, and not kept."""
        return self.count >= limits.RECORD_IDS

    def first_line(self, identifier: str, line: int) -> int:
        """The line that an identifier was on before; 0 if this is the first."""
        data = identifier.encode("utf-8", "surrogatepass")
        number = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little") or 1
        table = self._tables[number % _SHARDS]
        earlier = table.find(number, line, keep=not self.is_full)
        if not earlier and not self.is_full:
            self.count += 1
        return earlier


class _Table:
    """Numbers and their lines: open addressing in two arrays."""

    def __init__(self) -> None:
        self._numbers = array("Q", bytes(8 * _FIRST))  # 0: an empty slot
        self._lines = array("I", bytes(4 * _FIRST))
        self._count = 0

    def find(self, number: int, line: int, *, keep: bool) -> int:
        slot = self._slot(number)
        if self._numbers[slot]:
            return self._lines[slot]
        if keep:
            self._numbers[slot], self._lines[slot] = number, line
            self._count += 1
            if self._count > _FULL * len(self._numbers):
                self._grow()
        return 0

    def _slot(self, number: int) -> int:
        """Where a number is, or where it would be."""
        numbers = self._numbers
        size = len(numbers)
        slot = (number // _SHARDS) % size
        while numbers[slot] and numbers[slot] != number:
            slot = slot + 1 if slot + 1 < size else 0
        return slot

    def _grow(self) -> None:
        numbers, lines = self._numbers, self._lines
        size = len(numbers) * 3 // 2
        self._numbers = array("Q", bytes(8 * size))
        self._lines = array("I", bytes(4 * size))
        for number, line in zip(numbers, lines, strict=True):
            if number:
                slot = self._slot(number)
                self._numbers[slot], self._lines[slot] = number, line
