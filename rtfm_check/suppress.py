"""Comments that say a finding is wanted: `# rtfm-check: ignore[rule-name] reason`.

On the line of the finding, or alone on a line above it; `ignore-file[rule]` at the top of a file
holds for all of it. In a block scalar such a line is text, not a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from rtfm_check.mapping.document import Document
from rtfm_check.mapping.node import Node
from rtfm_check.model import Finding, Hit, Place
from rtfm_check.rules import find, unknown_rule

_COMMENT = re.compile(r"(?:^|(?<=[ \t\n\r]))#[ \t]*rtfm-check:[ \t]*([^\r\n]*)")
_IGNORE = re.compile(r"(ignore|ignore-file)\[[ \t]*([^\]\s][^\]]*)\][ \t]*(.*)")


class Suppression:
    """One rule that one comment names."""

    __slots__ = ("is_used", "line", "place", "reason", "rule", "word")

    def __init__(self, word: str, line: int | None, place: Place, reason: str) -> None:
        self.word = word
        known = find(word)
        self.rule = known.name if known is not None else None
        self.line = line  # that it is for; None stands for the whole file, 0 for nothing
        self.place = place
        self.reason = reason
        self.is_used = False


class Suppressions:
    """The suppressions of a file."""

    def __init__(self, found: list[Suppression]) -> None:
        self.found = found  # in their order
        self._by_line: dict[tuple[str | None, int | None], list[Suppression]] = {}
        for each in found:
            self._by_line.setdefault((each.rule, each.line), []).append(each)

    def __iter__(self) -> Iterator[Suppression]:
        return iter(self.found)

    def of(self, finding: Finding) -> list[Suppression]:
        """Those that mean a finding of the file."""
        lines = (None, finding.place.span.line)
        return [each for line in lines for each in self._by_line.get((finding.rule, line), [])]


def suppressions(document: Document) -> Suppressions:
    """The suppressions in the comments of a YAML file; a JSON file has none."""
    source = document.source
    found: list[Suppression] = []
    if source.path.lower().endswith(".json"):
        return Suppressions(found)
    text = source.text
    lines = _Lines(text)
    scalars: list[tuple[int, int]] | None = None
    for comment in _COMMENT.finditer(text):
        if scalars is None:
            scalars = sorted(_scalars(document.root)) if document.loads else []
        if _is_inside(comment.start(), scalars):
            continue
        match = _IGNORE.match(text, comment.start(1), comment.end(1))
        if match is None:
            place = source.place(comment.start(), comment.start() + len(comment[0].rstrip()))
            found.append(Suppression("", 0, place, ""))
            continue
        is_file = match[1] == "ignore-file"
        line = _covered(lines, is_file, source.span(comment.start(), comment.start()).line)
        for word in re.finditer(r"[^,\s]+", match[2]):
            start = match.start(2) + word.start()
            place = source.place(start, start + len(word[0]))
            found.append(Suppression(word[0], line, place, match[3].strip()))
    return Suppressions(found)


def covers(wanted: Suppressions, finding: Finding) -> bool:
    """Whether one of the suppressions of a file covers a finding; it then counts as used."""
    covering = wanted.of(finding)
    for each in covering:
        each.is_used = True
    return bool(covering)


def unused(wanted: Suppressions) -> Iterator[Hit]:
    """A hit for each suppression that suppresses nothing."""
    for each in wanted:
        if not each.word:
            yield Hit(
                each.place,
                "the comment says neither `ignore[rule]` nor `ignore-file[rule]`",
                "write `# rtfm-check: ignore[rule-name] reason`",
                "the comment does nothing",
            )
        elif each.rule is None:
            message = _unknown(each.word) if len(each.word) < 80 else "there is no such rule"
            yield Hit(each.place, message, "", "the comment does nothing")
        elif not each.is_used:
            misplaced = each.line == 0
            yield Hit(
                each.place,
                "`ignore-file` has to stand at the top of the file"
                if misplaced
                else f"nothing to suppress: {each.rule} finds nothing there",
                "move it" if misplaced else "remove it",
                "the comment does nothing",
            )


@lru_cache(maxsize=1024)
def _unknown(word: str) -> str:
    return unknown_rule(word)


def without_reason(wanted: Suppressions) -> Iterator[Hit]:
    """A hit for each suppression that does not say why."""
    for each in wanted:
        if each.word and not each.reason:
            yield Hit(
                each.place,
                f"no reason is given for suppressing {each.word}",
                "write it behind the bracket",
            )


class _Lines:
    """The lines of a text, and which of them hold more than comments."""

    def __init__(self, text: str) -> None:
        self.lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.following: list[int] = []  # for each line, the next one that is no comment
        number = len(self.lines) + 1
        for index in range(len(self.lines) - 1, -1, -1):
            self.following.append(number)
            content = self.lines[index].strip()
            if content and content[0] != "#":
                number = index + 1
        self.following.reverse()
        self.first = number


def _covered(lines: _Lines, is_file: bool, line: int) -> int | None:
    """The line that a comment on a line is for: None for the file, 0 for none."""
    if is_file:
        return None if line <= lines.first else 0
    if not lines.lines[line - 1].lstrip().startswith("#"):
        return line
    return lines.following[line - 1]


def _scalars(root: Node) -> Iterator[tuple[int, int]]:
    """The ranges of all scalars that are written in the file."""
    waiting, seen = [root], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.members is not None:
            waiting += [part for pair in node.members.values() for part in pair]
        elif node.items is not None:
            waiting += node.items
        else:
            yield node.start, node.end


def _is_inside(index: int, ranges: list[tuple[int, int]]) -> bool:
    at = bisect_right(ranges, (index, index)) - 1
    return at >= 0 and ranges[at][0] <= index < ranges[at][1]
