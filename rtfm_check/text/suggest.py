"""Did you mean: the nearest of the words that would have been right."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SEPARATORS = re.compile(r"[\W_]+")


def nearest(word: str, choices: Iterable[str], *, limit: float = 0.4) -> str | None:
    """The choice that is the fewest edits away, if that is at most `limit` of its length.

    Case, hyphens, underscores and spaces weigh nothing. Ties go to the first choice.
    """
    folded = _fold(word)
    letters = set(folded)
    best, best_distance = None, 1.0
    for choice in choices:
        other = _fold(choice)
        longest = max(len(folded), len(other), 1)
        most = int(min(limit, best_distance) * longest)
        if abs(len(folded) - len(other)) > most or len(letters - set(other)) > most:
            continue  # that many edits it takes at least
        distance = _edits(folded, other, most) / longest
        if distance < best_distance:
            best, best_distance = choice, distance
    return best if best_distance <= limit else None


class Choices:
    """Words that many others are compared with: those of about the same length, and no more."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_length: dict[int, dict[str, str]] = {}  # word by its folded form
        for word in words:
            folded = _fold(word)
            self._by_length.setdefault(len(folded), {}).setdefault(folded, word)

    def nearest(self, word: str, *, limit: float = 0.4) -> str | None:
        """The word that is the fewest edits away, as the function of that name finds it."""
        folded = _fold(word)
        same = self._by_length.get(len(folded), {}).get(folded)
        if same is not None:
            return same
        most = int(limit * len(folded) / (1 - limit)) + 1
        letters = set(folded)
        near = [
            each
            for length in range(max(0, len(folded) - most), len(folded) + most + 1)
            for other, each in self._by_length.get(length, {}).items()
            if len(letters.symmetric_difference(other)) <= 2 * most
        ]
        return nearest(word, near, limit=limit)


def nearest_path(path: str, known: Iterable[str]) -> str | None:
    """The known dotted path that the user most likely meant.

    First by the edits of the whole, where of equal ones that counts which is as deep; then one
    that ends with the given path (its parents were left out), one that it ends with (a prefix too
    much), and one whose last segment is near.
    """
    depth = path.count(".")
    known = sorted(known, key=lambda choice: choice.count(".") != depth)
    found = nearest(path, known, limit=0.34)
    if found is not None:
        return found
    folded = path.lower()
    for ends in (
        lambda choice: choice.endswith("." + folded),
        lambda choice: folded.endswith("." + choice),
    ):
        fitting = [choice for choice in known if ends(choice.lower())]
        if fitting:
            return min(fitting, key=lambda choice: (choice.count("."), len(choice)))
    last = path.rpartition(".")[2]
    lasts = {choice.rpartition(".")[2]: choice for choice in reversed(known)}
    near = nearest(last, lasts, limit=0.34)
    return None if near is None else lasts[near]


def with_indices_of(path: str, near: str) -> str:
    """A known path, in which every list is entered at 0, with the indices of the user's path.

    A digit among letters is an index with a slip.
    """
    own, known = path.split("."), near.split(".")
    if len(own) != len(known):
        return near
    return ".".join(
        (re.sub(r"[^0-9]", "", given) or there) if there == "0" else there
        for given, there in zip(own, known, strict=True)
    )


def _fold(word: str) -> str:
    return _SEPARATORS.sub("", word.lower()) or word


def _edits(left: str, right: str, most: int) -> int:
    """Optimal string alignment: insertions, deletions, substitutions, swaps of neighbours.

    Any number above `most` where it takes more edits than that.
    """
    if left == right:
        return 0
    if len(left) > 200 or len(right) > 200:  # quadratic; nobody mistypes that
        return max(len(left), len(right))
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, row = row, [i]
        for j, b in enumerate(right, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most and min(previous) > most:
            return most + 1
        before = previous
    return row[-1]
