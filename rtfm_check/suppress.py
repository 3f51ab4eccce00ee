"""Comments that say a finding is wanted: `# rtfm-check: ignore[rule-name] reason`.

On the line of the finding, or alone on a line above it; `ignore-file[rule]` at the top of a file
holds for all of it. In a block scalar such a line is text, not a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from rtfm_check.mapping.document import Document
from rtfm_check.mapping.node import Node
from rtfm_check.model import Finding, Hit, Place
from rtfm_check.rules import find, unknown_rule

_COMMENT = re.compile(
    r"(?:^|(?<=[ \t\n\r]))#[ \t]*rtfm-check:[ \t]*(ignore|ignore-file)"
    r"\[([^\]\n]*)\][ \t]*([^\r\n]*)"
)


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

    def covers(self, finding: Finding) -> bool:
        """Whether a finding of the same file is meant."""
        return finding.rule == self.rule and self.line in (None, finding.place.span.line)


def suppressions(document: Document) -> list[Suppression]:
    """The suppressions in the comments of a YAML file, in order; a JSON file has none."""
    source = document.source
    if source.path.lower().endswith(".json"):
        return []
    text = source.text
    found = []
    scalars: list[tuple[int, int]] | None = None
    for match in _COMMENT.finditer(text):
        if scalars is None:
            scalars = sorted(_scalars(document.root)) if document.loads else []
        if _is_inside(match.start(), scalars):
            continue
        line = _covered(document, match)
        for word in re.finditer(r"[^,\s]+", match[2]):
            start = match.start(2) + word.start()
            place = source.place(start, start + len(word[0]))
            found.append(Suppression(word[0], line, place, match[3].strip()))
    return found


def covers(wanted: list[Suppression], finding: Finding) -> bool:
    """Whether one of the suppressions of a file covers a finding; it then counts as used."""
    covering = [each for each in wanted if each.covers(finding)]
    for each in covering:
        each.is_used = True
    return bool(covering)


def unused(wanted: list[Suppression]) -> Iterator[Hit]:
    """A hit for each suppression that suppresses nothing."""
    for each in wanted:
        if each.rule is None:
            yield Hit(each.place, unknown_rule(each.word), "", "the comment does nothing")
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


def without_reason(wanted: list[Suppression]) -> Iterator[Hit]:
    """A hit for each suppression that does not say why."""
    for each in wanted:
        if not each.reason:
            yield Hit(
                each.place,
                f"no reason is given for suppressing {each.word}",
                "write it behind the bracket",
            )


def _covered(document: Document, match: re.Match[str]) -> int | None:
    """The line that a comment is for: None for the file, 0 for none."""
    text = document.source.text
    line = document.source.span(match.start(), match.start()).line
    start = max(text.rfind("\n", 0, match.start()), text.rfind("\r", 0, match.start())) + 1
    if match[1] == "ignore-file":
        before = text[:start].removeprefix("\ufeff")
        is_top = all(not each.strip() or each.lstrip()[0] == "#" for each in before.splitlines())
        return None if is_top else 0
    if text[start : match.start()].strip(" \t\ufeff"):
        return line
    following = text[match.end() :].splitlines()[1:]
    skipped = 0
    for each in following:
        if each.strip() and not each.lstrip().startswith("#"):
            break
        skipped += 1
    return line + 1 + skipped


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
